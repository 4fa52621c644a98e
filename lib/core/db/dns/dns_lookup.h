/* The lookups of a DNS database: reused memory, lists and final answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_LOOKUP_H
#define DB_DNS_DNS_LOOKUP_H

#include <stdbool.h>

#include "db/dns/dns.h"

/* Return an unused lookup; NULL if memory cannot be allocated. */
struct dns_lookup *ddds_dns_lookup_take(struct ddds_dns *dns);

/* Prepare |lookup| for |question|, with one query for each record type that is
 * needed. Sends nothing. */
void ddds_dns_lookup_begin(struct dns_lookup *lookup,
                           const struct ddds_question *question);

/* Add |lookup| to the unanswered lookups. */
void ddds_dns_lookup_link(struct dns_lookup *lookup);

/* Remove |lookup| from the unanswered lookups: it was answered or cancelled. */
void ddds_dns_lookup_unlink(struct dns_lookup *lookup);

/* Make |lookup| available for another question, unless its caller, the
 * transport or the list of finished lookups still refers to it. */
void ddds_dns_lookup_release(struct dns_lookup *lookup);

/* Append |lookup| to the finished lookups, whose answers are delivered next. */
void ddds_dns_lookup_finish(struct dns_lookup *lookup);

/* Remove and return the first finished lookup; NULL if none has finished. */
struct dns_lookup *ddds_dns_lookup_next_finished(struct ddds_dns *dns);

/* Compose |lookup->found|, the answer, from the results of its queries. */
void ddds_dns_lookup_compose(struct dns_lookup *lookup);

/* Free |lookup| and all lookups that were made before it. */
void ddds_dns_lookup_free_all(struct dns_lookup *lookup);

#endif
