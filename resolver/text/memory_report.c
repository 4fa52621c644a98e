/* This file does not allocate.
 *
 * SPDX-License-Identifier: MIT */
#include "text/memory_report.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static memory_report_fn *report;
static int failure_status = EXIT_FAILURE;

/* Files that are being written. */
enum { MOST_UNFINISHED = 8 };
static const char *unfinished[MOST_UNFINISHED];

static bool replace(const char *old, const char *new)
{
    for (size_t i = 0; i < MOST_UNFINISHED; i++) {
        if (unfinished[i] == old) {
            unfinished[i] = new;
            return true;
        }
    }
    return false;
}

void memory_begin(memory_report_fn *reports, int status)
{
    report = reports;
    failure_status = status;
}

bool memory_unfinished(const char *path)
{
    return replace(NULL, path);
}

void memory_finished(const char *path)
{
    (void)replace(path, NULL);
}

/* Other threads may continue until the process ends. */
void memory_fail(void)
{
    if (report != NULL) {
        report();
    }
    for (size_t i = 0; i < MOST_UNFINISHED; i++) {
        if (unfinished[i] != NULL) {
            (void)unlink(unfinished[i]);
        }
    }
    _exit(failure_status);
}
