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

/* What is wrong with a text. */
struct ddds_uuid_diagnosis {
    size_t offset;        /* of the first octet that does not fit, from 0; the
                             text's length if it ends too early; or
                             DDDS_NO_OFFSET */
    const char *expected; /* what is valid there; static storage. NULL: nothing
                             is wrong */
};

/* Validate the |length| octets at |text| as a UUID under |rules|, a set of enum
 * ddds_uuid_form. */
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
