/* The queries of a lookup, with their retries.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_QUERY_H
#define DB_DNS_DNS_QUERY_H

#include "db/dns/dns.h"

/* Send |query| to the server that is likely to answer first. The end of the
 * last open query finishes the lookup, perhaps before this returns. */
void ddds_dns_query_begin(struct dns_query *query);

/* Count a DNS query for |context|, a struct dns_query. Return false if its
 * lookup has reached its limit. */
bool ddds_dns_query_spend(void *context);

/* Send the queries of |dns| whose turn has come (pace.h). */
void ddds_dns_query_send_due(struct ddds_dns *dns);

#endif
