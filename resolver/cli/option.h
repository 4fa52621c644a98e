/* One option: a row of the table that makes the parser, the help, and with it
 * the completions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct options;
struct option_row;

/* One value of an option that takes only certain values. */
struct option_choice {
    const char *name;  /* NULL after the last */
    unsigned commands; /* that take it */
    unsigned value;
};

/* An option, as the user wrote it. */
struct option_use {
    const struct option_row *row;
    const char *spelling; /* "--format", "-f", "+time=5", for messages */
    char *value;          /* NULL if the row takes none */
};

/* Keep what an option says. Returns -1 to go on, or an exit status: the mistake
 * has been reported. */
typedef int option_reader(struct options *options,
                          const struct option_use *use);

/* A row without a reader is a heading of the help, or, if it begins with a
 * blank, a remark on the row before it. */
struct option_row {
    const char *name;     /* "format"; NULL: a letter only */
    const char *argument; /* what the help calls it; NULL: it takes none */
    const char *help;
    unsigned commands; /* that take it */
    char letter;       /* 'f'; 0: a name only */
    bool has_default;  /* the first choice is the default */
    option_reader *read;

    /* For the reader. */
    size_t member;   /* offset of what it sets in struct options */
    uint64_t number; /* the greatest value, or the value that is set */
    const struct option_choice *choices; /* NULL: any value */
};

/* The row at |index| from 0, in the order of the help; NULL after the last. */
const struct option_row *option_at(size_t index);

/* The first of |choices| that |command| takes, its default. */
unsigned option_default(const struct option_choice *choices, unsigned command);

#endif
