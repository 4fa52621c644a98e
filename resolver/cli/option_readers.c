/* Each reader keeps one value, or reports what is wrong with it: the option,
 * the value, what it may be.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option_readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/suggestion.h"
#include "cli/record_types.h"
#include "cli/values.h"

void *option_member(struct options *options, const struct option_use *use)
{
    return (char *)options + use->row->member;
}

int option_refuse(const struct option_use *use, const char *wanted)
{
    return value_refuse(use->spelling, use->value, wanted);
}

/* ---- Choices ----------------------------------------------------------- */

static bool is_named(const struct option_choice *choice, const char *word,
                     size_t length)
{
    return strlen(choice->name) == length &&
           memcmp(choice->name, word, length) == 0;
}

/* Words that other programs have for the same thing. */
static const char *find_synonym(const char *word, size_t length)
{
    static const char *const synonyms[][2] = {
        {"note", "info"},   {"notice", "info"},  {"hint", "info"},
        {"ndjson", "json"}, {"jsonl", "json"},   {"xml", "junit"},
        {"png", "svg"},     {"graphviz", "dot"}, {"on", "always"},
        {"yes", "always"},  {"off", "never"},    {"no", "never"},
    };
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (strlen(synonyms[i][0]) == length &&
            memcmp(synonyms[i][0], word, length) == 0) {
            return synonyms[i][1];
        }
    }
    return NULL;
}

static void refuse_choice(const struct option_use *use, unsigned command,
                          const char *word, size_t length)
{
    const char *synonym = find_synonym(word, length);
    char known[200] = "";
    size_t end = 0;
    struct suggestion suggestion;
    suggestion_begin(&suggestion, word, length);
    for (const struct option_choice *choice = use->row->choices;
         choice->name != NULL && end < sizeof known; choice++) {
        if ((choice->commands & command) != 0) {
            end += (size_t)snprintf(known + end, sizeof known - end, "%s%s",
                                    end > 0 ? ", " : "", choice->name);
            suggestion_try(&suggestion, choice->name);
            if (synonym != NULL && strcmp(choice->name, synonym) == 0) {
                suggestion.nearest = choice->name;
                suggestion.distance = 0;
            }
        }
    }
    complain("%s: \"%.*s\" is not one of %s%s", use->spelling, (int)length,
             word, known, suggestion_text(&suggestion));
}

const struct option_choice *option_choose(const struct option_use *use,
                                          unsigned command, const char *word,
                                          size_t length)
{
    for (const struct option_choice *choice = use->row->choices;
         choice->name != NULL; choice++) {
        if ((choice->commands & command) != 0 &&
            is_named(choice, word, length)) {
            return choice;
        }
    }
    refuse_choice(use, command, word, length);
    return NULL;
}

int read_choice(struct options *options, const struct option_use *use)
{
    const struct option_choice *choice =
        option_choose(use, options->command, use->value, strlen(use->value));
    if (choice == NULL) {
        return EXIT_USAGE;
    }
    *(unsigned *)option_member(options, use) = choice->value;
    return -1;
}

/* ---- Simple values ----------------------------------------------------- */

int read_switch(struct options *options, const struct option_use *use)
{
    *(bool *)option_member(options, use) = true;
    return -1;
}

int read_switch_off(struct options *options, const struct option_use *use)
{
    *(bool *)option_member(options, use) = false;
    return -1;
}

int read_constant(struct options *options, const struct option_use *use)
{
    *(unsigned *)option_member(options, use) = (unsigned)use->row->number;
    return -1;
}

int read_count(struct options *options, const struct option_use *use)
{
    return value_unsigned(use->spelling, use->value, (unsigned)use->row->number,
                          option_member(options, use));
}

/* What the library accepts. */
int read_buffer_size(struct options *options, const struct option_use *use)
{
    uint64_t size = 0;
    int status =
        value_number(use->spelling, use->value, 512, use->row->number, &size);
    *(unsigned *)option_member(options, use) = (unsigned)size;
    return status;
}

int read_duration(struct options *options, const struct option_use *use)
{
    return value_duration(use->spelling, use->value,
                          option_member(options, use));
}

int read_port(struct options *options, const struct option_use *use)
{
    return value_port(use->spelling, use->value, option_member(options, use));
}

int read_string(struct options *options, const struct option_use *use)
{
    *(char **)option_member(options, use) = use->value;
    return -1;
}

int read_list(struct options *options, const struct option_use *use)
{
    char **list = option_member(options, use);
    size_t before = *list != NULL ? strlen(*list) : 0;
    size_t size = before + strlen(use->value) + 2;
    *list = realloc(*list, size);
    snprintf(*list + before, size - before, "%s%s", before > 0 ? "," : "",
             use->value);
    return -1;
}

