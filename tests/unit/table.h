/* The tables of fixtures/tables: lines of fields that tabs separate.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_TABLE_H
#define UNIT_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row: |input|, with its escapes read; the |canonical| form, or NULL and the
 * |offset| of the refusal; |why|. */
struct table_row {
    char *input;
    char *canonical;
    size_t offset;
    char *why;
};

struct table {
    FILE *file;
    char line[4096];
};

/* Turn \xHH and \\ into what they stand for, in place. */
static inline void table_unescape(char *text)
{
    char *out = text;
    while (*text != '\0') {
        if (text[0] == '\\' && text[1] == 'x') {
            const char digits[3] = {text[2], text[3], '\0'};
            *out++ = (char)strtoul(digits, NULL, 16);
            text += 4;
        } else {
            text += text[0] == '\\';
            *out++ = *text++;
        }
    }
    *out = '\0';
}

/* The next row; lines without tabs are comments. False at the end. Its strings
 * live until the next call. */
static inline bool table_next(struct table *table, struct table_row *row)
{
    while (fgets(table->line, sizeof table->line, table->file) != NULL) {
        row->input = table->line;
        row->canonical = strchr(table->line, '\t');
        if (row->canonical == NULL) {
            continue;
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
    return false;
}

#endif
