/* cmocka with all that it needs: cmocka.h uses the types of the first four
 * headers and does not include them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ASSERTIONS_H
#define UNIT_ASSERTIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Callbacks and fixtures have parameters that a test does not need. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define assert_ok(status) assert_int_equal(status, DDDS_OK)

/* Wait for the process |child|, which must exit with 0. */
static inline void assert_succeeds(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A test of the program, and the line that defines it. */
/* Return how often |text| has |part|. */
static inline size_t count_of(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) {
        found++;
    }
    return found;
}

struct unit_test {
    int line;
    struct CMUnitTest test;
    struct unit_test *next;
};

/* Functions around the tests of a program and around each of them. */
struct unit_fixtures {
    CMFixtureFunction begin, end;
    CMFixtureFunction set_up, tear_down;
};
extern const struct unit_fixtures unit_fixtures;

/* Add a test of the line |test->line|, before main() begins. */
void unit_add(struct unit_test *test);

/* Run all tests in the order of their lines, as the group |name|, and return
 * how many have failed. */
int unit_run(const char *name);

/* Define a test. The program runs it: base/unit.c has a main() for programs
 * that need none of their own. */
#define TEST(name)                                                             \
    static void name(void);                                                    \
    static void run_##name(void **state)                                       \
    {                                                                          \
        name();                                                                \
    }                                                                          \
    __attribute__((constructor)) static void add_##name(void)                  \
    {                                                                          \
        static struct unit_test test = {                                       \
            __LINE__, {#name, run_##name, NULL, NULL, NULL}, NULL};            \
        unit_add(&test);                                                       \
    }                                                                          \
    static void name(void)

/* Define the fixtures of a program that has some. */
#define FIXTURES(...) const struct unit_fixtures unit_fixtures = {__VA_ARGS__}

#endif
