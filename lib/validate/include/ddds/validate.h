/* DNS answers that are validated here: DNSSEC (RFC 4033 to 4035), DNS over TLS
 * (RFC 7858) and recursion, by libunbound. Link with libddds-validate.
 *
 * A validator is a database like the others. It believes no server: every answer
 * is checked up to a trust anchor, by default the key of the root, and says how
 * secure it is (enum ddds_security). Answers that fail validation are not
 * delivered: their reply is DDDS_REPLY_BOGUS, with the reason as its detail. An
 * answer is |authenticated| if it is secure, so that resolutions that require
 * authenticated data use nothing else.
 *
 *     ddds_database *database =
 *         ddds_validator_database(ddds_validator_new(NULL, NULL));
 *
 * libunbound keeps its log in a variable of the process, and so it is off while
 * there is a validator: the library prints nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_VALIDATE_H
#define DDDS_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Servers that are asked for the names in one zone, instead of those that
 * delegations lead to. They are authoritative for it. */
struct ddds_validator_stub {
    const char *zone; /* in presentation form */

    /* "192.0.2.1", "192.0.2.1:5353", "[2001:db8::1]:5353" and the like. */
    const char *const *servers;
    size_t server_count;
};

/* The options of a validator. Zero means the default. */
struct ddds_validator_options {
    size_t size; /* set by DDDS_VALIDATOR_OPTIONS_INIT */

    /* Recursive servers to send all queries to, as in struct ddds_dns_options;
     * without servers, those of the system. They need not validate, but must
     * pass on signatures.
     *
     * "tls://192.0.2.1", "tls://192.0.2.1:8853" and "tls://192.0.2.1#NAME" are
     * queried over TLS, at port 853 by default. The certificate must be valid
     * for NAME, or without one for the address, by an authority that the system
     * trusts (OpenSSL's defaults, with its variables SSL_CERT_FILE and
     * SSL_CERT_DIR). No query is ever sent without TLS then, so that servers
     * with and without it do not go together. */
    const char *const *servers;
    size_t server_count;
    uint16_t port; /* of servers without one, and without TLS; 0: 53 */

    /* Ask authoritative servers, from the root on, which does not go together
     * with |servers|. |root_hints| is a file with the root's servers (RFC 9609);
     * NULL: those that libunbound knows. */
    bool recursive;
    const char *root_hints;

    const struct ddds_validator_stub *stubs;
    size_t stub_count;

    /* Files with trust anchors: DS and DNSKEY records as in zone files. Without
     * any, and without |trust_anchors|, the key of the root is read from where
     * systems have it (/usr/share/dns/root.key in Debian's dns-root-data).
     * Names below no trust anchor are DDDS_SECURITY_INDETERMINATE. */
    const char *const *trust_anchor_files;
    size_t trust_anchor_file_count;
    const char *trust_anchors; /* the same as text, or NULL */

    bool ipv4_only;
    bool ipv6_only;
    bool tcp;             /* never use UDP */
    unsigned buffer_size; /* of EDNS; 0: 1232. Less than 512 is 512, more than
                             4096 is 4096 */

    /* The names that are looked up in a second at most, evenly spaced; 0: no
     * limit. Those that validation needs in addition (keys, delegations) do not
     * count. */
    unsigned rate;
};
#define DDDS_VALIDATOR_OPTIONS_INIT DDDS_INIT(struct ddds_validator_options)

/* A database that validates answers. Opaque; created by ddds_validator_new, and
 * freed as the database that it is (ddds_validator_database). One thread at a
 * time may use it; it has no thread of its own. */
typedef struct ddds_validator ddds_validator;

/* Create a database that validates answers. |options| may be NULL. The caller
 * frees what ddds_validator_database returns for it, with ddds_database_free.
 * After fork() the child may free the resolutions and the database that it
 * inherits, without disturbing its parent; its questions are answered with
 * DDDS_REPLY_NETWORK. Returns NULL on failure: DDDS_BAD_OPTION (an invalid
 * server or zone, servers with and without TLS, servers and |recursive|, no
 * usable server), DDDS_UNREADABLE (a file, the system's servers, or the key of
 * the root), DDDS_SYNTAX (a trust anchor, or |root_hints|) or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_validator *
ddds_validator_new(const struct ddds_validator_options *options,
                   struct ddds_error *error);

/* |validator| as a database: the same object, which can be used in both ways and
 * is freed once. NULL if |validator| is NULL. */
DDDS_API ddds_database *ddds_validator_database(ddds_validator *validator);

/* For callers with an event loop of their own: the one descriptor to watch for
 * reading, always the same. When it can be read, or when the time that
 * ddds_validator_timeout returns is over, call ddds_validator_process. */
DDDS_API int ddds_validator_descriptor(const ddds_validator *validator);

/* The milliseconds after which ddds_validator_process must be called even if
 * nothing can be read, or -1 if it need not be called until then. Ask after
 * every call that uses the database. */
DDDS_API int ddds_validator_timeout(ddds_validator *validator);

/* Process what has arrived, and what is due. Callbacks of resolutions are called
 * from within this function; they may start, stop and free resolutions, and free
 * the database. */
DDDS_API void ddds_validator_process(ddds_validator *validator);

/* Write to |text|, of |size| octets, a line for this library and each that it
 * uses, as ddds_versions does for libddds; returns the length, without the NUL,
 * that all of them have. |text| may be NULL if |size| is 0. */
DDDS_API size_t ddds_validator_versions(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
