/* Words, from the command line or from standard input if none are there.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Of standard input whole lines, or what stands between blanks; the last line
 * needs no newline, and empty ones are passed over. */
struct words {
    char **arguments;
    int next;
    int count;
    FILE *file; /* NULL: the command line */
    int error;  /* errno of a file that could not be read to its end */
    bool is_by_line;
    const char *text; /* the word; a NUL follows */
    size_t length;
    char buffer[1024]; /* a longer word is cut: it is no UUID by then */
};

/* Begin with |arguments| from |next| on. */
void words_begin(struct words *words, int count, char **arguments, int next);

/* Go to the next; false at the end. */
bool words_next(struct words *words);

/* The exit status of a command that came to |status| with all its words: worse,
 * and a complaint, if standard input could not be read to its end. */
int words_end(const struct words *words, int status);

#endif
