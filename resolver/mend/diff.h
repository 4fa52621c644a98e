/* Changes as a unified diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_DIFF_H
#define MEND_DIFF_H

#include <stdio.h>

#include "mend/chunks.h"

/* Print how |chunks|, the text of |path|, differs from its original, for
 * "patch -p0" and "git apply -p0". Prints nothing if it does not. */
void print_diff(FILE *out, const char *path, const struct chunks *chunks);

#endif
