/* Internal functions for fields and for errors in texts; the public interface
 * is ddds_uuid_inspect() and ddds_uuid_parse().
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_FIELDS_H
#define UUID_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/uuid.h>

/* Diagnosis of a text. */
struct ddds_uuid_diagnosis {
    size_t offset;        /* of the first invalid octet, from 0; the text's
                             length if it ends too early; or DDDS_NO_OFFSET */
    const char *expected; /* what is valid there, static storage; NULL: the text
                             is valid */
};

/* Validate |text| as a UUID under |rules|, a set of enum ddds_uuid_form. */
struct ddds_uuid_diagnosis ddds_uuid_diagnose(const char *text, size_t length,
                                              unsigned rules);

/* Return true if all 128 bits are equal. */
bool ddds_uuid_equal(const struct ddds_uuid *one,
                     const struct ddds_uuid *other);

/* Return the variant of |uuid| (RFC 9562 section 4.1). */
enum ddds_uuid_variant ddds_uuid_get_variant(const struct ddds_uuid *uuid);

/* Return the version of |uuid|, 0 to 15 (RFC 9562 section 4.2); -1 for other
 * variants than that of RFC 9562, which have no versions. */
int ddds_uuid_get_version(const struct ddds_uuid *uuid);

/* Convert |gregorian|, units of 100 ns since 1582-10-15T00:00:00Z (RFC 9562
 * section 5.1), to ticks. */
int64_t ddds_uuid_time_from_gregorian(uint64_t gregorian);

#endif
