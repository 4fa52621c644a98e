/* Of dig's options, which begin with "+", ddds takes the dozen that hands know:
 * those that it has too, with other names or without, and those that ask for
 * what it does anyway. All others are unknown.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/dig_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/suggestion.h"
#include "cli/values.h"

enum action {
    IS_SWITCH,   /* an option of the table; "no" switches it off */
    IS_VALUE,    /* the same, with a value */
    IS_RETRY,    /* one less than --tries */
    IS_RECURSE,  /* "no": queries without RD */
    IS_CHECKING, /* queries with CD */
    IS_COMMENTS, /* "no": query prints records only */
    IS_ALWAYS,   /* what ddds does; "no" has no effect */
};

struct dig_option {
    const char *name; /* without "+" and "no" */
    enum action action;
    const char *row; /* of the option table, or NULL */
};

static const struct dig_option dig_options[] = {
    {"short", IS_SWITCH, "short"}, {"json", IS_SWITCH, "json"},
    {"trace", IS_SWITCH, "trace"}, {"tcp", IS_SWITCH, "tcp"},
    {"time", IS_VALUE, "timeout"}, {"tries", IS_VALUE, "tries"},
    {"retry", IS_RETRY, "tries"},  {"bufsize", IS_VALUE, "bufsize"},
    {"recurse", IS_RECURSE, NULL}, {"cdflag", IS_CHECKING, NULL},
    {"all", IS_COMMENTS, NULL},    {"answer", IS_ALWAYS, NULL},
    {"dnssec", IS_ALWAYS, NULL},
};

enum { DIG_OPTIONS = sizeof dig_options / sizeof dig_options[0] };

/* A word, taken apart. */
struct dig_word {
    const char *text;
    char spelling[32]; /* what stands before "=" */
    char *value;       /* NULL: there is none */
    bool is_off;       /* "no" */
    const struct dig_option *option;
    const struct option_row *row; /* of |option|, or NULL */
};

/* ---- Finding options ----------------------------------------------------- */

