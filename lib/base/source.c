/* Read a text file into memory, with the checks that need no grammar: no NUL,
 * no byte order mark.
 *
 * SPDX-License-Identifier: MIT */
#include "base/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/pages.h"

static ddds_status refuse_path(const char *path, int number,
                               struct ddds_error *error)
{
    char why[128];
    if (strerror_r(number, why, sizeof why) != 0) {
        why[0] = '\0';
    }
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "%s: cannot be read: %s", path, why);
}

static ddds_status refuse_size(const struct source *source,
                               struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                          "%s: larger than %zu octets, the most that is read",
                          source->name, source->most);
}

/* Double |source->own_text|, of |*size| octets, if it is full. */
static ddds_status grow(struct source *source, size_t *size,
                        struct ddds_error *error)
{
    if (source->length < *size) {
        return DDDS_OK;
    }
    if (source->length > source->most) {
        return refuse_size(source, error);
    }
    char *text = realloc(source->own_text, *size * 2);
    if (text == NULL) {
        return ddds_error_no_memory(error);
    }
    source->own_text = text;
    *size *= 2;
    return DDDS_OK;
}

/* Read |descriptor| to its end; |size| is an estimate, because a pipe has no
 * known size. */
static ddds_status read_all(struct source *source, int descriptor, size_t size,
                            struct ddds_error *error)
{
    source->own_text = malloc(size);
    if (source->own_text == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_pages_use(source->own_text, size);
    for (;;) {
        ddds_status status = grow(source, &size, error);
        if (status != DDDS_OK) {
            return status;
        }
        ssize_t count = read(descriptor, source->own_text + source->length,
                             size - source->length);
        if (count == 0) {
            break;
        }
        if (count > 0) {
            source->length += (size_t)count;
        } else if (errno != EINTR) {
            return refuse_path(source->name, errno, error);
        }
    }
    source->text = source->own_text;
    return source->length > source->most ? refuse_size(source, error) : DDDS_OK;
}

static ddds_status read_descriptor(struct source *source, int descriptor,
                                   bool must_be_regular,
                                   struct ddds_error *error)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0) {
        return refuse_path(source->name, errno, error);
    }
    if (S_ISDIR(about.st_mode)) {
        return refuse_path(source->name, EISDIR, error);
    }
    if (must_be_regular && !S_ISREG(about.st_mode)) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%s: not a regular file", source->name);
    }
    source->device = about.st_dev;
    source->inode = about.st_ino;
    if (about.st_size > (off_t)source->most) {
        return refuse_size(source, error);
    }
    /* An additional octet avoids growing to detect the end. */
    size_t size = S_ISREG(about.st_mode) ? (size_t)about.st_size + 1 : 65536;
    return read_all(source, descriptor, size, error);
}

static ddds_status read_path(struct source *source, bool must_be_regular,
                             struct ddds_error *error)
{
    /* Opening a pipe without a writer would block. */
    int descriptor = open(source->name, O_RDONLY | O_CLOEXEC |
                                            (must_be_regular ? O_NONBLOCK : 0));
    if (descriptor < 0) {
        return refuse_path(source->name, errno, error);
    }
    ddds_status status =
        read_descriptor(source, descriptor, must_be_regular, error);
    close(descriptor);
    return status;
}

/* Refuse the octet at |at|, with its position. */
static ddds_status refuse_octet(const struct source *source, const char *at,
                                const char *why, struct ddds_error *error)
{
    size_t line = 1;
    const char *begin = source->text;
    for (const char *octet = begin; octet < at; octet++) {
        if (*octet == '\n') {
            line++;
            begin = octet + 1;
        }
    }
    return ddds_error_set(error, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%zu:%zu: %s",
                          source->name, line, (size_t)(at - begin) + 1, why);
}

static ddds_status check_text(const struct source *source,
                              struct ddds_error *error)
{
    assert(source->text != NULL);
    const char *nul = memchr(source->text, '\0', source->length);
    if (source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
        return refuse_octet(source, source->text,
                            "the file begins with a byte order mark; remove "
                            "these three octets",
                            error);
    }
    if (nul != NULL && (strncmp(source->text, "\xff\xfe", 2) == 0 ||
                        strncmp(source->text, "\xfe\xff", 2) == 0)) {
        return refuse_octet(source, source->text,
                            "the file is in UTF-16; save it as UTF-8", error);
    }
    return nul == NULL ? DDDS_OK
                       : refuse_octet(source, nul,
                                      "a NUL octet, which text cannot have; "
                                      "remove it",
                                      error);
}

static struct source *new_source(const char *name, size_t most)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        return NULL;
    }
    source->text = "";
    source->most = most;
    source->name = strdup(name);
    if (source->name == NULL) {
        ddds_source_free(source);
        return NULL;
    }
    return source;
}

static ddds_status open_source(const char *path, size_t most,
                               bool must_be_regular, struct source **source,
                               struct ddds_error *error)
{
    *source = new_source(path, most);
    if (*source == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_status status = read_path(*source, must_be_regular, error);
    if (status == DDDS_OK) {
        status = check_text(*source, error);
    }
    if (status != DDDS_OK) {
        ddds_source_free(*source);
        *source = NULL;
    }
    return status;
}

ddds_status ddds_source_open(const char *path, size_t most,
                             struct source **source, struct ddds_error *error)
{
    return open_source(path, most, false, source, error);
}

ddds_status ddds_source_open_regular(const char *path, size_t most,
                                     struct source **source,
                                     struct ddds_error *error)
{
    return open_source(path, most, true, source, error);
}

ddds_status ddds_source_over(const char *name, const char *text, size_t length,
                             size_t most, struct source **source,
                             struct ddds_error *error)
{
    *source = new_source(name, most);
    if (*source == NULL) {
        return ddds_error_no_memory(error);
    }
    if (length > 0) {
        (*source)->text = text;
        (*source)->length = length;
    }
    ddds_status status = length > most ? refuse_size(*source, error)
                                       : check_text(*source, error);
    if (status != DDDS_OK) {
        ddds_source_free(*source);
        *source = NULL;
    }
    return status;
}

void ddds_source_free(struct source *source)
{
    if (source != NULL) {
        free(source->name);
        free(source->own_text);
        free(source);
    }
}
