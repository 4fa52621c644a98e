/* ddds: find the command, read its options, and run it.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "cli/options.h"
#include "diff/diff_options.h"
#include "fetch/fetch_options.h"
#include "graph/graph_options.h"
#include "lint/lint_options.h"
#include "prove/prove_options.h"
#include "query/query_options.h"
#include "resolve/resolve_options.h"
#include "rewrite/rewrite_options.h"
#include "serve/http/serve_options.h"
#include "test/test_options.h"
#include "urn/urn_options.h"
#include "uuid/uuid_options.h"
#include "zones/validation.h"

/* ---- Other programs -------------------------------------------------- */

/* Write the path of |name| beside this program; false if unknown. */
static bool find_beside(const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    size_t room = slash != NULL ? (size_t)(path + PATH_MAX - slash - 1) : 0;
    return slash != NULL &&
           (size_t)snprintf(slash + 1, room, "%s", name) < room;
}

/* Execute the program |name| with |count| arguments: that in the directory of
 * this program, otherwise that on the PATH. Return only on failure: complain,
 * and return EXIT_OWN_FAILURE. */
static int beside_run(const char *name, int count, char **arguments)
{
    char path[PATH_MAX];
    char own[64];
    char **words = calloc((size_t)count + 2, sizeof *words);
    snprintf(own, sizeof own, "%s", name);
    words[0] = own;
    for (int i = 0; i < count; i++) {
        words[i + 1] = arguments[i];
    }
    int why = ENOENT;
    if (find_beside(name, path)) {
        execv(path, words);
        why = errno;
    }
    execvp(name, words);
    why = why == ENOENT ? errno : why;
    if (why == ENOENT) {
        complain("the program %s is missing; " DDDS_INSTALL(
                     "of that name") ", or put it beside ddds or on the PATH",
                 name);
    } else {
        complain("the program %s cannot be run: %s", name, strerror(why));
    }
    free(words);
    return EXIT_OWN_FAILURE;
}

/* ---- The commands ------------------------------------------------------- */

static int command_help(const void *given);
static int command_version(const void *given);

static const struct {
    enum command command;
    const struct option_set *options;
    command_function *run; /* NULL: a group, or another program */
} commands[] = {
    {COMMAND_RESOLVE, &resolve_options, command_resolve},
    {COMMAND_TRACE, &resolve_options, command_resolve},
    {COMMAND_QUERY, &query_options, command_query},
    {COMMAND_LINT, &lint_options, command_lint},
    {COMMAND_TEST, &test_options, command_test},
    {COMMAND_GRAPH, &graph_options, command_graph},
    {COMMAND_DIFF, &diff_options, command_diff},
    {COMMAND_PROVE, &prove_options, command_prove},
    {COMMAND_REWRITE, &rewrite_options, command_rewrite},
    {COMMAND_FETCH, &fetch_options, NULL},
    {COMMAND_SERVE, &serve_options, NULL},
    {COMMAND_URN, &plain_options, NULL},
    {COMMAND_URN_PARSE, &urn_options, command_urn_each},
    {COMMAND_URN_NORMALIZE, &urn_options, command_urn_each},
    {COMMAND_URN_EQUAL, &urn_options, command_urn_equal},
    {COMMAND_UUID, &plain_options, NULL},
    {COMMAND_UUID_GEN, &uuid_options, command_uuid_gen},
    {COMMAND_UUID_PARSE, &uuid_options, command_uuid_parse},
    {COMMAND_UUID_CHECK, &uuid_options, command_uuid_check},
    {COMMAND_UUID_FMT, &uuid_options, command_uuid_fmt},
    {COMMAND_UUID_CMP, &uuid_options, command_uuid_cmp},
    {COMMAND_UUID_RANGE, &uuid_options, command_uuid_range},
    {COMMAND_UUID_NS, &uuid_options, command_uuid_ns},
    {COMMAND_HELP, &plain_options, command_help},
    {COMMAND_VERSION, &plain_options, command_version},
};

static size_t index_of(enum command command)
{
    size_t i = 0;
    while (commands[i].command != command) {
        i++;
    }
    return i;
}

static const struct option_set *options_of(enum command command)
{
    return commands[index_of(command)].options;
}

/* ---- help and version --------------------------------------------------- */

/* Return true if a further word of the command's name follows. */
static bool is_group(const struct command_page *page)
{
    return (page->command & (COMMAND_URN | COMMAND_UUID)) != 0;
}

