/* Runs the tests that a program defines with TEST().
 *
 * SPDX-License-Identifier: MIT */
#include "base/assertions.h"

__attribute__((weak)) const struct unit_fixtures unit_fixtures = {0};
static struct unit_test *first;
static size_t count;

void unit_add(struct unit_test *test)
{
    struct unit_test **place = &first;
    while (*place != NULL && (*place)->line < test->line) {
        place = &(*place)->next;
    }
    test->next = *place;
    *place = test;
    count++;
}

int unit_run(const char *name)
{
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (tests == NULL) {
        return EXIT_FAILURE;
    }
    size_t i = 0;
    for (const struct unit_test *each = first; each != NULL;
         each = each->next) {
        tests[i] = each->test;
        tests[i].setup_func = unit_fixtures.set_up;
        tests[i++].teardown_func = unit_fixtures.tear_down;
    }
    int failed = _cmocka_run_group_tests(
        name, tests, count, unit_fixtures.begin, unit_fixtures.end);
    free(tests);
    return failed;
}

__attribute__((weak)) int main(void)
{
    return unit_run("tests");
}
