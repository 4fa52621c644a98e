/* Options: a row makes the parser, the help, the suggestions, and with the help
 * the completions know one. Rows stand in groups, each with the struct that
 * they fill; a command has some groups of its own and shares others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/commands.h"

struct option_row;

/* Words of the command line, or pieces of them, in their order. */
struct given_words {
    const char **items;
    size_t count;
};

void given_words_add(struct given_words *list, const char *word);

/* What every command has. The options of a command begin with it. */
struct command_words {
    enum command command;
    bool is_implied; /* the command: no word of the command line names it */

    /* What the command works on: what is resolved or looked up, the files of
     * lint and test, the strings of the others. */
    const char **inputs;
    size_t input_count;
    size_t literal_count; /* of them, the last: they follow "--" */

    bool asks_for_help; /* instead of what the command does */
    bool asks_for_version;

    const struct option_row *published; /* the first option given that is for
                                           published records only, or NULL */
};

/* One value of an option that takes only certain values. */
struct option_choice {
    const char *name;  /* NULL after the last */
    unsigned commands; /* that take it */
    unsigned value;
};

/* An option, as the user wrote it. */
struct option_use {
    const struct option_row *row;
    const struct command_words *words; /* with the inputs before it */
    const char *spelling; /* "--format", "-f", "+time=5", for messages */
    char *value;          /* NULL if the row takes none */
};

/* Keep what an option says in |group|, the struct of its group. Returns -1 to
 * go on, or an exit status: the mistake has been reported. */
typedef int option_reader(void *group, const struct option_use *use);

/* A row without a reader is a heading of the help, or, if it begins with a
 * blank, a remark on the row before it. */
struct option_row {
    const char *name;     /* "format"; NULL: a letter only */
    const char *argument; /* what the help calls it; NULL: it takes none */
    const char *help;
    unsigned commands; /* of those that have the group, those that take it */
    char letter;       /* 'f'; 0: a name only */
    bool has_default;  /* the first choice is the default */
    option_reader *read;

    size_t given; /* offset of a bool of the group that says whether the
                        option was given; 0: none does */
    bool is_kept; /* |member| is allocated: a string, or a given_words */
    bool is_for_published; /* records, so that zone files do not need it */

    /* For the reader. */
    size_t member;   /* offset of what it sets in the struct of the group */
    uint64_t number; /* the greatest value, or the value that is set */
    const struct option_choice *choices; /* NULL: any value */
};

/* A heading, or a remark; an option that takes no argument; one that does. What
 * follows is for the reader. */
#define OPTION_HEADING(set, text)                                              \
    {                                                                          \
        .commands = (set), .help = (text)                                      \
    }
#define OPTION_SWITCH(long_name, short_name, set, text, reads, ...)            \
    {                                                                          \
        .name = (long_name), .letter = (short_name), .commands = (set),        \
        .help = (text), .read = (reads), __VA_ARGS__                           \
    }
#define OPTION_VALUE(long_name, short_name, word, set, text, reads, ...)       \
    {                                                                          \
        .name = (long_name), .letter = (short_name), .argument = (word),       \
        .commands = (set), .help = (text), .read = (reads), __VA_ARGS__        \
    }

struct option_rows {
    const struct option_row *items;
    size_t count;
};

#define OPTION_ROWS(array)                                                     \
    {                                                                          \
        (array), sizeof(array) / sizeof((array)[0])                            \
    }

/* Rows, and where the struct that they fill is in the options of a command. */
struct option_group {
    const struct option_rows *rows; /* NULL after the last group */
    size_t offset;
};

/* The options of one command, or of some. */
struct option_set {
    const struct option_group *groups; /* in the order of the help */
    size_t size; /* of their struct, which begins with struct command_words */
    bool ends_at_input; /* after the first input all words are inputs */

    /* Each may be NULL. Set defaults; free what no row |is_kept| for. */
    void (*begin)(void *options);
    void (*clear)(void *options);

    /* Take a word other than options. Without it, such words are inputs. */
    int (*take)(void *options, const struct option_set *set, const char *word);

    /* Check what cannot be seen in one word. */
    int (*complete)(void *options);

    /* What |status| is to those that run the command. */
    int (*exit)(const void *options, int status);
};

/* A row of a set, and the group that it belongs to. Zero is before the first
 * row. */
struct option_place {
    const struct option_row *row;
    const struct option_group *group;
    size_t next; /* index of the row after it in the group */
};

/* Step to the next row, in the order of the help. False after the last. */
bool option_next(const struct option_set *set, struct option_place *place);

/* Step to the next option that |command| takes. False after the last. */
bool option_next_taken(const struct option_set *set, enum command command,
                       struct option_place *place);

/* Find the option of |command| that has this |letter|; or whose name is |name|,
 * of |length| octets. */
bool option_find_letter(const struct option_set *set, enum command command,
                        char letter, struct option_place *place);
bool option_find(const struct option_set *set, enum command command,
                 const char *name, size_t length, struct option_place *place);

/* True if the name of |row| begins with |name|. */
bool option_is_abbreviated(const struct option_row *row, const char *name,
                           size_t length);

/* Find the last option whose name begins with |name|. Return how many do. */
size_t option_find_abbreviated(const struct option_set *set,
                               enum command command, const char *name,
                               size_t length, struct option_place *place);

/* Set the members at |options| whose rows have a default. */
void option_set_defaults(void *options, const struct option_set *set,
                         enum command command);

/* Free the members at |options| that their rows have allocated. */
void option_free_kept(void *options, const struct option_set *set);

/* Read |use| into the options at |options|, which have |place|. */
int option_take(void *options, const struct option_place *place,
                const struct option_use *use);

#endif
