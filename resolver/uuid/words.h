/* Words of the command line, and of standard input in place of "-".
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_WORDS_H
#define UUID_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* State of reading. Standard input is split into lines, or at blanks. Empty
 * words are skipped; the last line need not end with a newline. */
struct uuid_words {
    const char *const *items; /* words of the command line */
    size_t count;
    size_t next;
    FILE *file;   /* being read, or NULL */
    bool is_read; /* standard input was read */
    int status;   /* EXIT_FOUND, or that of a reported problem */
    bool is_by_line;
    size_t lines; /* lines of standard input before the word */
    size_t read_lines;
    const char *text; /* the word, ends with NUL */
    size_t length;
    char buffer[1024]; /* longer words are truncated; no UUID is as long */
};

/* Start with |count| words |items|; if 0, read standard input. */
void words_begin(struct uuid_words *words, const char *const *items,
                 size_t count);

/* Read the next word; false at the end. */
bool words_next(struct uuid_words *words);

enum { WORDS_PLACE_SIZE = 40 };

/* Return the prefix of messages about the word: "standard input:2: ", or "". */
const char *words_place(const struct uuid_words *words,
                        char place[WORDS_PLACE_SIZE]);

/* Return |status|, or a worse exit status if reading failed. */
int words_end(const struct uuid_words *words, int status);

#endif
