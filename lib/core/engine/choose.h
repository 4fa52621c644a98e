/* Judging the rules of one key and choosing among them: steps 3 and 4 of RFC
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

/* The services and protocols that the client accepts, the preferred first. An
 * empty list accepts everything. The spans are pieces of the lists that were
 * read, which must outlive them. */
struct wanted {
    const struct ddds_span *services;
    size_t service_count;
    const struct ddds_span *protocols;
    size_t protocol_count;
};

/* The string, key and options by which rules are judged. */
struct judge {
    const struct ddds_application *application;
    const struct ddds_application
        *self;          /* the first argument of its functions */
    flag_letters known; /* the flags that it knows */
    const char *aus;
    size_t aus_length;
    struct wanted wanted;
    bool *is_named;        /* set if a rule names a requested service */
    size_t *steps_left;    /* that matches may still be given */
    size_t *output_budget; /* octets of output still allowed */
    struct arena *arena;
    const char *key; /* at which the rules are */
    bool sorts_ties;
    bool has_family; /* a rule there offers a service of the family */
};

/* An acceptable rule: its index in the set, its rank by what the client prefers
 * (0 is best), and the protocol that is pursued with it, or NULL. */
struct candidate {
    size_t rule;
    size_t rank;
    const char *protocol;
};

/* Split |list|, whose items are separated by commas, into |count| spans in the
 * arena. NULL is an empty list. The spans point into |list|. Fails with
 * DDDS_BAD_OPTION, and a detail that begins with |what|, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_engine_read_list(const char *what, const char *list,
                                  struct arena *arena,
                                  const struct ddds_span **items, size_t *count,
                                  struct ddds_error *error);

/* Return whether one of the |count| |offered| services or protocols is the
 * |wanted| one, as |application| compares them, whose functions get |self|. */
bool ddds_engine_is_offered(const struct ddds_application *application,
                            const struct ddds_application *self,
                            struct ddds_span wanted,
                            const struct ddds_span *offered, size_t count);

/* Return whether a rule with |services| names what the application requires it
 * to name (RFC 3958 section 2.2.2). */
bool ddds_wanted_names_enough(const struct judge *judge,
                              const struct ddds_services *services);

/* Return the index of the requested service in a rank that ddds_wanted_fits has
 * written. */
size_t ddds_wanted_service_of(size_t rank);

/* Return whether |services| offer what is requested, and write the rank of the
 * rule, 0 being the best: the service decides first, the protocol second. */
bool ddds_wanted_fits(const struct judge *judge,
                      const struct ddds_services *services, size_t *rank);

/* Set |has_family| of |judge| if a rule of |ruleset| offers a service of the
 * application's |service_family|. */
void ddds_wanted_note_family(struct judge *judge, const ddds_ruleset *ruleset);

/* Set |is_named| of |judge| if |rule| names a requested service, even if it
 * cannot be used: it is then published, and nothing replaces it (RFC 7585
 * section 3.4.3, steps 7 and 8). */
void ddds_wanted_note_name(const struct judge *judge,
                           const struct ddds_rule *rule);

/* Write the verdict on every rule of |ruleset| to |rules|, and the acceptable
 * rules to |candidates|, the best first. Both arrays have at least as many
 * elements as the set has rules. Fails with DDDS_NO_MEMORY only. */
ddds_status ddds_engine_choose(const struct judge *judge,
                               const ddds_ruleset *ruleset,
                               struct ddds_judged_rule *rules,
                               struct candidate *candidates, size_t *count);

#endif
