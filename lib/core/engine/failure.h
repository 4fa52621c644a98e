/* Precedence of reasons when nothing was found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_FAILURE_H
#define ENGINE_FAILURE_H

#include <ddds/result.h>

#include "base/arena.h"
#include "engine/trace.h"

/* A reason, the option that would help, the name where it occurred, details (or
 * NULL), and the number of delegations before it. */
struct failure {
    enum ddds_reason reason;
    enum ddds_setting setting;
    const char *at;
    const char *detail;
    unsigned depth;
};

/* Return the reason with the greater weight, or |one| if the weights are equal
 * (lib/DECISIONS.md, "which reason"). Definite failures have the same weight,
 * and so have temporary failures, except BOGUS, which has the greatest. */
enum ddds_reason ddds_reason_worse(enum ddds_reason one,
                                   enum ddds_reason other);

/* Return true if |other| should be reported instead of |one|: if its weight is
 * greater, or if both are definite failures and it is deeper. The first of
 * several temporary failures remains. */
bool ddds_failure_is_worse(const struct failure *one,
                           const struct failure *other);

/* Return true if |application| must not continue after |failure|: an outcome
 * would hide that rules are wrong or unknown. */
bool ddds_failure_is_final(const struct failure *failure,
                           const struct ddds_application *application);

/* Return the index of the first of the |count| judged |rules| that was not tried
 * because of a limit; |count| if all were. The limit is a reason to report if
 * the rules before it fail. */
size_t ddds_failure_first_limited(const struct ddds_judged_rule *rules,
                                  size_t count);

/* Return why none of the |count| judged |rules| at a key is acceptable: LIMIT
 * if a limit prevented one from being tried, else NO_SERVICE if any offers
 * another service, else NO_RULE if any is unusable, else NO_MATCH. The detail
 * is in the arena, or NULL if allocation fails. */
struct failure ddds_failure_of_rules(const struct ddds_judged_rule *rules,
                                     size_t count, struct arena *arena);

/* If fallback rules failed after published rules were skipped for their
 * services, add to |failure| the services that these offer. |trace| has the
 * steps of the walk. If allocation fails, the detail is unchanged. */
void ddds_failure_add_offers(struct failure *failure, const struct trace *trace,
                             struct arena *arena);

#endif
