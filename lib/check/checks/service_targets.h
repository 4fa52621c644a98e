/* Compares the services of rules with their targets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_SERVICE_TARGETS_H
#define CHECK_CHECKS_SERVICE_TARGETS_H

#include "check/model/check_state.h"

/* Report that |record|, a readable NAPTR record, leads to SRV records of
 * another transport or service than its services field. */
void ddds_services_check_servers(struct ddds_check *check,
                                 const struct checked_record *record);

/* Report that |record|, a non-terminal rule, has services that no rule of
 * |next|, the rules of its next key, offers. */
void ddds_services_check_next(struct ddds_check *check,
                              const struct checked_record *record,
                              const struct checked_set *next);

/* Report that |record| leads to |name|, for records of |type|, which has only
 * service labels, such as "_sip._udp": its domain is lost. Return false if it
 * has a domain, or is a name of the given zones. */
bool ddds_services_check_domain(struct ddds_check *check,
                                const struct checked_record *record,
                                const char *name, uint16_t type);

#endif
