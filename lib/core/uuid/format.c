/* Formatter for UUIDs: all forms (RFC 9562 section 4, RFC 8141, ITU-T X.667).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "uuid/canonical.h"
#include "uuid/long_number.h"
#include "uuid/fields.h"

void ddds_uuid_text(const struct ddds_uuid *uuid,
                    char text[DDDS_UUID_TEXT_SIZE])
{
    text[UUID_CANONICAL_LENGTH] = '\0';
    uuid_canonical_write(uuid, text);
}

static size_t write_decimal(const struct ddds_uuid *uuid, char *text)
{
    char digits[DECIMAL_MAX];
    size_t begin = sizeof digits;
    struct ddds_uuid number = *uuid;
    do {
        digits[--begin] = (char)('0' + uuid_remove_digit(&number, 10));
    } while (!ddds_uuid_equal(&number, ddds_uuid_nil()));
    memcpy(text, digits + begin, sizeof digits - begin);
    return sizeof digits - begin;
}

static size_t write_canonical(const struct ddds_uuid *uuid, bool upper,
                              char *text)
{
    uuid_canonical_write(uuid, text);
    for (size_t i = 0; upper && i < UUID_CANONICAL_LENGTH; i++) {
        text[i] = ascii_to_upper(text[i]);
    }
    return UUID_CANONICAL_LENGTH;
}

static size_t write_simple(const struct ddds_uuid *uuid, bool upper, char *text)
{
    char canonical[UUID_CANONICAL_LENGTH];
    write_canonical(uuid, upper, canonical);
    memcpy(text, canonical, 8);
    memcpy(text + 8, canonical + 9, 4);
    memcpy(text + 12, canonical + 14, 4);
    memcpy(text + 16, canonical + 19, 4);
    memcpy(text + 20, canonical + 24, 12);
    return SIMPLE_LENGTH;
}

static size_t write_bits(const struct ddds_uuid *uuid, char *text)
{
    for (size_t i = 0; i < BITS_LENGTH; i++) {
        text[i] = (char)('0' + (uuid->octets[i / 8] >> (7 - i % 8) & 1));
    }
    return BITS_LENGTH;
}

/* Write |uuid| without NUL; return the length. */
static size_t write_form(const struct ddds_uuid *uuid, unsigned form,
                         bool upper, char text[DDDS_UUID_FORM_SIZE])
{
    switch (form) {
    case DDDS_UUID_URN:
        memcpy(text, "urn:uuid:", URN_PREFIX);
        return URN_PREFIX + write_canonical(uuid, upper, text + URN_PREFIX);
    case DDDS_UUID_SIMPLE:
        return write_simple(uuid, upper, text);
    case DDDS_UUID_BRACED:
        text[0] = '{';
        write_canonical(uuid, upper, text + 1);
        text[BRACED_LENGTH - 1] = '}';
        return BRACED_LENGTH;
    case DDDS_UUID_OID:
        memcpy(text, "2.25.", OID_PREFIX);
        return OID_PREFIX + write_decimal(uuid, text + OID_PREFIX);
    case DDDS_UUID_INTEGER:
        return write_decimal(uuid, text);
    case DDDS_UUID_BITS:
        return write_bits(uuid, text);
    default:
        assert(form == DDDS_UUID_CANONICAL);
        return write_canonical(uuid, upper, text);
    }
}

size_t ddds_uuid_format(const struct ddds_uuid *uuid, unsigned form, char *text,
                        size_t size)
{
    char spare[DDDS_UUID_FORM_SIZE];
    char *written = size < sizeof spare ? spare : text;
    bool upper = (form & DDDS_UUID_UPPER) != 0;
    size_t length =
        write_form(uuid, form & ~(unsigned)DDDS_UUID_UPPER, upper, written);
    if (size == 0) {
        return length;
    }
    size_t copied = length < size ? length : 0;
    if (written == spare) {
        memcpy(text, spare, copied);
    }
    text[copied] = '\0';
    return length;
}
