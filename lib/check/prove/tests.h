/* The tests of an input that decide its resolution.
 *
 * A resolution depends on its input by a few tests alone: whether the
 * application accepts it, which expressions match, whether their outputs can be
 * used, and which owners their names have. Inputs that agree in all of these
 * have the same resolution, but for names and outputs. Each test is named by
 * what is tested, so that it is the same one in the resolutions of different
 * inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_TESTS_H
#define CHECK_PROVE_TESTS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/options.h>
#include <ddds/result.h>

#include "base/arena.h"

enum test_kind {
    TEST_INPUT,     /* does the application accept it? */
    TEST_FIRST_KEY, /* which owner has the first key? */
    TEST_NAME,      /* which owner has the output of |rule|? */
    TEST_BELOW,     /* which owner has |prefix| before the first key? */
    TEST_ANY,       /* does the expression of |rule| match? */
    TEST_TEXT,      /* the same, and is its output text, */
    TEST_URI,       /* a URI, */
    TEST_ABSOLUTE,  /* an absolute URI, */
    TEST_KEY,       /* a key? */
};

struct test {
    enum test_kind kind;
    enum ddds_question_kind question; /* of names */
    const struct ddds_rule *rule;
    const char *prefix;        /* or NULL: for the application's own rules */
    enum ddds_verdict verdict; /* of this resolution, on the rule */

    /* Of names: the step at which the rule is, and the depth of its key. */
    size_t step;
};

struct tests {
    struct test *tests;
    size_t count;
};

/* List the tests of |result|, in the order in which they decide it; NULL: the
 * application did not accept the input. Tests that cannot matter are left out:
 * rules that come after one which led to the only outcome. The list is in
 * |arena|; false if allocation fails. */
bool ddds_tests_list(const struct ddds_result *result,
                     const struct ddds_options *options, struct arena *arena,
                     struct tests *tests);

/* Return true if |judged|, of |application|, is a rule whose output depends on
 * the input: the expression's, not the replacement. */
bool ddds_tests_is_rewriting(const struct ddds_application *application,
                             const struct ddds_judged_rule *judged);

/* The steps that led to the outcome, or to the end of the last attempt, the
 * first first, with the rule that was chosen at each. Return their number, at
 * most |size|. */
size_t ddds_tests_path(const struct ddds_result *result, size_t *steps,
                       size_t *rules, size_t size);

#endif