static int command_help(const void *given)
{
    const struct command_words *options = given;
    const struct command_page *page = NULL;
    if (options->input_count == 0) {
        help_all();
        return EXIT_FOUND;
    }
    if (options->input_count > 2) {
        complain("help: takes one command; ddds help lists them");
        return EXIT_USAGE;
    }
    if (options->input_count == 1 &&
        strcmp(options->inputs[0], "applications") == 0) {
        help_applications();
        return EXIT_FOUND;
    }
    char name[64];
    page = command_find(options->inputs[0]);
    if (page == NULL || command_is_part(page)) {
        help_refuse(NULL, options->inputs[0]);
        return EXIT_USAGE;
    }
    if (options->input_count == 2) {
        const struct command_page *group = page;
        if (!is_group(page)) {
            complain("help: %s has no commands of its own; leave \"%s\" out",
                     page->name, options->inputs[1]);
            return EXIT_USAGE;
        }
        snprintf(name, sizeof name, "%s %s", group->name, options->inputs[1]);
        page = command_find(name);
        if (page == NULL) {
            help_refuse(group, options->inputs[1]);
            return EXIT_USAGE;
        }
    }
    help_command(page, options_of(page->command));
    return EXIT_FOUND;
}

static int command_version(const void *given)
{
    const struct command_words *options = given;
    if (options->input_count > 0) {
        complain("version: takes no arguments; leave \"%s\" out",
                 options->inputs[0]);
        return EXIT_USAGE;
    }
    help_versions();
    struct validation validation;
    char libraries[512];
    if (validation_load(&validation, NULL)) {
        validation.late.versions(libraries, sizeof libraries);
        fputs(libraries, stdout);
    }
    return EXIT_FOUND;
}

/* ---- Running ------------------------------------------------------------ */

/* Complain that a group of commands needs the name of a command. */
static int refuse_group(const void *given)
{
    const struct command_words *options = given;
    const struct command_page *group = command_page(options->command);
    complain("%s: missing command; write ddds %.*s", group->name,
             (int)strcspn(group->usage, "\n"), group->usage);
    return EXIT_USAGE;
}

/* ---- Finding the command ------------------------------------------------- */

/* Return true if |word| consists of letters, as commands do. */
static bool is_like_command(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    return word[0] != '\0' && word[strspn(word, letters)] == '\0';
}

static bool asks_for_help(int count, char **arguments)
{
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 ||
            strcmp(arguments[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

/* Return the command that begins at |arguments|, and set |*used| to its number
 * of words, 1 or 2. If the second word is unknown, complain and return NULL. */
static const struct command_page *find_command(const struct command_page *page,
                                               int count, char **arguments,
                                               int *used)
{
    char name[64];
    *used = 1;
    if (!is_group(page) || count < 2 || arguments[1][0] == '-') {
        return page;
    }
    snprintf(name, sizeof name, "%s %s", page->name, arguments[1]);
    const struct command_page *part = command_find(name);
    *used = 2;
    if (part == NULL) {
        help_refuse(page, arguments[1]);
    }
    return part;
}

static int run_page(const struct command_page *page, int count,
                    char **arguments)
{
    if (page->command == COMMAND_FETCH) {
        return beside_run("ddds-fetch", count, arguments);
    }
    if (page->command == COMMAND_SERVE) {
        return beside_run("ddds-server", count, arguments);
    }
    size_t i = index_of(page->command);
    return command_run(page->command, commands[i].options,
                       commands[i].run != NULL ? commands[i].run : refuse_group,
                       true, count, arguments);
}

static int run(int count, char **arguments)
{
    if (count < 2) {
        complain("nothing to do: give a URN or URI, or a command; ddds help "
                 "lists them");
        return EXIT_USAGE;
    }
    const char *word = arguments[1];
    int used;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_all();
        return EXIT_FOUND;
    }
    const struct command_page *page = command_find(word);
    if (page != NULL && !command_is_part(page)) {
        page = find_command(page, count - 1, arguments + 1, &used);
        return page != NULL
                   ? run_page(page, count - 1 - used, arguments + 1 + used)
                   : EXIT_USAGE;
    }
    if (is_like_command(word) && asks_for_help(count - 2, arguments + 2)) {
        help_refuse(NULL, word);
        return EXIT_USAGE;
    }
    /* the default command is resolve */
    return command_run(COMMAND_RESOLVE, &resolve_options, command_resolve,
                       false, count - 1, arguments + 1);
}

int main(int count, char **arguments)
{
    return command_main(run, count, arguments);
}
