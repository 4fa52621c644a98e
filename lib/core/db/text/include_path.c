/* Candidates for included files: relative to BIND's directory, to the including
 * file, and to the configuration.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/include_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

/* ---- Paths ------------------------------------------------------------ */

/* Return |name| in |folder|, of |length| octets; the caller frees it. NULL
 * without memory. */
static char *join(const char *folder, size_t length, const char *name)
{
    size_t rest = strlen(name);
    bool has_slash = length == 0 || folder[length - 1] == '/';
    char *path = malloc(length + !has_slash + rest + 1);
    if (path != NULL) {
        memcpy(path, folder, length);
        path[length] = '/';
        memcpy(path + length + !has_slash, name, rest + 1);
    }
    return path;
}

/* Remove the components "." of |path|, and each ".." with the component before
 * it. */
static void collapse(char *path)
{
    char *begin = path + (*path == '/');
    char *end = begin; /* of the result */
    for (const char *at = begin; *at != '\0';) {
        size_t length = strcspn(at, "/");
        const char *next = at + length + (at[length] == '/');
        char *last = end;
        while (last > begin && last[-1] != '/') {
            last--;
        }
        bool is_up = length == 2 && memcmp(at, "..", 2) == 0;
        bool has_part = end > begin && strncmp(last, "..", 3) != 0;
        if (is_up && has_part) {
            end = last > begin ? last - 1 : begin;
        } else if (length > 0 && !(length == 1 && *at == '.')) {
            if (end > begin) {
                *end++ = '/';
            }
            memmove(end, at, length);
            end += length;
        }
        *end = '\0';
        at = next;
    }
}

/* Return |path| without "..", or |path| itself if that may be another file: the
 * component before ".." can be a symbolic link. Take ownership of |path|. */
static char *simplify(char *path)
{
    struct stat one;
    struct stat other;
    char *simple = strstr(path, "..") != NULL ? strdup(path) : NULL;
    if (simple == NULL) {
        return path;
    }
    collapse(simple);
    bool is_same = stat(path, &one) == 0 && stat(simple, &other) == 0 &&
                   one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    free(is_same ? path : simple);
    return is_same ? simple : path;
}

/* ---- Search ------------------------------------------------------------- */

/* Candidates in the order of tries; NULL: none. */
struct include_places {
    char *in_folder;
    char *beside;
};

static void free_places(struct include_places *places)
{
    free(places->in_folder);
    free(places->beside);
}

/* Compose the candidates for |name|. Return false without memory. */
static bool make_places(const struct zonefile *file, const char *from,
                        const char *name, struct include_places *places)
{
    const char *slash = *name == '/' ? NULL : strrchr(from, '/');
    bool has_folder = *name != '/' && file->include_folder != NULL;
    places->beside = slash != NULL
                         ? join(from, (size_t)(slash - from) + 1, name)
                         : strdup(name);
    places->in_folder = has_folder ? join(file->include_folder,
                                          strlen(file->include_folder), name)
                                   : NULL;
    return places->beside != NULL && (!has_folder || places->in_folder != NULL);
}

/* Return the path in |folder| of the longest trailing part of |path| that
 * exists there; NULL if none does. */
static char *find_near(const char *folder, const char *path)
{
    for (; folder != NULL && path != NULL; path = strchr(path, '/')) {
        path += strspn(path, "/");
        char *near = *path != '\0' ? join(folder, strlen(folder), path) : NULL;
        if (near != NULL && access(near, F_OK) == 0) {
            return near;
        }
        free(near);
    }
    return NULL;
}

/* Report that no candidate exists; errno is that of the last. */
static ddds_status refuse(const struct zonefile *file,
                          const struct include_places *places,
                          struct ddds_error *error)
{
    char why[128] = "";
    (void)strerror_r(errno, why, sizeof why);
    const char *folder = places->in_folder;
    const char *near = file->include_near;
    return ddds_error_set(
        error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
        "%.90s: cannot be read: %.40s%s%.70s%s%.60s", places->beside, why,
        folder != NULL ? "; nor can " : "", folder != NULL ? folder : "",
        near != NULL ? "; nor is there such a file below " : "",
        near != NULL ? near : "");
}

/* Move the path of the first existing candidate to |*path|. */
static ddds_status look(const struct zonefile *file,
                        struct include_places *places, char **path,
                        struct ddds_error *error)
{
    char **const tried[] = {&places->in_folder, &places->beside};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        if (*tried[i] != NULL && access(*tried[i], F_OK) == 0) {
            *path = *tried[i];
            *tried[i] = NULL;
            return DDDS_OK;
        }
    }
    int failure = errno;
    *path = find_near(file->include_near, places->in_folder != NULL
                                              ? places->in_folder
                                              : places->beside);
    errno = failure;
    return *path != NULL ? DDDS_OK : refuse(file, places, error);
}

ddds_status ddds_include_path(const struct zonefile *file, const char *from,
                              const struct token *token, char **path,
                              struct ddds_error *error)
{
    struct include_places places = {NULL, NULL};
    char *name = strndup(token->text, token->length);
    ddds_status status = name != NULL && make_places(file, from, name, &places)
                             ? look(file, &places, path, error)
                             : ddds_error_no_memory(error);
    if (status == DDDS_OK) {
        *path = simplify(*path);
    }
    free_places(&places);
    free(name);
    return status;
}
