/* Running graphviz's dot: found on the PATH, started without a shell, with a
 * file as its standard input. Its output comes through a pipe, because dot does
 * not report write errors and this program does.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/render.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"

extern char **environ;

/* Let the child read |input| and write to the pipe. Returns 0, or an errno. */
static int redirect(posix_spawn_file_actions_t *actions, int input,
                    const int ends[2])
{
    int failure =
        posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (failure == 0) {
        failure =
            posix_spawn_file_actions_adddup2(actions, ends[1], STDOUT_FILENO);
    }
    if (failure == 0) {
        failure = posix_spawn_file_actions_addclose(actions, ends[0]);
    }
    return failure;
}

/* Start dot on |input|, writing to the pipe. Returns 0, or an errno. */
static int start(int input, const int ends[2], pid_t *child)
{
    char dot[] = "dot";
    char format[] = "-Tsvg";
    char *const arguments[] = {dot, format, NULL};
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) {
        return failure;
    }
    failure = redirect(&actions, input, ends);
    if (failure == 0) {
        failure = posix_spawnp(child, dot, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* Copy the pipe to standard output, to its end even if writing fails: dot
 * should not fail because of it. The end of the program checks standard output.
 */
static bool copy(int from)
{
    char buffer[8192];
    ssize_t count;
    do {
        count = read(from, buffer, sizeof buffer);
        if (count > 0) {
            fwrite(buffer, 1, (size_t)count, stdout);
        }
    } while (count > 0 || (count < 0 && errno == EINTR));
    return count == 0;
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

static int complain_of_start(int failure)
{
    if (failure == ENOENT) {
        complain("--format svg needs graphviz's dot, which is not installed "
                 "(Debian: apt-get install graphviz); --format dot prints its "
                 "input");
    } else {
        complain("--format svg: cannot run dot: %s", strerror(failure));
    }
    return EXIT_OWN_FAILURE;
}

/* Run dot on |input| and copy its output. */
static int run(int input, const int ends[2])
{
    pid_t child;
    int failure = start(input, ends, &child);
    close(ends[1]);
    if (failure != 0) {
        return complain_of_start(failure);
    }
    bool is_copied = copy(ends[0]);
    if (!is_content(child) || !is_copied) {
        complain("--format svg: dot failed; --format dot prints its input");
        return EXIT_OWN_FAILURE;
    }
    return EXIT_FOUND;
}

int render_svg(FILE *source)
{
    int ends[2];
    if (fflush(source) != 0 || lseek(fileno(source), 0, SEEK_SET) != 0) {
        complain("cannot write a temporary file: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    if (pipe(ends) != 0) {
        return complain_of_start(errno);
    }
    int status = run(fileno(source), ends);
    close(ends[0]);
    return status;
}
