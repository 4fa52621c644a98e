/* The tests of an input that decide its resolution.
 *
 * A resolution depends on its input only by a few tests: whether the
 * application accepts the input, which expressions match, whether their outputs
 * are usable, and at which owners their names are found. Inputs with the same
 * results of all tests have the same resolution, except for names and outputs.
 * Tests are identified by their subject, so that resolutions of different
 * inputs share them.
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
    TEST_INPUT,     /* the application accepts the input */
    TEST_FIRST_KEY, /* owner at which the first key is found */
    TEST_NAME,      /* owner at which the output of |rule| is found */
    TEST_BELOW,     /* owner at which |prefix| before the first key is found */
    TEST_ANY,       /* the expression of |rule| matches */
    TEST_TEXT,      /* likewise, and its output is text */
    TEST_URI,       /* likewise, and its output is a URI */
    TEST_ABSOLUTE,  /* likewise, and its output is an absolute URI */
    TEST_KEY,       /* likewise, and its output is a key */
};

struct test {
    enum test_kind kind;
    enum ddds_question_kind question; /* for names */
    const struct ddds_rule *rule;
    const char *prefix;        /* for the application's own rules, or NULL */
    enum ddds_verdict verdict; /* on the rule, in this resolution */

    /* For names: the step of the rule, which shows the depth of its key. */
    size_t step;
};

struct tests {
    struct test *tests;
    size_t count;
};

/* List the tests of |result|, in the order of decisions; NULL: the application
 * rejected the input. Tests without effect are omitted: those of rules that
 * follow the rule of the only outcome. The list is in |arena|; false if
 * allocation fails. */
bool ddds_tests_list(const struct ddds_result *result,
                     const struct ddds_options *options, struct arena *arena,
                     struct tests *tests);

/* Return the application of |result| in the layout of this version: itself, or
 * |own|. */
const struct ddds_application *
ddds_tests_application(const struct ddds_result *result,
                       struct ddds_application *own);

/* Return true if |judged|, of |result|, has an output that depends on the
 * input: by its expression, not its replacement. */
bool ddds_tests_is_rewriting(const struct ddds_result *result,
                             const struct ddds_judged_rule *judged);

/* Return true if |judged|, of |result|, has such an expression, and the engine
 * tried it. */
bool ddds_tests_is_tried(const struct ddds_result *result,
                         const struct ddds_judged_rule *judged);

/* Steps, with the rule chosen at each, or DDDS_NO_STEP. */
struct tests_path {
    size_t *steps;
    size_t *rules;
    size_t count;
};

/* List the steps to the outcome of |result|, or to the end of the last attempt,
 * in order; none if it is NULL. The list is in |arena|; false if allocation
 * fails. */
bool ddds_tests_path(const struct ddds_result *result, struct arena *arena,
                     struct tests_path *path);

/* Likewise, to the step |end| of |result| and its |rule|, or DDDS_NO_STEP. */
bool ddds_tests_path_to(const struct ddds_result *result, size_t end,
                        size_t rule, struct arena *arena,
                        struct tests_path *path);

#endif
