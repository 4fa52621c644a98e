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
    enum trial_verdict verdict;
    bool counts; /* it makes the whole test fail */
    uint64_t nanoseconds;

    /* Only if it does not hold: what was expected, what came and why they
     * differ, without controls; and the trace, in lines, or NULL. */
    const char *expected;
    const char *got;
    const char *reason;
    const char *trace;
};

/* A report that is being written. */
struct report {
    FILE *out;
    size_t planned; /* the number of trials */

    /* The trials so far. */
    size_t count;
    size_t holding;
    size_t todo;   /* failed, but known to fail; the others that failed: */
    size_t failed; /* with those that are */
    size_t undecided;

    const char *const *files; /* the names of the files of expectations */
    size_t file_count;
    uint64_t began; /* monotonic milliseconds */

    /* Set before |end|. */
    char why[DDDS_DETAIL_SIZE]; /* it ended early; "" if it did not */
    int status;                 /* of the whole test */

    struct junit junit; /* of JUnit */
    FILE *cases;        /* of Nagios: what comes after the first line */
    FILE *families[2];  /* of Prometheus: more metrics, one kind in each */
};

struct report_format {
    /* Begin the report. On failure returns false and sets errno. */
    bool (*begin)(struct report *report);
    /* Add one trial, which has been counted. */
    void (*show)(struct report *report, const struct trial *trial);
    /* End the report; false if it is incomplete. */
    bool (*end)(struct report *report);
};

extern const struct report_format report_tap;
extern const struct report_format report_junit;
extern const struct report_format report_prometheus;
extern const struct report_format report_nagios;

/* Print the first line of a plugin that could not test anything. */
void nagios_refuse(FILE *out, const char *why);

/* Write |text| with a backslash before each octet of |special|. What does not
 * print becomes \DDD, as in a zone file, and its backslash is escaped like any
 * other. */
void report_escaped(FILE *out, const char *text, const char *special);

/* Write each line of |trace| after |indent|. */
void report_trace(FILE *out, const char *trace, const char *indent);

/* Give |trial|, which does not hold, its texts, of |result|, or of |error| if
 * that is NULL. Returns their memory, to be freed. */
char *trial_explain(struct trial *trial, const struct ddds_result *result,
                    const struct ddds_error *error);

#endif
