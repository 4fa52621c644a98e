/* UUIDs (RFC 9562): parse, format, inspect, construct and generate them.
 *
 * This header is independent of DNS and of the other headers but status.h and
 * export.h. Parsing, formatting, inspecting and constructing are pure: no
 * allocation, clock or randomness. Only these functions use the system:
 * ddds_uuid_generate_v4, ddds_uuid_time_now, generators without a source of
 * their own, and ddds_uuid_make_name with SHA-3 or SHAKE, which loads
 * libcrypto.so.3 and can fail for lack of memory.
 *
 * Times are ticks of 100 ns since 1970-01-01T00:00:00Z, negative before it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_UUID_H
#define DDDS_UUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A UUID: 128 bits in network order. Any 16 octets are valid; memcmp sorts
 * them as RFC 9562 section 6.11 requires. */
struct ddds_uuid {
    unsigned char octets[16];
};

/* The Nil UUID, all bits 0 (RFC 9562 section 5.9). Never NULL; constant. */
DDDS_API const struct ddds_uuid *ddds_uuid_nil(void);

/* The Max UUID, all bits 1 (RFC 9562 section 5.10). Never NULL; constant. */
DDDS_API const struct ddds_uuid *ddds_uuid_max(void);

/* ---- Text --------------------------------------------------------------- */

/* The forms of UUIDs, and further rules for parsing and formatting. Combine
 * them with |. A set without a form allows the canonical form and the URN. */
enum ddds_uuid_form {
    DDDS_UUID_CANONICAL = 1 << 0, /* f81d4fae-7dec-11d0-a765-00a0c91e6bf6 */
    DDDS_UUID_URN = 1 << 1,       /* "urn:uuid:" and the canonical form */
    DDDS_UUID_SIMPLE = 1 << 2,    /* 32 hexadecimal digits */
    DDDS_UUID_BRACED = 1 << 3,    /* the canonical form in { } */
    DDDS_UUID_OID = 1 << 4,       /* "2.25." and the integer (ITU-T X.667) */
    DDDS_UUID_INTEGER = 1 << 5,   /* decimal, below 2^128. If the simple form is
                                     allowed, 32 digits have that form */
    DDDS_UUID_BITS = 1 << 6,      /* 128 binary digits (RFC 9562 figure 2) */
    DDDS_UUID_ANY_FORM = (1 << 7) - 1,

    /* Parsing: accept only variant 10x with version 1 to 8, Nil and Max. By
     * default any 128 bits are accepted, for example Microsoft's GUIDs. */
    DDDS_UUID_RFC_ONLY = 1 << 8,
    DDDS_UUID_NOT_NIL = 1 << 9,     /* parsing: reject Nil */
    DDDS_UUID_NOT_MAX = 1 << 10,    /* parsing: reject Max */
    DDDS_UUID_LOWER_ONLY = 1 << 11, /* parsing: reject upper-case digits */

    /* Formatting: digits in upper case; "urn:uuid:" remains in lower case. */
    DDDS_UUID_UPPER = 1 << 12,
};

/* Parse the |length| octets at |text| as a UUID. |rules| is a set of enum
 * ddds_uuid_form; 0 allows the canonical form and the URN. The text must
 * contain only the UUID; it need not be NUL-terminated. |uuid| may be NULL, to
 * validate only. Fails with DDDS_BAD_INPUT, the offset of the first wrong
 * octet, and the expected text. */
DDDS_API ddds_status ddds_uuid_parse(const char *text, size_t length,
                                     unsigned rules, struct ddds_uuid *uuid,
                                     struct ddds_error *error);

/* The size of the canonical form, and of the longest form, each with its
 * NUL. */
#define DDDS_UUID_TEXT_SIZE 37
#define DDDS_UUID_FORM_SIZE 129

/* Write the canonical form of |uuid| to |text|, in lower case, with a NUL. */
DDDS_API void ddds_uuid_text(const struct ddds_uuid *uuid,
                             char text[DDDS_UUID_TEXT_SIZE]);

/* Write |uuid| and a NUL to |text|, which holds |size| octets. |form| is a form
 * of enum ddds_uuid_form, optionally with DDDS_UUID_UPPER. Returns the length
 * of the form without its NUL. If that is |size| or more, the text does not
 * fit: |text| is then the empty string, or unchanged if |size| is 0. */
DDDS_API size_t ddds_uuid_format(const struct ddds_uuid *uuid, unsigned form,
                                 char *text, size_t size);

/* ---- Compare and convert ------------------------------------------------ */

