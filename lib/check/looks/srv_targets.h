/* SRV records, and other records that name a host, whether or not a rule leads
 * to them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_SRV_TARGETS_H
#define CHECK_LOOKS_SRV_TARGETS_H

#include "check/model/check_state.h"

/* Report what is wrong with |record|, which is not a NAPTR record: a misspelt
 * owner name, a target that is an address, or a target without addresses. */
void ddds_servers_check(struct ddds_check *check,
                        const struct checked_record *record);

/* Report that |record|, an SRV record that a rule leads to, offers no service:
 * its target is "." or its port 0. */
void ddds_servers_check_offer(struct ddds_check *check,
                              const struct checked_record *record);

#endif
