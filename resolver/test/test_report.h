/* Reporting test results in the formats of test harnesses.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_TEST_REPORT_H
#define TEST_TEST_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "print/junit.h"
#include "test/expectation.h"

enum trial_verdict {
    TRIAL_HOLDS,
    TRIAL_FAILS,
    TRIAL_UNDECIDED, /* a server did not answer: try again */
};

/* One expectation and its result. */
struct trial {
    const char *file;
    size_t line;
    const char *text; /* the line, with single blanks between words */
    const char *input;
    const struct expectation *expectation;
    const struct ddds_result *result; /* NULL: the input was rejected */
    const struct ddds_error *error;   /* why it was rejected */
    enum trial_verdict verdict;
    uint64_t nanoseconds;
};

/* A report that is being written. */
struct report {
    FILE *out;
    size_t planned; /* the number of trials */
    size_t count;   /* trials so far */
    size_t failed;  /* failed trials that are not marked todo */

    struct junit junit; /* of JUnit */
    FILE *cases;        /* of Nagios: what comes after the first line */

    /* For Prometheus and Nagios. */
    const char *const *files; /* the names of the files of expectations */
    size_t file_count;
    size_t holding;
    size_t undecided; /* and not marked todo */
    size_t todo;
    uint64_t began;             /* monotonic milliseconds */
    char why[DDDS_DETAIL_SIZE]; /* it ended early; "" if it did not */
    FILE *families[2];          /* more metrics, one kind in each */
    int status;                 /* of the whole test; set before |end| */
};

struct report_format {
    /* Begin the report. On failure returns false and sets errno. */
    bool (*begin)(struct report *report);
    /* Add one trial. */
    void (*show)(struct report *report, const struct trial *trial);
    /* Say that the report ends early, and why. */
    void (*bail_out)(struct report *report, const char *why);
    /* End the report; false if it is incomplete. */
    bool (*end)(struct report *report);
};

extern const struct report_format report_tap;
extern const struct report_format report_junit;
extern const struct report_format report_prometheus;
extern const struct report_format report_nagios;

/* Count |trial| by its verdict. */
void report_count(struct report *report, const struct trial *trial);

/* Print the first line of a plugin that could not test anything. */
void nagios_refuse(FILE *out, const char *why);

/* Does this trial make the whole test fail? */
bool trial_counts(const struct trial *trial);

/* Print what was expected, what the result was, and why they differ, as
 * printable ASCII. */
void trial_print_expected(FILE *out, const struct trial *trial);
void trial_print_got(FILE *out, const struct trial *trial);
void trial_print_reason(FILE *out, const struct trial *trial);

/* Print the trace, each line after |indent|; nothing if there is no trace. */
void trial_print_trace(FILE *out, const struct trial *trial,
                       const char *indent);

/* What |print| prints, as a string; free it with free(). NULL if an allocation
 * failed. */
char *trial_text(void (*print)(FILE *out, const struct trial *trial),
                 const struct trial *trial);

#endif
