/* ddds uuid parse, told anything on standard input: two octets choose the
 * table, what follows is the input.
 *
 * Words are those of a simpler reader, of blanks or of lines; each has a row of
 * printable ASCII or UTF-8; JSON is JSON, and says the same; the exit status
 * says whether all were UUIDs.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <jansson.h>

#include "cli/exits.h"
#include "text/printable.h"
#include "uuid/forms.h"
#include "uuid/uuid_table.h"
#include "fuzz.h"

struct input {
    const uint8_t *data;
    size_t size;
    bool is_by_line;
};

/* The expected rows. */
struct tally {
    size_t words;
    size_t invalid;
};

/* The output, as a string. */
struct output {
    char *text;
    size_t size;
    int status;
};

static bool is_blank(const struct input *input, size_t at)
{
    const char *blanks = input->is_by_line ? "\n" : "\n\t\r ";
    return memchr(blanks, input->data[at], strlen(blanks)) != NULL;
}

static void check_word(const struct input *input, size_t begin, size_t end,
                       struct uuid_words *words)
{
    size_t length = end - begin;
    if (input->is_by_line && length > 0 && input->data[end - 1] == '\r' &&
        length < sizeof words->buffer) {
        length--;
    }
    if (length == 0) {
        return;
    }
    require(words_next(words));
    require(words->length <= length && words->text[words->length] == '\0');
    require(words->length == length ||
            words->length + 2 >= sizeof words->buffer);
    require(memcmp(words->text, input->data + begin, words->length) == 0);
}

/* The simpler reader. */
static void check_words(const struct input *input, FILE *file)
{
    struct uuid_words words = {.file = file, .is_by_line = input->is_by_line};
    size_t begin = 0;
    for (size_t at = 0; at < input->size; at++) {
        if (is_blank(input, at)) {
            check_word(input, begin, at, &words);
            begin = at + 1;
        }
    }
    check_word(input, begin, input->size, &words);
    require(!words_next(&words) && !words_next(&words));
    require(words_end(&words, EXIT_FOUND) == EXIT_FOUND);
}

static struct tally count_words(const struct input *input, FILE *file,
                                unsigned forms)
{
    struct uuid_words words = {.file = file, .is_by_line = input->is_by_line};
    struct tally tally = {0, 0};
    while (words_next(&words)) {
        /* The components of a URN are not a part of the UUID. */
        size_t length = form_length(words.text, words.length, forms);
        tally.words++;
        tally.invalid +=
            ddds_uuid_parse(words.text, length, forms, NULL, NULL) != DDDS_OK;
    }
    return tally;
}

static struct output print(const struct uuid_table *table,
                           const struct input *input, FILE *file)
{
    struct uuid_words words = {.file = file, .is_by_line = input->is_by_line};
    struct output output = {NULL, 0, 0};
    FILE *out = open_memstream(&output.text, &output.size);
    require(out != NULL);
    output.status = uuid_table_print(table, &words, out);
    require(fclose(out) == 0);
    return output;
}

static void check_rows(const struct uuid_table *table,
                       const struct output *output, const struct tally *tally)
{
    size_t rows = 0;
    for (size_t i = 0; i < output->size; i++) {
        rows += output->text[i] == '\n';
        signed char octet = (signed char)output->text[i];
        require(octet == '\n' || (octet >= ' ' && octet <= '~') || octet < 0);
    }
    json_t *text = json_stringn(output->text, output->size);
    require(text != NULL); /* it is UTF-8 */
    json_decref(text);
    require(rows == tally->words + table->has_headings);
    size_t blanks = 0;
    for (size_t i = 0; table->is_raw && i < output->size; i++) {
        blanks += output->text[i] == ' ';
    }
    require(!table->is_raw || blanks == rows * (table->count - 1));
}

/* Columns have a key each, and TYPE may be among them twice. */
static size_t count_keys(const struct uuid_table *table)
{
    size_t keys = table->count;
    for (size_t i = 1; i < table->count; i++) {
        keys -= table->shown[i] == COLUMN_TYPE;
    }
    return keys;
}

static void check_json(const struct uuid_table *table,
                       const struct output *output, const struct tally *tally)
{
    json_t *all = json_loadb(output->text, output->size, JSON_ALLOW_NUL, NULL);
    require(all != NULL);
    const json_t *rows = json_object_get(all, "uuids");
    require(json_array_size(rows) == tally->words);
    size_t invalid = 0;
    for (size_t i = 0; i < tally->words; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *type = json_string_value(json_object_get(row, "type"));
        require(json_object_size(row) == count_keys(table));
        invalid += type != NULL && strcmp(type, "invalid") == 0;
    }
    require(invalid == tally->invalid);
    json_decref(all);
}

/* A table as two octets say: flags, and the columns beside TYPE. */
static struct uuid_table choose_table(const uint8_t *data)
{
    struct uuid_table table;
    uuid_table_begin(&table);
    table.is_json = (data[0] & 1) != 0;
    table.is_raw = (data[0] & 2) != 0;
    table.has_headings = (data[0] & 4) != 0 && !table.is_json;
    if ((data[0] & 16) != 0) {
        table.forms |= DDDS_UUID_INTEGER;
    }
    table.shown[0] = COLUMN_TYPE;
    table.count = 1;
    for (unsigned i = 0; i < 8; i++) {
        if ((data[1] >> i & 1) != 0) {
            table.shown[table.count++] =
                (enum uuid_column)((i + (data[0] >> 5)) % UUID_COLUMNS);
        }
    }
    return table;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return 0;
    }
    struct uuid_table table = choose_table(data);
    printable_set_utf8(true);
    struct input input = {data + 2, size - 2, (data[0] & 8) != 0};
    char *copy = copy_of(input.data, input.size);
    FILE *file = fmemopen(copy, input.size, "r");
    require(file != NULL);
    check_words(&input, file);
    rewind(file);
    struct tally tally = count_words(&input, file, table.forms);
    rewind(file);
    struct output output = print(&table, &input, file);
    require(output.status == (tally.invalid > 0 ? EXIT_NOT_FOUND : EXIT_FOUND));
    if (table.is_json) {
        check_json(&table, &output, &tally);
    } else {
        check_rows(&table, &output, &tally);
    }
    free(output.text);
    fclose(file);
    free(copy);
    return 0;
}
