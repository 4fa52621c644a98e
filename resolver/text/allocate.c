/* Wrappers for allocating functions. The linker redirects all calls of malloc()
 * and related functions in the tool, and in the library inside it, to this file
 * (resolver/CMakeLists.txt), and also calls of C library functions that
 * allocate. Jansson is given the same functions, and libddds gives them to
 * PCRE2. The library in other programs returns DDDS_NO_MEMORY instead.
 *
 * SPDX-License-Identifier: MIT */
#include "text/allocate.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "text/memory_report.h"

/* The names are the linker's.
 * NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__real_fdopen(int descriptor, const char *mode);
FILE *__wrap_fdopen(int descriptor, const char *mode);
FILE *__real_tmpfile(void);
FILE *__wrap_tmpfile(void);
DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);
char *__real_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved);
int __real_scandir(const char *path, struct dirent ***names,
                   int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **,
                                  const struct dirent **));
int __wrap_scandir(const char *path, struct dirent ***names,
                   int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **,
                                  const struct dirent **));
int __real_glob(const char *pattern, int flags, int (*fails)(const char *, int),
                glob_t *found);
int __wrap_glob(const char *pattern, int flags, int (*fails)(const char *, int),
                glob_t *found);
ssize_t __real_getline(char **line, size_t *size, FILE *file);
ssize_t __wrap_getline(char **line, size_t *size, FILE *file);
char *__wrap_strndup(const char *text, size_t most);

static void *check(void *made, size_t size)
{
    if (made == NULL && size > 0) {
        memory_fail();
    }
    return made;
}

void *__wrap_malloc(size_t size)
{
    return check(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return check(__real_calloc(count, size), count > 0 ? size : 0);
}

void *__wrap_realloc(void *old, size_t size)
{
    return check(__real_realloc(old, size), size);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

/* ---- Functions of the C library that allocate --------------------------- */

/* End the tool if |made| is NULL for lack of memory. */
static void *check_opened(void *made)
{
    if (made == NULL && errno == ENOMEM) {
        memory_fail();
    }
    return made;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return check_opened(__real_fopen(path, mode));
}

FILE *__wrap_fdopen(int descriptor, const char *mode)
{
    return check_opened(__real_fdopen(descriptor, mode));
}

/* Containers may have no folder for temporary files: memory serves as well. */
FILE *__wrap_tmpfile(void)
{
    FILE *file = check_opened(__real_tmpfile());
    if (file == NULL && (errno == ENOENT || errno == EROFS)) {
        int descriptor = memfd_create("ddds", MFD_CLOEXEC);
        file = descriptor < 0 ? NULL : __wrap_fdopen(descriptor, "w+");
    }
    return file;
}

DIR *__wrap_opendir(const char *path)
{
    return check_opened(__real_opendir(path));
}

char *__wrap_realpath(const char *path, char *resolved)
{
    return check_opened(__real_realpath(path, resolved));
}

int __wrap_scandir(const char *path, struct dirent ***names,
                   int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **,
                                  const struct dirent **))
{
    int count = __real_scandir(path, names, filter, compare);
    if (count < 0 && errno == ENOMEM) {
        memory_fail();
    }
    return count;
}

/* glob() ignores a directory that cannot be opened; only memory matters. */
static int check_folder(const char *path, int number)
{
    (void)path;
    if (number == ENOMEM) {
        memory_fail();
    }
    return 0;
}

int __wrap_glob(const char *pattern, int flags, int (*fails)(const char *, int),
                glob_t *found)
{
    int status = __real_glob(pattern, flags,
                             fails != NULL ? fails : check_folder, found);
    if (status == GLOB_NOSPACE) {
        memory_fail();
    }
    return status;
}

/* getline() returns -1 at the end too, but leaves errno unchanged. */
ssize_t __wrap_getline(char **line, size_t *size, FILE *file)
{
    int before = errno;
    errno = 0;
    ssize_t length = __real_getline(line, size, file);
    if (length < 0 && errno == ENOMEM) {
        memory_fail();
    }
    errno = errno == 0 ? before : errno;
    return length;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

void allocate_begin(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
}
