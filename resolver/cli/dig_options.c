/* dig's options, which start with "+". ddds supports a dozen that users know by
 * heart: equivalents of its own options, and options that request its default
 * behaviour. All others are unknown.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/dig_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/output_options.h"
#include "cli/suggestion.h"
#include "cli/values.h"

enum action {
    IS_SWITCH,   /* an option of ddds; "no" disables it */
    IS_VALUE,    /* an option of ddds with a value */
    IS_RETRY,    /* --tries minus 1 */
    IS_RECURSE,  /* "no": clear RD */
    IS_CHECKING, /* set CD */
    IS_COMMENTS, /* "no": query prints only records */
    IS_ALWAYS,   /* default behaviour; "no" has no effect */
};

struct dig_option {
    const char *name; /* without "+" and "no" */
    enum action action;
    const char *row; /* option of the command; NULL: none */
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

/* A parsed word. */
struct dig_word {
    const char *text;
    char spelling[32]; /* before "=" */
    char *value;       /* NULL: missing */
    bool is_off;       /* starts with "no" */
    const struct dig_option *option;
    struct option_place place; /* of |option|; its row may be NULL */
};

/* ---- Search -------------------------------------------------------------- */

/* Find the row of the option |name|; it is NULL if the command does not support
 * it. */
static struct option_place find_row(const struct dig_words *words,
                                    const char *name)
{
    struct option_place place;
    if (name == NULL || !option_find(words->set, words->words->command, name,
                                     strlen(name), &place)) {
        place.row = NULL;
    }
    return place;
}

static bool is_known(const struct dig_words *words,
                     const struct dig_option *option)
{
    return option->row == NULL || find_row(words, option->row).row != NULL;
}

/* Return the option |name|, or the only option that starts with it, as in dig:
 * +rec. NULL if none or several match. */
static const struct dig_option *find_option(const struct dig_words *words,
                                            const char *name, size_t length)
{
    const struct dig_option *found = NULL;
    bool is_ambiguous = false;
    for (size_t i = 0; i < DIG_OPTIONS; i++) {
        const struct dig_option *option = &dig_options[i];
        if (!is_known(words, option) ||
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

static void find_word(const struct dig_words *words, struct dig_word *word)
{
    const char *name = word->text + 1;
    size_t length = strcspn(name, "=");
    word->option = find_option(words, name, length);
    word->is_off = false;
    if (word->option == NULL && length > 2 && strncmp(name, "no", 2) == 0) {
        word->option = find_option(words, name + 2, length - 2);
        word->is_off = word->option != NULL;
    }
    if (word->option != NULL) {
        word->place = find_row(words, word->option->row);
    }
    snprintf(word->spelling, sizeof word->spelling, "+%.*s",
             (int)(length < 28 ? length : 28), name);
}

/* ---- Errors -------------------------------------------------------------- */

static int refuse_unknown(const struct dig_words *words,
                          const struct dig_word *word)
{
    char nearest[32];
    struct suggestion suggestion;
    suggestion_begin(&suggestion, word->text + 1, strcspn(word->text, "=") - 1);
    for (size_t i = 0; i < DIG_OPTIONS; i++) {
        if (is_known(words, &dig_options[i])) {
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
                 word->text, command_page(words->words->command)->name);
    }
    return EXIT_USAGE;
}

static int refuse_value(const struct dig_word *word)
{
    complain("%s: takes no value; leave \"=%.48s\" out", word->spelling,
             word->value);
    return EXIT_USAGE;
}

/* ---- Effects ------------------------------------------------------------- */

/* Report that disabling a default behaviour has no effect. */
static int note(const struct dig_word *word)
{
    complain("%s: ignored; it has no effect in ddds", word->text);
    return -1;
}

/* Return the option that corresponds to |word|. */
static struct option_use use_of(const struct dig_words *words,
                                const struct dig_word *word)
{
    return (struct option_use){word->place.row, words->words, word->spelling,
                               word->value};
}

static int take_switch(const struct dig_words *words,
                       const struct dig_word *word)
{
    const struct option_use use = use_of(words, word);
    void *group = (char *)words->words + word->place.group->offset;
    if (!word->is_off) {
        return option_take(words->words, &word->place, &use);
    }
    if (use.row->read == read_constant) {
        /* Text is the first of all formats, also of those of lint. */
        unsigned *member = option_member(group, &use);
        *member = *member == use.row->number ? FORMAT_TEXT : *member;
        return -1;
    }
    return read_switch_off(group, &use);
}

/* dig's retries do not include the first try. */
static int take_retries(const struct dig_words *words,
                        const struct dig_word *word)
{
    uint64_t retries = 0;
    int status = value_number(word->spelling, word->value, 0,
                              word->place.row->number - 1, &retries);
    if (status < 0) {
        words->dns->tries = (unsigned)retries + 1;
    }
    return status;
}

static int take_value(const struct dig_words *words,
                      const struct dig_word *word)
{
    const struct option_use use = use_of(words, word);
    if (word->is_off) {
        return note(word);
    }
    if (word->value == NULL) {
        complain("%s: missing value; write %s=N", word->spelling,
                 word->spelling);
        return EXIT_USAGE;
    }
    return word->option->action == IS_RETRY
               ? take_retries(words, word)
               : option_take(words->words, &word->place, &use);
}

/* Show or hide sections and comments of query. */
static int take_comments(const struct dig_words *words,
                         const struct dig_word *word)
{
    if (words->words->command != COMMAND_QUERY) {
        return word->is_off ? note(word) : -1;
    }
    *words->hides_comments = word->is_off;
    return -1;
}

static int take_option(const struct dig_words *words,
                       const struct dig_word *word)
{
    struct ddds_dns_options *dns = words->dns;
    switch (word->option->action) {
    case IS_SWITCH:
        return word->value != NULL ? refuse_value(word)
                                   : take_switch(words, word);
    case IS_VALUE:
    case IS_RETRY:
        return take_value(words, word);
    case IS_RECURSE:
        dns->no_recursion = word->is_off;
        return -1;
    case IS_CHECKING:
        dns->no_validation = !word->is_off;
        return -1;
    case IS_COMMENTS:
        return take_comments(words, word);
    case IS_ALWAYS:
        return word->is_off ? note(word) : -1;
    }
    return -1;
}

bool dig_option_is(const char *word)
{
    return word[0] == '+' && ((word[1] >= 'a' && word[1] <= 'z') ||
                              (word[1] >= 'A' && word[1] <= 'Z'));
}

int dig_option_take(const struct dig_words *words, const char *text)
{
    struct dig_word word = {.text = text};
    char *value = strchr(text, '=');
    find_word(words, &word);
    word.value = value != NULL ? value + 1 : NULL;
    return word.option != NULL ? take_option(words, &word)
                               : refuse_unknown(words, &word);
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
