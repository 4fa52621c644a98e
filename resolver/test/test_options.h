/* Options of ddds test.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_TEST_OPTIONS_H
#define TEST_TEST_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

enum test_format {
    TEST_TAP,
    TEST_JUNIT,
    TEST_PROMETHEUS,
    TEST_NAGIOS,
};

struct test_options {
    enum test_format format;
    bool records;
    const char *output; /* file to write; NULL: standard output */
};

struct test_line {
    struct resolver_line common;
    struct test_options test;
};

extern const struct option_set test_options;

command_function command_test;

#endif
