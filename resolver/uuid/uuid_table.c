/* Table of the fields of UUIDs, with the columns of uuidparse and others.
 *
 * Columns have fixed widths, so rows are printed at once. Unlike uuidparse, the
 * last line need not end with a newline, and a long word is one row.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/uuid_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/suggestion.h"
#include "render/rendering.h"
#include "uuid/forms.h"
#include "print/json_members.h"
#include "text/printable.h"

static const struct {
    const char *name;
    const char *key; /* in JSON */
    int width;
} columns[UUID_COLUMNS] = {
    {"UUID", "uuid", 36},    {"VARIANT", "variant", 9}, {"TYPE", "type", 10},
    {"TIME", "time", 28},    {"VERSION", "version", 7}, {"SEQ", "seq", 5},
    {"NODE", "node", 20},    {"DOMAIN", "domain", 6},   {"ID", "id", 10},
    {"FAMILY", "family", 6}, {"URN", "urn", 45},        {"INT", "int", 39},
    {"OID", "oid", 44},      {"NOTE", "note", 18},      {"ERROR", "error", 5},
};

enum { VALUE_SIZE = 4400 };

struct table_row {
    const char *text;
    size_t length;
    bool is_valid;
    bool is_bare_ulid;   /* read as a ULID, and its version is not 7 */
    bool has_components; /* of a URN, which are not part of the UUID */
    struct ddds_uuid uuid;
    struct ddds_uuid_fields fields;
    struct ddds_error error;
};

/* ---- Values ------------------------------------------------------------ */

static const char *variant_word(const struct table_row *row)
{
    static const char *const words[] = {"NCS", "DCE", "Microsoft", "other"};
    return row->is_valid ? words[row->fields.variant] : "invalid";
}

static const char *type_word(const struct table_row *row)
{
    static const char *const words[] = {
        "unknown",    "time-based", "DCE",     "name-based", "random",
        "sha1-based", "time-v6",    "time-v7", "vendor"};
    if (!row->is_valid) {
        return "invalid";
    }
    if ((row->fields.notes & DDDS_UUID_NOTE_NIL) != 0) {
        return "nil";
    }
    if ((row->fields.notes & DDDS_UUID_NOTE_MAX) != 0) {
        return "max";
    }
    if (row->fields.version < 0) {
        return NULL;
    }
    return words[row->fields.version <= 8 ? row->fields.version : 0];
}

/* Join the words of the notes with commas; NULL without notes. */
static const char *join_notes(const struct table_row *row,
                              char value[VALUE_SIZE])
{
    unsigned notes = row->fields.notes;
    const char *own = row->is_bare_ulid     ? "ulid-not-v7"
                      : row->has_components ? "has-components"
                                            : "";
    size_t length = (size_t)snprintf(value, VALUE_SIZE, "%s", own);
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((notes >> i & 1) != 0) {
            length += (size_t)snprintf(value + length, VALUE_SIZE - length,
                                       "%s%s", length > 0 ? "," : "",
                                       ddds_uuid_note_name(1U << i));
        }
    }
    return length > 0 ? value : NULL;
}

/* Escape what is not printable as \DDD, in raw output blanks too. */
static const char *escape(const char *text, size_t size, bool is_raw,
                          char value[VALUE_SIZE])
{
    size_t length = 0;
    for (size_t i = 0; i < size && length + 5 < VALUE_SIZE;) {
        size_t shown = printable_length(text + i, size - i);
        if (shown == 0 || (is_raw && text[i] == ' ')) {
            length += (size_t)snprintf(value + length, 5, "\\%03u",
                                       (unsigned char)text[i++]);
        } else {
            memcpy(value + length, text + i, shown);
            length += shown;
            i += shown;
        }
    }
    value[length] = '\0';
    return value;
}

/* Format octets in hexadecimal, with colons. */
static const char *format_octets(const unsigned char *octets, size_t count,
                                 char value[VALUE_SIZE])
{
    for (size_t i = 0; i < count; i++) {
        snprintf(value + 3 * i, 4, "%02x%s", octets[i],
                 i + 1 < count ? ":" : "");
    }
    return value;
}

/* Return the DCE word for a domain, or its number. */
static const char *format_domain(unsigned domain, char value[VALUE_SIZE])
{
    static const char *const words[] = {"person", "group", "org"};
    if (domain < sizeof words / sizeof words[0]) {
        return words[domain];
    }
    snprintf(value, VALUE_SIZE, "%u", domain);
    return value;
}

static const char *format_value(const struct table_row *row, unsigned form,
                                char value[VALUE_SIZE])
{
    ddds_uuid_format(&row->uuid, form, value, VALUE_SIZE);
    return value;
}

