/* The two sources that ddds diff compares.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_SOURCES_H
#define DIFF_DIFF_SOURCES_H

#include "cli/options.h"

/* The options for each source: copies, but for their sources. */
struct diff_sources {
    struct options before;
    struct options after;
    const char **words; /* what they share; to be freed */
};

/* Find the sources and the inputs among the words of |options|. Returns -1, or
 * an exit status: the mistake has been reported. Free |words| in any case. */
int diff_sources_find(const struct options *options,
                      struct diff_sources *sources);

/* The name of a source, for headings: its first file or server. */
const char *diff_source_name(const struct options *source, char name[256]);

#endif
