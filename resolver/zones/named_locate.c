/* The files of a configuration: relative to its directory, or beside it.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/named.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "zones/folder.h"

/* Return |file|, prefixed by |folder| if it is relative. */
static char *locate(const char *folder, const char *file)
{
    bool is_whole = *file == '/' || *folder == '\0' || strcmp(folder, ".") == 0;
    return is_whole ? strdup(file) : folder_join(folder, file);
}

/* Return true if a file matches |pattern|. */
static bool exists(const char *pattern)
{
    glob_t found;
    if (strpbrk(pattern, "*?[") == NULL) {
        return access(pattern, F_OK) == 0;
    }
    bool is_there = glob(pattern, GLOB_NOSORT, NULL, &found) == 0;
    if (is_there) {
        globfree(&found);
    }
    return is_there;
}

/* Return true if the first part of |path| has wildcards. Without a folder before
 * it, it would match files that were not meant. */
static bool begins_with_pattern(const char *path)
{
    return strcspn(path, "*?[") < strcspn(path, "/");
}

/* Return the longest tail of |path| that exists below the folder of the
 * configuration; NULL if not found. */
static char *find_near(const struct named *named, const char *path)
{
    while (path != NULL) {
        path += strspn(path, "/");
        if (begins_with_pattern(path)) {
            return NULL;
        }
        char *near = *path != '\0' ? locate(named->folder, path) : NULL;
        if (near != NULL && exists(near)) {
            return near;
        }
        free(near);
        path = strchr(path, '/');
    }
    return NULL;
}

char *named_folder(const struct named *named)
{
    const char *folder = named->zones.folder;
    return folder != NULL ? locate(named->folder, folder)
                          : strdup(named->folder);
}

char *named_locate(const struct named *named, const char *folder,
                   const char *file, bool *is_moved)
{
    char *base =
        folder != NULL ? locate(named->folder, folder) : strdup(named->folder);
    char *path = locate(base, file);
    free(base);
    char *near =
        named->is_alone || exists(path) ? NULL : find_near(named, path);
    *is_moved = near != NULL;
    if (near == NULL) {
        return path;
    }
    free(path);
    return near;
}