/* Return the value of a column for a valid UUID; NULL if it has none. */
static const char *valid_value(const struct table_row *row,
                               enum uuid_column column, char value[VALUE_SIZE])
{
    const struct ddds_uuid_fields *fields = &row->fields;
    switch (column) {
    case COLUMN_TIME:
        ddds_uuid_time_format(fields->time, fields->time_digits, value);
        return fields->has_time ? value : NULL;
    case COLUMN_VERSION:
        snprintf(value, VALUE_SIZE, "%d", fields->version);
        return fields->version >= 0 ? value : NULL;
    case COLUMN_SEQ:
        snprintf(value, VALUE_SIZE, "%u", fields->sequence);
        return fields->has_sequence ? value : NULL;
    case COLUMN_NODE:
        return fields->has_sequence
                   ? format_octets(fields->node, sizeof fields->node, value)
               : fields->has_host
                   ? format_octets(fields->host, sizeof fields->host, value)
                   : NULL;
    case COLUMN_DOMAIN:
        return fields->has_local_id ? format_domain(fields->domain, value)
                                    : NULL;
    case COLUMN_ID:
        snprintf(value, VALUE_SIZE, "%" PRIu32, fields->local_id);
        return fields->has_local_id ? value : NULL;
    case COLUMN_FAMILY:
        snprintf(value, VALUE_SIZE, "%u", fields->family);
        return fields->has_host ? value : NULL;
    case COLUMN_URN:
        return format_value(row, DDDS_UUID_URN, value);
    case COLUMN_INT:
        return format_value(row, DDDS_UUID_INTEGER, value);
    case COLUMN_OID:
        return format_value(row, DDDS_UUID_OID, value);
    case COLUMN_NOTE:
        return join_notes(row, value);
    case COLUMN_ERROR:
        return NULL;
    default:
        return format_value(row, DDDS_UUID_CANONICAL, value);
    }
}

static const char *row_value(const struct table_row *row,
                             enum uuid_column column, bool is_raw,
                             char value[VALUE_SIZE])
{
    if (column == COLUMN_VARIANT) {
        return variant_word(row);
    }
    if (column == COLUMN_TYPE) {
        return type_word(row);
    }
    if (row->is_valid) {
        return valid_value(row, column, value);
    }
    switch (column) {
    case COLUMN_UUID:
        return escape(row->text, row->length, is_raw, value);
    case COLUMN_TIME:
        return "invalid";
    case COLUMN_ERROR:
        return escape(row->error.detail, strlen(row->error.detail), is_raw,
                      value);
    default:
        return NULL;
    }
}

/* ---- Rows -------------------------------------------------------------- */

/* Print a cell; the last of a row is not padded. */
static void print_cell(FILE *out, const struct uuid_table *table, size_t index,
                       const char *value)
{
    bool is_last = index + 1 == table->count;
    size_t length = strlen(value);
    size_t unseen = length - printable_columns(value, length);
    int width = table->is_raw || is_last
                    ? 0
                    : columns[table->shown[index]].width + (int)unseen;
    fprintf(out, "%-*s%s", width, value,
            is_last         ? "\n"
            : table->is_raw ? " "
                            : "  ");
}

static void print_headings(FILE *out, const struct uuid_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        print_cell(out, table, i, columns[table->shown[i]].name);
    }
}

static void print_row(FILE *out, const struct uuid_table *table,
                      const struct table_row *row)
{
    char buffer[VALUE_SIZE];
    for (size_t i = 0; i < table->count; i++) {
        const char *value =
            row_value(row, table->shown[i], table->is_raw, buffer);
        print_cell(out, table, i, value != NULL ? value : "");
    }
}

static json_t *make_value(const struct table_row *row, enum uuid_column column)
{
    char buffer[VALUE_SIZE];
    const char *value = row_value(row, column, false, buffer);
    if (value == NULL) {
        return json_null();
    }
    return column == COLUMN_VERSION || column == COLUMN_SEQ ||
                   column == COLUMN_ID || column == COLUMN_FAMILY
               ? json_integer(strtol(value, NULL, 10))
               : json_string(value);
}

static json_t *make_row(const struct uuid_table *table,
                        const struct table_row *row)
{
    json_t *object = json_object();
    for (size_t i = 0; i < table->count; i++) {
        enum uuid_column column = table->shown[i];
        json_t *text = column == COLUMN_UUID && !row->is_valid
                           ? json_stringn(row->text, row->length)
                           : NULL;
        json_object_set_new(object, columns[column].key,
                            text != NULL ? text : make_value(row, column));
    }
    return object;
}

