/* Rules of URN namespaces beyond RFC 8141; only this module uses lib/core/uuid.
 * Add namespaces that compare by their own rules or are resolved locally.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_NAMESPACE_H
#define NAME_NAMESPACE_H

#include <stdbool.h>

#include <ddds/status.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

/* Return true if |urn| is in the namespace of UUIDs, even if invalid. */
bool ddds_namespace_is_uuid(const struct ddds_urn *urn);

/* Parse the UUID in |urn|, of the namespace of UUIDs, ignoring components.
 * Fails with DDDS_BAD_INPUT, an offset in the URN, and the expected octet. */
ddds_status ddds_namespace_read_uuid(const struct ddds_urn *urn,
                                     struct ddds_uuid *uuid,
                                     struct ddds_error *error);

/* Return true if two URNs of the same namespace are equivalent by its rules. */
bool ddds_namespace_equal(const struct ddds_urn *one,
                          const struct ddds_urn *other);

/* Normalise |nss|, a copy of the namespace-specific string of |urn|, by the
 * rules of its namespace. The length does not change. */
void ddds_namespace_canonicalize(const struct ddds_urn *urn, char *nss);

#endif