int read_seed(struct options *options, const struct option_use *use)
{
    options->has_seed = true;
    return value_number(use->spelling, use->value, 0, UINT64_MAX,
                        &options->seed);
}

int read_help(struct options *options, const struct option_use *use)
{
    (void)use;
    options->asks = ASKS_HELP;
    return EXIT_FOUND;
}

int read_version(struct options *options, const struct option_use *use)
{
    (void)use;
    options->asks = ASKS_VERSION;
    return EXIT_FOUND;
}

/* ---- What may be given more than once ----------------------------------- */

int read_zone(struct options *options, const struct option_use *use)
{
    options->zones[options->zone_count++] = use->value;
    return -1;
}

int read_configuration(struct options *options, const struct option_use *use)
{
    options->configurations[options->configuration_count++] = use->value;
    return -1;
}

/* An origin applies to the files that follow it. */
int read_origin(struct options *options, const struct option_use *use)
{
    struct lint_options *lint = &options->lint;
    lint->origin_places[lint->origin_count] = options->input_count;
    lint->origins[lint->origin_count++] = use->value;
    return -1;
}

/* For diff, the order of the sources matters. */
int read_source(struct options *options, const struct option_use *use)
{
    options->diff.words[options->diff.word_count++] =
        (struct source_word){(enum source_kind)use->row->number, use->value};
    return -1;
}

int read_input_file(struct options *options, const struct option_use *use)
{
    options->input_files[options->input_file_count++] = use->value;
    return -1;
}

int read_sample(struct options *options, const struct option_use *use)
{
    options->lint.samples[options->lint.sample_count++] = use->value;
    return -1;
}

int read_key(struct options *options, const struct option_use *use)
{
    options->graph.keys[options->graph.key_count++] = use->value;
    return -1;
}

int read_listen(struct options *options, const struct option_use *use)
{
    options->serve.listens[options->serve.listen_count++] = use->value;
    return -1;
}

int read_depth(struct options *options, const struct option_use *use)
{
    uint64_t depth = 0;
    options->graph.has_depth = true;
    int status =
        value_number(use->spelling, use->value, 0, use->row->number, &depth);
    options->graph.depth = (unsigned)depth;
    return status;
}

/* "L204,L210": each becomes a string of its own. */
int read_ignored(struct options *options, const struct option_use *use)
{
    struct lint_options *lint = &options->lint;
    size_t count = 1;
    for (const char *at = use->value; *at != '\0'; at++) {
        count += *at == ',';
    }
    lint->ignored = realloc(lint->ignored, (lint->ignored_count + count) *
                                               sizeof *lint->ignored);
    char *value = use->value;
    for (; count > 0; count--) {
        char *code = value;
        value += strcspn(value, ",");
        if (*value == ',') {
            *value++ = '\0';
        }
        if (ddds_check_code_find(code) == NULL) {
            return value_refuse(use->spelling, code,
                                "a code, such as L204; ddds lint --codes lists "
                                "them");
        }
        lint->ignored[lint->ignored_count++] = code;
    }
    return -1;
}

/* ---- Applications and types --------------------------------------------- */

/* An input has one application. */
static int check_first(const struct options *options,
                       const struct option_use *use)
{
    if (options->application == NULL) {
        return -1;
    }
    complain("%s: the application is already \"%s\"; give --app or --app-file "
             "only once",
             use->spelling, options->application->name);
    return EXIT_USAGE;
}

int read_application_file(struct options *options, const struct option_use *use)
{
    struct ddds_error error;
    int status = check_first(options, use);
    if (status >= 0) {
        return status;
    }
    options->described = ddds_application_open(use->value, &error);
    options->application = options->described;
    if (options->described != NULL) {
        return -1;
    }
    complain("%s", error.detail);
    /* A file that describes nothing is a mistake on the command line. */
    return error.status == DDDS_SYNTAX ? EXIT_USAGE
                                       : exit_of_status(error.status);
}

int read_application(struct options *options, const struct option_use *use)
{
    int status = check_first(options, use);
    if (status >= 0) {
        return status;
    }
    options->application = ddds_application_find(use->value);
    if (options->application != NULL) {
        return -1;
    }
    char known[200] = "";
    size_t length = 0;
    struct suggestion suggestion;
    suggestion_begin(&suggestion, use->value, strlen(use->value));
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL && length < sizeof known; each++) {
        length +=
            (size_t)snprintf(known + length, sizeof known - length, "%s%s",
                             length > 0 ? ", " : "", (*each)->name);
        suggestion_try(&suggestion, (*each)->name);
    }
    complain("%s: \"%s\" is not one of %s%s", use->spelling, use->value, known,
             suggestion_text(&suggestion));
    return EXIT_USAGE;
}

int read_type(struct options *options, const struct option_use *use)
{
    options->type = type_find(use->value);
    return options->type != 0 ? -1 : option_refuse(use, SHOWN_TYPES);
}
