/* The configuration of NSD (nsd.conf): clauses and attributes, each a word with
 * a colon, with values between blanks.
 *
 * A zone has a zonefile, or its pattern has, in which the name of the zone is
 * inserted.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "servers/readers.h"

enum clause { CLAUSE_OTHER, CLAUSE_SERVER, CLAUSE_ZONE, CLAUSE_PATTERN };

/* A zone or a pattern. */
struct nsd_item {
    struct nsd_item *next;
    char name[CONFIG_WORD_SIZE];
    char file[CONFIG_WORD_SIZE];
    bool is_copy;
};

struct nsd_reader {
    struct config *config;
    enum clause clause;
    struct nsd_item item;      /* of the clause that is being read */
    struct nsd_item *patterns; /* the last first */
    char key[CONFIG_WORD_SIZE];
};

/* ---- Words -------------------------------------------------------------- */

static bool is_space(int octet)
{
    return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r';
}

/* Skip blanks, comments and the ends of included files; false at the end. */
static bool skip_blanks(struct config *config)
{
    for (;;) {
        int octet = config_peek(config);
        if (octet < 0) {
            if (config->source->outer == NULL) {
                return false;
            }
            config_leave(config);
        } else if (octet == '#') {
            while (config_peek(config) >= 0 && config_peek(config) != '\n') {
                config_take(config);
            }
        } else if (is_space(octet)) {
            config_take(config);
        } else {
            return true;
        }
    }
}

