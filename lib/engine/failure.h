/* Which of several reasons is reported when nothing was found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_FAILURE_H
#define ENGINE_FAILURE_H

#include <ddds/result.h>

#include "base/arena.h"

/* A reason, the name where it arose, more about it (or NULL), and how many
 * delegations lie before it. */
struct failure {
    enum ddds_reason reason;
    const char *at;
    const char *detail;
    unsigned depth;
};

/* Does |other| say more than |one|? A later class does; of two definite noes
 * the deeper; otherwise the first stays (lib/DECISIONS.md, "which reason"). */
bool ddds_failure_is_worse(const struct failure *one,
                           const struct failure *other);

/* Did a limit keep one of the |rules| from being tried? That is a failure even
 * beside rules that would do, if they turn out to lead nowhere. */
bool ddds_failure_is_limited(const struct ddds_judged_rule *rules,
                             size_t count);

/* Why none of the |count| judged |rules| at a key will do: NO_SERVICE if any
 * offers another service, else NO_RULE if any cannot be used, else NO_MATCH;
 * LIMIT if a limit kept one from being tried. The detail is made in the
 * arena; NULL without memory, which costs only the detail. */
struct failure ddds_failure_of_rules(const struct ddds_judged_rule *rules,
                                     size_t count, struct arena *arena);

#endif
