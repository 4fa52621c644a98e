/* Compares two answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_COMPARE_H
#define DIFF_COMPARE_H

#include <jansson.h>

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

/* Compare two answers (diff/compared_answer.h) to one input. */
enum change answer_compare(const json_t *before, const json_t *after);

/* The word for |change| in JSON: "same", "ttl", "changed", "appears",
 * "vanishes", "unknown" or "bad_input". */
const char *change_name(enum change change);

#endif
