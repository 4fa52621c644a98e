/* The queries of a lookup.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_QUERY_H
#define DB_DNS_DNS_QUERY_H

#include "db/dns/dns.h"

/* Send |query|, beginning with the server that is likely to answer. When it is
 * over, which may be before this returns, its lookup is told. */
void ddds_dns_query_begin(struct dns_query *query);

#endif
