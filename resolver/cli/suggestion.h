/* "Did you mean": the one place that guesses what a mistyped word was.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_SUGGESTION_H
#define CLI_SUGGESTION_H

#include <stddef.h>

struct suggestion {
    const char *word; /* that the user wrote */
    size_t length;
    const char *nearest; /* of the words that were tried; or NULL */
    size_t distance;
    char known[200]; /* those that were tried, with commas between them */
    size_t end;
    char text[64];
};

/* Begin to look for a word like the |length| octets at |word|. */
void suggestion_begin(struct suggestion *suggestion, const char *word,
                      size_t length);

/* Try |known|, which must live as long as the suggestion. */
void suggestion_try(struct suggestion *suggestion, const char *known);

/* "; did you mean json?", for the end of a message; "" if none of the tried
 * words is likely. The text belongs to |suggestion|. */
const char *suggestion_text(struct suggestion *suggestion);

#endif
