/* Replace a file, all or nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/replace_file.h"

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
    char *text = read_all(file, SIZE_MAX, length);
    int error = errno;
    fclose(file);
    errno = error;
    return text;
}

/* ---- Writing ------------------------------------------------------------ */

static bool fail(char *why, size_t size, const char *what)
{
    snprintf(why, size, "%s: %s", what, strerror(errno));
    return false;
}

/* What is there. */
struct old_file {
    struct stat status;
    bool exists;
};

/* May the file be replaced? */
static bool check_old(const char *path, struct old_file *old, bool must_exist,
                      char *why, size_t size)
{
    old->exists = stat(path, &old->status) == 0;
    if (!old->exists) {
        return (errno == ENOENT && !must_exist) ||
               fail(why, size, "cannot be replaced");
    }
    if (!S_ISREG(old->status.st_mode)) {
        snprintf(why, size, "not a regular file: it is not replaced");
        return false;
    }
    if (old->status.st_nlink > 1) {
        snprintf(why, size,
                 "it has several names (hard links): it is not replaced, "
                 "because the others would keep the old text");
        return false;
    }
    return true;
}

/* Give the new file the owner of the old one, and its mode again, which changes
 * with the owner. */
static bool copy_owner(int number, const struct old_file *old, char *why,
                       size_t size)
{
    struct stat fresh;
    if (!old->exists) {
        return true;
    }
    if (fstat(number, &fresh) != 0) {
        return fail(why, size, "the new file cannot be read");
    }
    bool is_same = fresh.st_uid == old->status.st_uid &&
                   fresh.st_gid == old->status.st_gid;
    if (is_same) {
        return true;
    }
    if (fchown(number, old->status.st_uid, old->status.st_gid) != 0) {
        return fail(why, size, "its owner and group cannot be kept");
    }
    return fchmod(number, old->status.st_mode & 07777) == 0 ||
           fail(why, size, "its mode cannot be kept");
}

static bool is_unchanged(const char *path, const struct file_text *before,
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

/* Write the new file to disk: what follows takes no time. */
static bool fill(FILE *file, const char *text, size_t length, char *why,
                 size_t size)
{
    return (fwrite(text, 1, length, file) == length && fflush(file) == 0 &&
            fsync(fileno(file)) == 0) ||
           fail(why, size, "cannot be written");
}

bool replace_file(const char *path, const struct file_text *before,
                  const char *text, size_t length, char *why, size_t size)
{
    struct old_file old;
    struct output_file output;
    if (!check_old(path, &old, before != NULL, why, size)) {
        return false;
    }
    errno = output_file_open(&output, path);
    if (errno != 0) {
        return fail(why, size, "no file can be made beside it");
    }
    if (!copy_owner(fileno(output.file), &old, why, size) ||
        !fill(output.file, text, length, why, size) ||
        !is_unchanged(path, before, why, size)) {
        output_file_abandon(&output);
        return false;
    }
    errno = output_file_commit(&output);
    return errno == 0 || fail(why, size, "cannot be replaced");
}
