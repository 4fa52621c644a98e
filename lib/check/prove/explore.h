/* Explores a set: splits it into classes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_EXPLORE_H
#define CHECK_PROVE_EXPLORE_H

#include <ddds/resolve.h>

#include "check/prove/classes.h"
#include "check/prove/step_limit.h"
#include "check/readers/input_reader.h"
#include "check/readers/name_reader.h"

/* Why inputs are unknown that are longer than LIMIT_INPUT. */
#define TOO_LONG "they have more octets than an input may have"

/* Data of an exploration. |input| is NULL if the application is unsupported,
 * for the reason |unknown|. Inputs that the application does not accept, or
 * whose first keys are known to have no rules, are left out if it
 * |is_bounded|. */
struct exploration {
    ddds_database *database;
    const struct ddds_application *self;        /* for its own functions */
    const struct ddds_application *application; /* with this version's layout */
    struct ddds_application own_application;
    struct ddds_options options;
    struct known_names *names;
    struct input_readers *input;
    bool is_bounded;
    const char *unknown;
    size_t max_states;        /* of the exploration, and of each property */
    struct dfa_budget budget; /* what is left of them */
    struct step_limit *limit;
    uint64_t random;
    struct classes *classes;
};

/* Resolve |input|. |*result| becomes NULL if the application rejects it. The
 * caller frees |*resolution|, which is NULL on failure. Fails as ddds_resolve
 * does with DDDS_NO_MEMORY or DDDS_BAD_OPTION; |error| is set. */
ddds_status ddds_explore_resolve(const struct exploration *exploration,
                                 const char *input,
                                 ddds_resolution **resolution,
                                 const struct ddds_result **result,
                                 struct ddds_error *error);

/* Split |set|, which is freed, into classes. Fails with DDDS_NO_MEMORY, or with
 * DDDS_BAD_OPTION as ddds_resolve does. */
ddds_status ddds_explore(struct exploration *exploration, struct dfa *set,
                         struct ddds_error *error);

/* Return true if |dfa| has so few members that all can be resolved. */
bool ddds_explore_are_few(const struct dfa *dfa);

#endif
