/* Words of expectations: unescaped into the memory of the expectation.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation_words.h"

#include <stdarg.h>

__attribute__((format(printf, 3, 4))) ddds_status
expectation_refuse(struct expectation_reader *reader, size_t offset,
                   const char *format, ...)
{
    struct ddds_error *error = reader->error;
    if (error != NULL) {
        va_list arguments;
        error->status = DDDS_SYNTAX;
        error->offset = offset;
        va_start(arguments, format);
        vsnprintf(error->detail, sizeof error->detail, format, arguments);
        va_end(arguments);
    }
    return DDDS_SYNTAX;
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

bool expectation_is_at_end(const struct expectation_reader *reader)
{
    return reader->at >= reader->length;
}

void expectation_skip_blanks(struct expectation_reader *reader)
{
    while (!expectation_is_at_end(reader) &&
           is_blank(reader->line[reader->at])) {
        reader->at++;
    }
}

static void keep(struct expectation_reader *reader, char octet)
{
    reader->expectation->memory[reader->used++] = octet;
}

/* Read up to the closing quote; the next octet is the opening one. */
static ddds_status read_quoted(struct expectation_reader *reader)
{
    size_t begin = reader->at++;
    while (!expectation_is_at_end(reader) && reader->line[reader->at] != '"') {
        if (reader->line[reader->at] == '\\') {
            char next = reader->line[reader->at + 1];
            if (next != '"' && next != '\\') {
                return expectation_refuse(
                    reader, reader->at,
                    "in quotes, write \\\\ for a backslash and \\\" for "
                    "a quote");
            }
            reader->at++;
        }
        keep(reader, reader->line[reader->at++]);
    }
    if (expectation_is_at_end(reader)) {
        return expectation_refuse(reader, begin,
                                  "the closing quote is missing");
    }
    reader->at++;
    if (!expectation_is_at_end(reader) && !is_blank(reader->line[reader->at])) {
        return expectation_refuse(
            reader, reader->at,
            "expected a blank after the closing quote; write \\\" "
            "for a quote inside");
    }
    return DDDS_OK;
}

ddds_status expectation_read_word(struct expectation_reader *reader,
                                  bool has_value, struct expectation_word *word)
{
    expectation_skip_blanks(reader);
    *word =
        (struct expectation_word){.offset = reader->at, .value = reader->at};
    if (expectation_is_at_end(reader)) {
        return DDDS_OK;
    }
    char *text = reader->expectation->memory + reader->used;
    ddds_status status = DDDS_OK;
    word->is_quoted = reader->line[reader->at] == '"';
    if (word->is_quoted) {
        status = read_quoted(reader);
    }
    while (!word->is_quoted && !expectation_is_at_end(reader) &&
           !is_blank(reader->line[reader->at])) {
        char octet = reader->line[reader->at++];
        keep(reader, octet);
        if (has_value && octet == '=') {
            has_value = false;
            word->value = reader->at;
            if (!expectation_is_at_end(reader) &&
                reader->line[reader->at] == '"') {
                status = read_quoted(reader);
                break;
            }
        }
    }
    keep(reader, '\0');
    word->text = text;
    return status;
}

bool expectation_is_blank(const char *line, size_t length)
{
    size_t at = 0;
    while (at < length && is_blank(line[at])) {
        at++;
    }
    return at == length || line[at] == '#';
}
