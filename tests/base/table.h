/* The tables of fixtures/tables: lines of fields that tabs separate.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_TABLE_H
#define UNIT_TABLE_H

#include <ddds/span.h>
#include <ddds/status.h>

#include "base/assertions.h"

/* A row: |input|, with its escapes read; the |canonical| form, or NULL and the
 * |offset| of the refusal; |why|. */
struct table_row {
    char *input;
    char *canonical;
    size_t offset;
    char *why;
};

/* Rows of fields below a heading. */
struct table {
    const char *row[16]; /* the first member: see table_next() */
    char *field[16];     /* in memory of their own: see table_next() */
    size_t count;        /* fields of each row */
    FILE *file;
    char line[4096];
};

/* Decode the escapes \xHH, \n, \r, \t and \\ in place; returns the length. */
static inline size_t table_unescape(char *text)
{
    const char *begin = text;
    char *out = text;
    while (*text != '\0') {
        if (text[0] == '\\' && text[1] == 'x') {
            const char digits[3] = {text[2], text[3], '\0'};
            *out++ = (char)strtoul(digits, NULL, 16);
            text += 4;
        } else {
            static const char letters[] = "nrt";
            const char *letter =
                text[0] == '\\' ? strchr(letters, text[1]) : NULL;
            text += text[0] == '\\';
            *out++ = letter != NULL && *letter != '\0'
                         ? "\n\r\t"[letter - letters]
                         : *text;
            text++;
        }
    }
    *out = '\0';
    return (size_t)(out - begin);
}

/* Return where table_next() puts the rows below the line |heading| of |path|,
 * each of |count| fields. */
static inline const char **table_rows(const char *path, const char *heading,
                                      size_t count)
{
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    assert_in_range(count, 1, sizeof table->row / sizeof *table->row);
    table->count = count;
    table->file = fopen(path, "r");
    assert_non_null(table->file);
    do {
        if (fgets(table->line, sizeof table->line, table->file) == NULL) {
            fail_msg("%s: no heading \"%s\"", path, heading);
        }
        table->line[strcspn(table->line, "\n")] = '\0';
    } while (strcmp(table->line, heading) != 0);
    return table->row;
}

/* Read the next row, whose escapes are decoded; NULL is a null pointer. Free the
 * row and return false at an empty line or the end of the file. A line that begins
 * with # and has no tab is a comment. The strings live until the next call. Each
 * has memory of its own, so that sanitizers find reads beyond its end. */
static inline bool table_next(const char **row)
{
    struct table *table = (struct table *)(void *)row;
    do {
        if (fgets(table->line, sizeof table->line, table->file) == NULL ||
            table->line[0] == '\n') {
            for (size_t i = 0; i < table->count; i++) {
                free(table->field[i]);
            }
            fclose(table->file);
            free(table);
            return false;
        }
    } while (table->line[0] == '#' && strchr(table->line, '\t') == NULL);
    char *next = table->line;
    char *end = strchr(next, '\n');
    assert_non_null(end);
    *end = '\0';
    for (size_t i = 0; i < table->count; i++) {
        char *field = next;
        assert_non_null(field);
        next = strchr(field, '\t');
        if (next != NULL) {
            *next++ = '\0';
        }
        size_t length = table_unescape(field);
        free(table->field[i]);
        table->field[i] = malloc(length + 1);
        assert_non_null(table->field[i]);
        memcpy(table->field[i], field, length + 1);
        row[i] = strcmp(field, "NULL") == 0 ? NULL : table->field[i];
    }
    assert_null(next);
    return true;
}

/* The number of |field|; -1 is the greatest, as in DDDS_NO_OFFSET. */
static inline size_t table_number(const char *field)
{
    char *end;
    size_t number = strtoull(field, &end, 10);
    assert_true(end != field && *end == '\0');
    return number;
}

typedef ddds_status normalizer(const char *input, char *canonical, size_t size,
                               struct ddds_error *error);

/* Split |line| into |row|. Return false for a line without tabs, a comment. */
static inline bool table_split(char *line, struct table_row *row)
{
    row->input = line;
    row->canonical = strchr(line, '\t');
    if (row->canonical == NULL) {
        return false;
    }
    *row->canonical++ = '\0';
    row->why = strchr(row->canonical, '\t');
    *row->why++ = '\0';
    row->why[strcspn(row->why, "\n")] = '\0';
    row->offset = 0;
    table_unescape(row->input);
    if (row->canonical[0] == '!') {
        row->offset = strtoul(row->canonical + 1, NULL, 10);
        row->canonical = NULL;
    }
    return true;
}

/* Check that |normalize| has the result of each row in the file |path|. */
static inline void assert_table(const char *path, unsigned least,
                                normalizer *normalize)
{
    char line[4096];
    struct table_row row;
    unsigned rows = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (!table_split(line, &row)) {
            continue;
        }
        rows++;
        char canonical[256] = "";
        struct ddds_error error;
        ddds_status status =
            normalize(row.input, canonical, sizeof canonical, &error);
        if (row.canonical == NULL) {
            if (status != DDDS_BAD_INPUT || error.offset != row.offset) {
                fail_msg("%s (%s): status %d, %zu for %zu", row.input, row.why,
                         status, status == DDDS_OK ? 0 : error.offset,
                         row.offset);
            }
        } else if (status != DDDS_OK || strcmp(canonical, row.canonical) != 0) {
            fail_msg("%s (%s): %s", row.input, row.why,
                     status == DDDS_OK ? canonical : error.detail);
        }
    }
    fclose(file);
    assert_true(rows > least);
}

/* Try every octet in every place of |subject|: |is_valid| must be true for the
 * octets that |may_stand| lists for that place. */
static inline void assert_octets(const char *subject,
                                 const char *const *may_stand,
                                 bool (*is_valid)(const char *text))
{
    for (size_t place = 0; subject[place] != '\0'; place++) {
        for (unsigned octet = 1; octet < 256; octet++) {
            char text[64];
            snprintf(text, sizeof text, "%s", subject);
            text[place] = (char)octet;
            bool expected = strchr(may_stand[place], (char)octet) != NULL;
            if (is_valid(text) != expected) {
                fail_msg("place %zu, octet %02x: %d expected", place, octet,
                         expected);
            }
        }
    }
}

/* Whether |span| of |input| is |expected|, NULL if absent. */
static inline void assert_span(struct ddds_span span, const char *expected,
                               const char *input)
{
    if (expected == NULL) {
        if (span.text != NULL || span.length != 0) {
            fail_msg("%s: something for nothing", input);
        }
        return;
    }
    if (span.text == NULL || span.length != strlen(expected) ||
        memcmp(span.text, expected, span.length) != 0) {
        fail_msg("%s: %.*s for %s", input, (int)span.length,
                 span.text == NULL ? "" : span.text, expected);
    }
}

#endif
