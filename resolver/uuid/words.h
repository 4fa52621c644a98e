/* Words: those of the command line, and those of standard input where "-"
 * stands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_WORDS_H
#define UUID_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Standard input is split into lines, or at blanks; the last line needs no
 * newline, and empty words are skipped. */
struct uuid_words {
    const char *const *items; /* of the command line */
    size_t count;
    size_t next;
    FILE *file;   /* being read; NULL: none */
    bool is_read; /* standard input has been read to its end */
    int status;   /* EXIT_FOUND, or the problem that was reported */
    bool is_by_line;
    size_t lines; /* of standard input, before the word */
    size_t read_lines;
    const char *text; /* the word; a NUL follows */
    size_t length;
    char buffer[1024]; /* a longer word is cut; no UUID is so long */
};

/* Begin with the |count| words at |items|. Without any, words come from
 * standard input. */
void words_begin(struct uuid_words *words, const char *const *items,
                 size_t count);

/* Go to the next word; false at the end. */
bool words_next(struct uuid_words *words);

enum { WORDS_PLACE_SIZE = 40 };

/* How a message about the word begins: "standard input:2: ", or "". */
const char *words_place(const struct uuid_words *words,
                        char place[WORDS_PLACE_SIZE]);

/* The exit status of a command whose words came to |status|: worse if standard
 * input could not be read to its end. */
int words_end(const struct uuid_words *words, int status);

#endif