/* ---- Interface --------------------------------------------------------- */

void uuid_table_begin(struct uuid_table *table)
{
    *table = (struct uuid_table){
        .shown = {COLUMN_UUID, COLUMN_VARIANT, COLUMN_TYPE, COLUMN_TIME},
        .count = 4,
        .has_headings = true,
        .forms = UUID_READ_FORMS,
    };
}

/* Return the column |name|; if unknown, complain and return UUID_COLUMNS. */
static enum uuid_column find_column(const char *name, size_t length)
{
    struct suggestion suggestion;
    suggestion_begin(&suggestion, name, length);
    for (size_t i = 0; i < UUID_COLUMNS; i++) {
        if (strlen(columns[i].name) == length &&
            strncasecmp(columns[i].name, name, length) == 0) {
            return (enum uuid_column)i;
        }
        suggestion_try(&suggestion, columns[i].name);
    }
    complain("-o: \"%.*s\" is not one of UUID, VARIANT, TYPE, TIME, VERSION, "
             "SEQ, NODE, DOMAIN, ID, FAMILY, URN, INT, OID, NOTE, ERROR%s",
             (int)length, name, suggestion_text(&suggestion));
    return UUID_COLUMNS;
}

bool uuid_table_choose(struct uuid_table *table, const char *list)
{
    if (*list == '+') {
        list++;
    } else {
        table->count = 0;
    }
    for (;; list++) {
        size_t length = strcspn(list, ",");
        enum uuid_column column = find_column(list, length);
        if (column == UUID_COLUMNS) {
            return false;
        }
        if (table->count == sizeof table->shown / sizeof table->shown[0]) {
            complain("-o: more than %zu columns", table->count);
            return false;
        }
        table->shown[table->count++] = column;
        list += length;
        if (*list == '\0') {
            return true;
        }
    }
}

/* A ULID begins with milliseconds since 1970; its version bits mean nothing. */
static void inspect_ulid(struct table_row *row)
{
    enum { TICKS_PER_MILLISECOND = 10000 };
    int64_t milliseconds = 0;
    for (size_t i = 0; i < 6; i++) {
        milliseconds = milliseconds << 8 | row->uuid.octets[i];
    }
    row->is_bare_ulid = row->fields.version != 7;
    row->fields.has_time = true;
    row->fields.time_digits = 3;
    row->fields.time = milliseconds * TICKS_PER_MILLISECOND;
}

/* Inspect |uuid|; the system clock decides if its time is in the future. */
static void inspect_now(const struct ddds_uuid *uuid,
                        struct ddds_uuid_fields *fields)
{
    int64_t now = INT64_MAX;
    ddds_uuid_time_now(&now, NULL);
    *fields = (struct ddds_uuid_fields)DDDS_UUID_FIELDS_INIT;
    ddds_uuid_inspect(uuid, now, fields);
}

static void read_row(const struct uuid_table *table,
                     const struct uuid_words *words, struct table_row *row)
{
    row->is_bare_ulid = false;
    row->text = words->text;
    row->length = words->length;
    size_t own = form_length(words->text, words->length, table->forms);
    row->has_components = own < words->length;
    row->is_valid = form_read(words->text, own, table->forms, &row->uuid,
                              &row->error) == DDDS_OK;
    if (row->is_valid) {
        inspect_now(&row->uuid, &row->fields);
        if (table->forms == (UUID_ENCODED | DDDS_UUID_ULID)) {
            inspect_ulid(row);
        }
    }
}

int uuid_table_print(const struct uuid_table *table, struct uuid_words *words,
                     FILE *out)
{
    int status = EXIT_FOUND;
    bool is_first = true;
    if (table->is_json) {
        fputs("{\"uuids\":[", out);
    } else if (table->has_headings) {
        print_headings(out, table);
    }
    while (words_next(words)) {
        struct table_row row;
        read_row(table, words, &row);
        status = row.is_valid ? status : EXIT_NOT_FOUND;
        if (table->is_json) {
            fputs(is_first ? "\n" : ",\n", out);
            print_json_value(out, make_row(table, &row));
        } else {
            print_row(out, table, &row);
        }
        is_first = false;
    }
    if (table->is_json) {
        fputs("\n]}\n", out);
    }
    return status;
}

json_t *uuid_table_make(const struct uuid_table *table,
                        struct uuid_words *words)
{
    json_t *object = json_object();
    json_t *array = json_array();
    while (words_next(words)) {
        struct table_row row;
        read_row(table, words, &row);
        json_array_append_new(array, make_row(table, &row));
    }
    json_object_set_new(object, "uuids", array);
    return object;
}
