/* The configuration of BIND (named.conf): statements, each up to a semicolon,
 * in blocks of braces.
 *
 * Zones are in the file itself, or in a view. What matters of a zone is its
 * type and its file; relative files are in the directory of the options. All
 * other statements are skipped, whatever they are.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "zones/named.h"

enum word_kind {
    WORD_END,
    WORD_TEXT,
    WORD_OPEN,
    WORD_CLOSE,
    WORD_SEMICOLON,
};

enum { KEPT_WORDS = 3 }; /* of a statement: zone NAME CLASS */

enum scope { SCOPE_TOP, SCOPE_OPTIONS, SCOPE_VIEW, SCOPE_ZONE, SCOPE_OTHER };

struct named_reader {
    struct config *config;
    enum scope scopes[CONFIG_DEPTH]; /* that are open, the outermost first */
    unsigned depth;

    char words[KEPT_WORDS][CONFIG_WORD_SIZE]; /* of this statement */
    unsigned count;

    /* The zone whose block is open. */
    char name[CONFIG_WORD_SIZE];
    char type[CONFIG_WORD_SIZE];
    char file[CONFIG_WORD_SIZE];
    bool is_raw;
    bool is_foreign; /* of another class than IN */
};

/* ---- Words -------------------------------------------------------------- */

static bool is_space(int octet)
{
    return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r' ||
           octet == '\f' || octet == '\v';
}

static void skip_line(struct config *config)
{
    while (config_peek(config) >= 0 && config_peek(config) != '\n') {
        config_take(config);
    }
}

/* Skip the comment after its first slash. */
static bool skip_slashes(struct config *config)
{
    int kind = config_peek(config);
    int before = 0;
    if (kind == '/') {
        skip_line(config);
        return true;
    }
    config_take(config);
    for (;;) {
        int octet = config_take(config);
        if (octet < 0) {
            return config_fail(config, "the comment has no end; write */");
        }
        if (before == '*' && octet == '/') {
            return true;
        }
        before = octet;
    }
}

/* Does a comment begin here? */
static bool is_at_slashes(const struct config *config)
{
    const struct config_source *source = config->source;
    return source->end - source->at > 1 && source->at[0] == '/' &&
           (source->at[1] == '/' || source->at[1] == '*');
}

/* Skip blanks and comments, and the ends of included files. |*has_more| becomes
 * false at the end of all. */
static bool skip_blanks(struct config *config, bool *has_more)
{
    for (;;) {
        int octet = config_peek(config);
        if (octet < 0) {
            if (config->source->outer == NULL) {
                *has_more = false;
                return true;
            }
            config_leave(config);
        } else if (is_space(octet)) {
            config_take(config);
        } else if (octet == '#') {
            skip_line(config);
        } else if (is_at_slashes(config)) {
            config_take(config);
            if (!skip_slashes(config)) {
                return false;
            }
        } else {
            *has_more = true;
            return true;
        }
    }
}

/* Read a string after its quote into |text|. */
static bool read_string(struct config *config, char text[CONFIG_WORD_SIZE])
{
    const unsigned long line = config->source->line;
    size_t length = 0;
    int octet;
    while ((octet = config_take(config)) != '"') {
        if (octet == '\\') {
            octet = config_take(config);
        }
        if (octet < 0 || octet == '\0') {
            config->source->line = line;
            return config_fail(config, "the string has no closing quote");
        }
        if (length + 1 >= CONFIG_WORD_SIZE) {
            return config_fail(config, "a string is longer than %d octets",
                               CONFIG_WORD_SIZE - 1);
        }
        text[length++] = (char)octet;
    }
    text[length] = '\0';
    return true;
}

static bool ends_word(int octet)
{
    return octet < 0 || is_space(octet) || octet == '{' || octet == '}' ||
           octet == ';' || octet == '"';
}

