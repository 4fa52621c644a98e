/* SRV records, and other records that name a host, even without a rule for
 * them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_SRV_TARGETS_H
#define CHECK_CHECKS_SRV_TARGETS_H

#include "check/model/check_state.h"

/* Report mistakes in |record|, which is not a NAPTR record: a misspelt owner
 * name, a target that is an address, or a target without addresses. */
void ddds_servers_check(struct ddds_check *check,
                        const struct checked_record *record);

/* Report that |record|, an SRV record of a rule, offers no service: its target
 * is "." or its port 0. */
void ddds_servers_check_offer(struct ddds_check *check,
                              const struct checked_record *record);

#endif
