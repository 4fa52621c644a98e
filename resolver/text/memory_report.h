/* Without memory the tool ends: an allocation that fails is reported, and the
 * tool exits at once. What it has printed until then is true, but not the
 * whole; nothing follows that could look like it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_MEMORY_REPORT_H
#define TEXT_MEMORY_REPORT_H

#include <stdbool.h>

typedef void memory_report_fn(void);

/* What reports that an allocation has failed, and the exit status then. */
void memory_begin(memory_report_fn *report, int status);

/* The file |path| is being written: it is removed if an allocation fails. False
 * if too many files are. */
bool memory_unfinished(const char *path);

/* The file is there as a whole, or gone; |path| is the same pointer. */
void memory_finished(const char *path);

/* Report that an allocation has failed, and exit. text/allocate.c calls this
 * for what the tool allocates, so that nothing else checks for NULL; others
 * call it where a library had no memory. */
_Noreturn void memory_fail(void);

#endif
