/* Common functions of the parsers of descriptions: errors with positions,
 * copies and numbers.
 *
 * SPDX-License-Identifier: MIT */
#include "app/description_reader.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"

ddds_status ddds_setting_refuse(const struct description_reader *reader,
                                size_t offset, const char *format, ...)
{
    char why[DDDS_DETAIL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return ddds_error_set(
        reader->error, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%zu:%zu: %s",
        reader->source->name, reader->place.line,
        (size_t)(reader->place.at - reader->place.begin) + offset + 1, why);
}

ddds_status ddds_setting_pass_on(const struct description_reader *reader,
                                 size_t offset, const struct ddds_error *why)
{
    if (why->status == DDDS_NO_MEMORY) {
        return ddds_error_no_memory(reader->error);
    }
    return ddds_setting_refuse(
        reader, why->offset == DDDS_NO_OFFSET ? offset : offset + why->offset,
        "%.*s", ddds_error_plain_length(why->detail), why->detail);
}

ddds_status ddds_setting_copy(const struct description_reader *reader,
                              const char *text, const char **member)
{
    *member = ddds_arena_string(&reader->described->arena, text);
    return *member != NULL ? DDDS_OK : ddds_error_no_memory(reader->error);
}

bool ddds_setting_read_number(const char *text, size_t length, unsigned most,
                              unsigned *number)
{
    uint64_t value;
    const char *at = text;
    bool is_number = ascii_read_number(&at, text + length, most, &value) &&
                     at == text + length;
    *number = (unsigned)value;
    return is_number;
}