/* Compare two UUIDs from the most significant octet on (RFC 9562 section
 * 6.11). Returns -1 if |one| sorts before |other|, 0 if they are equal, 1 if
 * it sorts after |other|. */
DDDS_API int ddds_uuid_compare(const struct ddds_uuid *one,
                               const struct ddds_uuid *other);

/* Convert |uuid| between the versions 1 and 6 (RFC 9562 section 5.6), keeping
 * time, clock sequence and node. |version| is that of |converted|, which may be
 * |uuid|. Fails with DDDS_BAD_INPUT if |uuid| has another version, or with
 * DDDS_BAD_OPTION if |version| is neither 1 nor 6. */
DDDS_API ddds_status ddds_uuid_convert(const struct ddds_uuid *uuid,
                                       unsigned version,
                                       struct ddds_uuid *converted,
                                       struct ddds_error *error);

/* Write the least and the greatest UUID of |version|, 6 or 7, that can have the
 * time |ticks|: in version 6 these 100 ns (RFC 9562 section 5.6), in version 7
 * their millisecond (RFC 9562 section 5.7). Fails with DDDS_BAD_INPUT if the
 * version does not have the time: version 6 before 1582-10-15 and after
 * 5236-03-31T21:21:00.6846975Z, version 7 before 1970 and after
 * 10889-08-02T05:31:50.655Z. Fails with DDDS_BAD_OPTION for another
 * |version|. */
DDDS_API ddds_status ddds_uuid_range(unsigned version, int64_t ticks,
                                     struct ddds_uuid *lowest,
                                     struct ddds_uuid *highest,
                                     struct ddds_error *error);

/* ---- Inspect ------------------------------------------------------------ */

/* The variants of UUIDs (RFC 9562 section 4.1), with the bits that mark
 * them. */
enum ddds_uuid_variant {
    DDDS_UUID_VARIANT_NCS,       /* 0xx: Apollo NCS, and Nil */
    DDDS_UUID_VARIANT_RFC9562,   /* 10x */
    DDDS_UUID_VARIANT_MICROSOFT, /* 110 */
    DDDS_UUID_VARIANT_FUTURE,    /* 111: reserved, and Max */
};

/* Return the word for |variant|: "ncs", "rfc9562", "microsoft" or "future";
 * "unknown" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_uuid_variant_name(enum ddds_uuid_variant variant);

/* Notes about a UUID for users. A UUID with notes is still valid. */
enum ddds_uuid_note {
    DDDS_UUID_NOTE_NIL = 1 << 0,
    DDDS_UUID_NOTE_MAX = 1 << 1,
    DDDS_UUID_NOTE_VARIANT = 1 << 2, /* neither that of RFC 9562, nor Nil or
                                        Max */
    DDDS_UUID_NOTE_VERSION = 1 << 3, /* RFC 9562 leaves the version undefined */
    DDDS_UUID_NOTE_FUTURE = 1 << 4,  /* its time is in the future */
    DDDS_UUID_NOTE_MAC = 1 << 5,     /* the node is a MAC address */
    DDDS_UUID_NOTE_NODE = 1 << 6,    /* the node is neither a MAC address nor
                                        random with the multicast bit set */
};
#define DDDS_UUID_NOTE_COUNT 7

/* Return the word for a note: "nil", "max", "non-rfc-variant",
 * "undefined-version", "future-time", "node-is-mac" or "node-not-multicast";
 * "unknown-note" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_uuid_note_name(enum ddds_uuid_note note);

/* The fields of a UUID. */
struct ddds_uuid_fields {
    size_t size; /* set by DDDS_UUID_FIELDS_INIT */

    enum ddds_uuid_variant variant;
    int version; /* -1 if the variant has none */
    bool has_time;
    unsigned time_digits; /* fractional digits of |time|: 0, 3, 6 or 7 */
    int64_t time;         /* ticks. Version 2 has only its upper 28 bits: the
                             time is up to 7 minutes 10 seconds later */
    bool has_sequence;    /* and a node: versions 1, 2 and 6 */
    uint16_t sequence;
    unsigned char node[6];
    unsigned notes; /* a set of enum ddds_uuid_note */

    /* Version 2 (DCE 1.1 Authentication and Security Services, C311): the
     * identifier of a person (domain 0), a group (1) or an organization (2) on
     * the system, or a site-defined identifier. */
    bool has_local_id;
    uint8_t domain;
    uint32_t local_id;

