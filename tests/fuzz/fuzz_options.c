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
#include "no_files.h"

enum { WORDS_MAX = 24 };

/* ---- What must be true --------------------------------------------------- */

static void check_words(const char *const *words, size_t count)
{
    require(count == 0 || words != NULL);
    for (size_t i = 0; i < count; i++) {
        require(words[i] != NULL);
    }
}

static void check_options(const struct options *options, enum command command)
{
    require(options->command == command);
    check_words(options->zones, options->zone_count);
    check_words(options->configurations, options->configuration_count);
    check_words(options->servers, options->server_count);
    check_words(options->inputs, options->input_count);
    check_words(options->input_files, options->input_file_count);
    check_words(options->lint.samples, options->lint.sample_count);
    check_words(options->graph.keys, options->graph.key_count);
    require(options->literal_count <= options->input_count);
    require(options->max_generated <= LIMIT_GENERATED_MAX);
    require(options->format <= FORMAT_GITHUB);
    require(options->resolving.max_hops <= 1000);
    require(options->resolving.max_queries <= 100000);
    require(options->described == NULL);
    for (size_t i = 0; i < options->lint.origin_count; i++) {
        require(options->lint.origin_places[i] <= options->input_count);
    }
}

static int read(enum command command, size_t count, char **words)
{
    struct options options = {.command = COMMAND_HELP};
    char *copies[WORDS_MAX + 1] = {NULL};
    /* Readers may change words in their place. */
    for (size_t i = 0; i < count; i++) {
        copies[i] = strdup(words[i]);
        require(copies[i] != NULL);
    }
    complaints = 0;
    int status = options_read(&options, command, NULL, (int)count, copies);
    require(status >= -1 && status <= EXIT_OWN_FAILURE);
    if (status == -1) {
        check_options(&options, command);
    } else if (options.asks == ASKS_NOTHING) {
        require(status == EXIT_USAGE || status == EXIT_TEMPORARY);
        require(complaints > 0);
    }
    options_clear(&options);
    for (size_t i = 0; i < count; i++) {
        free(copies[i]);
    }
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum command commands[] = {
        COMMAND_RESOLVE,    COMMAND_TRACE,     COMMAND_QUERY,
        COMMAND_LINT,       COMMAND_TEST,      COMMAND_GRAPH,
        COMMAND_REWRITE,    COMMAND_URN_PARSE, COMMAND_URN_NORMALIZE,
        COMMAND_URN_EQUAL,  COMMAND_UUID_GEN,  COMMAND_UUID_PARSE,
        COMMAND_UUID_CHECK, COMMAND_UUID_FMT,  COMMAND_UUID_CMP,
        COMMAND_UUID_RANGE, COMMAND_UUID_NS,   COMMAND_DIFF,
    };
    char *words[WORDS_MAX];
    size_t count = 0;
    if (size == 0) {
        return 0;
    }
    enum command command =
        commands[data[0] % (sizeof commands / sizeof *commands)];
    char *text = copy_of(data + 1, size - 1);
    for (char *at = text; *at != '\0' && count < WORDS_MAX;) {
        words[count++] = at;
        at += strcspn(at, "\n");
        if (*at == '\n') {
            *at++ = '\0';
        }
    }
    char first[sizeof last_complaint];
    int status = read(command, count, words);
    unsigned number = complaints;
    memcpy(first, last_complaint, sizeof first);
    require(read(command, count, words) == status);
    require(complaints == number &&
            (number == 0 || strcmp(first, last_complaint) == 0));
    free(text);
    return 0;
}
