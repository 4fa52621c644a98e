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

/* The faults that a text can have. */
enum ddds_uuid_fault {
    DDDS_UUID_FAULT_NONE,      /* the text is valid */
    DDDS_UUID_FAULT_SHORT,     /* it ends too early */
    DDDS_UUID_FAULT_LONG,      /* octets follow the UUID */
    DDDS_UUID_FAULT_DIGIT,     /* not a hexadecimal digit */
    DDDS_UUID_FAULT_HYPHEN,    /* a hyphen is missing */
    DDDS_UUID_FAULT_BRACE,     /* a brace is missing */
    DDDS_UUID_FAULT_SCHEME,    /* "urn:" is misspelt */
    DDDS_UUID_FAULT_NID,       /* the URN has another namespace */
    DDDS_UUID_FAULT_PERCENT,   /* %-encoding, which is never decoded here */
    DDDS_UUID_FAULT_OID,       /* an object identifier not below 2.25 */
    DDDS_UUID_FAULT_DECIMAL,   /* not a decimal digit, or a leading zero */
    DDDS_UUID_FAULT_BIT,       /* not a binary digit */
    DDDS_UUID_FAULT_TOO_LARGE, /* the integer is 2^128 or more */
    DDDS_UUID_FAULT_FORM,      /* a form that the caller does not allow */
    DDDS_UUID_FAULT_CASE,      /* upper case, but LOWER_ONLY is set */
    DDDS_UUID_FAULT_VARIANT,   /* not the variant of RFC 9562 */
    DDDS_UUID_FAULT_VERSION,   /* not one of the versions 1 to 8 */
    DDDS_UUID_FAULT_NIL,       /* Nil, but NOT_NIL is set */
    DDDS_UUID_FAULT_MAX,       /* Max, but NOT_MAX is set */
};

/* The fault of a text. */
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

/* Convert |gregorian|, a count of 100 ns since 1582-10-15T00:00:00Z (RFC 9562
 * section 5.1), to ticks. */
int64_t ddds_uuid_time_from_gregorian(uint64_t gregorian);

#endif
