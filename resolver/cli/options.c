/* The parser of the command line: the same for all commands, from the rows of
 * the option table.
 *
 * Options may come before, between and after other words; "--" ends them; a
 * long option may be abbreviated as long as it is the only one; letters may
 * share a hyphen. Words that are not options are servers (@...), options in
 * dig's spelling (+short), or inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/dig_options.h"
#include "cli/exits.h"
#include "cli/option.h"
#include "cli/option_checks.h"
#include "cli/suggestion.h"

/* The words that are still to be read. */
struct reading_words {
    struct options *options;
    int count;
    char **arguments;
    int next;
};

static bool is_option(const struct option_row *row, unsigned command)
{
    return row->read != NULL && (row->commands & command) != 0;
}

/* ---- Finding rows ------------------------------------------------------ */

static const struct option_row *find_letter(unsigned command, char letter)
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (is_option(row, command) && row->letter == letter) {
            return row;
        }
    }
    return NULL;
}

/* The row of the whole |name|, without its hyphens. */
static const struct option_row *find_name(unsigned command, const char *name,
                                          size_t length)
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (is_option(row, command) && row->name != NULL &&
            strlen(row->name) == length &&
            memcmp(row->name, name, length) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Is |word| an option, written in full? */
static bool names_option(unsigned command, const char *word)
{
    return strncmp(word, "--", 2) == 0 && word[2] != '\0' &&
           find_name(command, word + 2, strcspn(word + 2, "=")) != NULL;
}

static bool is_abbreviated(const struct option_row *row, unsigned command,
                           const char *name, size_t length)
{
    return is_option(row, command) && row->name != NULL &&
           strncmp(row->name, name, length) == 0;
}

/* The only row whose name begins with |name|; |*count| is how many do. */
static const struct option_row *find_abbreviated(unsigned command,
                                                 const char *name,
                                                 size_t length, size_t *count)
{
    const struct option_row *row;
    const struct option_row *found = NULL;
    *count = 0;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (is_abbreviated(row, command, name, length)) {
            found = row;
            ++*count;
        }
    }
    return found;
}

/* ---- Mistakes ---------------------------------------------------------- */

static int refuse_unknown(unsigned command, const char *word, size_t length)
{
    const struct option_row *row;
    const char *name = command_page((enum command)command)->name;
    struct suggestion suggestion;
    char nearest[40];
    const char *hint;
    bool is_long = length > 2 && word[1] == '-';
    const char *letter = dig_letter_hint(word[1]);
    if (!is_long && letter != NULL && (command & BATCH_COMMANDS) != 0) {
        complain("%.2s: unknown option; %s", word, letter);
        return EXIT_USAGE;
    }
    suggestion_begin(&suggestion, is_long ? word + 2 : "",
                     is_long ? length - 2 : 0);
    for (size_t i = 0; is_long && (row = option_at(i)) != NULL; i++) {
        if (is_option(row, command) && row->name != NULL) {
            suggestion_try(&suggestion, row->name);
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

/* Name every option that begins like |word|: "write --a, --b or --c". */
static int refuse_ambiguous(unsigned command, const char *word, size_t length)
{
    const struct option_row *row;
    const struct option_row *last = NULL;
    char known[200] = "";
    size_t end = 0;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (is_abbreviated(row, command, word + 2, length - 2)) {
            if (last != NULL && end < sizeof known) {
                end +=
                    (size_t)snprintf(known + end, sizeof known - end, "%s--%s",
                                     end > 0 ? ", " : "", last->name);
            }
            last = row;
        }
    }
    complain("%.*s: ambiguous option; write %s or --%s", (int)length, word,
             known, last->name);
    return EXIT_USAGE;
}

/* ---- Options ----------------------------------------------------------- */

/* Read the option of |use|. Its value is part of the same word, or NULL. */
static int take_option(struct reading_words *words, struct option_use *use)
{
    if (use->row->argument == NULL) {
        if (use->value == NULL) {
            return use->row->read(words->options, use);
        }
        complain("%s: takes no argument; leave \"=%.48s\" out", use->spelling,
                 use->value);
        return EXIT_USAGE;
    }
    if (use->value == NULL && words->next < words->count &&
        !names_option(words->options->command, words->arguments[words->next])) {
        use->value = words->arguments[words->next++];
    }
    if (use->value == NULL) {
        complain("%s: missing argument; write %s %s", use->spelling,
                 use->spelling, use->row->argument);
        return EXIT_USAGE;
    }
    return use->row->read(words->options, use);
}

/* --name, --name=value. */
static int take_long(struct reading_words *words, char *word)
{
    unsigned command = words->options->command;
    char spelling[40];
    char *name = word + 2;
    size_t length = strcspn(name, "=");
    size_t count = 1;
    const struct option_row *found = find_name(command, name, length);
    if (found == NULL) {
        found = find_abbreviated(command, name, length, &count);
    }
    if (count != 1) {
        return count > 1 ? refuse_ambiguous(command, word, length + 2)
                         : refuse_unknown(command, word, length + 2);
    }
    snprintf(spelling, sizeof spelling, "--%s", found->name);
    struct option_use use = {found, spelling,
                             name[length] == '=' ? name + length + 1 : NULL};
    return take_option(words, &use);
}

/* -a, -ab, -avalue. */
static int take_letters(struct reading_words *words, char *word)
{
    int status = -1;
    for (char *at = word + 1; *at != '\0' && status < 0; at++) {
        const char spelling[] = {'-', *at, '\0'};
        struct option_use use = {find_letter(words->options->command, *at),
                                 spelling, NULL};
        if (use.row == NULL) {
            return refuse_unknown(words->options->command, spelling, 2);
        }
        if (use.row->argument != NULL && at[1] != '\0') {
            use.value = at + 1;
            return take_option(words, &use);
        }
        status = take_option(words, &use);
    }
    return status;
}

/* ---- Words -------------------------------------------------------------- */

static bool is_letter(char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
}

static void keep_input(struct options *options, const char *word)
{
    options->inputs[options->input_count++] = word;
}

/* What is not an option of ours: a server, dig's option, or an input. */
static int take_word(struct options *options, const char *word)
{
    if (options->command == COMMAND_DIFF) {
        bool is_server = word[0] == '@';
        options->diff.words[options->diff.word_count++] = (struct source_word){
            is_server ? SOURCE_SERVER : SOURCE_WORD, word + is_server};
        return -1;
    }
    if (word[0] == '@' && (options->command & DNS_COMMANDS) != 0) {
        options->servers[options->server_count++] = word + 1;
        return -1;
    }
    if (word[0] == '+' && is_letter(word[1]) &&
        (options->command & BATCH_COMMANDS) != 0) {
        return dig_option_take(options, word);
    }
    keep_input(options, word);
    return -1;
}

/* rewrite's strings may begin with anything. */
static bool ends_options(const struct options *options)
{
    return options->command == COMMAND_REWRITE && options->input_count > 0;
}

/* An option among rewrite's strings is hardly meant as a string. */
static int check_string(const struct options *options, const char *word)
{
    if (options->command != COMMAND_REWRITE ||
        !names_option(options->command, word)) {
        return -1;
    }
    complain("%s: options come before REGEXP; if it is a string, write -- "
             "before REGEXP",
             word);
    return EXIT_USAGE;
}

/* "-" is standard input; so it is in "-:ORIGIN". */
static bool is_input(const char *word)
{
    return word[0] != '-' || word[1] == '\0' || word[1] == ':';
}

static int take_words(struct reading_words *words)
{
    struct options *options = words->options;
    bool is_literal = false; /* after "--" */
    int status = -1;
    while (status < 0 && words->next < words->count && !is_literal &&
           !ends_options(options)) {
        char *word = words->arguments[words->next++];
        is_literal = strcmp(word, "--") == 0;
        if (is_literal) {
            break;
        }
        status = is_input(word)   ? take_word(options, word)
                 : word[1] == '-' ? take_long(words, word)
                                  : take_letters(words, word);
    }
    while (status < 0 && words->next < words->count) {
        const char *word = words->arguments[words->next++];
        status = is_literal ? -1 : check_string(options, word);
        options->literal_count++;
        keep_input(options, word);
    }
    return status;
}

/* ---- The whole --------------------------------------------------------- */

/* Set options that have a default choice. */
static void choose_defaults(struct options *options)
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (is_option(row, options->command) && row->has_default) {
            unsigned value = option_default(row->choices, options->command);
            memcpy((char *)options + row->member, &value, sizeof value);
        }
    }
}

