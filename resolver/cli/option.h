/* One row defines an option for parser, help, suggestions and completions. Rows
 * form groups, each with the struct that they set; a command combines its own
 * and shared groups.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/commands.h"

struct option_row;

/* Words of the command line, or parts of them, in order. */
struct given_words {
    const char **items;
    size_t count;
};

void given_words_add(struct given_words *list, const char *word);

/* Common base of all commands' options. */
struct command_words {
    enum command command;
    bool is_implied; /* the command line does not name the command */

    /* Inputs to resolve or look up, files of lint and test, strings of other
     * commands. */
    const char **inputs;
    size_t input_count;
    size_t literal_count; /* the last inputs, after "--" */

    bool asks_for_help; /* instead of running */
    bool asks_for_version;

    const struct option_row *published; /* the first option that only affects
                                           published records; NULL: none */
};

/* A permitted value of an option. */
struct option_choice {
    const char *name;  /* NULL after the last */
    unsigned commands; /* that accept it */
    unsigned value;
};

/* An option as written by the user. */
struct option_use {
    const struct option_row *row;
    const struct command_words *words; /* with the preceding inputs */
    const char *spelling; /* "--format", "-f", "+time=5": for messages */
    char *value;          /* NULL: no argument */
};

/* Store the value of an option in |group|, the struct of its group. Return -1
 * to continue, or an exit status after reporting the error. */
typedef int option_reader(void *group, const struct option_use *use);

/* A row without a reader is a heading of the help or, if it starts with a
 * blank, a remark on the previous row. */
struct option_row {
    const char *name;     /* "format"; NULL: only a letter */
    const char *argument; /* its name in the help; NULL: no argument */
    const char *help;
    unsigned commands; /* commands of the group that accept it */
    char letter;       /* 'f'; 0: only a name */
    bool has_default;  /* the first choice is the default */
    option_reader *read;

    size_t given; /* offset of a bool in the group, set if the option is given;
                     0: none */
    bool is_kept; /* |member| owns memory: a string, or a given_words */
    bool is_for_published; /* affects only published records, not zone files */

    /* For the reader. */
    size_t member;                       /* offset of the member that it sets */
    uint64_t number;                     /* maximum, or the value to set */
    const struct option_choice *choices; /* NULL: any value */
};

/* A heading or remark; an option without an argument; an option with an
 * argument. Further arguments are for the reader. */
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

/* Rows, and the offset of their struct in the options of a command. */
struct option_group {
    const struct option_rows *rows; /* NULL after the last group */
    size_t offset;
};

/* The options of a command or of several. */
struct option_set {
    const struct option_group *groups; /* in the order of the help */
    size_t size; /* of their struct, whose base is struct command_words */
    bool ends_at_input; /* the words after the first input are inputs */

    /* Each may be NULL. Set defaults; free memory except that of rows with
     * |is_kept|. */
    void (*begin)(void *options);
    void (*clear)(void *options);

    /* Take a word that is not an option. NULL: it is an input. */
    int (*take)(void *options, const struct option_set *set, const char *word);

    /* Check the combination of options. */
    int (*complete)(void *options);

    /* Map |status| to the exit status of the command. */
    int (*exit)(const void *options, int status);
};

/* A row of a set, and its group. All zero: before the first row. */
struct option_place {
    const struct option_row *row;
    const struct option_group *group;
    size_t next; /* index of the next row in the group */
};

/* Step to the next row, in the order of the help. Return false after the
 * last. */
bool option_next(const struct option_set *set, struct option_place *place);

/* Step to the next option of |command|. Return false after the last. */
bool option_next_taken(const struct option_set *set, enum command command,
                       struct option_place *place);

/* Find the option of |command| by its |letter|, or by its |name|, of |length|
 * octets. Return false if it does not exist. */
bool option_find_letter(const struct option_set *set, enum command command,
                        char letter, struct option_place *place);
bool option_find(const struct option_set *set, enum command command,
                 const char *name, size_t length, struct option_place *place);

/* Return true if the name of |row| starts with |name|. */
bool option_is_abbreviated(const struct option_row *row, const char *name,
                           size_t length);

/* Find the last option whose name starts with |name|. Return the number of such
 * options. */
size_t option_find_abbreviated(const struct option_set *set,
                               enum command command, const char *name,
                               size_t length, struct option_place *place);

/* Set defaults in |options|, for rows that have them. */
void option_set_defaults(void *options, const struct option_set *set,
                         enum command command);

/* Free the members of |options| that their rows allocated. */
void option_free_kept(void *options, const struct option_set *set);

/* Store |use| in |options|; |place| is its row. */
int option_take(void *options, const struct option_place *place,
                const struct option_use *use);

#endif
