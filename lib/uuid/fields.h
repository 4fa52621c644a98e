/* Single fields of a UUID, and the fault of a text, inside the library: the
 * public header has ddds_uuid_inspect and the error of ddds_uuid_parse.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_FIELDS_H
#define UUID_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/uuid.h>

/* The faults that a text can have, each with its word. */
#define DDDS_UUID_FAULT_LIST(X)                                                \
    X(NONE, "none")           /* the text is valid */                          \
    X(SHORT, "short")         /* it ends too early */                          \
    X(LONG, "long")           /* octets follow the UUID */                     \
    X(DIGIT, "digit")         /* not a hexadecimal digit */                    \
    X(HYPHEN, "hyphen")       /* a hyphen is missing */                        \
    X(BRACE, "brace")         /* a brace is missing */                         \
    X(SCHEME, "scheme")       /* "urn:" is misspelt */                         \
    X(NID, "nid")             /* the URN has another namespace */              \
    X(PERCENT, "percent")     /* %-encoding, which is never decoded here */    \
    X(OID, "oid")             /* an object identifier not below 2.25 */        \
    X(DECIMAL, "decimal")     /* not a decimal digit, or a leading zero */     \
    X(TOO_LARGE, "too_large") /* the integer is 2^128 or more */               \
    X(FORM, "form")           /* a form that the caller does not allow */      \
    X(CASE, "case")           /* upper case, but LOWER_ONLY is set */          \
    X(VARIANT, "variant")     /* not the variant of RFC 9562 */                \
    X(VERSION, "version")     /* not one of the versions 1 to 8 */             \
    X(NIL, "nil")             /* Nil, but NOT_NIL is set */                    \
    X(MAX, "max")             /* Max, but NOT_MAX is set */

enum ddds_uuid_fault {
#define DDDS_UUID_FAULT_CODE(name, word) DDDS_UUID_FAULT_##name,
    DDDS_UUID_FAULT_LIST(DDDS_UUID_FAULT_CODE)
#undef DDDS_UUID_FAULT_CODE
};

/* The word for |fault|, for example "hyphen"; "unknown" for an invalid one.
 * Static storage. */
const char *ddds_uuid_fault_name(enum ddds_uuid_fault fault);

/* The fault of a text, for programs. */
struct ddds_uuid_diagnosis {
    enum ddds_uuid_fault fault;
    size_t offset;        /* of the first octet that does not fit, from 0; the
                             text's length if it ends too early; or
                             DDDS_NO_OFFSET */
    const char *expected; /* what is valid there; static storage */
};

/* Validate the |length| octets at |text| as a UUID under |rules|, a set of
 * enum ddds_uuid_form, and return the fault, its offset, and what is valid
 * there. The fault of a valid text is DDDS_UUID_FAULT_NONE. */
struct ddds_uuid_diagnosis ddds_uuid_diagnose(const char *text, size_t length,
                                              unsigned rules);

/* Whether all 128 bits of |one| and |other| are equal. */
bool ddds_uuid_equal(const struct ddds_uuid *one,
                     const struct ddds_uuid *other);

/* The variant of |uuid| (RFC 9562 section 4.1). Every UUID has one. */
enum ddds_uuid_variant ddds_uuid_get_variant(const struct ddds_uuid *uuid);

/* The version of |uuid|, 0 to 15 (RFC 9562 section 4.2), or -1 if its variant
 * is not that of RFC 9562, since other variants have no versions. */
int ddds_uuid_get_version(const struct ddds_uuid *uuid);

/* Write the time of |uuid| to |ticks|: that of versions 1 and 6 to 100 ns, of
 * version 7 to the millisecond. Fails with DDDS_BAD_INPUT for other UUIDs,
 * which have no time. */
ddds_status ddds_uuid_get_time(const struct ddds_uuid *uuid, int64_t *ticks,
                               struct ddds_error *error);

/* Write the clock sequence of |uuid|, 14 bits, to |sequence|. Fails with
 * DDDS_BAD_INPUT unless |uuid| has version 1 or 6. */
ddds_status ddds_uuid_get_sequence(const struct ddds_uuid *uuid,
                                   uint16_t *sequence,
                                   struct ddds_error *error);

/* Write the node of |uuid|, 48 bits, to |node|. Fails with DDDS_BAD_INPUT
 * unless |uuid| has version 1 or 6. */
ddds_status ddds_uuid_get_node(const struct ddds_uuid *uuid,
                               unsigned char node[6], struct ddds_error *error);

/* Convert |gregorian|, a count of 100 ns since 1582-10-15T00:00:00Z (RFC 9562
 * section 5.1), to ticks. */
int64_t ddds_uuid_time_from_gregorian(uint64_t gregorian);

#endif
