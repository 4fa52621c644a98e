/* The comparison of all inputs of sets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_SETS_H
#define DIFF_DIFF_SETS_H

#include "diff/diff_sources.h"

/* Compare the inputs of all sets of |options| in both databases, which are zones
 * in memory, and print what differs. Return the exit status. */
int diff_sets(const struct diff_line *options,
              const struct diff_sources *sources,
              ddds_database *const databases[2]);

#endif
