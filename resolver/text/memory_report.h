/* The tool ends when an allocation fails: the failure is reported, incomplete
 * files are removed, and the tool exits at once. Output so far is correct but
 * incomplete, and nothing is printed that would make it look complete.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_MEMORY_REPORT_H
#define TEXT_MEMORY_REPORT_H

#include <stdbool.h>

typedef void memory_report_fn(void);

/* Set the reporter of failed allocations, and their exit status. */
void memory_begin(memory_report_fn *report, int status);

/* Register the file |path|, which is being written, to be removed if an
 * allocation fails. False if too many files are registered. */
bool memory_unfinished(const char *path);

/* Unregister a file that is complete or removed; |path| is the same pointer. */
void memory_finished(const char *path);

/* Report a failed allocation, and exit. text/allocate.c calls it, so that the
 * tool need not check for NULL. Call it when a library lacks memory. */
_Noreturn void memory_fail(void);

#endif
