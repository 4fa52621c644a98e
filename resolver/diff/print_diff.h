/* Printing what changes.
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
    CHANGE_CHANGED,  /* another result, or another reason for none */
    CHANGE_APPEARS,  /* there was none before */
    CHANGE_VANISHES, /* there is none afterwards */
    CHANGE_UNKNOWN,  /* a server did not answer */
    CHANGE_REJECTED, /* the input is invalid */
};

enum { CHANGES = CHANGE_REJECTED + 1 };

/* Compare two answers to one input, as JSON of the schema ddds.resolve/1. */
enum change answer_compare(const json_t *before, const json_t *after);

/* One input and its two answers. */
struct difference {
    const char *input;
    const char *application;
    enum change change;
    const json_t *before;
    const json_t *after; /* NULL if the input is invalid */
};

/* Print it for people: what was there before is after "-", what is there
 * afterwards after "+". */
void print_diff_text(FILE *out, const struct difference *difference);

/* Print it as one JSON object: schema ddds.diff/1. */
void print_diff_json(FILE *out, const struct difference *difference);

/* Print how many inputs there were of each kind. */
void print_diff_summary(FILE *out, const uint64_t counts[CHANGES]);

#endif
