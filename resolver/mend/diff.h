/* Changes as a unified diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_DIFF_H
#define MEND_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "mend/change.h"

/* Print |changes| of the text of |path| for "patch -p0" and "git apply -p0":
 * with three lines around the lines that differ. Prints nothing if none does.
 * False without memory. */
bool print_diff(FILE *out, const char *path, const struct changes *changes);

#endif
