/* The sources of ddds diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_SOURCES_H
#define DIFF_DIFF_SOURCES_H

#include "diff/diff_options.h"

/* Options of both sources: copies that differ in the source. */
struct diff_sources {
    struct resolver_line lines[2]; /* before, after */
    bool has_system[2];            /* the source is the system's resolver */
};

/* Find sources and inputs among the words of |options|. Return -1; on a mistake
 * complain and return an exit status. Clear |sources| in either case. */
int diff_sources_find(const struct diff_line *options,
                      struct diff_sources *sources);
void diff_sources_clear(struct diff_sources *sources);

/* Return the name of a source for headings: its first file or server. */
const char *diff_source_name(const struct resolver_line *line, char name[256]);

#endif
