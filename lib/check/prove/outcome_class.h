/* The class of an input, from its resolution.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_OUTCOME_CLASS_H
#define CHECK_PROVE_OUTCOME_CLASS_H

#include "check/prove/classes.h"
#include "check/prove/tests.h"

/* Words by which classes are told apart. */
struct signature {
    uint64_t *words;
    size_t count;
};

/* Write the signature of |result|, NULL for an input that is not accepted.
 * Inputs with different signatures are in different classes. False if
 * allocation fails. */
bool ddds_outcome_sign(const struct ddds_result *result, struct arena *arena,
                       struct signature *signature);

/* Why the end of |result| is not known to be that of live DNS: a name that is
 * in no given zone, or a limit. NULL if it is known; allocated in |arena|. */
const char *ddds_outcome_doubt(const struct ddds_result *result,
                               struct arena *arena);

/* Describe |class|, that of |result|; the description is in |arena|. False if
 * allocation fails. */
bool ddds_outcome_show(const struct ddds_result *result, struct arena *arena,
                       struct class *class);

#endif
