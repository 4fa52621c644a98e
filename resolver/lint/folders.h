/* The settings beside zone files, where these lie in several folders.
 *
 * Findings in a file are judged by the settings in its folder, or in the nearest
 * folder above it that the command line names or that holds another of the zone
 * files; without such, by those of the working directory. So an included file
 * below a zone file is judged as that is. Defaults of options come from one file
 * for the whole run (config.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FOLDERS_H
#define LINT_FOLDERS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options.h"
#include "zones/zone_files.h"

/* Read the settings for all |files|. Returns -1 to go on, or an exit status:
 * mistakes have been reported. */
int lint_folders_read(const struct options *options,
                      const struct zone_files *files);

/* What the user makes of findings in |file|, which may be NULL; NULL: nothing
 * else. */
const struct lint_policy *lint_folders_policy(const struct options *options,
                                              const char *file);

/* Do any settings drop findings, or change them? */
bool lint_folders_matter(const struct options *options);

/* Say which settings were used. */
void lint_folders_print(const struct options *options, FILE *out);

#endif
