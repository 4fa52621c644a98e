/* URNs that are already split.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_URN_H
#define NAME_URN_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/urn.h>

/* Are |length| octets a namespace identifier? */
bool ddds_urn_is_nid(const char *text, size_t length);

/* As ddds_urn_parse, but |urn| is undefined after a failure. */
ddds_status ddds_urn_read(const char *text, struct ddds_urn *urn,
                          struct ddds_error *error);

/* Write the form in which |urn|, as ddds_urn_parse made it, is compared (see
 * ddds_urn_normalize). Returns false, and writes nothing, if |size| octets do
 * not hold it. */
bool ddds_urn_write(const struct ddds_urn *urn, char *canonical, size_t size);

/* Whether |text| begins with "urn:", in upper or lower case. */
bool ddds_urn_has_scheme(const char *text);

#endif
