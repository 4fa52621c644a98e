/* Verdicts on the rules of a key, and choice among them: steps 3 and 4 of RFC
 * 3402 section 3.3.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_CHOOSE_H
#define ENGINE_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/result.h>

#include "base/arena.h"
#include "rule/flags.h"

/* Services and protocols that the client accepts, in order of preference. An
 * empty list accepts everything. The spans point into the parsed lists, which
 * must outlive them. */
struct requested {
    const struct ddds_span *services;
    size_t service_count;
    const struct ddds_span *protocols;
    size_t protocol_count;
};

/* The string, key and options for judging rules. */
struct chooser {
    const struct ddds_application *application;
    const struct ddds_application *self; /* first argument of its functions */
    flag_letters known;                  /* flags that it knows */
    const char *aus;
    size_t aus_length;
    struct requested requested;
    bool *is_named;        /* set if a rule names a requested service */
    size_t *steps_left;    /* budget of matches */
    size_t *output_budget; /* budget in octets */
    struct arena *arena;
    const char *key; /* of the rules */
    bool sorts_ties;
    bool has_family; /* some rule offers a service of the family */
};

/* An acceptable rule: its index in the set, its rank by the client's preference
 * (0 is best), and the protocol to pursue, or NULL. */
struct candidate {
    size_t rule;
    size_t rank;
    const char *protocol;
};

/* Split |list|, a comma-separated string or NULL, into |count| spans in the
 * arena, which point into |list|. Fails with DDDS_BAD_OPTION, and a detail that
 * starts with |what|, or with DDDS_NO_MEMORY. */
ddds_status ddds_engine_read_list(const char *what, const char *list,
                                  struct arena *arena,
                                  const struct ddds_span **items, size_t *count,
                                  struct ddds_error *error);

/* Return true if one of the |count| |offered| services or protocols equals
 * |requested|, as compared by |application|, whose functions get |self|. */
bool ddds_engine_is_offered(const struct ddds_application *application,
                            const struct ddds_application *self,
                            struct ddds_span requested,
                            const struct ddds_span *offered, size_t count);

/* Return true if a rule with |services| has the tags that the application
 * requires (RFC 3958 section 2.2.2). */
bool ddds_requested_names_enough(const struct chooser *chooser,
                                 const struct ddds_services *services);

/* Return the index of the requested service in |rank|, which
 * ddds_requested_fits wrote. */
size_t ddds_requested_service_of(size_t rank);

/* Return true if |services| offer what is requested, and write the rank of the
 * rule, 0 being the best: by service, then protocol. */
bool ddds_requested_fits(const struct chooser *chooser,
                         const struct ddds_services *services, size_t *rank);

/* Set |has_family| of |chooser| if a rule of |ruleset| offers a service of the
 * application's |service_family|. */
void ddds_requested_note_family(struct chooser *chooser,
                                const ddds_ruleset *ruleset);

/* Set |is_named| of |chooser| if |rule| names a requested service, even if it
 * is unusable: the service is then published, and fallback rules must not
 * replace it (RFC 7585 section 3.4.3, steps 7 and 8). */
void ddds_requested_note_name(const struct chooser *chooser,
                              const struct ddds_rule *rule);

/* Write the verdict on every rule of |ruleset| to |rules|, and the acceptable
 * rules to |candidates|, the best first. Both arrays must have as many elements
 * as the set has rules. Fails only with DDDS_NO_MEMORY. */
ddds_status ddds_engine_choose(const struct chooser *chooser,
                               const ddds_ruleset *ruleset,
                               struct ddds_judged_rule *rules,
                               struct candidate *candidates, size_t *count);

#endif
