/* Rules that namespaces of URNs add to RFC 8141. Only this module uses
 * lib/core/uuid. A namespace whose URNs are compared by rules of their own, or can
 * be answered without DNS, is added here.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_NAMESPACE_H
#define NAME_NAMESPACE_H

#include <stdbool.h>

#include <ddds/status.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

/* Is it a URN of the namespace of UUIDs? It need not be
 * well-formed. */
bool ddds_namespace_is_uuid(const struct ddds_urn *urn);

/* Read the UUID of |urn|, of the namespace of UUIDs, without its components.
 * Fails with DDDS_BAD_INPUT, the offset within the URN and what was expected
 * there. */
ddds_status ddds_namespace_read_uuid(const struct ddds_urn *urn,
                                     struct ddds_uuid *uuid,
                                     struct ddds_error *error);

/* Are two URNs of one namespace, which is the same in both, equivalent by its
 * own rules? */
bool ddds_namespace_equal(const struct ddds_urn *one,
                          const struct ddds_urn *other);

/* Write the namespace-specific string of |urn| as its namespace writes it over
 * |nss|, which holds a copy. The length stays as it is. */
void ddds_namespace_canonicalize(const struct ddds_urn *urn, char *nss);

#endif
