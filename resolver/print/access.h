/* Permissions of files that replace others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_ACCESS_H
#define PRINT_ACCESS_H

#include <sys/stat.h>

/* Errors in addition to errno. */
enum { ACCESS_OWNER = -1, ACCESS_ATTRIBUTES = -2 };

/* Give the new file |descriptor| the owner, access control list, user
 * attributes ("user.*") and mode of the file |path|, whose status is |before|;
 * but not set-user-ID and set-group-ID, because the contents are new. Return 0,
 * an errno, or an error above; then |descriptor| must not replace the file. */
int access_copy(int descriptor, const char *path, const struct stat *before);

#endif
