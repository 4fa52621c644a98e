/* Applications whose first keys are hashes of inputs: the inputs of a key
 * cannot be computed. Inputs that are few are hashed; of more it is known which
 * keys they may have.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_HASHED_H
#define CHECK_PROVE_HASHED_H

#include "check/prove/explore.h"

/* Write the first key of |input|. False if the application does not accept it,
 * or allocation fails. */
bool ddds_hashed_key(const struct ddds_application *application,
                     const struct ddds_options *options, const char *input,
                     char key[DDDS_KEY_SIZE]);

/* The label of the first key of |input|, as readers of names have it; 0
 * without a first key. */
uint32_t ddds_hashed_label(const struct exploration *with, const char *input);

/* Make a reader that labels the inputs of |dfa| by their first keys, if they are
 * few; otherwise |witness| alone, and the others as if no name had their keys.
 * |*are_all| says which. The caller frees it; NULL if allocation fails. */
struct reader *ddds_hashed_reader(const struct exploration *with,
                                  const struct dfa *dfa, const char *witness,
                                  bool *are_all);

/* Called with the inputs that have the first key |key| if they have a hash: a
 * set, which is the function's from then on. |key| is NULL if that is not
 * known. Returns false to end. */
typedef bool hashed_fn(void *context, struct dfa *dfa, uint32_t label,
                       const char *key);

/* Call |found| for each key that a name of the zones has, and inputs of |dfa|
 * may have. False if that ends early, allocation fails, or, with |*is_limited|,
 * it takes more states than are left. */
bool ddds_hashed_keys(const struct exploration *with, const struct dfa *dfa,
                      struct dfa_budget *budget, hashed_fn *found,
                      void *context, bool *is_limited);

/* An application whose inputs all have the same first key. */
struct keyed_application {
    struct ddds_application application;
    const struct ddds_application *original;
    const char *key;
};

/* Set |keyed| to |application| with the first key |key|. */
void ddds_hashed_fix(struct keyed_application *keyed,
                     const struct ddds_application *application,
                     const char *key);

#endif
