/* Parser for the configuration of BIND (named.conf): statements, which end with
 * semicolons, and blocks in braces. An included file is read in place of its
 * statement.
 *
 * Zones are at the top level or in a view. Type and file of each zone are kept;
 * relative files are in the directory that the options name. All other
 * statements are skipped, as far as none of those may be a part of them.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memmem */
#include "zones/named.h"

#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/read_all.h"
#include "zones/folder.h"

enum {
    MOST_DEPTH = 16,         /* nested files, and nested blocks */
    MOST_INCLUDES = 4096,    /* in all */
    MOST_OCTETS = 256 << 20, /* of all files */
    KEPT_WORDS = 3,          /* of a statement: zone NAME CLASS */
};

struct named_source {
    struct named_source *outer;
    char *path;
    char *text;
    const char *at;
    const char *end;
    unsigned depth; /* 1 for the outermost */
};

enum scope { SCOPE_TOP, SCOPE_OPTIONS, SCOPE_VIEW, SCOPE_ZONE, SCOPE_OTHER };

struct named_reader {
    struct named *named;
    enum scope scopes[MOST_DEPTH]; /* open scopes, the outermost first */
    unsigned depth;
    const char *view;                        /* name of the open view; NULL */
    bool is_foreign_view;                    /* its class is not IN */
    char words[KEPT_WORDS][NAMED_WORD_SIZE]; /* of the present statement */
    unsigned count;

    /* The zone whose block is open. */
    char name[NAMED_WORD_SIZE];
    char type[NAMED_WORD_SIZE];
    char file[NAMED_WORD_SIZE];
    char in_view[NAMED_WORD_SIZE];
    bool is_raw;
    bool is_foreign; /* its class is not IN */
};

/* ---- Zones -------------------------------------------------------------- */

/* Add the zone whose block ends. */
static void add_zone(struct named_reader *reader, const char *file,
                     bool is_copy)
{
    struct server_zones *zones = &reader->named->zones;
    const char *name = reader->name;
    size_t length = strlen(name);
    length -= length > 1 && name[length - 1] == '.';
    if (zones->count == zones->size) {
        zones->size = zones->size * 2 + 16;
        zones->items =
            realloc(zones->items, zones->size * sizeof *zones->items);
    }
    zones->items[zones->count++] =
        (struct server_zone){strndup(name, length), strdup(file),
                             strdup(reader->in_view), reader->view, is_copy};
}

/* Return the stored name of the view |name|; add it if it is new. */
static const char *add_view(struct server_zones *zones, const char *name)
{
    for (size_t i = 0; i < zones->view_count; i++) {
        if (strcmp(zones->views[i], name) == 0) {
            return zones->views[i];
        }
    }
    zones->views =
        realloc(zones->views, (zones->view_count + 1) * sizeof *zones->views);
    zones->views[zones->view_count++] = strdup(name);
    return zones->views[zones->view_count - 1];
}

void server_zones_clear(struct server_zones *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        free(zones->items[i].name);
        free(zones->items[i].file);
        free(zones->items[i].in_view);
    }
    for (size_t i = 0; i < zones->view_count; i++) {
        free(zones->views[i]);
    }
    free(zones->items);
    free(zones->views);
    free(zones->folder);
    *zones = (struct server_zones){.items = NULL};
}

/* ---- Sources ------------------------------------------------------------ */

static unsigned long line_of(const struct named_source *source)
{
    unsigned long line = 1;
    for (const char *at = source->text; at < source->at; at++) {
        line += *at == '\n';
    }
    return line;
}

