/* Running dot: found on the PATH, given a file as its standard input, and no
 * shell in between.
 *
 * SPDX-License-Identifier: MIT */
#include "render.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "complain.h"
#include "exits.h"

extern char **environ;

/* Start dot on |input|. Returns 0, or an errno. */
static int start(int input, pid_t *child)
{
    char dot[] = "dot";
    char format[] = "-Tsvg";
    char *const arguments[] = {dot, format, NULL};
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) {
        return failure;
    }
    failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (failure == 0) {
        failure = posix_spawnp(child, dot, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static bool is_content(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int render_svg(FILE *source)
{
    pid_t child;
    if (fflush(source) != 0 || lseek(fileno(source), 0, SEEK_SET) != 0) {
        complain("a temporary file cannot be written: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    fflush(stdout);
    int failure = start(fileno(source), &child);
    if (failure == ENOENT) {
        complain("--format svg: graphviz's dot draws it, and it is not "
                 "installed (Debian: apt-get install graphviz); --format dot "
                 "prints what it reads");
        return EXIT_OWN_FAILURE;
    }
    if (failure != 0) {
        complain("--format svg: dot cannot be run: %s", strerror(failure));
        return EXIT_OWN_FAILURE;
    }
    if (!is_content(child)) {
        complain("--format svg: dot failed; --format dot prints what it reads");
        return EXIT_OWN_FAILURE;
    }
    return EXIT_FOUND;
}
