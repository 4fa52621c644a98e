/* Run graphviz's dot, found on the PATH, without a shell, with a file as
 * standard input. Its output comes through a pipe, because dot does not report
 * write errors.
 *
 * dot may take hours and gigabytes for some hundred keys that refer to each
 * other. It is killed after a time limit, on a signal, and on Linux also when
 * this process dies.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/render.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "batch/clock.h"
#include "batch/interrupt.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "text/stream_failure.h"

enum { SECONDS = 30, NOT_FOUND = 127, NOT_STARTED = 126 };

/* Memory limit of dot, far above the need of a readable picture. */
static const rlim_t memory_most = (rlim_t)2 << 30;

/* ---- Child process ------------------------------------------------------- */

static void limit(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0 &&
        (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)) {
        now.rlim_cur = most;
        setrlimit(resource, &now);
    }
}

/* Execute dot, using async-signal-safe functions only. */
static _Noreturn void become_dot(int input, const int ends[2])
{
    char dot[] = "dot";
    char format[] = "-Tsvg";
    char *const arguments[] = {dot, format, NULL};
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    limit(RLIMIT_CPU, SECONDS + 5);
    limit(RLIMIT_AS, memory_most);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(ends[1], STDOUT_FILENO) >= 0) {
        close(ends[0]);
        execvp(dot, arguments);
    }
    _exit(errno == ENOENT ? NOT_FOUND : NOT_STARTED);
}

/* ---- Output -------------------------------------------------------------- */

enum outcome { COMPLETE, FAILED, TOO_LATE, INTERRUPTED };

/* Copy the pipe to standard output. Read to its end even if writing fails, so
 * that dot does not fail; the main program checks standard output. */
static enum outcome copy(int from)
{
    char buffer[4096];
    uint64_t last = clock_after(SECONDS * 1000);
    for (;;) {
        struct pollfd polled = {from, POLLIN, 0};
        uint64_t now = read_clock();
        int ready = now < last ? poll(&polled, 1, (int)(last - now)) : 0;
        if (interrupt_came()) {
            return INTERRUPTED;
        }
        if (ready == 0) {
            return TOO_LATE;
        }
        ssize_t count = ready > 0 ? read(from, buffer, sizeof buffer) : -1;
        if (count == 0) {
            return COMPLETE;
        }
        if (count > 0) {
            fwrite(buffer, 1, (size_t)count, stdout);
        } else if (errno != EINTR) {
            return FAILED;
        }
    }
}

/* Wait for |child|. Return its exit status; -1 if a signal killed it. */
static int await(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- Running ------------------------------------------------------------- */

static int complain_of_start(int failure)
{
    if (failure == ENOENT) {
        complain("--format svg needs dot, which is missing; install graphviz, "
                 "or write --format dot, which prints the input of dot");
    } else {
        complain("--format svg: cannot run dot: %s", strerror(failure));
    }
    return EXIT_OWN_FAILURE;
}

/* Report the failure of dot, if any; |status| is its exit status. */
static int judge(enum outcome outcome, int status)
{
    if (outcome == TOO_LATE) {
        complain("--format svg: dot did not finish within %d seconds and was "
                 "ended; draw a part with --key, --depth or --max-edges, or "
                 "run dot on the output of --format dot",
                 SECONDS);
        return EXIT_OWN_FAILURE;
    }
    if (status == NOT_FOUND) {
        return complain_of_start(ENOENT);
    }
    if (outcome != COMPLETE || status != 0) {
        complain("--format svg: dot failed; --format dot prints its input");
        return EXIT_OWN_FAILURE;
    }
    return EXIT_FOUND;
}

/* Run dot on |input| and copy its output. */
static int run(int input, const int ends[2])
{
    fflush(stdout);
    interrupt_begin();
    pid_t child = fork();
    if (child == 0) {
        become_dot(input, ends);
    }
    close(ends[1]);
    if (child < 0) {
        return complain_of_start(errno);
    }
    enum outcome outcome = copy(ends[0]);
    if (outcome != COMPLETE) {
        kill(child, SIGKILL);
    }
    int status = await(child);
    interrupt_end();
    return judge(outcome, status);
}

int render_svg(FILE *source)
{
    int ends[2];
    errno = stream_failure(source);
    if (errno != 0 || lseek(fileno(source), 0, SEEK_SET) != 0) {
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
