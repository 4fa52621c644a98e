/* The window moves on between lines, so that a line lies in it as a whole, and the
 * reader needs to know nothing of it.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/window.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/error.h"

struct zone_window {
    int descriptor; /* -1: the reader has all of the text */
    char *text;     /* LIMIT_STREAM_WINDOW octets, twice; or NULL */
    size_t length;
    bool is_last; /* the file ends with |text| */
    bool is_first;
    bool has_feed; /* the line feed that comes next was handed over */
    ddds_zonefile_line_fn *line;
    void *context;
    const char *begin; /* of the line that is read, and what was known there: */
    struct zonefile_piece known;
    char origin[LIMIT_NAME_SIZE];
    char owner[LIMIT_NAME_SIZE];
};

static ddds_status refuse(const char *path, const char *why,
                          struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "%s: cannot be read: %s", path, why);
}

static ddds_status refuse_number(const char *path, struct ddds_error *error)
{
    char why[128] = "";
    (void)strerror_r(errno, why, sizeof why);
    return refuse(path, why, error);
}

ddds_status ddds_window_new(const char *path, ddds_zonefile_line_fn *line,
                            void *context, struct zone_window **window,
                            struct ddds_error *error)
{
    struct stat about;
    *window = calloc(1, sizeof **window);
    if (*window == NULL) {
        return ddds_error_no_memory(error);
    }
    (*window)->line = line;
    (*window)->context = context;
    (*window)->text = malloc((size_t)2 * LIMIT_STREAM_WINDOW);
    (*window)->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if ((*window)->text == NULL) {
        return ddds_error_no_memory(error);
    }
    if ((*window)->descriptor < 0 ||
        fstat((*window)->descriptor, &about) != 0) {
        return refuse_number(path, error);
    }
    return S_ISREG(about.st_mode)
               ? DDDS_OK
               : refuse(path, "a stream needs a regular file", error);
}

ddds_status ddds_window_over(size_t length, ddds_zonefile_line_fn *line,
                             void *context, struct zone_window **window,
                             struct ddds_error *error)
{
    *window = calloc(1, sizeof **window);
    if (*window == NULL) {
        return ddds_error_no_memory(error);
    }
    (*window)->descriptor = -1;
    (*window)->length = length;
    (*window)->is_last = true;
    (*window)->line = line;
    (*window)->context = context;
    return DDDS_OK;
}

void ddds_window_free(struct zone_window *window)
{
    if (window != NULL) {
        if (window->descriptor >= 0) {
            close(window->descriptor);
        }
        free(window->text);
        free(window);
    }
}

ddds_status ddds_window_rewind(struct zone_reader *reader)
{
    struct zone_window *window = reader->file->window;
    if (window->descriptor < 0) {
        return DDDS_OK;
    }
    window->length = 0;
    window->is_last = false;
    window->is_first = true;
    window->has_feed = false;
    return lseek(window->descriptor, 0, SEEK_SET) == 0
               ? DDDS_OK
               : refuse_number(reader->file->root->name, reader->error);
}

/* Refuse the octet at |at|, which is not text. */
static ddds_status refuse_octet(const struct zone_reader *reader,
                                const char *at, const char *why)
{
    const struct lexer *lexer = &reader->at.lexer;
    const char *begin = lexer->line_begin;
    unsigned long line = lexer->line;
    for (const char *octet = lexer->next; octet < at; octet++) {
        if (*octet == '\n') {
            line++;
            begin = octet + 1;
        }
    }
    return ddds_error_set(reader->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                          "%s:%lu:%zu: %s", lexer->file, line,
                          (size_t)(at - begin) + 1, why);
}

/* Check |count| octets that have been read to |at|. */
static ddds_status check_text(struct zone_reader *reader, const char *at,
                              size_t count)
{
    struct zone_window *window = reader->file->window;
    if (window->is_first && count >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        return refuse_octet(reader, at,
                            "the file begins with a byte order mark; remove "
                            "these three octets");
    }
    window->is_first = false;
    const char *nul = memchr(at, '\0', count);
    return nul == NULL
               ? DDDS_OK
               : refuse_octet(
                     reader, nul,
                     "a NUL octet, which a text file cannot have: remove it, "
                     "or write it as \\000 in a zone file");
}

/* Read until the window is full, or the file ends. */
static ddds_status fill(struct zone_reader *reader)
{
    struct zone_window *window = reader->file->window;
    size_t before = window->length;
    const size_t size = (size_t)2 * LIMIT_STREAM_WINDOW;
    while (!window->is_last && window->length < size) {
        ssize_t count = read(window->descriptor, window->text + window->length,
                             size - window->length);
        if (count < 0 && errno != EINTR) {
            return refuse_number(reader->file->root->name, reader->error);
        }
        window->is_last = count == 0;
        window->length += count > 0 ? (size_t)count : 0;
    }
    reader->at.lexer.end = window->text + window->length;
    return check_text(reader, window->text + before, window->length - before);
}

