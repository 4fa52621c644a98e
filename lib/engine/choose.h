/* Choosing among the rules of one key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_CHOOSE_H
#define ENGINE_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/result.h>

#include "base/arena.h"

/* What the client can use: lists in order of liking, pieces of the options. An
 * empty list is content with anything. */
struct wanted {
    const struct ddds_span *services;
    size_t service_count;
    const struct ddds_span *protocols;
    size_t protocol_count;
};

/* Everything a rule is held against. */
struct judge {
    const struct ddds_application *application;
    const struct ddds_application
        *self; /* what its functions are called with */
    const char *aus;
    size_t aus_length;
    struct wanted wanted;
    bool *is_named;         /* set if a rule names a requested service */
    unsigned *match_budget; /* hard matches that are left */
    size_t *output_budget;  /* octets that expressions may still write */
    struct arena *arena;
};

/* A rule that would do: its index in the set, how much it is liked (less is
 * better), and the protocol that is pursued with it, or NULL. */
struct candidate {
    size_t rule;
    size_t rank;
    const char *protocol;
};

/* Read a comma separated list of the options, NULL for none, into the arena.
 * Fails with DDDS_BAD_OPTION or DDDS_NO_MEMORY. */
ddds_status ddds_engine_read_list(const char *list, struct arena *arena,
                                  const struct ddds_span **items, size_t *count,
                                  struct ddds_error *error);

/* Is one of the |offered| what |wanted| names, as |application| compares? */
bool ddds_engine_is_offered(const struct ddds_application *application,
                            struct ddds_span wanted,
                            const struct ddds_span *offered, size_t count);

/* Give every rule of |ruleset| its verdict, in |rules|, which has room for
 * them, and list those that would do in |candidates|, likewise, the best
 * first. Fails with DDDS_NO_MEMORY only. */
ddds_status ddds_engine_choose(const struct judge *judge,
                               const ddds_ruleset *ruleset,
                               struct ddds_judged_rule *rules,
                               struct candidate *candidates, size_t *count);

#endif
