/* The configuration of Knot DNS (knot.conf): sections of items, each a line with
 * a key and a value, in a simple form of YAML.
 *
 * A zone takes its storage and its file from itself, else from its template or,
 * if it names none, from the template "default". In the file's name the name of
 * the zone, or parts of it, are inserted.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "servers/readers.h"

enum section { SECTION_OTHER, SECTION_TEMPLATE, SECTION_ZONE };

/* A zone or a template. */
struct knot_item {
    struct knot_item *next;
    char name[CONFIG_WORD_SIZE];
    char template[CONFIG_WORD_SIZE];
    char storage[CONFIG_WORD_SIZE];
    char file[CONFIG_WORD_SIZE];
    bool is_copy;
};

struct knot_reader {
    struct config *config;
    enum section section;
    bool has_item;
    struct knot_item item;       /* that is being read */
    struct knot_item *templates; /* the last first */
    struct knot_item *zones;     /* the last first, until all templates are
                                    known */
};

/* A line: its parts without blanks and quotes. */
struct knot_line {
    bool is_item;  /* a hyphen begins it */
    bool is_inner; /* blanks begin it */
    char key[CONFIG_WORD_SIZE];
    char value[CONFIG_WORD_SIZE];
};

static const char default_storage[] = "/var/lib/knot";
static const char default_file[] = "%s.zone";

/* ---- Lines -------------------------------------------------------------- */

static void skip_blanks(struct config *config)
{
    while (config_peek(config) == ' ' || config_peek(config) == '\t' ||
           config_peek(config) == '\r') {
        config_take(config);
    }
}

static bool ends_line(int octet)
{
    return octet < 0 || octet == '\n' || octet == '#';
}

static void skip_line(struct config *config)
{
    int octet;
    do {
        octet = config_take(config);
    } while (octet >= 0 && octet != '\n');
}

static bool keep_octet(struct config *config, char text[CONFIG_WORD_SIZE],
                       size_t *length, int octet)
{
    if (octet <= 0 || *length + 1 >= CONFIG_WORD_SIZE) {
        return config_fail(config,
                           "a value is longer than %d octets, or has a NUL "
                           "octet",
                           CONFIG_WORD_SIZE - 1);
    }
    text[(*length)++] = (char)octet;
    text[*length] = '\0';
    return true;
}