/* Move what has not been read to the beginning, and read on. */
static ddds_status slide(struct zone_reader *reader)
{
    struct zone_window *window = reader->file->window;
    struct lexer *lexer = &reader->at.lexer;
    if (window->length == 0) { /* at the beginning of the file */
        lexer->next = window->text;
        lexer->line_begin = window->text;
        lexer->end = window->text;
    }
    const char *keep = lexer->line_begin;
    size_t behind = (size_t)(lexer->next - keep);
    window->length = (size_t)(lexer->end - keep);
    memmove(window->text, keep, window->length);
    lexer->line_begin = window->text;
    lexer->next = window->text + behind;
    lexer->token_end = lexer->next;
    lexer->closed_end = lexer->next;
    lexer->opener.text = NULL;
    return fill(reader);
}

/* Note what the reader knows before the line. */
static void note(struct zone_reader *reader)
{
    struct zone_window *window = reader->file->window;
    const struct zone_position *at = &reader->at;
    window->begin = at->lexer.next;
    window->known = (struct zonefile_piece){
        .line = at->lexer.line,
        .default_ttl = reader->default_ttl,
        .last_ttl = reader->last_ttl,
        .has_default_ttl = reader->has_default_ttl,
        .has_last_ttl = reader->has_last_ttl,
        .has_origin = at->has_origin,
        .is_torn = at->lexer.is_torn,
        .origin = at->origin_text.text,
    };
    /* A line may begin before its directive does. */
    if (window->begin < at->lexer.end &&
        !ascii_is_alnum((unsigned char)*window->begin)) {
        memcpy(window->origin, at->origin_text.text,
               at->origin_text.length + 1);
        window->known.origin = window->origin;
    }
    if (at->has_owner && ddds_lexer_at_blank(&at->lexer)) {
        memcpy(window->owner, at->owner.text, at->owner.length + 1);
        window->known.owner = window->owner;
    }
}

ddds_status ddds_window_begin(struct zone_reader *reader)
{
    const struct zone_window *window = reader->file->window;
    const struct lexer *lexer = &reader->at.lexer;
    if (window->length == 0 ||
        (!window->is_last && lexer->end - lexer->next < LIMIT_STREAM_WINDOW)) {
        ddds_status status = slide(reader);
        if (status != DDDS_OK) {
            return status;
        }
    }
    note(reader);
    return DDDS_OK;
}

/* The words of a record after which the reader gives up are not further away. */
enum { AHEAD = 4096 };

/* The octets behind |end|, the end of the line, that the reader has looked at. A
 * parenthesis that is not closed is looked for far ahead once, and then up to the
 * next line. */
static size_t find_ahead(const struct zone_window *window,
                         const struct lexer *lexer, const char *end)
{
    size_t length = (size_t)(end - window->begin);
    size_t left = (size_t)(lexer->end - end);
    if (!lexer->is_torn || memchr(window->begin, '(', length) == NULL) {
        return 0;
    }
    if (!window->known.is_torn) {
        return left < AHEAD ? left : AHEAD;
    }
    const char *feed = memchr(end, '\n', left);
    return feed != NULL ? (size_t)(feed - end) + 1 : left;
}

ddds_status ddds_window_end(struct zone_reader *reader)
{
    struct zone_window *window = reader->file->window;
    const struct lexer *lexer =
        reader->depth > 0 ? &reader->outer[0].lexer : &reader->at.lexer;
    const char *end = lexer->next;
    if (end == lexer->end && !window->is_last) {
        return ddds_error_set(reader->error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "%s:%lu: a line longer than %d octets, the most "
                              "that a stream holds",
                              lexer->file, (unsigned long)window->known.line,
                              LIMIT_STREAM_WINDOW);
    }
    if (end < lexer->end && end > window->begin && end[-1] != '\n' &&
        *end == '\n') {
        end++; /* an error has been skipped to the end of its line */
        window->has_feed = true;
    } else if (window->has_feed) {
        window->has_feed = false;
        return DDDS_OK; /* only the line feed was left */
    }
    window->known.text = window->begin;
    window->known.length = (size_t)(end - window->begin);
    window->known.ahead = find_ahead(window, lexer, end);
    if (window->line != NULL && window->known.length > 0 &&
        !window->line(window->context, &window->known)) {
        reader->stopped = true;
    }
    return DDDS_OK;
}
