/* ddds uuid parse: the fields of UUIDs, in uuidparse's columns and others.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/exits.h"
#include "uuid/uuid_options.h"
#include "uuid/uuid_table.h"
#include "uuid/words.h"

int command_uuid_parse(const void *given)
{
    const struct uuid_line *options = given;
    struct uuid_table table;
    struct uuid_words words;
    uuid_table_begin(&table);
    if (options->uuid.columns != NULL &&
        !uuid_table_choose(&table, options->uuid.columns)) {
        return EXIT_USAGE;
    }
    table.is_raw = options->uuid.is_raw;
    table.has_headings = !options->uuid.has_no_headings;
    table.is_json = options->uuid.is_json;
    table.forms = options->uuid.read_forms;
    words_begin(&words, options->words.inputs, options->words.input_count);
    return words_end(&words, uuid_table_print(&table, &words, stdout));
}
