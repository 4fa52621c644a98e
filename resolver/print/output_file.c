/* Replace files atomically. The new text is written to a file in the same
 * directory, which then replaces the old: readers see the old or new text.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for O_TMPFILE, O_PATH */
#include "print/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "print/access.h"
#include "text/memory_report.h"
#include "text/stream_failure.h"

enum { ALL_MAY_READ_AND_WRITE = 0666 };

static void clear(struct output_file *output)
{
    if (output->temporary != NULL) {
        memory_finished(output->temporary);
    }
    free(output->path);
    free(output->temporary);
    *output = (struct output_file){.name = NULL};
}

/* Return the mode of an ordinary new file. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return (mode_t)ALL_MAY_READ_AND_WRITE & ~mask;
}

/* Return the directory of |path|, to be freed. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? strdup(".")
                         : strndup(path, (size_t)(slash - path) + 1);
}

/* Path of |descriptor| in /proc, which linkat() can link. */
enum { LINK_SIZE = sizeof "/proc/self/fd/" + 3 * sizeof(int) };

static void write_link(char link[LINK_SIZE], int descriptor)
{
    snprintf(link, LINK_SIZE, "/proc/self/fd/%d", descriptor);
}

/* Open an unnamed file in the directory of the output; it vanishes with the
 * process in any case. -1 if the file system does not support it. */
static int open_unnamed(const struct output_file *output)
{
    char link[LINK_SIZE];
    char *folder = folder_of(output->path);
    int descriptor =
        open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    free(folder);
    if (descriptor < 0) {
        return -1;
    }
    write_link(link, descriptor);
    if (access(link, F_OK) != 0) { /* without /proc it cannot be linked */
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* Link the unnamed file as |output->temporary|. Return 0, or an errno. */
static int name_file(struct output_file *output)
{
    enum { TRIES = 1000 };
    char link[LINK_SIZE];
    size_t size = strlen(output->path) + 32;
    int failure = EEXIST;
    write_link(link, fileno(output->file));
    output->temporary = malloc(size);
    for (unsigned i = 0; i < TRIES && failure == EEXIST; i++) {
        snprintf(output->temporary, size, "%s.%ld.%u", output->path,
                 (long)getpid(), i);
        failure = linkat(AT_FDCWD, link, AT_FDCWD, output->temporary,
                         AT_SYMLINK_FOLLOW) == 0
                      ? 0
                      : errno;
    }
    return failure;
}

/* Replace the old file by the unnamed file. Signals are blocked meanwhile,
 * because it has a temporary name in between. Return 0, or an errno. */
static int put_unnamed(struct output_file *output)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    int failure = name_file(output);
    if (failure == 0 && rename(output->temporary, output->path) != 0) {
        failure = errno;
        unlink(output->temporary);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return failure;
}

/* Create a temporary file beside the output; -1 on failure. */
static int make_temporary(struct output_file *output)
{
    static const char ending[] = ".XXXXXX";
    size_t size = strlen(output->path) + sizeof ending;
    output->temporary = malloc(size);
    snprintf(output->temporary, size, "%s%s", output->path, ending);
    int descriptor = mkstemp(output->temporary);
    if (descriptor >= 0 && !memory_unfinished(output->temporary)) {
        close(descriptor);
        unlink(output->temporary);
        errno = EMFILE;
        return -1;
    }
    return descriptor;
}

/* Open a file to replace the output. |before| is the status of the present
 * file, NULL if it is new. Return 0, or an errno. */
static int open_beside(struct output_file *output, const struct stat *before)
{
    int descriptor = open_unnamed(output);
    output->is_unnamed = descriptor >= 0;
    if (!output->is_unnamed && (descriptor = make_temporary(output)) < 0) {
        return errno;
    }
    int failure = before != NULL ? access_copy(descriptor, output->path, before)
                  : fchmod(descriptor, usual_mode()) != 0 ? errno
                                                          : 0;
    output->file = failure == 0 ? fdopen(descriptor, "w") : NULL;
    if (output->file != NULL) {
        return 0;
    }
    failure = failure != 0 ? failure : errno;
    close(descriptor);
    if (!output->is_unnamed) {
        unlink(output->temporary);
    }
    return failure;
}

/* Open an output that cannot be replaced, such as a device. */
static int open_in_place(struct output_file *output)
{
    output->file = fopen(output->path, "w");
    return output->file != NULL ? 0 : errno;
}

const char *output_file_why(int failure)
{
    switch (failure) {
    case OUTPUT_HAS_LINKS:
        return "it has several names (hard links), and the others would keep "
               "the old text";
    case ACCESS_OWNER:
        return "a new file would not have its owner";
    case ACCESS_ATTRIBUTES:
        return "a new file would not have its access control list or its "
               "attributes";
    default:
        return strerror(failure);
    }
}

/* Return the standard stream that is the file |about|, or NULL. If that were
 * replaced, its output would be lost. */
static FILE *find_stream(const struct stat *about)
{
    FILE *const streams[] = {stdout, stderr};
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        struct stat other;
        if (fstat(fileno(streams[i]), &other) == 0 &&
            other.st_dev == about->st_dev && other.st_ino == about->st_ino) {
            return streams[i];
        }
    }
    return NULL;
}

/* Return the canonical path of |name|, to be freed; NULL with errno on failure.
 * Let the system follow symbolic links, because it refuses those of other users
 * in world-writable directories (protected_symlinks in proc(5)). */
static char *find_path(const char *name)
{
    char link[LINK_SIZE];
    int descriptor = open(name, O_PATH | O_CLOEXEC);
    if (descriptor < 0) {
        return NULL;
    }
    write_link(link, descriptor);
    char *path = realpath(access(link, F_OK) == 0 ? link : name, NULL);
    int failure = errno;
    close(descriptor);
    errno = failure;
    return path;
}

/* Replace the target of a symbolic link, not the link. Keep links to objects
 * without a path: /dev/stdout may be a pipe. Refuse a file with several hard
 * links, since the others would keep the old text. */
int output_file_open(struct output_file *output, const char *name)
{
    struct stat before;
    *output = (struct output_file){.name = name};
    if (name == NULL) {
        output->file = stdout;
        return 0;
    }
    output->path = find_path(name);
    bool has_path = output->path != NULL;
    if (!has_path && errno == ENOENT) {
        output->path = strdup(name);
    }
    int failure;
    if (output->path == NULL) {
        failure = errno;
    } else if (lstat(output->path, &before) != 0) {
        failure = errno == ENOENT ? open_beside(output, NULL) : errno;
    } else if (has_path && (output->file = find_stream(&before)) != NULL) {
        free(output->path);
        output->path = NULL;
        output->name = NULL;
        return 0;
    } else if (has_path && S_ISREG(before.st_mode)) {
        failure = before.st_nlink > 1 ? OUTPUT_HAS_LINKS
                                      : open_beside(output, &before);
    } else {
        failure = open_in_place(output);
    }
    if (failure != 0) {
        clear(output);
    }
    return failure;
}

/* Write the directory of |path| to disk, if possible. */
static void sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int number = open(folder, O_RDONLY | O_CLOEXEC);
    if (number >= 0) {
        (void)fsync(number);
        close(number);
    }
    free(folder);
}

