/* DNS answers with local validation: DNSSEC (RFC 4033 to 4035), DNS over TLS
 * (RFC 7858) and recursion, by libunbound. Link with libddds-validate.
 *
 * A validator is a database. It trusts no server: every answer is validated up
 * to a trust anchor, by default the key of the root, and has a degree of
 * security (enum ddds_security). Answers that fail validation are not
 * delivered: their reply is DDDS_REPLY_BOGUS, with the reason as its detail. An
 * answer is |authenticated| if it is secure, so that resolutions that require
 * authenticated data use no other.
 *
 *     ddds_database *database =
 *         ddds_validator_database(ddds_validator_new(NULL, NULL));
 *
 * libunbound keeps its log in a global variable. The log is off while a
 * validator exists, so that the library prints nothing.
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

/* Servers to query for the names in a zone, instead of following delegations.
 * They must be authoritative for the zone. */
struct ddds_validator_stub {
    const char *zone; /* in presentation form */

    /* "192.0.2.1", "192.0.2.1:5353", "[2001:db8::1]:5353" and the like. */
    const char *const *servers;
    size_t server_count;
};

/* Options of a validator. Zero selects the default. */
struct ddds_validator_options {
    size_t size; /* set by DDDS_VALIDATOR_OPTIONS_INIT */

    /* Recursive servers for all queries, as in struct ddds_dns_options; by
     * default those of the system. They need not validate, but must return
     * signatures.
     *
     * "tls://192.0.2.1", "tls://192.0.2.1:8853" and "tls://192.0.2.1#NAME" are
     * queried over TLS, at port 853 by default. The certificate must be valid
     * for NAME, or without a name for the address, and be issued by an
     * authority that the system trusts (OpenSSL's defaults, with its variables
     * SSL_CERT_FILE and SSL_CERT_DIR). Servers with and without TLS must not be
     * mixed, so that no query is sent without TLS by accident. */
    const char *const *servers;
    size_t server_count;
    uint16_t port; /* for servers without port and TLS; 0: 53 */

    /* Query authoritative servers, from the root on; |servers| must be empty.
     * |root_hints| is a file of root servers (RFC 9609); NULL, or a file
     * without any: libunbound's own. */
    bool recursive;
    const char *root_hints;

    const struct ddds_validator_stub *stubs;
    size_t stub_count;

    /* Files with trust anchors: DS and DNSKEY records as in zone files. Without
     * any, and without |trust_anchors|, the key of the root is read from the
     * system's file (/usr/share/dns/root.key in Debian's dns-root-data). Names
     * below no trust anchor are DDDS_SECURITY_INDETERMINATE. */
    const char *const *trust_anchor_files;
    size_t trust_anchor_file_count;
    const char *trust_anchors; /* the same as text, or NULL */

    bool ipv4_only;
    bool ipv6_only;
    bool tcp;             /* never use UDP */
    unsigned buffer_size; /* EDNS buffer size in octets, 512 to 4096; others are
                             rounded to that range; 0: 1232 */

    /* Limit on names looked up per second, evenly spaced; 0: no limit. Queries
     * that validation needs in addition (keys, delegations) do not count. */
    unsigned rate;
};
#define DDDS_VALIDATOR_OPTIONS_INIT DDDS_INIT(struct ddds_validator_options)

/* A database that validates answers. Opaque; created by ddds_validator_new(),
 * and freed as a database (ddds_validator_database()). It must not be used by
 * several threads at a time; it starts no threads. */
typedef struct ddds_validator ddds_validator;

/* Create a database that validates answers. |options| may be NULL. The caller
 * frees it as the database that ddds_validator_database() returns, with
 * ddds_database_free(). After fork() the child may free inherited resolutions
 * and the database without affecting its parent; its questions are answered
 * with DDDS_REPLY_NETWORK. If another thread was creating or freeing a
 * validator at fork(), this function never returns in the child. Returns NULL
 * on failure: DDDS_BAD_OPTION (an invalid server or zone, servers with and
 * without TLS, servers and |recursive|, no usable server), DDDS_UNREADABLE (a
 * file, the system's servers, or the key of the root), DDDS_SYNTAX (a trust
 * anchor, or |root_hints|) or DDDS_NO_MEMORY. */
DDDS_API ddds_validator *
ddds_validator_new(const struct ddds_validator_options *options,
                   struct ddds_error *error);

/* Return |validator| as a database. It is the same object: use it by either
 * pointer, and free it once. NULL if |validator| is NULL. */
DDDS_API ddds_database *ddds_validator_database(ddds_validator *validator);

/* Return the descriptor that a caller's event loop must watch for reading; it
 * never changes. When it is readable, or when the time of
 * ddds_validator_timeout() is over, call ddds_validator_process(). */
DDDS_API int ddds_validator_descriptor(const ddds_validator *validator);

/* Return the milliseconds after which ddds_validator_process() must be called
 * even if the descriptor is not readable; -1: no limit. Call it after every
 * call that uses the database. */
DDDS_API int ddds_validator_timeout(ddds_validator *validator);

/* Process events and timeouts. Callbacks of resolutions are called by this
 * function; they may start, stop and free resolutions and the database. */
DDDS_API void ddds_validator_process(ddds_validator *validator);

/* Write to |text|, of |size| octets, a line for this library and each library
 * that it uses, as ddds_versions() does for libddds. Return the length of the
 * full text, without NUL. |text| may be NULL if |size| is 0. */
DDDS_API size_t ddds_validator_versions(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
