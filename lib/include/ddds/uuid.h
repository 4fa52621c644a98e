/* UUIDs: all of RFC 9562. Read and write them, look into them, make them.
 *
 * Nothing here knows of DNS. What reads, writes, looks and makes is pure: no
 * memory, no clock, no chance. Only ddds_uuid_generate_v4 and _v7, and
 * generators that were given no source of their own, ask the system.
 *
 * Times are counted in ticks of 100 ns since 1970-01-01T00:00:00Z, and are
 * negative before.
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

/* The 128 bits in network order: memcmp sorts them as RFC 9562 section 6.11
 * has it. Any 16 octets are one. */
struct ddds_uuid {
    unsigned char octets[16];
};

/* The Nil UUID, all bits 0 (RFC 9562 section 5.9). Never NULL; constant. */
DDDS_API const struct ddds_uuid *ddds_uuid_nil(void);

/* The Max UUID, all bits 1 (RFC 9562 section 5.10). Never NULL; constant. */
DDDS_API const struct ddds_uuid *ddds_uuid_max(void);

/* ---- Text --------------------------------------------------------------- */

/* How a UUID is written, and what else a reader may demand. A set of them is
 * an unsigned; without any form it means canonical and URN. */
enum ddds_uuid_form {
    DDDS_UUID_CANONICAL = 1 << 0, /* f81d4fae-7dec-11d0-a765-00a0c91e6bf6 */
    DDDS_UUID_URN = 1 << 1,       /* urn:uuid:, and the canonical form */
    DDDS_UUID_SIMPLE = 1 << 2,    /* 32 hexadecimal digits */
    DDDS_UUID_BRACED = 1 << 3,    /* the canonical form in { } */
    DDDS_UUID_OID = 1 << 4,       /* 2.25., and the integer (ITU-T X.667) */
    DDDS_UUID_INTEGER = 1 << 5,   /* decimal, below 2^128. 32 digits are taken
                                     for the simple form, if that is allowed */
    DDDS_UUID_ANY_FORM = (1 << 6) - 1,

    /* Reading: variant 10x and version 1 to 8, or Nil, or Max. Without it any
     * 128 bits will do: databases are full of Microsoft's GUIDs. */
    DDDS_UUID_RFC_ONLY = 1 << 8,
    DDDS_UUID_NOT_NIL = 1 << 9,
    DDDS_UUID_NOT_MAX = 1 << 10,
    DDDS_UUID_LOWER_ONLY = 1 << 11,

    /* Writing: digits in upper case; "urn:uuid:" stays as it is. */
    DDDS_UUID_UPPER = 1 << 12,
};

/* What can be wrong with a text. */
#define DDDS_UUID_FAULT_LIST(X)                                                \
    X(NONE, "none")           /* nothing */                                    \
    X(SHORT, "short")         /* it ends too early */                          \
    X(LONG, "long")           /* it goes on behind its end */                  \
    X(DIGIT, "digit")         /* no hexadecimal digit */                       \
    X(HYPHEN, "hyphen")       /* no hyphen where one must be */                \
    X(BRACE, "brace")         /* no brace where one must be */                 \
    X(SCHEME, "scheme")       /* "urn:" is spelt differently */                \
    X(NID, "nid")             /* another namespace of URNs */                  \
    X(PERCENT, "percent")     /* %-encoding, which is never decoded here */    \
    X(OID, "oid")             /* an object identifier not below 2.25 */        \
    X(DECIMAL, "decimal")     /* no decimal digit, or a leading zero */        \
    X(TOO_LARGE, "too_large") /* the integer is 2^128 or more */               \
    X(FORM, "form")           /* a form that the caller does not allow */      \
    X(CASE, "case")           /* upper case, where lower is demanded */        \
    X(VARIANT, "variant")     /* not the variant of RFC 9562 */                \
    X(VERSION, "version")     /* not one of its versions 1 to 8 */             \
    X(NIL, "nil")             /* Nil is not wanted */                          \
    X(MAX, "max")             /* Max is not wanted */

enum ddds_uuid_fault {
#define DDDS_UUID_FAULT_CODE(name, word) DDDS_UUID_FAULT_##name,
    DDDS_UUID_FAULT_LIST(DDDS_UUID_FAULT_CODE)
#undef DDDS_UUID_FAULT_CODE
};

