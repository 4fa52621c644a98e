/* ddds: the tool. Finds the command and gives it the rest of the words.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "complain.h"
#include "exits.h"

struct command_row {
    const char *word;
    int (*run)(int count, char **arguments);
};

static const struct command_row commands[] = {
    {"resolve", command_resolve}, {"trace", command_trace},
    {"query", command_query},     {"lint", command_lint},
    {"test", command_test},       {"graph", command_graph},
    {"rewrite", command_rewrite}, {"urn", command_urn},
    {"uuid", command_uuid},       {"help", command_help},
    {"version", command_version},
};

static const struct command_row *find_command(const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(word, commands[i].word) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int run(int count, char **arguments)
{
    if (count < 2) {
        print_help(stderr, NULL);
        return EXIT_USAGE;
    }
    const char *word = arguments[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return print_help(stdout, NULL);
    }
    const struct command_row *command = find_command(word);
    /* Resolving needs no word. */
    return command != NULL ? command->run(count - 1, arguments + 1)
                           : command_resolve(count, arguments);
}

int main(int count, char **arguments)
{
    int status = run(count, arguments);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output: %s", strerror(errno));
        status = EXIT_OWN_FAILURE;
    }
    return status;
}
