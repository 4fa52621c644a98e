/* Applications whose first keys are hashes of inputs: the inputs of a key
 * cannot be computed. A few inputs are hashed; for larger sets only the
 * possible keys are known.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_HASHED_H
#define CHECK_PROVE_HASHED_H

#include "base/limits.h"
#include "check/prove/explore.h"
#include "check/sets/dfa_members.h"

/* Write the first key of |input|. False if the application rejects it, or if
 * allocation fails. */
bool ddds_hashed_key(const struct ddds_application *application,
                     const struct ddds_options *options, const char *input,
                     char key[DDDS_KEY_SIZE]);

/* Return the label that readers of names give the first key of |input|; 0
 * without a first key. */
uint32_t ddds_hashed_label(const struct exploration *with, const char *input);

/* Return true if the first key of |input| is a name in the zones. */
bool ddds_hashed_is_known(const struct exploration *with, const char *input);

/* Limit on inputs that are hashed one by one. */
enum { HASHED = 1 << 16 };

/* Write the first member of |dfa| whose first key is not in the zones.
 * MEMBERS_INFINITE: the first HASHED members have such keys, of which the first
 * is written. */
enum members_result ddds_hashed_other(const struct exploration *with,
                                      const struct dfa *dfa,
                                      char input[LIMIT_INPUT + 1]);

/* Make a reader that labels the inputs of |dfa| by their first keys. If they
 * are many, |*are_all| is false, and only |witness| is hashed: the others are
 * labelled like keys without names. The caller frees it; NULL if allocation
 * fails, or if ddds_input_key_reader() failed. */
struct reader *ddds_hashed_reader(const struct exploration *with,
                                  const struct dfa *dfa, const char *witness,
                                  bool *are_all);

/* Called with |dfa|, the inputs that have the first key |key| if they have a
 * given hash. The function owns |dfa|. |key| is the hash alone unless it
 * |is_known|. Returns false to stop. */
typedef bool hashed_fn(void *context, struct dfa *dfa, uint32_t label,
                       const char *key, bool is_known);

/* Call |found| for each key that has a name in the zones, and that inputs of
 * |dfa| may have. False if |found| stops, if allocation fails, or, with
 * |*is_limited|, if too many states are needed. */
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
