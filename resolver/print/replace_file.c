/* SPDX-License-Identifier: MIT */
#include "print/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "print/output_file.h"
#include "text/read_all.h"

/* ---- Reading ------------------------------------------------------------ */

char *read_whole_file(const char *path, size_t *length)
{
    struct stat status;
    int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (number < 0) {
        return NULL;
    }
    if (fstat(number, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(number);
        errno = EINVAL;
        return NULL;
    }
    FILE *file = fdopen(number, "r");
    if (file == NULL) {
        close(number);
        return NULL;
    }
    return read_and_close(file, SIZE_MAX, length);
}

/* ---- Writing ------------------------------------------------------------ */

static bool fail(char *why, size_t size, const char *what, int failure)
{
    snprintf(why, size, "%s: %s", what, output_file_why(failure));
    return false;
}

/* Return true if the file may be replaced; otherwise set |why|. */
static bool check_old(const char *path, bool must_exist, char *why, size_t size)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return (errno == ENOENT && !must_exist) ||
               fail(why, size, "cannot be replaced", errno);
    }
    if (!S_ISREG(status.st_mode)) {
        snprintf(why, size, "not a regular file: it is not replaced");
        return false;
    }
    return true;
}

static bool is_unchanged(const char *path, const struct ddds_span *before,
                         char *why, size_t size)
{
    size_t length;
    if (before == NULL) {
        return true;
    }
    char *text = read_whole_file(path, &length);
    bool is_same = text != NULL && length == before->length &&
                   memcmp(text, before->text, length) == 0;
    free(text);
    if (!is_same) {
        snprintf(why, size,
                 "it has changed since it was read: it is not replaced");
    }
    return is_same;
}

/* Write the new file to disk first, to compare the old as late as possible. */
static bool fill(FILE *file, const char *text, size_t length, char *why,
                 size_t size)
{
    return (fwrite(text, 1, length, file) == length && fflush(file) == 0 &&
            fsync(fileno(file)) == 0) ||
           fail(why, size, "cannot be written", errno);
}

bool replace_file(const char *path, const struct ddds_span *before,
                  const char *text, size_t length, char *why, size_t size)
{
    struct output_file output;
    if (!check_old(path, before != NULL, why, size)) {
        return false;
    }
    int failure = output_file_open(&output, path);
    if (failure != 0) {
        return fail(why, size, "cannot be written", failure);
    }
    if (!fill(output.file, text, length, why, size) ||
        !is_unchanged(path, before, why, size)) {
        output_file_abandon(&output);
        return false;
    }
    failure = output_file_commit(&output);
    return failure == 0 || fail(why, size, "cannot be replaced", failure);
}
