/* Formats of ddds diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_PRINT_DIFF_H
#define DIFF_PRINT_DIFF_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/prove.h>

#include "diff/diff_sources.h"

enum change {
    CHANGE_NONE,     /* DDDS_COMPARED_SAME */
    CHANGE_UNKNOWN,  /* a server did not answer, or a limit was
                        reached: DDDS_COMPARED_UNKNOWN */
    CHANGE_TTL,      /* only the TTL differs */
    CHANGE_CHANGED,  /* another result, or another reason for failure */
    CHANGE_APPEARS,  /* failed before */
    CHANGE_VANISHES, /* fails afterwards */
    CHANGE_REJECTED, /* the input is invalid */
};

enum { CHANGES = CHANGE_REJECTED + 1 };

_Static_assert((int)CHANGE_NONE == (int)DDDS_COMPARED_SAME &&
                   (int)CHANGE_UNKNOWN == (int)DDDS_COMPARED_UNKNOWN,
               "changes are relations of results");

/* Compare two answers to an input, in JSON like ddds.resolve/1. */
enum change answer_compare(const json_t *before, const json_t *after);

/* Return the exit status of |change|; |compares_ttl|: another TTL is one. */
int exit_of_change(enum change change, bool compares_ttl);

/* An input and its answers. */
struct difference {
    const struct ddds_compared *compared; /* inputs that it represents, or
                                             NULL */
    const char *input;
    const char *application;
    enum change change;
    const json_t *before;
    const json_t *after; /* NULL if the input is invalid */
};

/* Print the names of both sources. */
void print_diff_heading(FILE *out, const struct diff_sources *sources);

/* Return the members of a difference that are not about its inputs. */
json_t *make_json_difference(const struct difference *difference);

/* Print the difference for people, with "-" for before and "+" for after. */
void print_diff_text(FILE *out, const struct difference *difference);

/* Print the difference as a JSON object of the schema ddds.diff/1. */
void print_diff_json(FILE *out, const struct difference *difference);

/* Print the number of inputs for each kind of change. If it |compares_ttl|,
 * another TTL is one of them. */
void print_diff_summary(FILE *out, const uint64_t counts[CHANGES],
                        bool compares_ttl);

/* Print the numbers of inputs of a set, |count| in total; it may be NULL. */
void print_diff_totals(FILE *out, const char *count,
                       const ddds_comparison *comparison);

#endif
