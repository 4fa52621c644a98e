/* Programs beside ddds.
 *
 * SPDX-License-Identifier: MIT */
#include "program/beside.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"

/* Write the path of |name| in the directory of this program; false if that
 * cannot be known. */
static bool find_beside(const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    size_t room = slash != NULL ? (size_t)(path + PATH_MAX - slash - 1) : 0;
    return slash != NULL &&
           (size_t)snprintf(slash + 1, room, "%s", name) < room;
}

int beside_run(const char *name, int count, char **arguments)
{
    char path[PATH_MAX];
    char own[64];
    char **words = calloc((size_t)count + 2, sizeof *words);
    snprintf(own, sizeof own, "%s", name);
    words[0] = own;
    for (int i = 0; i < count; i++) {
        words[i + 1] = arguments[i];
    }
    int why = ENOENT;
    if (find_beside(name, path)) {
        execv(path, words);
        why = errno;
    }
    execvp(name, words);
    why = why == ENOENT ? errno : why;
    if (why == ENOENT) {
        complain("the program %s is missing; install the Debian package %s, or "
                 "put the program beside ddds or on the PATH",
                 name, name);
    } else {
        complain("the program %s cannot be run: %s", name, strerror(why));
    }
    free(words);
    return EXIT_OWN_FAILURE;
}