/* Read a value in quotes, behind the first of them. */
static bool read_quoted(struct config *config, char text[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    for (;;) {
        int octet = config_take(config);
        if (octet == '"') {
            return true;
        }
        if (octet == '\\') {
            octet = config_take(config);
        }
        if (octet < 0 || octet == '\n') {
            return config_fail(config, "the string has no closing quote");
        }
        if (!keep_octet(config, text, &length, octet)) {
            return false;
        }
    }
}

/* Read the value behind a key: in quotes or not. Of a list, in brackets, the
 * first. */
static bool read_value(struct config *config, char text[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    text[0] = '\0';
    skip_blanks(config);
    if (config_peek(config) == '[') {
        config_take(config);
        skip_blanks(config);
    }
    if (config_peek(config) == '"') {
        config_take(config);
        return read_quoted(config, text);
    }
    while (!ends_line(config_peek(config)) && config_peek(config) != ',' &&
           config_peek(config) != ']') {
        if (!keep_octet(config, text, &length, config_take(config))) {
            return false;
        }
    }
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
    return true;
}

/* Read a line; what has no key has an empty one. */
static bool read_line(struct config *config, struct knot_line *line)
{
    size_t length = 0;
    int first = config_peek(config);
    *line = (struct knot_line){.is_inner = first == ' ' || first == '\t'};
    skip_blanks(config);
    if (config_peek(config) == '-') {
        line->is_item = true;
        config_take(config);
        skip_blanks(config);
    }
    while (!ends_line(config_peek(config)) && config_peek(config) != ':') {
        if (!keep_octet(config, line->key, &length, config_take(config))) {
            return false;
        }
    }
    while (length > 0 && strchr(" \t\r", line->key[length - 1]) != NULL) {
        line->key[--length] = '\0';
    }
    bool went_well = true;
    if (config_peek(config) == ':') {
        config_take(config);
        went_well = read_value(config, line->value);
    }
    return went_well;
}

/* ---- File names --------------------------------------------------------- */

/* The numbers of "[N]" or "[N-M]" at |*at|; false if there are none. */
static bool read_range(const char **at, unsigned long *from, unsigned long *to)
{
    char *end;
    const char *text = *at;
    if (*text != '[' || text[1] < '0' || text[1] > '9') {
        return false;
    }
    *from = strtoul(text + 1, &end, 10);
    *to = *from;
    if (*end == '-' && end[1] >= '0' && end[1] <= '9') {
        *to = strtoul(end + 1, &end, 10);
    }
    *at = end + 1;
    return *end == ']' && *to >= *from;
}

/* What the formatter at |*at|, behind a percent sign, stands for. */
static const char *read_formatter(const char **at, const char *name,
                                  size_t *length)
{
    unsigned long from;
    unsigned long to;
    size_t whole = strlen(name);
    char kind = *(*at)++;
    *length = 0;
    if (kind == 's') {
        *length = whole;
        return name;
    }
    if (kind == '%') {
        *length = 1;
        return "%";
    }
    if ((kind != 'c' && kind != 'l') || !read_range(at, &from, &to)) {
        return NULL;
    }
    if (kind == 'l') {
        return server_zone_label(name, from, length);
    }
    if (from < whole) {
        *length = (to < whole ? to + 1 : whole) - from;
        return name + from;
    }
    return name;
}

/* Insert |name| into |pattern|; false if the result is empty or too long, or the
 * pattern has another formatter. */
static bool make_path(const char *pattern, const char *name,
                      char path[CONFIG_WORD_SIZE])
{
    size_t length = 0;
    while (*pattern != '\0') {
        const char *from = pattern;
        size_t more = 1;
        if (*pattern++ == '%') {
            from =
                *pattern != '\0' ? read_formatter(&pattern, name, &more) : NULL;
        }
        if (from == NULL || length + more >= CONFIG_WORD_SIZE) {
            return false;
        }
        memcpy(path + length, from, more);
        length += more;
    }
    path[length] = '\0';
    return length > 0;
}

/* ---- Items -------------------------------------------------------------- */

static const struct knot_item *find_template(const struct knot_reader *reader,
                                             const char *name)
{
    const struct knot_item *template = reader->templates;
    name = *name != '\0' ? name : "default";
    while (template != NULL && strcmp(template->name, name) != 0) {
        template = template->next;
    }
    return template;
}

/* Hand the zone |item| over. */
static bool keep_zone(struct knot_reader *reader, struct knot_item *item)
{
    const struct knot_item *template = find_template(reader, item->template);
    const char *storage = item->storage;
    const char *file = item->file;
    char path[CONFIG_WORD_SIZE];
    size_t length = strlen(item->name);
    if (length > 0 && item->name[length - 1] == '.') {
        item->name[length - 1] = '\0';
    }
    if (*storage == '\0' && template != NULL) {
        storage = template->storage;
    }
    if (*file == '\0' && template != NULL) {
        file = template->file;
    }
    if (!make_path(*file != '\0' ? file : default_file, item->name, path)) {
        return config_fail(reader->config, "invalid file \"%.100s\" of %.100s",
                           file, item->name);
    }
    return server_zones_add(
               reader->config->zones, *item->name != '\0' ? item->name : ".",
               path, *storage != '\0' ? storage : default_storage,
               item->is_copy || (template != NULL && template->is_copy)) ||
           config_fail_memory(reader->config);
}

/* Keep the item that was read. */
static bool end_item(struct knot_reader *reader)
{
    struct knot_item **list =
        reader->section == SECTION_ZONE ? &reader->zones : &reader->templates;
    if (!reader->has_item || reader->section == SECTION_OTHER) {
        return true;
    }
    struct knot_item *item = malloc(sizeof *item);
    if (item == NULL) {
        return config_fail_memory(reader->config);
    }
    *item = reader->item;
    item->next = *list;
    *list = item;
    reader->has_item = false;
    return true;
}

static bool begin_section(struct knot_reader *reader,
                          const struct knot_line *line)
{
    if (!end_item(reader)) {
        return false;
    }
    if (strcmp(line->key, "include") == 0) {
        reader->section = SECTION_OTHER;
        /* The rest of the line is read behind the files. */
        return config_include(reader->config, line->value);
    }
    reader->section = strcmp(line->key, "zone") == 0       ? SECTION_ZONE
                      : strcmp(line->key, "template") == 0 ? SECTION_TEMPLATE
                                                           : SECTION_OTHER;
    skip_line(reader->config);
    return true;
}

static void set_member(struct knot_item *item, const struct knot_line *line)
{
    const struct {
        const char *key;
        char *member;
    } members[] = {
        {"domain", item->name},       {"id", item->name},
        {"template", item->template}, {"storage", item->storage},
        {"file", item->file},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (strcmp(line->key, members[i].key) == 0) {
            memcpy(members[i].member, line->value, strlen(line->value) + 1);
        }
    }
    item->is_copy |= strcmp(line->key, "master") == 0 && *line->value != '\0';
}

static bool take_line(struct knot_reader *reader, const struct knot_line *line)
{
    bool went_well = true;
    if (!line->is_inner && !line->is_item && *line->key != '\0') {
        return begin_section(reader, line);
    }
    if (line->is_item) {
        went_well = end_item(reader);
        memset(&reader->item, 0, sizeof reader->item);
        reader->has_item = true;
    }
    if (reader->has_item) {
        set_member(&reader->item, line);
    }
    skip_line(reader->config);
    return went_well;
}

/* Hand over the zones of |list|, the last first: the first of them is at the end
 * of the list. */
static bool keep_zones(struct knot_reader *reader)
{
    struct knot_item *first = NULL;
    while (reader->zones != NULL) {
        struct knot_item *item = reader->zones;
        reader->zones = item->next;
        item->next = first;
        first = item;
    }
    reader->zones = first;
    bool went_well = true;
    for (; first != NULL && went_well; first = first->next) {
        went_well = keep_zone(reader, first);
    }
    return went_well;
}

static void free_items(struct knot_item *item)
{
    while (item != NULL) {
        struct knot_item *next = item->next;
        free(item);
        item = next;
    }
}

static bool read_all(struct knot_reader *reader, struct knot_line *line)
{
    struct config *config = reader->config;
    bool went_well = true;
    while (went_well &&
           (config_peek(config) >= 0 || config->source->outer != NULL)) {
        if (config_peek(config) < 0) {
            config_leave(config);
            continue;
        }
        went_well = read_line(config, line) && take_line(reader, line);
    }
    return went_well && end_item(reader) && keep_zones(reader);
}

bool knot_read(struct config *config)
{
    struct knot_reader *reader = calloc(1, sizeof *reader);
    struct knot_line *line = malloc(sizeof *line);
    bool went_well = reader != NULL && line != NULL;
    if (went_well) {
        reader->config = config;
        went_well = read_all(reader, line);
        free_items(reader->templates);
        free_items(reader->zones);
    } else {
        config_fail_memory(config);
    }
    free(reader);
    free(line);
    return went_well;
}
