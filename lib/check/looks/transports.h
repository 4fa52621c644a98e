/* Do SRV records belong to the transport and the service of their rule?
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_TRANSPORTS_H
#define CHECK_LOOKS_TRANSPORTS_H

#include "check/model/check.h"

/* Report that |record|, a readable NAPTR record, leads to the SRV records of
 * another transport or service than that of its services field. */
void ddds_transports_check(struct ddds_check *check, struct zone_lookup *zones,
                           const struct checked_record *record);

#endif
