/* Read a text file into memory, or through a sliding window, with the checks
 * that need no grammar: no NUL, no byte order mark.
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

/* Files longer than this many windows are read through a window. */
enum { WINDOWS_LEAST = 4 };

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
    source->octets = source->length;
    return source->length > source->most ? refuse_size(source, error) : DDDS_OK;
}

/* Fill the free part of |source->own_text|, and find the end of its last
 * line. */
static ddds_status fill(struct source *source, struct ddds_error *error)
{
    while (source->held < source->room && source->has_more) {
        ssize_t count =
            pread(source->descriptor, source->own_text + source->held,
                  source->room - source->held, source->next_read);
        if (count < 0 && errno != EINTR) {
            return refuse_path(source->name, errno, error);
        }
        source->held += count > 0 ? (size_t)count : 0;
        source->next_read += count > 0 ? count : 0;
        source->has_more = count != 0;
    }
    source->text = source->own_text;
    source->length = source->held;
    while (source->has_more && source->length > 0 &&
           source->text[source->length - 1] != '\n') {
        source->length--;
    }
    return source->next_read > (off_t)source->most ? refuse_size(source, error)
                                                   : DDDS_OK;
}

/* Double the buffer if more than half is used. */
static ddds_status widen(struct source *source, struct ddds_error *error)
{
    if (source->held <= source->room / 2) {
        return DDDS_OK;
    }
    char *text = realloc(source->own_text, source->room * 2);
    if (text == NULL) {
        return ddds_error_no_memory(error);
    }
    source->own_text = text;
    source->text = text;
    source->room *= 2;
    return DDDS_OK;
}

/* Read until |source| has complete lines beyond |kept| octets. */
static ddds_status fill_beyond(struct source *source, size_t kept,
                               struct ddds_error *error)
{
    ddds_status status = DDDS_OK;
    do {
        status = widen(source, error);
        if (status == DDDS_OK) {
            status = fill(source, error);
        }
    } while (status == DDDS_OK && source->has_more && source->length <= kept);
    return status;
}

/* Read the first window of |descriptor|, and take ownership of it. */
static ddds_status begin_window(struct source *source, int descriptor,
                                struct ddds_error *error)
{
    source->descriptor = descriptor;
    source->has_more = true;
    source->own_text = malloc(source->room);
    return source->own_text != NULL ? fill_beyond(source, 0, error)
                                    : ddds_error_no_memory(error);
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
    if (S_ISREG(about.st_mode) &&
        (size_t)about.st_size / WINDOWS_LEAST > source->room) {
        source->octets = (size_t)about.st_size;
        return begin_window(source, descriptor, error);
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
    if (source->descriptor < 0) {
        close(descriptor);
    }
    return status;
}

/* Refuse the octet at |at|, with its position; the text starts with |line|. */
static ddds_status refuse_octet(const struct source *source, const char *at,
                                size_t line, const char *why,
                                struct ddds_error *error)
{
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

/* Refuse a NUL in the octets from |from| on; the text starts with |line|. */
static ddds_status check_octets(const struct source *source, const char *from,
                                size_t line, struct ddds_error *error)
{
    const char *end = source->text + source->length;
    const char *nul = memchr(from, '\0', (size_t)(end - from));
    if (nul == NULL) {
        return DDDS_OK;
    }
    return refuse_octet(
        source, nul, line,
        "a NUL octet, which a text file cannot have: remove it, "
        "or write it as \\000 in a zone file",
        error);
}

static ddds_status check_text(const struct source *source,
                              struct ddds_error *error)
{
    assert(source->text != NULL);
    if (source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
        return refuse_octet(source, source->text, 1,
                            "the file begins with a byte order mark; remove "
                            "these three octets",
                            error);
    }
    return check_octets(source, source->text, 1, error);
}

static struct source *new_source(const char *name, size_t most)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        return NULL;
    }
    source->text = "";
    source->most = most;
    source->descriptor = -1;
    source->name = strdup(name);
    if (source->name == NULL) {
        ddds_source_free(source);
        return NULL;
    }
    return source;
}

static ddds_status open_source(const char *path, size_t most, size_t window,
                               bool must_be_regular, struct source **source,
                               struct ddds_error *error)
{
    *source = new_source(path, most);
    if (*source == NULL) {
        return ddds_error_no_memory(error);
    }
    (*source)->room = window;
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
    return open_source(path, most, SIZE_MAX, false, source, error);
}

ddds_status ddds_source_open_regular(const char *path, size_t most,
                                     struct source **source,
                                     struct ddds_error *error)
{
    return open_source(path, most, SIZE_MAX, true, source, error);
}

ddds_status ddds_source_open_window(const char *path, size_t most,
                                    size_t window, struct source **source,
                                    struct ddds_error *error)
{
    return open_source(path, most, window, false, source, error);
}

ddds_status ddds_source_rewind(struct source *source, struct ddds_error *error)
{
    if (source->descriptor < 0 || source->next_read == (off_t)source->held) {
        return DDDS_OK; /* the start is still in memory */
    }
    source->held = 0;
    source->next_read = 0;
    source->has_more = true;
    ddds_status status = fill_beyond(source, 0, error);
    return status == DDDS_OK ? check_text(source, error) : status;
}

ddds_status ddds_source_next(struct source *source, size_t kept, uint32_t line,
                             struct ddds_error *error)
{
    size_t dropped = source->length - kept;
    source->held -= dropped;
    memmove(source->own_text, source->own_text + dropped, source->held);
    ddds_status status = fill_beyond(source, kept, error);
    return status == DDDS_OK
               ? check_octets(source, source->text + kept, line, error)
               : status;
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
        (*source)->octets = length;
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
        if (source->descriptor >= 0) {
            close(source->descriptor);
        }
        free(source);
    }
}
