/* The parser of the command line for all commands, driven by the rows of their
 * options.
 *
 * Options may come before, between and after other words; "--" ends them. Long
 * options may be abbreviated if the abbreviation is unique; letters may share a
 * hyphen. Words that are not options are servers (@...), options in dig's
 * spelling (+short), or inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/dig_options.h"
#include "cli/exits.h"
#include "cli/output_options.h"
#include "cli/suggestion.h"

/* The words to read. */
struct reading_words {
    const struct option_set *set;
    void *options;
    struct command_words *words; /* start of |options| */
    int count;
    char **arguments;
    int next;
};

static enum command command_of(const struct reading_words *reading)
{
    return reading->words->command;
}

/* ---- Search ------------------------------------------------------------ */

static bool next_option(const struct reading_words *reading,
                        struct option_place *place)
{
    return option_next_taken(reading->set, command_of(reading), place);
}

/* Find the complete |name|, without its hyphens. */
static bool find_name(const struct reading_words *reading, const char *name,
                      size_t length, struct option_place *place)
{
    return option_find(reading->set, command_of(reading), name, length, place);
}

/* Return true if |word| is a complete option. */
static bool names_option(const struct reading_words *reading, const char *word)
{
    struct option_place place;
    return strncmp(word, "--", 2) == 0 && word[2] != '\0' &&
           find_name(reading, word + 2, strcspn(word + 2, "="), &place);
}

/* ---- Errors ------------------------------------------------------------ */

const char *options_find_version(enum command command, const char *word)
{
    const char *digit = word + strspn(word, "-v");
    return command == COMMAND_UUID_GEN &&
                   (*digit == '\0' || digit[1] == '\0') &&
                   strchr("12345678", *digit) != NULL
               ? "versions 1, 3, 4, 5, 6, 7 and 8 are -t, -m, -r, -s, -6, -7 "
                 "and "
                 "-8"
               : NULL;
}

static int refuse_unknown(const struct reading_words *reading, const char *word,
                          size_t length)
{
    struct option_place place = {0};
    const enum command command = command_of(reading);
    const char *name = command_page(command)->name;
    struct suggestion suggestion;
    char nearest[40];
    const char *hint;
    bool is_long = length > 2 && word[1] == '-';
    const char *letter = dig_letter_hint(word[1]);
    if (!is_long && letter != NULL && (command & BATCH_COMMANDS) != 0) {
        complain("%.2s: unknown option; %s", word, letter);
        return EXIT_USAGE;
    }
    const char *instead = options_find_version(command, word);
    if (instead != NULL) {
        complain("%.*s: unknown option; %s", (int)length, word, instead);
        return EXIT_USAGE;
    }
    suggestion_begin(&suggestion, is_long ? word + 2 : "",
                     is_long ? length - 2 : 0);
    while (is_long && next_option(reading, &place)) {
        if (place.row->name != NULL) {
            suggestion_try(&suggestion, place.row->name);
        }
    }
    hint = suggestion_text(&suggestion);
    if (*hint != '\0') {
        snprintf(nearest, sizeof nearest, "--%s", suggestion.nearest);
        complain("%.*s: unknown option; did you mean %s?", (int)length, word,
                 nearest);
    } else {
        complain("%.*s: unknown option; ddds %s --help lists the options",
                 (int)length, word, name);
    }
    return EXIT_USAGE;
}

/* Report all options that start with |word|: "write --a, --b or --c". */
static int refuse_ambiguous(const struct reading_words *reading,
                            const char *word, size_t length)
{
    struct option_place place = {0};
    const struct option_row *last = NULL;
    char known[200] = "";
    size_t end = 0;
    while (next_option(reading, &place)) {
        if (option_is_abbreviated(place.row, word + 2, length - 2)) {
            if (last != NULL && end < sizeof known) {
                end +=
                    (size_t)snprintf(known + end, sizeof known - end, "%s--%s",
                                     end > 0 ? ", " : "", last->name);
            }
            last = place.row;
        }
    }
    assert(last != NULL);
    complain("%.*s: ambiguous option; write %s or --%s", (int)length, word,
             known, last->name);
    return EXIT_USAGE;
}

/* ---- Options ----------------------------------------------------------- */

/* Read the option at |place|; |value| is part of the same word, or NULL. */
static int take_option(struct reading_words *reading,
                       const struct option_place *place, const char *spelling,
                       char *value)
{
    struct option_use use = {place->row, reading->words, spelling, value};
    if (use.row->argument == NULL) {
        if (use.value == NULL) {
            return option_take(reading->options, place, &use);
        }
        complain("%s: takes no argument; leave \"=%.48s\" out", spelling,
                 use.value);
        return EXIT_USAGE;
    }
    if (use.value == NULL && reading->next < reading->count &&
        !names_option(reading, reading->arguments[reading->next])) {
        use.value = reading->arguments[reading->next++];
    }
    if (use.value == NULL) {
        complain("%s: missing argument; write %s %s", spelling, spelling,
                 use.row->argument);
        return EXIT_USAGE;
    }
    return option_take(reading->options, place, &use);
}

