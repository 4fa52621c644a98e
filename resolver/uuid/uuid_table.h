/* Table of ddds uuid parse.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_UUID_TABLE_H
#define UUID_UUID_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/uuid.h>

#include "uuid/uuid_options.h"
#include "uuid/words.h"

enum uuid_column {
    COLUMN_UUID,
    COLUMN_VARIANT,
    COLUMN_TYPE,
    COLUMN_TIME,
    COLUMN_VERSION,
    COLUMN_SEQ,
    COLUMN_NODE,
    COLUMN_DOMAIN,
    COLUMN_ID,
    COLUMN_FAMILY,
    COLUMN_URN,
    COLUMN_INT,
    COLUMN_OID,
    COLUMN_NOTE,
    COLUMN_ERROR,
    UUID_COLUMNS,
};

struct uuid_table {
    enum uuid_column shown[2 * UUID_COLUMNS];
    size_t count;
    bool is_raw;
    bool is_json;
    bool has_headings;
    unsigned forms; /* accepted forms */
};

/* Select the columns of uuidparse, with headings. */
void uuid_table_begin(struct uuid_table *table);

/* Select other columns: "UUID,TIME", in either case, replaces them, "+NOTE"
 * appends. False, with a message, if |list| is invalid. */
bool uuid_table_choose(struct uuid_table *table, const char *list);

/* Print a row for each of |words|. EXIT_NOT_FOUND: some are not UUIDs. */
int uuid_table_print(const struct uuid_table *table, struct uuid_words *words,
                     FILE *out);

/* Return the rows as JSON; the caller releases it. */
json_t *uuid_table_make(const struct uuid_table *table,
                        struct uuid_words *words);

#endif
