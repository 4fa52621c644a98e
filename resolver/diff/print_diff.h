/* Formats of ddds diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_PRINT_DIFF_H
#define DIFF_PRINT_DIFF_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum change {
    CHANGE_NONE,
    CHANGE_TTL,      /* only the TTL differs */
    CHANGE_CHANGED,  /* another result, or another reason for failure */
    CHANGE_APPEARS,  /* failed before */
    CHANGE_VANISHES, /* fails afterwards */
    CHANGE_UNKNOWN,  /* a server did not answer */
    CHANGE_REJECTED, /* the input is invalid */
};

enum { CHANGES = CHANGE_REJECTED + 1 };

/* Compare two answers to an input, in JSON like ddds.resolve/1. */
enum change answer_compare(const json_t *before, const json_t *after);

/* An input and its answers. */
struct difference {
    const char *input;
    const char *application;
    enum change change;
    const json_t *before;
    const json_t *after; /* NULL if the input is invalid */
};

/* Print the difference for people, with "-" for before and "+" for after. */
void print_diff_text(FILE *out, const struct difference *difference);

/* Print the difference as a JSON object of the schema ddds.diff/1. */
void print_diff_json(FILE *out, const struct difference *difference);

/* Print the number of inputs for each kind of change. */
void print_diff_summary(FILE *out, const uint64_t counts[CHANGES]);

#endif