/* Read a word into |text|, to |quote| or, if that is 0, to a blank. */
static bool read_word(struct config *config, int quote,
                      char text[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    for (;;) {
        int octet = config_peek(config);
        if (quote == 0 && (octet < 0 || is_space(octet) || octet == '"')) {
            break;
        }
        config_take(config);
        if (quote != 0 && octet == quote) {
            break;
        }
        if (octet <= 0 || octet == '\n') {
            return config_fail(config, "the string has no closing quote, or "
                                       "has a NUL octet");
        }
        if (length + 1 >= CONFIG_WORD_SIZE) {
            return config_fail(config, "a word is longer than %d octets",
                               CONFIG_WORD_SIZE - 1);
        }
        text[length++] = (char)octet;
    }
    text[length] = '\0';
    return true;
}

/* Is |word| the name of a clause or of an attribute? */
static bool is_key(const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && word[length] == ':' && word[length + 1] == '\0';
}

/* ---- File names --------------------------------------------------------- */

/* What |letter| stands for behind a percent sign; NULL: nothing. */
static const char *find_insertion(const char *name, char letter, size_t *length)
{
    size_t i = (size_t)(letter - '1');
    *length = 1;
    switch (letter) {
    case 's':
        *length = strlen(name);
        return name;
    case '1':
    case '2':
    case '3':
        return i < strlen(name) ? name + i : ".";
    case 'x':
    case 'y':
    case 'z':
        name = server_zone_label(name, (unsigned long)('z' - letter), length);
        if (*length > 0) {
            return name;
        }
        *length = 1;
        return ".";
    default:
        return NULL;
    }
}

/* Insert |name| into |pattern|; false if the result is too long. */
static bool make_path(const char *pattern, const char *name,
                      char path[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    for (; *pattern != '\0'; pattern++) {
        size_t more = 1;
        const char *from =
            *pattern == '%' ? find_insertion(name, pattern[1], &more) : NULL;
        if (from == NULL) {
            from = pattern;
            more = 1;
        } else {
            pattern++; /* the letter, too */
        }
        if (length + more >= CONFIG_WORD_SIZE) {
            return false;
        }
        memcpy(path + length, from, more);
        length += more;
    }
    path[length] = '\0';
    return true;
}

/* ---- Clauses ------------------------------------------------------------ */

static bool keep_zone(struct nsd_reader *reader)
{
    struct nsd_item *zone = &reader->item;
    char path[CONFIG_WORD_SIZE];
    size_t length = strlen(zone->name);
    if (length > 1 && zone->name[length - 1] == '.') {
        zone->name[length - 1] = '\0';
    }
    if (zone->file[0] == '\0') {
        return true;
    }
    if (!make_path(zone->file, zone->name, path)) {
        return config_fail(reader->config,
                           "the zonefile of %.100s is longer "
                           "than %d octets",
                           zone->name, CONFIG_WORD_SIZE - 1);
    }
    return server_zones_add(reader->config->zones, zone->name, path, NULL,
                            zone->is_copy) ||
           config_fail_memory(reader->config);
}

static bool keep_pattern(struct nsd_reader *reader)
{
    struct nsd_item *pattern = malloc(sizeof *pattern);
    if (pattern == NULL) {
        return config_fail_memory(reader->config);
    }
    *pattern = reader->item;
    pattern->next = reader->patterns;
    reader->patterns = pattern;
    return true;
}

static bool end_clause(struct nsd_reader *reader)
{
    bool went_well = reader->clause == CLAUSE_ZONE      ? keep_zone(reader)
                     : reader->clause == CLAUSE_PATTERN ? keep_pattern(reader)
                                                        : true;
    reader->clause = CLAUSE_OTHER;
    memset(&reader->item, 0, sizeof reader->item);
    return went_well;
}

/* Take over what the pattern |name| says. */
static void include_pattern(struct nsd_reader *reader, const char *name)
{
    const struct nsd_item *pattern = reader->patterns;
    while (pattern != NULL && strcmp(pattern->name, name) != 0) {
        pattern = pattern->next;
    }
    if (pattern != NULL) {
        reader->item.is_copy |= pattern->is_copy;
        if (pattern->file[0] != '\0') {
            memcpy(reader->item.file, pattern->file, sizeof pattern->file);
        }
    }
}

static bool set_folder(struct nsd_reader *reader, const char *folder)
{
    char *copy = strdup(folder);
    if (copy == NULL) {
        return config_fail_memory(reader->config);
    }
    free(reader->config->zones->folder);
    reader->config->zones->folder = copy;
    return true;
}

static bool take_value(struct nsd_reader *reader, const char *value)
{
    const char *key = reader->key;
    bool is_item =
        reader->clause == CLAUSE_ZONE || reader->clause == CLAUSE_PATTERN;
    bool went_well = true;
    if (strcmp(key, "include:") == 0) {
        went_well = config_include(reader->config, value);
    } else if (reader->clause == CLAUSE_SERVER &&
               strcmp(key, "zonesdir:") == 0) {
        went_well = set_folder(reader, value);
    } else if (is_item && strcmp(key, "name:") == 0) {
        memcpy(reader->item.name, value, strlen(value) + 1);
    } else if (is_item && strcmp(key, "zonefile:") == 0) {
        memcpy(reader->item.file, value, strlen(value) + 1);
    } else if (is_item && strcmp(key, "request-xfr:") == 0) {
        reader->item.is_copy = true;
    } else if (is_item && strcmp(key, "include-pattern:") == 0) {
        include_pattern(reader, value);
    }
    reader->key[0] = '\0'; /* More values, as of request-xfr, say nothing. */
    return went_well;
}

static bool take_key(struct nsd_reader *reader, const char *key)
{
    static const struct {
        const char *key;
        enum clause clause;
    } clauses[] = {
        {"server:", CLAUSE_SERVER},        {"zone:", CLAUSE_ZONE},
        {"pattern:", CLAUSE_PATTERN},      {"key:", CLAUSE_OTHER},
        {"remote-control:", CLAUSE_OTHER}, {"tls-auth:", CLAUSE_OTHER},
        {"dnstap:", CLAUSE_OTHER},         {"verify:", CLAUSE_OTHER},
    };
    memcpy(reader->key, key, strlen(key) + 1);
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        if (strcmp(key, clauses[i].key) == 0) {
            bool went_well = end_clause(reader);
            reader->clause = clauses[i].clause;
            return went_well;
        }
    }
    return true;
}

static bool read_all(struct nsd_reader *reader)
{
    struct config *config = reader->config;
    char word[CONFIG_WORD_SIZE];
    while (skip_blanks(config)) {
        int first = config_peek(config);
        int quote = first == '"' || first == '\'' ? first : 0;
        if (quote != 0) {
            config_take(config);
        }
        if (!read_word(config, quote, word) ||
            !(quote == 0 && is_key(word) ? take_key(reader, word)
                                         : take_value(reader, word))) {
            return false;
        }
    }
    return end_clause(reader);
}

bool nsd_read(struct config *config)
{
    struct nsd_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return config_fail_memory(config);
    }
    reader->config = config;
    bool went_well = read_all(reader);
    while (reader->patterns != NULL) {
        struct nsd_item *next = reader->patterns->next;
        free(reader->patterns);
        reader->patterns = next;
    }
    free(reader);
    return went_well;
}
