/* What the files that read a description share: errors with a place, copies and
 * numbers.
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

/* Return the length of |detail| without ", at N" at its end: the column says
 * where. */
static int measure_detail(const char *detail)
{
    static const char at[] = ", at ";
    size_t length = strlen(detail);
    size_t digits = length;
    while (digits > 0 && ascii_is_digit((unsigned char)detail[digits - 1])) {
        digits--;
    }
    bool has_place =
        digits < length && digits >= sizeof at - 1 &&
        strncmp(detail + digits - (sizeof at - 1), at, sizeof at - 1) == 0;
    return (int)(has_place ? digits - (sizeof at - 1) : length);
}

ddds_status ddds_setting_pass_on(const struct description_reader *reader,
                                 size_t offset, const struct ddds_error *why)
{
    if (why->status == DDDS_NO_MEMORY) {
        return ddds_error_no_memory(reader->error);
    }
    return ddds_setting_refuse(
        reader, why->offset == DDDS_NO_OFFSET ? offset : offset + why->offset,
        "%.*s", measure_detail(why->detail), why->detail);
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
