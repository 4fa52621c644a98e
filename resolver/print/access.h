/* Who may do what with a file that replaces another.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_ACCESS_H
#define PRINT_ACCESS_H

#include <sys/stat.h>

/* Failures beside those of errno. */
enum { ACCESS_OWNER = -1, ACCESS_ATTRIBUTES = -2 };

/* Give |descriptor|, a new file, the owner, the access control list, the
 * attributes of users ("user.*") and the mode of the file at |path|, whose
 * status is |before|. The bits that let others run a file as its owner are left
 * out, because its contents are new. Returns 0, an errno, or one of the above;
 * then the new file must not replace the other. */
int access_copy(int descriptor, const char *path, const struct stat *before);

#endif