static bool read_plain(struct config *config, char text[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    while (!ends_word(config_peek(config))) {
        int octet = config_take(config);
        if (length + 1 >= CONFIG_WORD_SIZE || octet == '\0') {
            return config_fail(config,
                               "a word is longer than %d octets, or "
                               "has a NUL octet",
                               CONFIG_WORD_SIZE - 1);
        }
        text[length++] = (char)octet;
    }
    text[length] = '\0';
    return true;
}

/* Read the next word into |text|, if it is one. */
static bool read_word(struct config *config, enum word_kind *kind,
                      char text[CONFIG_WORD_SIZE])
{
    bool has_more = false;
    *kind = WORD_END;
    if (!skip_blanks(config, &has_more) || !has_more) {
        return config->status == DDDS_OK;
    }
    switch (config_peek(config)) {
    case '{':
        *kind = WORD_OPEN;
        break;
    case '}':
        *kind = WORD_CLOSE;
        break;
    case ';':
        *kind = WORD_SEMICOLON;
        break;
    case '"':
        *kind = WORD_TEXT;
        config_take(config);
        return read_string(config, text);
    default:
        *kind = WORD_TEXT;
        return read_plain(config, text);
    }
    config_take(config);
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

static void copy_word(char to[CONFIG_WORD_SIZE],
                      const struct named_reader *reader, unsigned i)
{
    memcpy(to, i < reader->count ? reader->words[i] : "",
           i < reader->count ? strlen(reader->words[i]) + 1 : 1);
}

static void begin_zone(struct named_reader *reader)
{
    copy_word(reader->name, reader, 1);
    reader->is_foreign = reader->count > 2 && !is_word(reader, 2, "IN");
    reader->is_raw = false;
    reader->type[0] = '\0';
    reader->file[0] = '\0';
}

/* Go into the block that the words of this statement begin. */
static bool open_block(struct named_reader *reader)
{
    enum scope outer = scope_of(reader);
    enum scope inner = SCOPE_OTHER;
    bool may_have_zones = outer == SCOPE_TOP || outer == SCOPE_VIEW;
    if (reader->depth == CONFIG_DEPTH) {
        return config_fail(reader->config, "more than %d blocks in each other",
                           CONFIG_DEPTH);
    }
    if (outer == SCOPE_TOP && is_word(reader, 0, "options")) {
        inner = SCOPE_OPTIONS;
    } else if (outer == SCOPE_TOP && is_word(reader, 0, "view")) {
        inner = SCOPE_VIEW;
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

/* Keep the zone whose block ends, if it has a zone file. */
static bool end_zone(struct named_reader *reader)
{
    bool is_copy = is_type(reader, "secondary", "slave") ||
                   is_type(reader, "mirror", "stub");
    if (reader->file[0] == '\0' || reader->is_foreign ||
        (!is_copy && !is_type(reader, "primary", "master"))) {
        return true; /* hint, forward, in-view, a database */
    }
    server_zones_add(reader->config->zones, reader->name, reader->file,
                     is_copy || reader->is_raw);
    return true;
}

static bool close_block(struct named_reader *reader)
{
    enum scope scope = scope_of(reader);
    if (reader->depth == 0) {
        return config_fail(reader->config, "a \"}\" without its \"{\"");
    }
    reader->depth--;
    reader->count = 0;
    return scope != SCOPE_ZONE || end_zone(reader);
}

static void set_folder(struct named_reader *reader)
{
    struct server_zones *zones = reader->config->zones;
    free(zones->folder);
    zones->folder = strdup(reader->words[1]);
}

/* The statement ends without a block. */
static bool end_statement(struct named_reader *reader)
{
    enum scope scope = scope_of(reader);
    bool went_well = true;
    if (reader->count < 2) {
        /* A value of a list. */
    } else if (is_word(reader, 0, "include")) {
        went_well = config_include(reader->config, reader->words[1]);
    } else if (scope == SCOPE_OPTIONS && is_word(reader, 0, "directory")) {
        set_folder(reader);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "type")) {
        copy_word(reader->type, reader, 1);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "file")) {
        copy_word(reader->file, reader, 1);
    } else if (scope == SCOPE_ZONE && is_word(reader, 0, "masterfile-format")) {
        reader->is_raw = !is_word(reader, 1, "text");
    }
    reader->count = 0;
    return went_well;
}

static bool take_word(struct named_reader *reader, enum word_kind kind,
                      const char *word)
{
    switch (kind) {
    case WORD_TEXT:
        if (reader->count < KEPT_WORDS) {
            memcpy(reader->words[reader->count++], word, strlen(word) + 1);
        }
        return true;
    case WORD_OPEN:
        return open_block(reader);
    case WORD_CLOSE:
        return close_block(reader);
    case WORD_SEMICOLON:
        return end_statement(reader);
    default:
        return reader->depth == 0 ||
               config_fail(reader->config,
                           "the file ends before the \"}\" of a block");
    }
}

bool named_read(struct config *config)
{
    struct named_reader *reader = calloc(1, sizeof *reader);
    enum word_kind kind = WORD_TEXT;
    char word[CONFIG_WORD_SIZE];
    reader->config = config;
    bool went_well = true;
    while (went_well && kind != WORD_END) {
        went_well =
            read_word(config, &kind, word) && take_word(reader, kind, word);
    }
    free(reader);
    return went_well;
}
