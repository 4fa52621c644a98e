/* Which of several reasons is reported when nothing was found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_FAILURE_H
#define ENGINE_FAILURE_H

#include <ddds/result.h>

#include "base/arena.h"
#include "engine/trace.h"

/* A reason, the option that would help, the name where it arose, more about it
 * (or NULL), and how many delegations lie before it. */
struct failure {
    enum ddds_reason reason;
    enum ddds_setting setting;
    const char *at;
    const char *detail;
    unsigned depth;
};

/* Return the weightier reason, or |one| if both have the same weight
 * (lib/DECISIONS.md, "which reason"). Definite failures have one weight, and so
 * have temporary failures, except BOGUS, which is the weightiest reason. */
enum ddds_reason ddds_reason_worse(enum ddds_reason one,
                                   enum ddds_reason other);

/* Return whether |other| should be reported in place of |one|: if its reason is
 * weightier, or if both are definite failures and it is deeper. The first of
 * several temporary failures stays. */
bool ddds_failure_is_worse(const struct failure *one,
                           const struct failure *other);

/* Return whether nothing that |application| continues with may follow
 * |failure|: an outcome would hide that rules are wrong or unknown. */
bool ddds_failure_is_final(const struct failure *failure,
                           const struct ddds_application *application);

/* Return whether a limit kept one of the |count| judged |rules| from being
 * tried. That is a reason to report, if the other rules lead nowhere. */
bool ddds_failure_is_limited(const struct ddds_judged_rule *rules,
                             size_t count);

/* Return why none of the |count| judged |rules| at a key is acceptable:
 * LIMIT if a limit kept one from being tried, else NO_SERVICE if any offers
 * another service, else NO_RULE if any cannot be used, else NO_MATCH. The
 * detail is in the arena, or NULL if allocation fails. */
struct failure ddds_failure_of_rules(const struct ddds_judged_rule *rules,
                                     size_t count, struct arena *arena);

/* Where fallback rules failed after published rules were passed over for their
 * service, add to |failure| what those offer. |trace| has the steps of the walk.
 * If allocation fails, the detail stays. */
void ddds_failure_add_offers(struct failure *failure, const struct trace *trace,
                             struct arena *arena);

#endif