/* The fault's word, as above; lives for ever. */
DDDS_API const char *ddds_uuid_fault_name(enum ddds_uuid_fault fault);

/* What is wrong, where, and what should stand there instead. |offset| is that
 * of the first octet that does not fit, |text|'s length where something is
 * missing at its end, or DDDS_NO_OFFSET. |expected| lives for ever. */
struct ddds_uuid_diagnosis {
    enum ddds_uuid_fault fault;
    size_t offset;
    const char *expected;
};

/* Read |length| octets of |text| into |uuid|, in one of the forms of |rules|
 * and under its demands. Nothing may stand before or behind the UUID, no octet
 * past |length| is looked at. |uuid| may be NULL, to check only. Fails with
 * DDDS_BAD_INPUT, the offset, and what was expected there. */
DDDS_API ddds_status ddds_uuid_parse(const char *text, size_t length,
                                     unsigned rules, struct ddds_uuid *uuid,
                                     struct ddds_error *error);

/* The same as a diagnosis for programs. */
DDDS_API struct ddds_uuid_diagnosis
ddds_uuid_diagnose(const char *text, size_t length, unsigned rules);

/* Read |count| UUIDs in canonical form that begin |stride| octets apart, and
 * return how many were read before the first that is none. |stride| is 36 or
 * more; what lies between the UUIDs is not looked at. */
DDDS_API size_t ddds_uuid_parse_many(const char *texts, size_t stride,
                                     size_t count, struct ddds_uuid *uuids);

/* Room for the canonical form and a NUL, and for the longest of all forms. */
#define DDDS_UUID_TEXT_SIZE 37
#define DDDS_UUID_FORM_SIZE 46

/* Write the canonical form, in lower case. */
DDDS_API void ddds_uuid_text(const struct ddds_uuid *uuid,
                             char text[DDDS_UUID_TEXT_SIZE]);

/* Write the canonical forms of |count| UUIDs, |stride| octets apart, which is
 * 36 or more. No NUL is written, nor anything else between them. */
DDDS_API void ddds_uuid_text_many(const struct ddds_uuid *uuids, size_t count,
                                  char *texts, size_t stride);

/* Write |uuid| in |form|, to which DDDS_UUID_UPPER may be added, into |text|
 * of |size| octets, the NUL included. Returns the length that the form has;
 * if that is not below |size| nothing was written but, given room for it, an
 * empty string. */
DDDS_API size_t ddds_uuid_format(const struct ddds_uuid *uuid, unsigned form,
                                 char *text, size_t size);

/* ---- Compare and convert ------------------------------------------------ */

/* -1, 0 or 1, as |one| comes before, is, or comes after |other|: the most
 * significant octet first (RFC 9562 section 6.11). */
DDDS_API int ddds_uuid_compare(const struct ddds_uuid *one,
                               const struct ddds_uuid *other);

DDDS_API bool ddds_uuid_equal(const struct ddds_uuid *one,
                              const struct ddds_uuid *other);

/* Time in the order of v6, the rest as it was (RFC 9562 section 5.6), and
 * back. Fails with DDDS_BAD_INPUT for another version. */
