/* The new text is written to a file beside the old one, which it then replaces:
 * who reads the file meanwhile sees the old text or the new one, never a part.
 *
 * SPDX-License-Identifier: MIT */
#include "print/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/memory_report.h"

/* The mode of new files is theirs. */
enum { ALL_MAY_READ_AND_WRITE = 0666 };

static void clear(struct output_file *output)
{
    if (output->temporary != NULL) {
        memory_finished(output->temporary);
    }
    free(output->path);
    free(output->temporary);
    *output = (struct output_file){0};
}

/* The mode that an ordinary new file would have. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return (mode_t)ALL_MAY_READ_AND_WRITE & ~mask;
}

/* Open a file beside |output|'s, to replace it. Returns 0, or an errno. */
static int open_beside(struct output_file *output, mode_t mode)
{
    static const char ending[] = ".XXXXXX";
    size_t size = strlen(output->path) + sizeof ending;
    output->temporary = malloc(size);
    snprintf(output->temporary, size, "%s%s", output->path, ending);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0) {
        return errno;
    }
    if (memory_unfinished(output->temporary)) {
        output->file =
            fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "w") : NULL;
    } else {
        errno = EMFILE;
    }
    if (output->file != NULL) {
        return 0;
    }
    int failure = errno;
    close(descriptor);
    unlink(output->temporary);
    return failure;
}

/* Open the file at |output|'s path, which is not a file to be replaced. */
static int open_in_place(struct output_file *output)
{
    output->file = fopen(output->path, "w");
    return output->file != NULL ? 0 : errno;
}

/* A link is followed: what it leads to is replaced, not the link. A link that
 * leads to nothing with a path, as /dev/stdout does to a pipe, stays. */
int output_file_open(struct output_file *output, const char *name)
{
    struct stat before;
    *output = (struct output_file){.name = name};
    if (name == NULL) {
        output->file = stdout;
        return 0;
    }
    output->path = realpath(name, NULL);
    bool has_path = output->path != NULL;
    if (!has_path && errno == ENOENT) {
        output->path = strdup(name);
    }
    int failure;
    if (output->path == NULL) {
        failure = errno;
    } else if (lstat(output->path, &before) != 0) {
        failure = errno == ENOENT ? open_beside(output, usual_mode()) : errno;
    } else if (has_path && S_ISREG(before.st_mode)) {
        failure = open_beside(output, before.st_mode & (mode_t)07777);
    } else {
        failure = open_in_place(output);
    }
    if (failure != 0) {
        clear(output);
    }
    return failure;
}

/* Write the names of |path|'s directory to disk, too, where that is
 * possible. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    int number = open(folder, O_RDONLY | O_CLOEXEC);
    if (number >= 0) {
        (void)fsync(number);
        close(number);
    }
    free(folder);
}

int output_file_commit(struct output_file *output)
{
    if (output->name == NULL) {
        return 0; /* the end of the program checks standard output */
    }
    errno = 0;
    bool is_written =
        fflush(output->file) == 0 && !ferror(output->file) &&
        (output->temporary == NULL || fsync(fileno(output->file)) == 0);
    int failure = is_written ? 0 : errno != 0 ? errno : EIO;
    if (fclose(output->file) != 0 && failure == 0) {
        failure = errno;
    }
    if (failure == 0 && output->temporary != NULL &&
        rename(output->temporary, output->path) != 0) {
        failure = errno;
    }
    if (failure != 0 && output->temporary != NULL) {
        unlink(output->temporary);
    } else if (output->temporary != NULL) {
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
    return fflush(file) == 0 && ferror(file) == 0 &&
           fseek(file, 0, SEEK_SET) == 0;
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
