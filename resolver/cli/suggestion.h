/* Suggestions ("did you mean") for a mistyped word.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_SUGGESTION_H
#define CLI_SUGGESTION_H

#include <stddef.h>

struct suggestion {
    const char *word; /* written by the user */
    size_t length;
    const char *nearest; /* best candidate so far, or NULL */
    size_t distance;
    char known[200]; /* candidates, comma-separated */
    size_t end;
    char text[64];
};

/* Start a search for words similar to the |length| octets at |word|. */
void suggestion_begin(struct suggestion *suggestion, const char *word,
                      size_t length);

/* Add the candidate |known|, which must live as long as the suggestion. */
void suggestion_try(struct suggestion *suggestion, const char *known);

/* Return the end of a message, "; did you mean json?", or "" if no candidate is
 * likely. The text belongs to |suggestion|. */
const char *suggestion_text(struct suggestion *suggestion);

#endif