/* The row of the option table; NULL if the command has not got it. */
static const struct option_row *find_row(unsigned command, const char *name)
{
    const struct option_row *row;
    for (size_t i = 0; name != NULL && (row = option_at(i)) != NULL; i++) {
        if (row->read != NULL && row->name != NULL &&
            (row->commands & command) != 0 && strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

static bool is_known(unsigned command, const struct dig_option *option)
{
    return option->row == NULL || find_row(command, option->row) != NULL;
}

/* The option of |name|, or the only one that begins with it, as dig has it:
 * +rec. NULL if there is none, or there are several. */
static const struct dig_option *find_option(unsigned command, const char *name,
                                            size_t length)
{
    const struct dig_option *found = NULL;
    bool is_ambiguous = false;
    for (size_t i = 0; i < DIG_OPTIONS; i++) {
        const struct dig_option *option = &dig_options[i];
        if (!is_known(command, option) ||
            strncmp(option->name, name, length) != 0) {
            continue;
        }
        if (option->name[length] == '\0') {
            return option;
        }
        is_ambiguous |= found != NULL;
        found = option;
    }
    return is_ambiguous || length < 2 ? NULL : found;
}

static void find_word(unsigned command, struct dig_word *word)
{
    const char *name = word->text + 1;
    size_t length = strcspn(name, "=");
    word->option = find_option(command, name, length);
    word->is_off = false;
    if (word->option == NULL && length > 2 && strncmp(name, "no", 2) == 0) {
        word->option = find_option(command, name + 2, length - 2);
        word->is_off = word->option != NULL;
    }
    word->row =
        word->option != NULL ? find_row(command, word->option->row) : NULL;
    snprintf(word->spelling, sizeof word->spelling, "+%.*s",
             (int)(length < 28 ? length : 28), name);
}

/* ---- Mistakes ------------------------------------------------------------ */

static int refuse_unknown(unsigned command, const struct dig_word *word)
{
    char nearest[32];
    struct suggestion suggestion;
    suggestion_begin(&suggestion, word->text + 1, strcspn(word->text, "=") - 1);
    for (size_t i = 0; i < DIG_OPTIONS; i++) {
        if (is_known(command, &dig_options[i])) {
            suggestion_try(&suggestion, dig_options[i].name);
        }
    }
    if (*suggestion_text(&suggestion) != '\0') {
        snprintf(nearest, sizeof nearest, "+%s", suggestion.nearest);
        complain("%s: unknown option; did you mean %s?", word->text, nearest);
    } else if (strcmp(word->text, "+trace") == 0) {
        complain("+trace: unknown option; to explain a resolution, use ddds "
                 "trace");
    } else {
        complain("%s: unknown option; ddds %s --help lists dig's options that "
                 "ddds has",
                 word->text, command_page((enum command)command)->name);
    }
    return EXIT_USAGE;
}

static int refuse_value(const struct dig_word *word)
{
    complain("%s: takes no value; leave \"=%.48s\" out", word->spelling,
             word->value);
    return EXIT_USAGE;
}

/* ---- What they do -------------------------------------------------------- */

/* An option that asks ddds not to do what it always does. */
static int note(const struct dig_word *word)
{
    complain("%s: ignored; it has no effect in ddds", word->text);
    return -1;
}

static int take_switch(struct options *options, const struct dig_word *word)
{
    const struct option_use use = {word->row, word->spelling, NULL};
    if (!word->is_off) {
        return word->row->read(options, &use);
    }
    if (word->row->read == read_constant) {
        unsigned *member = option_member(options, &use);
        *member = *member == word->row->number ? FORMAT_TEXT : *member;
        return -1;
    }
    return read_switch_off(options, &use);
}

/* dig's retries do not count the first try. */
static int take_retries(struct options *options, const struct dig_word *word)
{
    uint64_t retries = 0;
    int status = value_number(word->spelling, word->value, 0,
                              word->row->number - 1, &retries);
    if (status < 0) {
        options->dns.tries = (unsigned)retries + 1;
    }
    return status;
}

static int take_value(struct options *options, const struct dig_word *word)
{
    const struct option_use use = {word->row, word->spelling, word->value};
    if (word->is_off) {
        return note(word);
    }
    if (word->value == NULL) {
        complain("%s: missing value; write %s=N", word->spelling,
                 word->spelling);
        return EXIT_USAGE;
    }
    return word->option->action == IS_RETRY ? take_retries(options, word)
                                            : word->row->read(options, &use);
}

/* The sections and comments that query prints. */
static int take_comments(struct options *options, const struct dig_word *word)
{
    if (options->command != COMMAND_QUERY) {
        return word->is_off ? note(word) : -1;
    }
    options->hides_comments = word->is_off;
    return -1;
}

static int take_option(struct options *options, const struct dig_word *word)
{
    switch (word->option->action) {
    case IS_SWITCH:
        return word->value != NULL ? refuse_value(word)
                                   : take_switch(options, word);
    case IS_VALUE:
    case IS_RETRY:
        return take_value(options, word);
    case IS_RECURSE:
        options->dns.no_recursion = word->is_off;
        return -1;
    case IS_CHECKING:
        options->dns.no_validation = !word->is_off;
        return -1;
    case IS_COMMENTS:
        return take_comments(options, word);
    case IS_ALWAYS:
        return word->is_off ? note(word) : -1;
    }
    return -1;
}

int dig_option_take(struct options *options, const char *text)
{
    struct dig_word word = {.text = text};
    char *value = strchr(text, '=');
    find_word(options->command, &word);
    word.value = value != NULL ? value + 1 : NULL;
    return word.option != NULL ? take_option(options, &word)
                               : refuse_unknown(options->command, &word);
}

/* ---- Letters ------------------------------------------------------------- */

const char *dig_letter_hint(char letter)
{
    switch (letter) {
    case 'x':
        return "ddds does not show PTR records; use dig -x";
    case 'c':
        return "ddds queries class IN only";
    case 'q':
        return "write the name alone, with a final dot if it looks like a type";
    case 'b':
        return "the system chooses the local address";
    case 'k':
    case 'y':
        return "ddds does not sign queries (TSIG)";
    default:
        return NULL;
    }
}
