/* The words of a command line: the first octet chooses the command, then come
 * words, a line each. Nothing is opened.
 *
 * A command line is accepted, or it is a usage error that is reported in one
 * line; what is accepted keeps within the limits that the help names, belongs
 * to the command, and reads the same a second time.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "base/limits.h"
#include "cli/options.h"
#include "complaints.h"
#include "diff/diff_options.h"
#include "graph/graph_options.h"
#include "lint/lint_options.h"
#include "no_files.h"
#include "prove/prove_options.h"
#include "query/query_options.h"
#include "resolve/resolve_options.h"
#include "rewrite/rewrite_options.h"
#include "test/test_options.h"
#include "urn/urn_options.h"
#include "uuid/uuid_options.h"

enum { WORDS_MAX = 24 };

/* ---- What must be true --------------------------------------------------- */

static void check_words(const struct given_words *words)
{
    require(words->count == 0 || words->items != NULL);
    for (size_t i = 0; i < words->count; i++) {
        require(words->items[i] != NULL);
    }
}

static void check_source(const struct source_options *source)
{
    check_words(&source->zones);
    check_words(&source->configurations);
    check_words(&source->servers);
    require(source->reading.max_generated <= LIMIT_GENERATED_MAX);
}

static void check_resolver(const struct resolver_line *line)
{
    check_source(&line->source);
    check_words(&line->batch.input_files);
    require(line->output.format <= FORMAT_FREERADIUS);
    require(line->request.resolving.max_hops <= 1000);
    require(line->request.resolving.max_queries <= 100000);
    require(line->request.described == NULL);
}

static void check_lint(const struct lint_line *line)
{
    check_source(&line->source);
    check_words(&line->lint.samples);
    require(line->lint.format <= LINT_JUNIT);
    for (size_t i = 0; i < line->lint.origins.count; i++) {
        require(line->lint.origin_places[i] <= line->words.input_count);
    }
}

static void check_options(const struct command_words *words,
                          enum command command)
{
    require(words->command == command);
    check_words(&(struct given_words){words->inputs, words->input_count});
    require(words->literal_count <= words->input_count);
    if ((command & ENGINE_COMMANDS) != 0 || command == COMMAND_QUERY) {
        check_resolver((const struct resolver_line *)words);
    } else if (command == COMMAND_LINT) {
        check_lint((const struct lint_line *)words);
    }
}

/* ---- Commands ------------------------------------------------------------ */

static const struct {
    enum command command;
    const struct option_set *options;
} commands[] = {
    {COMMAND_RESOLVE, &resolve_options}, {COMMAND_TRACE, &resolve_options},
    {COMMAND_QUERY, &query_options},     {COMMAND_LINT, &lint_options},
    {COMMAND_TEST, &test_options},       {COMMAND_GRAPH, &graph_options},
    {COMMAND_PROVE, &prove_options},     {COMMAND_REWRITE, &rewrite_options},
    {COMMAND_URN_PARSE, &urn_options},   {COMMAND_URN_NORMALIZE, &urn_options},
    {COMMAND_URN_EQUAL, &urn_options},   {COMMAND_UUID_GEN, &uuid_options},
    {COMMAND_UUID_PARSE, &uuid_options}, {COMMAND_UUID_CHECK, &uuid_options},
    {COMMAND_UUID_FMT, &uuid_options},   {COMMAND_UUID_CMP, &uuid_options},
    {COMMAND_UUID_RANGE, &uuid_options}, {COMMAND_UUID_NS, &uuid_options},
    {COMMAND_DIFF, &diff_options},
};

static int read(size_t which, size_t count, char **words)
{
    const struct option_set *set = commands[which].options;
    struct command_words *options = calloc(1, set->size);
    char *copies[WORDS_MAX + 1] = {NULL};
    /* Readers may change words in their place. */
    for (size_t i = 0; i < count; i++) {
        copies[i] = strdup(words[i]);
        require(copies[i] != NULL);
    }
    complaints = 0;
    int status =
        options_read(options, set, commands[which].command, (int)count, copies);
    require(status >= -1 && status <= EXIT_OWN_FAILURE);
    if (status == -1) {
        check_options(options, commands[which].command);
    } else if (!options->asks_for_help && !options->asks_for_version) {
        require(status == EXIT_USAGE || status == EXIT_TEMPORARY);
        require(complaints > 0);
    }
    options_clear(options, set);
    free(options);
    for (size_t i = 0; i < count; i++) {
        free(copies[i]);
    }
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words[WORDS_MAX];
    size_t count = 0;
    if (size == 0) {
        return 0;
    }
    size_t which = data[0] % (sizeof commands / sizeof *commands);
    char *text = copy_of(data + 1, size - 1);
    for (char *at = text; *at != '\0' && count < WORDS_MAX;) {
        words[count++] = at;
        at += strcspn(at, "\n");
        if (*at == '\n') {
            *at++ = '\0';
        }
    }
    char first[sizeof last_complaint];
    int status = read(which, count, words);
    unsigned number = complaints;
    memcpy(first, last_complaint, sizeof first);
    require(read(which, count, words) == status);
    require(complaints == number &&
            (number == 0 || strcmp(first, last_complaint) == 0));
    free(text);
    return 0;
}
