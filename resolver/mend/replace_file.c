/* Replace a file, all or nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/memory.h"

/* ---- Reading -------------------------------------------------------------- */

/* Read |file| to its end; NULL with errno. */
static char *read_rest(FILE *file, size_t *length)
{
    size_t size = 65536;
    char *text = malloc(size);
    *length = 0;
    while (text != NULL) {
        *length += fread(text + *length, 1, size - *length - 1, file);
        if (ferror(file)) {
            free(text);
            return NULL;
        }
        if (*length < size - 1) {
            text[*length] = '\0';
            return text;
        }
        size *= 2;
        char *larger = realloc(text, size);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    errno = ENOMEM;
    return NULL;
}

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
    char *text = read_rest(file, length);
    int error = errno;
    fclose(file);
    errno = error;
    return text;
}

/* ---- Writing -------------------------------------------------------------- */

/* A file that is being replaced. */
struct replacement {
    const char *path; /* behind all links */
    struct stat status;
    bool exists;
    char *temporary;
    int number; /* of the temporary file, or -1 */
};

static bool fail(char *why, size_t size, const char *what)
{
    snprintf(why, size, "%s: %s", what, strerror(errno));
    return false;
}

static bool write_all(int number, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(number, text, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return false;
        }
        text += count;
        length -= (size_t)count;
    }
    return true;
}

/* May the file be replaced? */
static bool check_old(struct replacement *at, bool must_exist, char *why,
                      size_t size)
{
    at->exists = stat(at->path, &at->status) == 0;
    if (!at->exists) {
        return (errno == ENOENT && !must_exist) ||
               fail(why, size, "cannot be replaced");
    }
    if (!S_ISREG(at->status.st_mode)) {
        snprintf(why, size, "not a regular file: it is not replaced");
        return false;
    }
    if (at->status.st_nlink > 1) {
        snprintf(why, size,
                 "it has several names (hard links): it is not replaced, "
                 "because the others would keep the old text");
        return false;
    }
    return true;
}

/* Make the temporary file, beside the old one. */
static bool create(struct replacement *at, char *why, size_t size)
{
    const char *slash = strrchr(at->path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - at->path) + 1 : 0;
    size_t length = strlen(at->path) + sizeof "..XXXXXX";
    at->temporary = malloc(length);
    if (at->temporary == NULL) {
        return fail(why, size, "cannot be replaced");
    }
    snprintf(at->temporary, length, "%.*s.%s.XXXXXX", (int)folder, at->path,
             at->path + folder);
    at->number = mkstemp(at->temporary);
    if (at->number < 0) {
        free(at->temporary);
        at->temporary = NULL;
        return fail(why, size, "no file can be made beside it");
    }
    (void)memory_unfinished(at->temporary);
    return true;
}

/* Give the new file the mode and the owner of the old one. */
static bool copy_owner(const struct replacement *at, char *why, size_t size)
{
    struct stat fresh;
    if (!at->exists) {
        mode_t mask = umask(0);
        umask(mask);
        return fchmod(at->number, 0666 & ~mask) == 0 ||
               fail(why, size, "the mode cannot be set");
    }
    if (fstat(at->number, &fresh) != 0) {
        return fail(why, size, "the new file cannot be read");
    }
    bool is_same =
        fresh.st_uid == at->status.st_uid && fresh.st_gid == at->status.st_gid;
    if (!is_same &&
        fchown(at->number, at->status.st_uid, at->status.st_gid) != 0) {
        return fail(why, size, "its owner and group cannot be kept");
    }
    return fchmod(at->number, at->status.st_mode & 07777) == 0 ||
           fail(why, size, "its mode cannot be kept");
}

static bool is_unchanged(const struct replacement *at,
                         const struct file_text *before, char *why, size_t size)
{
    size_t length;
    if (before == NULL) {
        return true;
    }
    char *text = read_whole_file(at->path, &length);
    bool is_same = text != NULL && length == before->length &&
                   memcmp(text, before->text, length) == 0;
    free(text);
    if (!is_same) {
        snprintf(why, size,
                 "it has changed since it was read: it is not replaced");
    }
    return is_same;
}

/* Write the names of the directory to disk, too, where that is possible. */
static void sync_folder(const struct replacement *at)
{
    char *folder = strdup(at->path);
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    if (slash != NULL) {
        slash[slash == folder ? 1 : 0] = '\0';
    }
    int number = folder == NULL
                     ? -1
                     : open(slash != NULL ? folder : ".", O_RDONLY | O_CLOEXEC);
    if (number >= 0) {
        (void)fsync(number);
        close(number);
    }
    free(folder);
}

/* Fill the temporary file, and give it the name. */
static bool fill(struct replacement *at, const struct file_text *before,
                 const char *text, size_t length, char *why, size_t size)
{
    bool is_written = copy_owner(at, why, size);
    if (is_written &&
        (!write_all(at->number, text, length) || fsync(at->number) != 0)) {
        is_written = fail(why, size, "cannot be written");
    }
    if (close(at->number) != 0 && is_written) {
        is_written = fail(why, size, "cannot be written");
    }
    is_written = is_written && is_unchanged(at, before, why, size);
    if (is_written && rename(at->temporary, at->path) != 0) {
        is_written = fail(why, size, "cannot be replaced");
    }
    if (is_written) {
        sync_folder(at);
    } else {
        (void)unlink(at->temporary);
    }
    return is_written;
}

bool replace_file(const char *path, const struct file_text *before,
                  const char *text, size_t length, char *why, size_t size)
{
    char *target = realpath(path, NULL);
    struct replacement at = {.path = target != NULL ? target : path,
                             .number = -1};
    bool is_replaced = check_old(&at, before != NULL, why, size) &&
                       create(&at, why, size) &&
                       fill(&at, before, text, length, why, size);
    if (at.temporary != NULL) {
        memory_finished(at.temporary);
    }
    free(at.temporary);
    free(target);
    return is_replaced;
}
