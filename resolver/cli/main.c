/* ddds: the tool. Finds the command and gives it the rest of the words.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"

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

bool is_command(const char *word)
{
    return find_command(word) != NULL;
}

/* Is |word| made of letters, as a command is and hardly an input? */
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

static int run(int count, char **arguments)
{
    if (count < 2) {
        complain("nothing to do: give a URN or URI, or a command; ddds help "
                 "lists them");
        return EXIT_USAGE;
    }
    const char *word = arguments[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return print_help(stdout, NULL);
    }
    const struct command_row *command = find_command(word);
    if (command == NULL && is_like_command(word) &&
        asks_for_help(count - 2, arguments + 2)) {
        return print_help(stdout, word); /* which says that there is none */
    }
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
