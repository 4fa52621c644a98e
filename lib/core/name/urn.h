/* Internal functions for URNs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_URN_H
#define NAME_URN_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/urn.h>

/* Return true if |length| octets are a namespace identifier. */
bool ddds_urn_is_nid(const char *text, size_t length);

/* As ddds_urn_parse(), but |urn| is undefined after a failure. */
ddds_status ddds_urn_read(const char *text, struct ddds_urn *urn,
                          struct ddds_error *error);

/* Write the canonical form of |urn|, made by ddds_urn_parse() (see
 * ddds_urn_normalize()). False, writing nothing, if it exceeds |size|
 * octets. */
bool ddds_urn_write(const struct ddds_urn *urn, char *canonical, size_t size);

/* Return true if |text| begins with "urn:", in either case. */
bool ddds_urn_has_scheme(const char *text);

#endif