    /* Variant NCS, if its 16 reserved bits are zero: the address family and
     * the address of the host. */
    bool has_host;
    uint8_t family;
    unsigned char host[7];
};
#define DDDS_UUID_FIELDS_INIT DDDS_INIT(struct ddds_uuid_fields)

/* Write the fields of |uuid| to |fields|, which is unchanged if its size is not
 * set. |now| is the present time in ticks: DDDS_UUID_NOTE_FUTURE marks a UUID
 * with a later time. */
DDDS_API void ddds_uuid_inspect(const struct ddds_uuid *uuid, int64_t now,
                                struct ddds_uuid_fields *fields);

/* ---- Times -------------------------------------------------------------- */

/* The size of any time as text, including its NUL. */
#define DDDS_UUID_TIME_SIZE 36

/* Write |ticks| to |text| as in RFC 3339, in UTC, with 0 to 7 fractional
 * |digits|, rounded towards the past. Years after 9999 have five digits, and
 * those before 0000 a minus sign, which RFC 3339 does not define. */
DDDS_API void ddds_uuid_time_format(int64_t ticks, unsigned digits,
                                    char text[DDDS_UUID_TIME_SIZE]);

/* Parse the |length| octets at |text| as a time and write it to |ticks|. Valid
 * are a time of RFC 3339, also with a space for `T' or a year of five digits up
 * to 29999, a date alone (its midnight in UTC), or `@' and seconds since 1970,
 * from -900000000000 to 900000000000, with or without a fraction. Second 60 is
 * valid at the end of a month in UTC. Fails with DDDS_BAD_INPUT, the offset of
 * the first wrong octet, and the expected text. */
DDDS_API ddds_status ddds_uuid_time_parse(const char *text, size_t length,
                                          int64_t *ticks,
                                          struct ddds_error *error);

/* Convert |ticks| to the count of versions 1 and 6 (RFC 9562 section 5.1): 60
 * bits, units of 100 ns since 1582-10-15T00:00:00Z. Fails with DDDS_BAD_INPUT
 * before that day and after 5236-03-31T21:21:00.6846975Z. */
DDDS_API ddds_status ddds_uuid_time_to_gregorian(int64_t ticks,
                                                 uint64_t *gregorian,
                                                 struct ddds_error *error);

/* Write the time of the system's clock to |ticks|. Fails with DDDS_BAD_CLOCK
 * if the clock cannot be read. */
DDDS_API ddds_status ddds_uuid_time_now(int64_t *ticks,
                                        struct ddds_error *error);

/* ---- Construct ---------------------------------------------------------- */

/* Write the UUID of |version|, 1 or 6, with these fields to |uuid| (RFC 9562
 * sections 5.1 and 5.6). Fails with DDDS_BAD_INPUT if |gregorian|, a count of
 * 100 ns since 1582-10-15, has more than 60 bits or |sequence| more than 14, or
 * with DDDS_BAD_OPTION for another |version|. */
DDDS_API ddds_status ddds_uuid_make_timed(unsigned version, uint64_t gregorian,
                                          uint16_t sequence,
                                          const unsigned char node[6],
                                          struct ddds_uuid *uuid,
                                          struct ddds_error *error);

/* Write the UUID of |version|, 7 or 8, with these fields to |uuid|. In version
 * 7, |a| is milliseconds since 1970 and the others are rand_a and rand_b (RFC
 * 9562 section 5.7). In version 8 they are custom_a, custom_b and custom_c (RFC
 * 9562 section 5.8). Fails with DDDS_BAD_INPUT if |a| has more than 48 bits,
 * |b| more than 12 or |c| more than 62, or with DDDS_BAD_OPTION for another
 * |version|. */
DDDS_API ddds_status ddds_uuid_make_fields(unsigned version, uint64_t a,
                                           uint16_t b, uint64_t c,
                                           struct ddds_uuid *uuid,
                                           struct ddds_error *error);

/* Write to |uuid| the UUID of |version| made of |octets|, which may be its own:
 * version and variant replace 6 of their 128 bits. Random octets make version 4
 * (RFC 9562 section 5.4), octets of your own version 8 (RFC 9562 section 5.8).
 * Of |version|, the lowest 4 bits count. */
DDDS_API void ddds_uuid_make_octets(unsigned version,
                                    const unsigned char octets[16],
                                    struct ddds_uuid *uuid);

/* Hashes for UUIDs of names: MD5 in version 3, SHA-1 in version 5 (prefer it to
 * MD5), all others in version 8 as in RFC 9562 appendix B.2. libcrypto of
 * OpenSSL computes SHA-3 and SHAKE (FIPS 202); the first use loads it. */
