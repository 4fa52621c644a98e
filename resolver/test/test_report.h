/* Reports of ddds test in the formats of test harnesses.
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
    TRIAL_UNDECIDED, /* a server did not answer, or it cannot be proved */
};

/* An expectation and its result. */
struct trial {
    const char *file;
    size_t line;
    const char *text; /* line with single blanks between words */
    const char *input;
    const struct expectation *expectation;
    enum trial_verdict verdict;
    bool counts; /* it makes the test fail */
    uint64_t nanoseconds;

    /* If it fails: expected and actual result, and the difference, printable;
     * and lines of the trace, or NULL. If it holds: |reason| is what limits a
     * proof, or NULL. */
    const char *expected;
    const char *got;
    const char *reason;
    const char *trace;
};

/* State of a report. */
struct report {
    FILE *out;
    size_t planned; /* number of expectations */

    /* Counts so far. */
    size_t count;
    size_t holding;
    size_t todo;   /* known failures */
    size_t failed; /* other failures, including |undecided| */
    size_t undecided;

    const char *const *files; /* names of the files of expectations */
    size_t file_count;
    uint64_t began; /* monotonic milliseconds */

    /* Set before |end|. */
    char why[DDDS_DETAIL_SIZE]; /* why it ended early; or "" */
    int status;                 /* of the whole test */

    struct junit junit; /* for JUnit */
    FILE *cases;        /* for Nagios: the lines after the first */
    FILE *families[2];  /* for Prometheus: a file for each further metric */
};

struct report_format {
    /* Start the report. On failure return false and set errno. */
    bool (*begin)(struct report *report);
    /* Add an expectation, which has been counted. */
    void (*show)(struct report *report, const struct trial *trial);
    /* Complete the report; false if it is incomplete. */
    bool (*end)(struct report *report);
};

extern const struct report_format report_tap;
extern const struct report_format report_junit;
extern const struct report_format report_prometheus;
extern const struct report_format report_nagios;

/* Print the first line of a plugin that could not test. */
void nagios_refuse(FILE *out, const char *why);

/* Print |text| with a backslash before each octet of |special|. Unprintable
 * octets become \DDD, as in a zone file, with its backslash escaped too. */
void report_escaped(FILE *out, const char *text, const char *special);

/* Print each line of |trace| after |indent|. */
void report_trace(FILE *out, const char *trace, const char *indent);

/* Set the texts of |trial|, which failed, from |result|, or from |error| if
 * that is NULL. Return their memory, to be freed. */
char *trial_explain(struct trial *trial, const struct ddds_result *result,
                    const struct ddds_error *error);

#endif