bool named_fail(struct named *named, const char *format, ...)
{
    char why[DDDS_DETAIL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (named->status == DDDS_OK && named->source != NULL) {
        ddds_error_set(named->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                       "%.200s:%lu: %s", named->source->path,
                       line_of(named->source), why);
    } else if (named->status == DDDS_OK) {
        ddds_error_set(named->error, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s", why);
    }
    named->status = DDDS_SYNTAX;
    return false;
}

/* Continue with |text|, which is taken over; |depth| counts nested files. False,
 * with an error, if it begins with a byte order mark. */
static bool push(struct named *named, const char *path, char *text,
                 size_t length, unsigned depth)
{
    struct named_source *source = malloc(sizeof *source);
    *source = (struct named_source){
        named->source, strdup(path), text, text, text + length, depth,
    };
    named->source = source;
    named->octets += length;
    return strncmp(text, "\xef\xbb\xbf", 3) != 0 ||
           named_fail(named, "the file begins with a byte order mark; remove "
                             "these three octets");
}

/* Continue after the end of a file; false if it was the outermost. */
static bool leave(struct named *named)
{
    struct named_source *source = named->source;
    named->source = source->outer;
    free(source->path);
    free(source->text);
    free(source);
    return named->source != NULL;
}

/* ---- Including ---------------------------------------------------------- */

/* Report that |path|, which |source| includes, is unreadable because of |why|;
 * false, with an error, if that is not tolerated. */
static bool note_missing(struct named *named, const struct named_source *source,
                         const char *path, const char *why)
{
    struct ddds_error error;
    ddds_error_set(&error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                   "%.200s:%lu: %.200s: cannot be read: %s", source->path,
                   line_of(source), path, why);
    if (named->failure == NULL) {
        *named->error = error;
        named->status = error.status;
        return false;
    }
    named->has_missed = true;
    named->failure(named->context, error.detail);
    return true;
}

/* Return true if |path| is a file of keys, such as rndc.key or tsig-keys.conf.
 * These may be unreadable: only the server may read them, and they contain no
 * zones. */
static bool is_key(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *key = strstr(name, "key");
    if (key == NULL || (key > name && strchr("-_.", key[-1]) == NULL)) {
        return false;
    }
    key += strlen(key[3] == 's' ? "keys" : "key");
    return strchr("-_.", *key) != NULL; /* or the end */
}

/* Continue with |path|, which |source| includes. */
static bool include_file(struct named *named, const struct named_source *source,
                         const char *path)
{
    size_t length;
    if (source->depth >= MOST_DEPTH || named->includes++ >= MOST_INCLUDES ||
        named->octets >= MOST_OCTETS) {
        return named_fail(named,
                          "too many included files, at %.200s; does a file "
                          "include itself?",
                          path);
    }
    if (folder_is_pipe(path)) {
        return note_missing(named, source, path, "it is a pipe");
    }
    char *text = read_and_close(fopen(path, "rb"),
                                (size_t)MOST_OCTETS - named->octets, &length);
    if (text == NULL) {
        return (errno == EACCES && is_key(path)) ||
               note_missing(named, source, path, strerror(errno));
    }
    return push(named, path, text, length, source->depth + 1);
}

/* Continue with the files that match |pattern|, in their order. They are pushed
 * on a stack, therefore from last to first. */
static bool include_all(struct named *named, const char *pattern)
{
    const struct named_source *source = named->source;
    glob_t found;
    bool went_well = true;
    if (glob(pattern, 0, NULL, &found) != 0) {
        return note_missing(named, source, pattern, "no file matches");
    }
    for (size_t i = found.gl_pathc; i > 0 && went_well; i--) {
        went_well = include_file(named, source, found.gl_pathv[i - 1]);
    }
    globfree(&found);
    return went_well;
}

/* Continue with the files that |pattern| names, which may have wildcards or be
 * a directory. False, with an error, if they exceed a limit. */
static bool include(struct named *named, const char *pattern)
{
    bool is_moved;
    bool went_well;
    if (named->is_alone) {
        return true;
    }
    char *path = named_locate(named, NULL, pattern, &is_moved);
    char *inside = folder_join(path, "*");
    if (strpbrk(path, "*?[") != NULL) {
        went_well = include_all(named, path);
    } else if (folder_is(path)) {
        went_well = include_all(named, inside);
    } else {
        went_well = include_file(named, named->source, path);
    }
    free(inside);
    free(path);
    return went_well;
}

/* ---- Words -------------------------------------------------------------- */

static bool is_space(char octet)
{
    return octet == ' ' || (octet >= '\t' && octet <= '\r');
}

/* Skip blanks and comments, and return from included files at their ends. */
static bool skip_blanks(struct named *named)
{
    for (;;) {
        struct named_source *source = named->source;
        const char *at = source->at;
        const char *end = source->end;
        size_t left = (size_t)(end - at);
        if (left == 0 && source->outer == NULL) {
            return true;
        }
        if (left == 0) {
            leave(named);
        } else if (is_space(*at)) {
            source->at++;
        } else if (*at == '#' || (left > 1 && memcmp(at, "//", 2) == 0)) {
            const char *line = memchr(at, '\n', left);
            source->at = line != NULL ? line : end;
        } else if (left > 1 && memcmp(at, "/*", 2) == 0) {
            const char *last = memmem(at + 2, left - 2, "*/", 2);
            source->at = last != NULL ? last + 2 : end;
            if (last == NULL) {
                return named_fail(named, "the comment has no end; write */");
            }
        } else {
            return true;
        }
    }
}

/* Read the rest of a string, after its opening quote, into |text|. */
static bool read_string(struct named *named, char text[NAMED_WORD_SIZE])
{
    struct named_source *source = named->source;
    const char *at = source->at;
    size_t length = 0;
    for (; at < source->end && *at != '"'; at++) {
        at += *at == '\\';
        if (at == source->end || *at == '\0') {
            break;
        }
        if (length + 1 >= NAMED_WORD_SIZE) {
            source->at = at;
            return named_fail(named, "a string is longer than %d octets",
                              NAMED_WORD_SIZE - 1);
        }
        text[length++] = *at;
    }
    if (at == source->end || *at == '\0') {
        return named_fail(named, "the string has no closing quote");
    }
    text[length] = '\0';
    source->at = at + 1;
    return true;
}

static bool read_plain(struct named *named, char text[NAMED_WORD_SIZE])
{
    struct named_source *source = named->source;
    size_t length = 0;
    for (; source->at < source->end && !is_space(*source->at) &&
           strchr("{};\"", *source->at) == NULL;
         source->at++) {
        text[length++] = *source->at;
        if (length == NAMED_WORD_SIZE) {
            break;
        }
    }
    if (length == NAMED_WORD_SIZE ||
        (source->at < source->end && *source->at == '\0')) {
        return named_fail(named,
                          "a word is longer than %d octets, or has a NUL octet",
                          NAMED_WORD_SIZE - 1);
    }
    text[length] = '\0';
    return true;
}

/* ---- Statements --------------------------------------------------------- */

static enum scope scope_of(const struct named_reader *reader)
{
    return reader->depth > 0 ? reader->scopes[reader->depth - 1] : SCOPE_TOP;
}

static bool is_word(const struct named_reader *reader, unsigned i,
                    const char *word)
{
    return i < reader->count && strcasecmp(reader->words[i], word) == 0;
}

/* Return true if |word| begins a statement of |scope| that decides which files
 * are read. */
static bool decides(enum scope scope, const char *word)
{
    static const char *const words[][5] = {
        [SCOPE_TOP] = {"include", "options", "view", "zone"},
        [SCOPE_OPTIONS] = {"include", "directory"},
        [SCOPE_VIEW] = {"include", "zone"},
        [SCOPE_ZONE] = {"include", "type", "file", "masterfile-format",
                        "in-view"},
        [SCOPE_OTHER] = {NULL},
    };
    for (size_t i = 0; i < 5 && words[scope][i] != NULL; i++) {
        if (strcasecmp(words[scope][i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* Refuse the present statement, as |next| begins another. */
static bool refuse_open_end(const struct named_reader *reader, const char *next)
{
    return named_fail(
        reader->named,
        "the statement \"%.40s\" has no end; write ; before %.40s",
        reader->words[0], next);
}

/* Return true if the present statement, like file, and unlike zone, has one
 * word after the first, and no block. */
static bool has_one_value(const struct named_reader *reader)
{
    enum scope scope = scope_of(reader);
    bool may_be = scope == SCOPE_OPTIONS || scope == SCOPE_ZONE;
    return is_word(reader, 0, "include") ||
           (may_be && reader->count > 0 && decides(scope, reader->words[0]));
}

static void copy_word(char to[NAMED_WORD_SIZE],
                      const struct named_reader *reader, unsigned i)
{
    snprintf(to, NAMED_WORD_SIZE, "%s",
             i < reader->count ? reader->words[i] : "");
}

/* Return true if the words of a view or a zone end with another class than
 * IN. */
static bool is_foreign(const struct named_reader *reader)
{
    return reader->count > 2 && !is_word(reader, 2, "IN");
}

static void begin_zone(struct named_reader *reader)
{
    copy_word(reader->name, reader, 1);
    reader->is_foreign = reader->is_foreign_view || is_foreign(reader);
    reader->is_raw = false;
    reader->type[0] = '\0';
    reader->file[0] = '\0';
    reader->in_view[0] = '\0';
}

/* Open a block. The words of the present statement decide its scope. */
static bool open_block(struct named_reader *reader)
{
    enum scope outer = scope_of(reader);
    enum scope inner = SCOPE_OTHER;
    bool may_have_zones = outer == SCOPE_TOP || outer == SCOPE_VIEW;
    if (has_one_value(reader)) {
        return refuse_open_end(reader, "{");
    }
    if (reader->depth == MOST_DEPTH) {
        return named_fail(reader->named, "more than %d blocks in each other",
                          MOST_DEPTH);
    }
    if (outer == SCOPE_TOP && is_word(reader, 0, "options")) {
        inner = SCOPE_OPTIONS;
    } else if (outer == SCOPE_TOP && is_word(reader, 0, "view")) {
        inner = SCOPE_VIEW;
        reader->view = reader->count > 1
                           ? add_view(&reader->named->zones, reader->words[1])
                           : NULL;
        reader->is_foreign_view = is_foreign(reader);
    } else if (may_have_zones && is_word(reader, 0, "zone")) {
        inner = SCOPE_ZONE;
        begin_zone(reader);
    }
    reader->scopes[reader->depth++] = inner;
    reader->count = 0;
    return true;
}

static bool is_type(const struct named_reader *reader, const char *one,
                    const char *other)
{
    return strcasecmp(reader->type, one) == 0 ||
           strcasecmp(reader->type, other) == 0;
}

/* Add the zone whose block ends, unless its class is another, or it only helps
 * to resolve names: hint, redirect, delegation-only. */
static void end_zone(struct named_reader *reader)
{
    bool is_copy = is_type(reader, "secondary", "slave") ||
                   strcasecmp(reader->type, "mirror") == 0;
    /* Others have no file with their records: forward, stub, databases. */
    bool has_file = is_copy || is_type(reader, "primary", "master");
    if (!reader->is_foreign && !is_type(reader, "hint", "redirect") &&
        strcasecmp(reader->type, "delegation-only") != 0) {
        add_zone(reader, has_file ? reader->file : "",
                 is_copy || reader->is_raw);
    }
}

static bool close_block(struct named_reader *reader)
{
    if (reader->depth == 0) {
        return named_fail(reader->named, "a \"}\" without its \"{\"");
    }
    if (reader->count > 0 && scope_of(reader) != SCOPE_OTHER) {
        return refuse_open_end(reader, "}");
    }
    if (scope_of(reader) == SCOPE_ZONE) {
        end_zone(reader);
    } else if (scope_of(reader) == SCOPE_VIEW) {
        reader->view = NULL;
        reader->is_foreign_view = false;
    }
    reader->depth--;
    reader->count = 0;
    return true;
}

/* End a statement that has no block. */
static bool end_statement(struct named_reader *reader)
{
    enum scope scope = scope_of(reader);
    struct server_zones *zones = &reader->named->zones;
    bool went_well = true;
    if (reader->count < 2) {
        /* a statement of one word, such as an item of a list */
    } else if (is_word(reader, 0, "include")) {
        went_well = include(reader->named, reader->words[1]);
    } else if (scope == SCOPE_OPTIONS && is_word(reader, 0, "directory")) {
        free(zones->folder);
        zones->folder = strdup(reader->words[1]);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "type")) {
        copy_word(reader->type, reader, 1);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "file")) {
        copy_word(reader->file, reader, 1);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "in-view")) {
        copy_word(reader->in_view, reader, 1);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "masterfile-format")) {
        reader->is_raw = !is_word(reader, 1, "text");
    }
    reader->count = 0;
    return went_well;
}

static bool take_word(struct named_reader *reader)
{
    char word[NAMED_WORD_SIZE];
    struct named *named = reader->named;
    bool is_quoted = *named->source->at == '"';
    named->source->at += is_quoted;
    if (!(is_quoted ? read_string : read_plain)(named, word)) {
        return false;
    }
    if (reader->count > 1 &&
        (has_one_value(reader) ||
         (!is_quoted && decides(scope_of(reader), word)))) {
        return refuse_open_end(reader, word);
    }
    if (reader->count < KEPT_WORDS) {
        memcpy(reader->words[reader->count++], word, strlen(word) + 1);
    }
    return true;
}

/* Read a word or a punctuator. */
static bool read_next(struct named_reader *reader)
{
    struct named_source *source = reader->named->source;
    switch (*source->at) {
    case '{':
        source->at++;
        return open_block(reader);
    case '}':
        source->at++;
        return close_block(reader);
    case ';':
        source->at++;
        return end_statement(reader);
    default:
        return take_word(reader);
    }
}

/* ---- Reading ------------------------------------------------------------ */

/* Refuse files of NSD, Knot DNS and Unbound, whose sections begin with "word:". */
static bool check_server(struct named *named)
{
    const char *first = named->source->at;
    size_t length = strcspn(first, " \t\r\n{;\"");
    return length == 0 || first[length - 1] != ':' ||
           named_fail(named,
                      "configurations of NSD, Knot DNS and Unbound are not "
                      "supported; give the folder of the zone files instead, "
                      "as in --zone zones/ or ddds lint zones/");
}

/* Parse |text|, which is taken over and ends with NUL. */
static bool read_whole(struct named *named, const char *path, char *text,
                       size_t length)
{
    struct named_reader *reader = calloc(1, sizeof *reader);
    const char *slash = strrchr(path, '/');
    named->folder = slash == NULL   ? strdup(".")
                    : slash == path ? strdup("/")
                                    : strndup(path, (size_t)(slash - path));
    reader->named = named;
    bool went_well = push(named, path, text, length, 1) && skip_blanks(named) &&
                     check_server(named);
    while (went_well && named->source->at < named->source->end) {
        went_well = read_next(reader) && skip_blanks(named);
    }
    if (went_well && reader->depth > 0) {
        went_well =
            named_fail(named, "the file ends before the \"}\" of a block");
    }
    if (went_well && reader->count > 0) {
        went_well = refuse_open_end(reader, "the end of the file");
    }
    while (leave(named)) {
    }
    free(reader);
    return went_well;
}

bool named_read_text(struct named *named, const char *path, const char *text,
                     size_t length)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return read_whole(named, path, copy, length);
}

bool named_read(struct named *named, const char *path)
{
    size_t length;
    char *text = read_and_close(fopen(path, "rb"), MOST_OCTETS, &length);
    if (text == NULL) {
        named->status =
            ddds_error_set(named->error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                           "%.200s: cannot be read: %s", path, strerror(errno));
        return false;
    }
    return read_whole(named, path, text, length);
}

void named_clear(struct named *named)
{
    server_zones_clear(&named->zones);
    free(named->folder);
}