enum ddds_uuid_hash {
    DDDS_UUID_MD5 = 3,
    DDDS_UUID_SHA1 = 5,
    DDDS_UUID_SHA256 = 8,
    DDDS_UUID_SHA512 = 9,
    DDDS_UUID_SHA3_256 = 10,
    DDDS_UUID_SHA3_512 = 11,
    DDDS_UUID_SHAKE128 = 12,
    DDDS_UUID_SHAKE256 = 13,
};

/* Write to |uuid| the UUID of a name in the namespace |space| (RFC 9562
 * section 6.5): version and variant replace 6 of the first 128 bits of the
 * hash. The name is the |length| octets at |name|, of any value. Fails with
 * DDDS_BAD_OPTION if |hash| is not in enum ddds_uuid_hash. SHA-3 and SHAKE
 * fail with it, too, if libcrypto.so.3 is missing or does not have them, or
 * with DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_uuid_make_name(enum ddds_uuid_hash hash,
                                         const struct ddds_uuid *space,
                                         const void *name, size_t length,
                                         struct ddds_uuid *uuid,
                                         struct ddds_error *error);

/* The forms of a domain name that RFC 9562 section 6.5 distinguishes. Each
 * form gives a different UUID. */
enum ddds_uuid_dns_form {
    DDDS_UUID_DNS_COMMON,       /* www.example.com */
    DDDS_UUID_DNS_PRESENTATION, /* www.example.com. */
    DDDS_UUID_DNS_WIRE,         /* 3 www 7 example 3 com 0 */
};

/* A domain name in one of these forms: |length| octets, without a NUL. */
struct ddds_uuid_dns_name {
    size_t length;
    unsigned char octets[1024];
};

/* Write the domain name in the |length| octets at |text| to |name|, in |form|
 * and in lower case. Pass the octets of |name| to ddds_uuid_make_name to get
 * the UUID. Fails with DDDS_MALFORMED and the offset if the domain name is
 * invalid. */
DDDS_API ddds_status ddds_uuid_write_dns_name(const char *text, size_t length,
                                              enum ddds_uuid_dns_form form,
                                              struct ddds_uuid_dns_name *name,
                                              struct ddds_error *error);

/* A namespace for names (RFC 9562 section 6.6). */
struct ddds_uuid_namespace {
    const char *name; /* "dns", "url", "oid", "x500", "cbor-pen" */
    struct ddds_uuid uuid;
    const char *names; /* the kind of names in it, for users */
};

/* Return the four namespaces of RFC 9562 section 6.6, and that of SUIT
 * manifests (draft-ietf-suit-manifest-34 section 8.4.8.1), terminated by a NULL
 * |name|. Never NULL; static storage. */
DDDS_API const struct ddds_uuid_namespace *ddds_uuid_namespaces(void);

/* Return why |space| should not be used as a namespace, for users, or NULL
 * without objection. Nil, Max, and UUIDs that continue the series 6ba7b810-...
 * of the four (RFC 9562 section 6.6) should not. Static storage. */
DDDS_API const char *ddds_uuid_namespace_warning(const struct ddds_uuid *space);

/* ---- Generate ----------------------------------------------------------- */

/* Write |count| random UUIDs of version 4 to |uuids| (RFC 9562 section 5.4).
 * All random bits are read from the kernel in this call. Safe in any thread and
 * in signal handlers. Fails with DDDS_NO_ENTROPY; all |uuids| are then Nil. */
DDDS_API ddds_status ddds_uuid_generate_v4(struct ddds_uuid *uuids,
                                           size_t count,
                                           struct ddds_error *error);

/* Events during the generation of UUIDs. */
enum ddds_uuid_event {
    DDDS_UUID_HELD = 1 << 0,  /* the clock is earlier than the last time, which
                                 is continued */
    DDDS_UUID_AHEAD = 1 << 1, /* times ran ahead of a slow clock */
    DDDS_UUID_RESET = 1 << 2, /* the clock went back too far; the order broke */
    DDDS_UUID_FORKED = 1 << 3, /* first call in a child process */
};

/* The clock and the random octets of a generator. |clock| and |entropy| are
 * required, and return false on failure; |context| is passed to all
 * functions. */
struct ddds_uuid_source {
    size_t size; /* set by DDDS_UUID_SOURCE_INIT */

