/* The two sources that ddds diff compares.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_SOURCES_H
#define DIFF_DIFF_SOURCES_H

#include "diff/diff_options.h"

/* The options for each source: copies, but for their sources. */
struct diff_sources {
    struct resolver_line lines[2]; /* before and after */
    bool has_system[2];            /* the system's resolver is the source */
};

/* Find the sources and the inputs among the words of |options|. Returns -1, or
 * an exit status: the mistake has been reported. Clear |sources| in any
 * case. */
int diff_sources_find(const struct diff_line *options,
                      struct diff_sources *sources);
void diff_sources_clear(struct diff_sources *sources);

/* The name of a source, for headings: its first file or server. */
const char *diff_source_name(const struct resolver_line *line, char name[256]);

#endif