DDDS_API ddds_status ddds_uuid_v1_to_v6(const struct ddds_uuid *v1,
                                        struct ddds_uuid *v6,
                                        struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_v6_to_v1(const struct ddds_uuid *v6,
                                        struct ddds_uuid *v1,
                                        struct ddds_error *error);

/* The first and the last v7 of one millisecond since 1970. Fails with
 * DDDS_BAD_INPUT before 1970 and after the year 10889. */
DDDS_API ddds_status ddds_uuid_v7_range(int64_t milliseconds,
                                        struct ddds_uuid *lowest,
                                        struct ddds_uuid *highest,
                                        struct ddds_error *error);

/* ---- Inspect ------------------------------------------------------------ */

/* RFC 9562 section 4.1. */
enum ddds_uuid_variant {
    DDDS_UUID_VARIANT_NCS,       /* 0xx: Apollo's, and Nil */
    DDDS_UUID_VARIANT_RFC9562,   /* 10x */
    DDDS_UUID_VARIANT_MICROSOFT, /* 110 */
    DDDS_UUID_VARIANT_FUTURE,    /* 111: reserved, and Max */
};

/* "ncs", "rfc9562", "microsoft", "future"; lives for ever. */
DDDS_API const char *ddds_uuid_variant_name(enum ddds_uuid_variant variant);

DDDS_API enum ddds_uuid_variant
ddds_uuid_get_variant(const struct ddds_uuid *uuid);

/* 0 to 15, or -1: only the variant of RFC 9562 has versions. */
DDDS_API int ddds_uuid_get_version(const struct ddds_uuid *uuid);

/* Parts that some versions have: the time of v1, v6 (to 100 ns) and v7 (to the
 * millisecond), the clock sequence and the node of v1 and v6. They fail with
 * DDDS_BAD_INPUT for a UUID that has no such part. */
DDDS_API ddds_status ddds_uuid_get_time(const struct ddds_uuid *uuid,
                                        int64_t *ticks,
                                        struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_get_sequence(const struct ddds_uuid *uuid,
                                            uint16_t *sequence,
                                            struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_get_node(const struct ddds_uuid *uuid,
                                        unsigned char node[6],
                                        struct ddds_error *error);

/* What a person should know about a UUID; none of it makes it invalid. */
enum ddds_uuid_note {
    DDDS_UUID_NOTE_NIL = 1 << 0,
    DDDS_UUID_NOTE_MAX = 1 << 1,
    DDDS_UUID_NOTE_VARIANT = 1 << 2, /* not RFC 9562's, nor Nil, nor Max */
    DDDS_UUID_NOTE_VERSION = 1 << 3, /* RFC 9562 leaves the version undefined */
    DDDS_UUID_NOTE_FUTURE = 1 << 4,  /* its time has not come */
    DDDS_UUID_NOTE_MAC = 1 << 5,     /* the node is somebody's MAC address */
    DDDS_UUID_NOTE_NODE = 1 << 6,    /* the node is neither that nor marked as
                                        random by the multicast bit */
};
#define DDDS_UUID_NOTE_COUNT 7

/* The word for one note: "nil", "max", "non-rfc-variant", "undefined-version",
 * "future-time", "node-is-mac", "node-not-multicast"; lives for ever. */
DDDS_API const char *ddds_uuid_note_name(enum ddds_uuid_note note);

/* All that is known. */
struct ddds_uuid_fields {
    enum ddds_uuid_variant variant;
    int version; /* -1 if the variant has none */
    bool has_time;
    unsigned time_digits; /* that the time has behind the second: 3 or 7 */
    int64_t time;
    bool has_sequence; /* and a node */
    uint16_t sequence;
    unsigned char node[6];
    unsigned notes; /* a set of enum ddds_uuid_note */
};

/* Look into |uuid|. |now| is what future times are judged by. */
DDDS_API void ddds_uuid_inspect(const struct ddds_uuid *uuid, int64_t now,
                                struct ddds_uuid_fields *fields);

/* ---- Times -------------------------------------------------------------- */

/* Room for any time and a NUL. */
#define DDDS_UUID_TIME_SIZE 36

/* Write |ticks| as in RFC 3339, in UTC, with 0 to 7 |digits| behind the
 * second; what does not fit in them is cut off towards the past. Years beyond
 * 9999 have five digits, which RFC 3339 does not know. */
DDDS_API void ddds_uuid_time_format(int64_t ticks, unsigned digits,
                                    char text[DDDS_UUID_TIME_SIZE]);

/* Read a time of RFC 3339, a date alone (its midnight in UTC), or `@' and
 * seconds since 1970 with or without a fraction. Fails with DDDS_BAD_INPUT,
 * offset and what was expected. */
DDDS_API ddds_status ddds_uuid_time_parse(const char *text, size_t length,
                                          int64_t *ticks,
                                          struct ddds_error *error);

/* The 60-bit count of RFC 9562 section 5.1: 100 ns since 1582-10-15T00:00:00Z,
 * and back. Fails with DDDS_BAD_INPUT before that day and after
 * 5236-03-31T21:21:00.6846975Z. */
DDDS_API ddds_status ddds_uuid_time_to_gregorian(int64_t ticks,
                                                 uint64_t *gregorian,
                                                 struct ddds_error *error);
DDDS_API int64_t ddds_uuid_time_from_gregorian(uint64_t gregorian);

/* The system's clock. Fails with DDDS_BAD_CLOCK. */
DDDS_API ddds_status ddds_uuid_time_now(int64_t *ticks,
                                        struct ddds_error *error);

/* ---- Make: bits in, UUID out -------------------------------------------- */

/* All fail with DDDS_BAD_INPUT if a number has more bits than its field:
 * |gregorian| 60, |sequence| 14, |milliseconds| 48, |a| 12, |b| 62 for v7; |a|
 * 48, |b| 12, |c| 62 for v8. */
DDDS_API ddds_status ddds_uuid_make_v1(uint64_t gregorian, uint16_t sequence,
                                       const unsigned char node[6],
                                       struct ddds_uuid *uuid,
                                       struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_make_v6(uint64_t gregorian, uint16_t sequence,
                                       const unsigned char node[6],
                                       struct ddds_uuid *uuid,
                                       struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_make_v7(uint64_t milliseconds, uint16_t a,
                                       uint64_t b, struct ddds_uuid *uuid,
                                       struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_make_v8(uint64_t a, uint16_t b, uint64_t c,
                                       struct ddds_uuid *uuid,
                                       struct ddds_error *error);

/* 128 bits, of which 122 are kept. */
DDDS_API void ddds_uuid_make_v4(const unsigned char random[16],
                                struct ddds_uuid *uuid);
DDDS_API void ddds_uuid_make_custom(const unsigned char custom[16],
                                    struct ddds_uuid *v8);

/* From names: version 3 is MD5, 5 is SHA-1 (to be preferred), and 8 SHA-256 as
 * in RFC 9562 appendix B.2. */
enum ddds_uuid_hash {
    DDDS_UUID_MD5 = 3,
    DDDS_UUID_SHA1 = 5,
    DDDS_UUID_SHA256 = 8,
};

/* The UUID of |length| octets of |name|, any octets, within |space|. */
DDDS_API void ddds_uuid_make_name(enum ddds_uuid_hash hash,
                                  const struct ddds_uuid *space,
                                  const void *name, size_t length,
                                  struct ddds_uuid *uuid);

/* The same for names that come in pieces. _finish gives the UUID and leaves
 * the object ready for another name of the same namespace. */
typedef struct ddds_uuid_name ddds_uuid_name;

DDDS_API ddds_uuid_name *ddds_uuid_name_new(enum ddds_uuid_hash hash,
                                            const struct ddds_uuid *space,
                                            struct ddds_error *error);
DDDS_API void ddds_uuid_name_add(ddds_uuid_name *name, const void *octets,
                                 size_t length);
DDDS_API void ddds_uuid_name_finish(ddds_uuid_name *name,
                                    struct ddds_uuid *uuid);
DDDS_API void ddds_uuid_name_free(ddds_uuid_name *name);

/* The forms of a domain name that RFC 9562 section 6.5 tells apart. Each gives
 * another UUID. */
enum ddds_uuid_dns_form {
    DDDS_UUID_DNS_COMMON,       /* www.example.com */
    DDDS_UUID_DNS_PRESENTATION, /* www.example.com. */
    DDDS_UUID_DNS_WIRE,         /* 3 www 7 example 3 com 0 */
};

struct ddds_uuid_dns_name {
    size_t length;
    unsigned char octets[1024];
};

/* Write the domain name in |length| octets of |text| in |form|, in lower case,
 * for ddds_uuid_make_name to make a UUID of. Fails with DDDS_MALFORMED if it is
 * no domain name. */
DDDS_API ddds_status ddds_uuid_write_dns_name(const char *text, size_t length,
                                              enum ddds_uuid_dns_form form,
                                              struct ddds_uuid_dns_name *name,
                                              struct ddds_error *error);

/* A namespace of RFC 9562 section 6.6. */
struct ddds_uuid_namespace {
    const char *name; /* "dns", "url", "oid", "x500" */
    struct ddds_uuid uuid;
    const char *names; /* what its names are */
};

/* The four of them, ended by one whose name is NULL. */
DDDS_API const struct ddds_uuid_namespace *ddds_uuid_namespaces(void);

/* Why |space| should not be used as a namespace, or NULL: 6ba7b813-… and what
 * else was counted on from the four (RFC 9562 section 6.6), Nil and Max. */
DDDS_API const char *ddds_uuid_namespace_warning(const struct ddds_uuid *space);

/* ---- Generate ----------------------------------------------------------- */

/* |count| random UUIDs. Every octet is the kernel's: there is no state that a
 * fork, a thread or a copied machine could share. Fails with DDDS_NO_ENTROPY;
 * all |uuids| are Nil then. */
DDDS_API ddds_status ddds_uuid_generate_v4(struct ddds_uuid *uuids,
                                           size_t count,
                                           struct ddds_error *error);

/* |count| UUIDs of version 7, each greater than all that this process made
 * before with this call, whatever the clock does, unless |events|, which may
 * be NULL, says RESET. Any number of threads may call it. A child begins where
 * its parent was at fork() or clone(); 48 bits of each UUID are fresh from the
 * kernel. Fails with DDDS_NO_ENTROPY or DDDS_BAD_CLOCK; all |uuids| are Nil
 * then. */
DDDS_API ddds_status ddds_uuid_generate_v7(struct ddds_uuid *uuids,
                                           size_t count, unsigned *events,
                                           struct ddds_error *error);

/* What happened while UUIDs were made, a set. */
enum ddds_uuid_event {
    DDDS_UUID_HELD = 1 << 0,  /* the clock was behind; the last time was kept */
    DDDS_UUID_AHEAD = 1 << 1, /* a tick was full; ran ahead of the clock */
    DDDS_UUID_RESET = 1 << 2, /* the clock went back too far; order is broken */
    DDDS_UUID_FORKED = 1 << 3, /* first use in a new process */
};

/* Where clock and randomness come from. */
struct ddds_uuid_source {
    size_t size; /* set by DDDS_UUID_SOURCE_INIT */

    void *context;
    bool (*clock)(void *context, int64_t *ticks);
    bool (*entropy)(void *context, unsigned char *octets, size_t length);
    /* Wait for so long. NULL: there is no waiting, but failure. */
    void (*wait)(void *context, int64_t ticks);
};
#define DDDS_UUID_SOURCE_INIT DDDS_INIT(struct ddds_uuid_source)

/* What to do when the clock went back by more than is tolerated. */
enum ddds_uuid_rollback {
    DDDS_UUID_ROLLBACK_RESET, /* go back with it, and say so */
    DDDS_UUID_ROLLBACK_FAIL,
    DDDS_UUID_ROLLBACK_WAIT, /* if it takes no longer than 10 s */
};

struct ddds_uuid_generator_options {
    size_t size; /* set by DDDS_UUID_GENERATOR_OPTIONS_INIT */

    const struct ddds_uuid_source *source; /* NULL: the system's. Its context
                                              lives as long as the generator */
    enum ddds_uuid_rollback rollback;
    unsigned tolerance_ms; /* v7: a clock so far back is held: 10000 */
    unsigned ahead_us;     /* v1, v6: how far to run ahead of it: 10000 */
    bool has_node;         /* otherwise it is random, with the multicast bit */
    unsigned char node[6];
};
#define DDDS_UUID_GENERATOR_OPTIONS_INIT                                       \
    DDDS_INIT(struct ddds_uuid_generator_options)

/* A generator, for one thread at a time. It notices fork() and clone(): the
 * child takes a new random node and a new clock sequence. |options| may be NULL.
 * NULL on failure: DDDS_NO_MEMORY or DDDS_NO_ENTROPY. */
typedef struct ddds_uuid_generator ddds_uuid_generator;

DDDS_API ddds_uuid_generator *
ddds_uuid_generator_new(const struct ddds_uuid_generator_options *options,
                        struct ddds_error *error);
DDDS_API void ddds_uuid_generator_free(ddds_uuid_generator *generator);

/* |count| UUIDs in the order of their making, each greater than the one before
 * (for v1: later) unless |events|, which may be NULL, says RESET.
 *   v1: one node; the clock sequence is drawn anew when the clock goes back.
 *   v6: clock sequence and, unless given, node are random in each UUID.
 *   v7: time to 1/4096 ms, a counter of 14 bits, 48 random bits.
 * Each version has its own state. They fail with DDDS_NO_ENTROPY or
 * DDDS_BAD_CLOCK; all |uuids| are Nil then. */
DDDS_API ddds_status ddds_uuid_generator_v1(ddds_uuid_generator *generator,
                                            struct ddds_uuid *uuids,
                                            size_t count, unsigned *events,
                                            struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_generator_v6(ddds_uuid_generator *generator,
                                            struct ddds_uuid *uuids,
                                            size_t count, unsigned *events,
                                            struct ddds_error *error);
DDDS_API ddds_status ddds_uuid_generator_v7(ddds_uuid_generator *generator,
                                            struct ddds_uuid *uuids,
                                            size_t count, unsigned *events,
                                            struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