    void *context;
    bool (*clock)(void *context, int64_t *ticks);
    bool (*entropy)(void *context, unsigned char *octets, size_t length);
    /* Return when |ticks|, a duration, have passed. NULL: the generator fails
     * with DDDS_BAD_CLOCK instead of waiting. */
    void (*wait)(void *context, int64_t ticks);
};
#define DDDS_UUID_SOURCE_INIT DDDS_INIT(struct ddds_uuid_source)

/* Reaction of a generator if the clock has gone back further than tolerated. */
enum ddds_uuid_rollback {
    DDDS_UUID_ROLLBACK_RESET, /* follow the clock, with DDDS_UUID_RESET */
    DDDS_UUID_ROLLBACK_FAIL,  /* fail with DDDS_BAD_CLOCK */
    DDDS_UUID_ROLLBACK_WAIT,  /* wait up to 10 s, then DDDS_BAD_CLOCK */
};

/* How UUIDs of version 7 remain ordered within a tick: the methods of RFC 9562
 * section 6.2. */
enum ddds_uuid_method {
    DDDS_UUID_METHOD_3, /* the time to 1/4096 ms, a counter of 14 bits, and 48
                           random bits */
    DDDS_UUID_METHOD_1, /* milliseconds, a counter of 12 bits, and 62 random
                           bits */
    DDDS_UUID_METHOD_2, /* milliseconds, 12 random bits for each, and 62 bits
                           that start at random and increase by random steps of
                           up to 48 bits */
};

/* The options of a generator. Zero means the default. */
struct ddds_uuid_generator_options {
    size_t size; /* set by DDDS_UUID_GENERATOR_OPTIONS_INIT */

    const struct ddds_uuid_source *source; /* NULL: the system's. Its context
                                              must stay valid until the
                                              generator is freed */
    enum ddds_uuid_rollback rollback;
    unsigned tolerance_ms; /* v6, v7: continue from the last time if the clock
                              goes back by up to this; 0: 10000 */
    unsigned ahead_us;     /* v1, v6: maximum by which times may run ahead of
                              the clock; 0: 10000 */
    bool has_node;         /* use |node|; otherwise it is random, with the
                              multicast bit set */
    unsigned char node[6];
    enum ddds_uuid_method method; /* v7 */
};
#define DDDS_UUID_GENERATOR_OPTIONS_INIT                                       \
    DDDS_INIT(struct ddds_uuid_generator_options)

/* A generator of UUIDs in order. Opaque; created by ddds_uuid_generator_new,
 * freed by ddds_uuid_generator_free. One thread at a time may use it. Each
 * version has its own state. After fork() or clone() the child's copy takes a
 * new clock sequence and, unless the node is given, a new random node. */
typedef struct ddds_uuid_generator ddds_uuid_generator;

/* Create a generator. |options| may be NULL and are copied. The caller frees
 * the generator with ddds_uuid_generator_free. Returns NULL on failure:
 * DDDS_BAD_OPTION (a |size| that is not set, an unknown method or rollback, or a
 * source without clock or entropy) or DDDS_NO_MEMORY. */
DDDS_API ddds_uuid_generator *
ddds_uuid_generator_new(const struct ddds_uuid_generator_options *options,
                        struct ddds_error *error);

/* Free |generator|, which may be NULL. */
DDDS_API void ddds_uuid_generator_free(ddds_uuid_generator *generator);

/* Write |count| UUIDs of |version| to |uuids|:
 *
 * - 1 (RFC 9562 section 5.1): all have the same node; the clock sequence is
 *   drawn anew when the clock goes back.
 * - 6 (RFC 9562 section 5.6): the clock sequence and, unless it is given, the
 *   node are random in each UUID.
 * - 7 (RFC 9562 section 5.7), by the method of the options.
 * - 8, as RFC 9562 appendix B.1 shows: the lower 60 bits of the time since 1970
 *   in units of 10 ns, which begin anew every 365 years, and 62 random bits.
 *   The clock is read once for many of them, so that they are not in order.
 *
 * Each UUID of the versions 6 and 7 is greater, and each of version 1 later,
 * than all of its version that |generator| made before, unless |events|
 * contains DDDS_UUID_RESET. |events| receives a set of enum ddds_uuid_event and
 * may be NULL. Fails with DDDS_NO_ENTROPY, DDDS_BAD_CLOCK, or DDDS_BAD_OPTION
 * for another version; all |uuids| are then Nil. */
DDDS_API ddds_status ddds_uuid_generate(ddds_uuid_generator *generator,
                                        unsigned version,
                                        struct ddds_uuid *uuids, size_t count,
                                        unsigned *events,
                                        struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
