/* The class of an input, from its resolution.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_OUTCOME_CLASS_H
#define CHECK_PROVE_OUTCOME_CLASS_H

#include "check/prove/classes.h"
#include "check/prove/tests.h"

/* Words that distinguish classes, and the path from which they are made. */
struct signature {
    uint64_t *words;
    size_t count;
    struct tests_path path;
};

/* Write the signature of |result|; NULL for a rejected input. Inputs with
 * different signatures are in different classes. False if allocation fails. */
bool ddds_outcome_sign(const struct ddds_result *result, struct arena *arena,
                       struct signature *signature);

/* Add to |signature| the texts that are not true of all inputs with the path of
 * |result|: |limit|, which names a rule, or is NULL; and offered services. */
void ddds_outcome_sign_texts(const struct ddds_result *result,
                             const char *limit, struct signature *signature);

/* Return why |result| may differ from that of live DNS: it depends on a name in
 * no given zone, or on a limit. NULL if it is certain; allocated in |arena|.
 * |path| is replaced by that to the name, if it is not known. Without memory the
 * arena has failed, and |path| is undefined. */
const char *ddds_outcome_doubt(const struct ddds_result *result,
                               struct arena *arena, struct tests_path *path);

/* Describe |class|, that of |result| with its |path|, and, if that leads to it,
 * its outcome; the texts are in |arena|. False if allocation fails. */
bool ddds_outcome_show(const struct ddds_result *result,
                       const struct tests_path *path, struct arena *arena,
                       struct class *class);

#endif
