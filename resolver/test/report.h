/* Reporting what came of expectations, in the formats of test harnesses.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_REPORT_H
#define TEST_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "test/expectation.h"

enum trial_verdict {
    TRIAL_HOLDS,
    TRIAL_FAILS,
    TRIAL_UNDECIDED, /* who was asked did not say: try again */
};

/* One expectation, and what came of it. */
struct trial {
    const char *file;
    size_t line;
    const char *text; /* the line, one blank between its words */
    const struct expectation *expectation;
    const struct ddds_result *result; /* NULL: the input was refused */
    const struct ddds_error *error;   /* why */
    enum trial_verdict verdict;
    uint64_t nanoseconds;
};

/* A report under way. */
struct report {
    FILE *out;
    size_t planned; /* how many trials there will be */
    size_t count;   /* trials so far */
    size_t failed;  /* those not known to */

    /* JUnit's: the cases of the file that is being reported. */
    FILE *cases;
    bool is_broken;    /* they could not be kept */
    const char *suite; /* its name, or NULL */
    size_t suites;
    size_t suite_tests;
    size_t suite_failures;
    size_t suite_errors;
    size_t suite_skipped;
    uint64_t suite_nanoseconds;
};

struct report_format {
    /* False if it cannot: errno says why. */
    bool (*begin)(struct report *report);
    void (*show)(struct report *report, const struct trial *trial);
    /* It ends before its time: |why|. */
    void (*bail_out)(struct report *report, const char *why);
    /* False if the report is not to be relied on. */
    bool (*end)(struct report *report);
};

extern const struct report_format report_tap;
extern const struct report_format report_tap13; /* for older readers */
extern const struct report_format report_junit;

/* Does a trial of this kind make the whole fail? */
bool trial_counts(const struct trial *trial);

/* What was expected, and what there was, in the words of expectations; and the
 * sentence that says why. Printable ASCII. */
void trial_print_expected(FILE *out, const struct trial *trial);
void trial_print_got(FILE *out, const struct trial *trial);
void trial_print_reason(FILE *out, const struct trial *trial);

/* The walk, each line behind |indent|; nothing if there was none. */
void trial_print_trace(FILE *out, const struct trial *trial,
                       const char *indent);

/* What |print| prints, as a string to free; NULL without memory. */
char *trial_text(void (*print)(FILE *out, const struct trial *trial),
                 const struct trial *trial);

#endif
