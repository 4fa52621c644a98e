/* On a terminal the line appears after half a second, because most batches are
 * finished by then. It is updated a few times a second.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/progress_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/terminal_color.h"

/* In milliseconds. */
enum { FIRST = 500, EACH_LINE = 1000 };

static enum { HIDDEN, TERMINAL, LINES, JSON } look;
static uint64_t next;

bool progress_begin(enum progress_mode mode, uint64_t total)
{
    bool is_terminal = isatty(STDERR_FILENO) != 0 && terminal_has_escapes();
    bool is_wanted = mode == PROGRESS_ALWAYS || mode == PROGRESS_JSON ||
                     (mode == PROGRESS_AUTO && is_terminal && total != 1 &&
                      isatty(STDOUT_FILENO) == 0);
    look = !is_wanted              ? HIDDEN
           : mode == PROGRESS_JSON ? JSON
           : is_terminal           ? TERMINAL
                                   : LINES;
    next = look == TERMINAL ? FIRST : EACH_LINE;
    return is_wanted;
}

static uint64_t rate_of(const struct progress_line *progress)
{
    return progress->elapsed > 0 ? progress->done * 1000 / progress->elapsed
                                 : 0;
}

static void print_json(const struct progress_line *progress, bool is_finished)
{
    char total[24] = "null";
    char percent[16] = "null";
    if (progress->total > 0) {
        snprintf(total, sizeof total, "%" PRIu64, progress->total);
    }
    if (progress->percent >= 0) {
        snprintf(percent, sizeof percent, "%d", progress->percent);
    }
    fprintf(stderr,
            "{\"schema\":\"ddds.progress/1\",\"done\":%" PRIu64
            ",\"total\":%s,\"percent\":%s,\"in_progress\":%" PRIu64
            ",\"milliseconds\":%" PRIu64 ",\"per_second\":%" PRIu64
            ",\"finished\":%s}\n",
            progress->done, total, percent, progress->in_progress,
            progress->elapsed, rate_of(progress),
            is_finished ? "true" : "false");
}

static void print_line(const struct progress_line *progress)
{
    char line[80];
    char total[24] = "";
    char percent[24] = "";
    if (progress->total > 0) {
        snprintf(total, sizeof total, "/%" PRIu64, progress->total);
    } else if (progress->percent >= 0) {
        snprintf(percent, sizeof percent, ", %d %%", progress->percent);
    }
    snprintf(line, sizeof line, "%" PRIu64 "%s done%s, %" PRIu64 " a second",
             progress->done, total, percent, rate_of(progress));
    if (look == TERMINAL) {
        show_line(line);
    } else {
        complain("%s", line);
    }
}

bool progress_is_due(uint64_t elapsed)
{
    return elapsed >= next;
}

void progress_show(struct progress_line progress)
{
    next = progress.elapsed + (look == TERMINAL ? PROGRESS_EACH : EACH_LINE);
    if (look == JSON) {
        print_json(&progress, false);
    } else {
        print_line(&progress);
    }
}

void progress_end(struct progress_line progress)
{
    hide_line();
    if (look == JSON) {
        print_json(&progress, progress.in_progress == 0);
    } else if (look == LINES) {
        print_line(&progress);
    }
}
