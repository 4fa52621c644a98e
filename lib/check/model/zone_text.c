/* Writes RDATA field by field, according to their layout.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/zone_text.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/question.h>

#include "base/text.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

static void write_name(struct text *text, const char *name)
{
    ddds_text_string(text, name);
    ddds_text_char(text, '.');
}

static void write_quoted(struct text *text, struct cursor *cursor,
                         size_t length)
{
    const unsigned char *octets = ddds_cursor_span(cursor, length);
    ddds_text_quoted(text, octets, octets != NULL ? length : 0);
}

static void write_string(struct text *text, struct cursor *cursor)
{
    write_quoted(text, cursor, ddds_cursor_u8(cursor));
}

static void write_address(struct text *text, struct cursor *cursor,
                          uint8_t length)
{
    char written[DDDS_ADDRESS_TEXT_SIZE];
    struct ddds_address address = {.length = length};
    const unsigned char *octets = ddds_cursor_span(cursor, length);
    if (octets != NULL) {
        memcpy(address.octets, octets, length);
        ddds_address_format(&address, written);
        ddds_text_string(text, written);
    }
}

static void write_field(struct text *text, enum rdata_field_kind kind,
                        struct cursor *cursor)
{
    char name[LIMIT_NAME_SIZE];
    switch (kind) {
    case FIELD_U16:
        ddds_text_number(text, ddds_cursor_u16(cursor));
        break;
    case FIELD_U32:
    case FIELD_PERIOD:
        ddds_text_number(text, ddds_cursor_u32(cursor));
        break;
    case FIELD_NAME:
        cursor->failed |= ddds_domain_read(cursor, name, NULL) != DDDS_OK;
        write_name(text, name);
        break;
    case FIELD_STRING:
        write_string(text, cursor);
        break;
    case FIELD_STRINGS:
        do {
            write_string(text, cursor);
            ddds_text_char(text, ' ');
        } while (ddds_cursor_left(cursor) > 0);
        break;
    case FIELD_REST:
        cursor->failed |= ddds_cursor_left(cursor) == 0;
        write_quoted(text, cursor, ddds_cursor_left(cursor));
        break;
    case FIELD_IPV4:
        write_address(text, cursor, 4);
        break;
    case FIELD_IPV6:
        write_address(text, cursor, 16);
        break;
    case FIELD_END:
        break;
    }
}

/* Write the RDATA of |record|. False if they do not fit |layout| exactly. */
static bool write_fields(struct text *text, const struct rdata_layout *layout,
                         const struct ddds_record *record)
{
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    ddds_text_string(text, layout->mnemonic);
    for (const struct rdata_field *field = layout->fields;
         field->kind != FIELD_END; field++) {
        ddds_text_char(text, ' ');
        write_field(text, field->kind, &cursor);
    }
    return !cursor.failed && ddds_cursor_left(&cursor) == 0;
}

/* RFC 3597 section 5. */
static void write_octets(struct text *text, const struct ddds_record *record)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *octets = record->rdata;
    ddds_text_string(text, "TYPE");
    ddds_text_number(text, record->type);
    ddds_text_string(text, " \\# ");
    ddds_text_number(text, record->rdata_length);
    ddds_text_char(text, ' ');
    for (size_t i = 0; i < record->rdata_length; i++) {
        ddds_text_char(text, digits[octets[i] >> 4]);
        ddds_text_char(text, digits[octets[i] & 15]);
    }
}

static void write_record(struct text *text, const struct ddds_record *record)
{
    const struct rdata_layout *layout = ddds_rdata_layout(record->type);
    write_name(text, record->owner);
    ddds_text_char(text, ' ');
    ddds_text_number(text, record->ttl);
    ddds_text_string(text, " IN ");
    const struct text head = *text;
    if (layout == NULL || record->defect != NULL ||
        !write_fields(text, layout, record)) {
        *text = head;
        write_octets(text, record);
    }
    ddds_text_char(text, '\n');
}

/* Return the maximum length of a line: four octets per octet, quotes of
 * strings, names, and the head. */
static size_t measure(const struct ddds_record *record)
{
    return 3 * (size_t)LIMIT_NAME_SIZE + 4 * record->rdata_length + 256;
}

const char *ddds_zone_text(const struct ddds_record *const *records,
                           size_t count, struct arena *arena, size_t *length)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++) {
        size += measure(records[i]);
    }
    char *memory = malloc(size);
    struct text text;
    if (memory == NULL) {
        arena->failed = true;
        return NULL;
    }
    ddds_text_init(&text, memory, size);
    for (size_t i = 0; i < count; i++) {
        write_record(&text, records[i]);
    }
    *length = text.length;
    const char *copy = ddds_arena_copy(arena, text.bytes, text.length);
    free(memory);
    return copy;
}
