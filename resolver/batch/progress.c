/* The line appears after half a second, since most batches are done by then,
 * and is updated a few times a second at most.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/terminal.h"

enum { FIRST = 500, AGAIN = 200 }; /* milliseconds */

static uint64_t next = FIRST;

bool progress_is_wanted(void)
{
    return isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0 &&
           terminal_has_escapes();
}

void progress_show(const struct progress *progress)
{
    char line[80];
    char total[24] = "";
    if (progress->elapsed < next) {
        return;
    }
    next = progress->elapsed + AGAIN;
    if (progress->total > 0) {
        snprintf(total, sizeof total, "/%llu",
                 (unsigned long long)progress->total);
    }
    snprintf(
        line, sizeof line, "%llu%s done, %llu a second",
        (unsigned long long)progress->printed, total,
        (unsigned long long)(progress->printed * 1000 / progress->elapsed));
    show_line(line);
}

void progress_hide(void)
{
    hide_line();
}