/* --name, --name=value. */
static int take_long(struct reading_words *reading, char *word)
{
    char spelling[40];
    char *name = word + 2;
    size_t length = strcspn(name, "=");
    size_t count = 1;
    struct option_place found;
    if (!find_name(reading, name, length, &found)) {
        count = option_find_abbreviated(reading->set, command_of(reading), name,
                                        length, &found);
    }
    if (count != 1) {
        return count > 1 ? refuse_ambiguous(reading, word, length + 2)
                         : refuse_unknown(reading, word, length + 2);
    }
    snprintf(spelling, sizeof spelling, "--%s", found.row->name);
    return take_option(reading, &found, spelling,
                       name[length] == '=' ? name + length + 1 : NULL);
}

/* -a, -ab, -avalue. */
static int take_letters(struct reading_words *reading, char *word)
{
    int status = -1;
    for (char *at = word + 1; *at != '\0' && status < 0; at++) {
        const char spelling[] = {'-', *at, '\0'};
        struct option_place found;
        if (!option_find_letter(reading->set, command_of(reading), *at,
                                &found)) {
            return refuse_unknown(reading, spelling, 2);
        }
        if (found.row->argument != NULL && at[1] != '\0') {
            return take_option(reading, &found, spelling, at + 1);
        }
        status = take_option(reading, &found, spelling, NULL);
    }
    return status;
}

/* ---- Words -------------------------------------------------------------- */

void options_keep_input(struct command_words *words, const char *word)
{
    words->inputs[words->input_count++] = word;
}

static int take_word(struct reading_words *reading, const char *word)
{
    if (reading->set->take != NULL) {
        return reading->set->take(reading->options, reading->set, word);
    }
    options_keep_input(reading->words, word);
    return -1;
}

static bool ends_options(const struct reading_words *reading)
{
    return reading->set->ends_at_input && reading->words->input_count > 0;
}

/* Reject an option among strings, because it is hardly meant as a string. */
static int check_string(const struct reading_words *reading, const char *word)
{
    if (!reading->set->ends_at_input || !names_option(reading, word)) {
        return -1;
    }
    complain("%s: options come before REGEXP; if it is a string, write -- "
             "before REGEXP",
             word);
    return EXIT_USAGE;
}

/* "-" is standard input, also in "-:ORIGIN". */
static bool is_input(const char *word)
{
    return word[0] != '-' || word[1] == '\0' || word[1] == ':';
}

static int take_words(struct reading_words *reading)
{
    bool is_literal = false; /* after "--" */
    int status = -1;
    while (status < 0 && reading->next < reading->count && !is_literal &&
           !ends_options(reading)) {
        char *word = reading->arguments[reading->next++];
        is_literal = strcmp(word, "--") == 0;
        if (is_literal) {
            break;
        }
        status = is_input(word)   ? take_word(reading, word)
                 : word[1] == '-' ? take_long(reading, word)
                                  : take_letters(reading, word);
    }
    while (status < 0 && reading->next < reading->count) {
        const char *word = reading->arguments[reading->next++];
        status = is_literal ? -1 : check_string(reading, word);
        reading->words->literal_count++;
        options_keep_input(reading->words, word);
    }
    return status;
}

/* ---- Entry ------------------------------------------------------------- */

int options_read(void *options, const struct option_set *set,
                 enum command command, int count, char **arguments)
{
    struct reading_words reading = {set, options, options, count, arguments, 0};
    memset(options, 0, set->size);
    reading.words->command = command;
    reading.words->inputs =
        calloc((size_t)count + 1, sizeof *reading.words->inputs);
    if (set->begin != NULL) {
        set->begin(options);
    }
    option_set_defaults(options, set, command);
    int status = take_words(&reading);
    return status < 0 && set->complete != NULL ? set->complete(options)
                                               : status;
}

void options_clear(void *options, const struct option_set *set)
{
    struct command_words *words = options;
    option_free_kept(options, set);
    if (set->clear != NULL) {
        set->clear(options);
    }
    free(words->inputs);
}

/* ---- Options of all commands --------------------------------------------- */

static int read_help(void *group, const struct option_use *use)
{
    struct command_words *words = group;
    (void)use;
    words->asks_for_help = true;
    return EXIT_FOUND;
}

static int read_version(void *group, const struct option_use *use)
{
    struct command_words *words = group;
    (void)use;
    words->asks_for_version = true;
    return EXIT_FOUND;
}

static const struct option_row rows[] = {
    OPTION_SWITCH("help", 'h', ALL_COMMANDS, "show this help", read_help,
                  .member = 0),
    OPTION_SWITCH("version", 'V', ALL_COMMANDS, "show the version",
                  read_version, .member = 0),
};

const struct option_rows help_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&output_heading_rows, 0}, {&help_rows, 0}, {NULL, 0}};

const struct option_set plain_options = {.groups = groups,
                                         .size = sizeof(struct command_words)};
