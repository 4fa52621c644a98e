/* Stand-ins for cli/complain.c, which count and check messages instead of
 * printing them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_COMPLAINTS_H
#define FUZZ_COMPLAINTS_H

#include <stdarg.h>
#include <stdio.h>

#include <ddds/status.h>

#include "cli/complain.h"
#include "fuzz.h"

static unsigned complaints;
static char last_complaint[4096];

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_complaint, sizeof last_complaint, format, arguments);
    va_end(arguments);
    require(last_complaint[0] != '\0');
    complaints++;
}

void point_at(const char *text, size_t offset)
{
    require(offset == DDDS_NO_OFFSET || offset <= strlen(text));
}

void show_line(const char *line)
{
    require(line[0] != '\0');
}

void hide_line(void)
{
}

#endif