/* Allocate the lists: none is longer than the command line. */
static void begin(struct options *options, enum command command, int count)
{
    size_t most = (size_t)count + 1;
    *options = (struct options){.command = command,
                                .jobs = 128,
                                .dns = DDDS_DNS_OPTIONS_INIT,
                                .resolving = DDDS_OPTIONS_INIT};
    options->resolving.deadline = 15000;
    options->uuid.kind = UUID_V4;
    options->uuid.count = 1;
    options->uuid.read_forms =
        command == COMMAND_UUID_CHECK ? 0 : UUID_READ_FORMS;
    choose_defaults(options);
    options->zones = calloc(most, sizeof *options->zones);
    options->servers = calloc(most, sizeof *options->servers);
    options->inputs = calloc(most, sizeof *options->inputs);
    options->types = calloc(most, sizeof *options->types);
    options->input_files = calloc(most, sizeof *options->input_files);
    options->lint.samples = calloc(most, sizeof *options->lint.samples);
    options->configurations = calloc(most, sizeof *options->configurations);
    options->lint.origins = calloc(most, sizeof *options->lint.origins);
    options->lint.origin_places =
        calloc(most, sizeof *options->lint.origin_places);
    options->diff.words = calloc(most, sizeof *options->diff.words);
    options->graph.keys = calloc(most, sizeof *options->graph.keys);
    options->serve.listens = calloc(most, sizeof *options->serve.listens);
}

int options_read(struct options *options, enum command command,
                 options_defaults_fn *defaults, int count, char **arguments)
{
    struct reading_words words = {options, count, arguments, 0};
    begin(options, command, count);
    int status = defaults != NULL ? defaults(options, count, arguments) : -1;
    if (status < 0) {
        status = take_words(&words);
    }
    return status < 0 ? options_complete(options) : status;
}

void options_clear(struct options *options)
{
    free(options->zones);
    free(options->servers);
    free(options->inputs);
    free(options->types);
    free(options->input_files);
    free(options->services);
    free(options->protocols);
    free(options->roots);
    free(options->own_hosts);
    free(options->uuid.columns);
    free(options->lint.samples);
    free(options->graph.keys);
    free(options->serve.listens);
    free(options->serve.hosts);
    free(options->lint.origins);
    free(options->lint.origin_places);
    free(options->configurations);
    free(options->diff.words);
    free(options->lint.ignored);
    if (options->lint.config != NULL) {
        options->lint.free_config(options->lint.config);
    }
    ddds_application_free(options->described);
}