/* Rename the temporary file, or remove it on |failure|. Return 0, or an
 * errno. */
static int put_named(struct output_file *output, int failure)
{
    if (failure == 0 && rename(output->temporary, output->path) != 0) {
        failure = errno;
    }
    if (failure != 0) {
        unlink(output->temporary);
    }
    return failure;
}

int output_file_commit(struct output_file *output)
{
    if (output->name == NULL) {
        return 0; /* main() checks standard output */
    }
    bool is_replaced = output->temporary != NULL || output->is_unnamed;
    int failure = stream_failure(output->file);
    if (failure == 0 && is_replaced && fsync(fileno(output->file)) != 0) {
        failure = errno;
    }
    if (failure == 0 && output->is_unnamed) {
        failure = put_unnamed(output);
    }
    if (fclose(output->file) != 0 && failure == 0) {
        failure = errno;
    }
    if (output->temporary != NULL && !output->is_unnamed) {
        failure = put_named(output, failure);
    }
    if (failure == 0 && is_replaced) {
        sync_folder(output->path);
    }
    clear(output);
    return failure;
}

void output_file_abandon(struct output_file *output)
{
    if (output->name != NULL && output->file != NULL) {
        fclose(output->file);
        if (output->temporary != NULL) {
            unlink(output->temporary);
        }
    }
    clear(output);
}

/* ---- Temporary files ---------------------------------------------------- */

bool output_rewind(FILE *file)
{
    errno = stream_failure(file);
    return errno == 0 && fseek(file, 0, SEEK_SET) == 0;
}

bool output_copy(FILE *from, FILE *out)
{
    char buffer[4096];
    size_t count;
    if (!output_rewind(from)) {
        return false;
    }
    while ((count = fread(buffer, 1, sizeof buffer, from)) > 0) {
        fwrite(buffer, 1, count, out);
    }
    return ferror(from) == 0;
}
