/* The lookups of a DNS database.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_LOOKUP_H
#define DB_DNS_DNS_LOOKUP_H

#include <stdbool.h>

#include "db/dns/dns.h"

/* A lookup that is not in use, or NULL without memory. */
struct dns_lookup *ddds_dns_lookup_take(struct dns *dns);

/* Make |lookup| that of |question|, with the queries it takes. None is sent
 * yet. */
void ddds_dns_lookup_begin(struct dns_lookup *lookup,
                           const struct ddds_question *question);

/* Add |lookup| to those that are not answered yet. */
void ddds_dns_lookup_link(struct dns_lookup *lookup);

/* Take |lookup| off that list: its caller expects no answer any more. */
void ddds_dns_lookup_unlink(struct dns_lookup *lookup);

/* Keep |lookup| for another question, unless its caller, the transport or the
 * list of finished lookups still refers to it. */
void ddds_dns_lookup_release(struct dns_lookup *lookup);

/* Append |lookup| to the list of finished lookups, whose answers are handed
 * over next. */
void ddds_dns_lookup_finish(struct dns_lookup *lookup);

/* Take the first lookup off the list of finished ones; NULL if it is empty. */
struct dns_lookup *ddds_dns_lookup_next_finished(struct dns *dns);

/* Make |lookup->found| the answer that its queries amount to. */
void ddds_dns_lookup_compose(struct dns_lookup *lookup);

/* Free |lookup| and all that were made before it. */
void ddds_dns_lookup_free_all(struct dns_lookup *lookup);

#endif
