/* UUIDs in other alphabets: rows of bits (RFC 4648, Base32 for Humans, ULID)
 * and numbers (base 36, 58 and 62).
 *
 * A table says what each encoding is; there is one writer and one reader for
 * rows of bits, and one of each for numbers.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid_encoding.h>

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "uuid/number.h"

struct encoding {
    const char *alphabet;
    unsigned base;         /* of a number; 0: a row of bits */
    unsigned bits;         /* in each character of a row */
    unsigned leading_bits; /* zero bits before the UUID; the others follow it */
    size_t padded_length;  /* with "="; 0: there is no padding */
    bool ignores_case;
    bool is_for_humans; /* other letters, hyphens, and a check symbol */
};

#define DIGITS "0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define CROCKFORD DIGITS "ABCDEFGHJKMNPQRSTVWXYZ"

static const struct encoding encodings[] = {
    [DDDS_UUID_BASE32] = {.alphabet = UPPER "234567",
                          .bits = 5,
                          .padded_length = 32,
                          .ignores_case = true},
    [DDDS_UUID_BASE32HEX] = {.alphabet = DIGITS "ABCDEFGHIJKLMNOPQRSTUV",
                             .bits = 5,
                             .padded_length = 32,
                             .ignores_case = true},
    [DDDS_UUID_HUMANS] = {.alphabet = CROCKFORD,
                          .bits = 5,
                          .ignores_case = true,
                          .is_for_humans = true},
    [DDDS_UUID_ULID] = {.alphabet = CROCKFORD,
                        .bits = 5,
                        .leading_bits = 2,
                        .ignores_case = true},
    [DDDS_UUID_BASE36] = {.alphabet = DIGITS UPPER,
                          .base = 36,
                          .ignores_case = true},
    [DDDS_UUID_BASE58] = {.alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
                                      "abcdefghijkmnopqrstuvwxyz",
                          .base = 58},
    [DDDS_UUID_BASE62] = {.alphabet = DIGITS UPPER LOWER, .base = 62},
    [DDDS_UUID_BASE64URL] = {.alphabet = UPPER LOWER DIGITS "-_",
                             .bits = 6,
                             .padded_length = 24},
};

static const struct {
    const char *name;
    size_t length;
} texts[] = {
#define ENCODING_TEXT(name, word, length) {word, length},
    DDDS_UUID_ENCODING_LIST(ENCODING_TEXT)
#undef ENCODING_TEXT
};

enum {
    ENCODINGS = sizeof encodings / sizeof encodings[0],
    UUID_BITS = 128,
};

static const struct encoding *find(enum ddds_uuid_encoding encoding)
{
    return (unsigned)encoding < ENCODINGS ? &encodings[encoding] : NULL;
}

const char *ddds_uuid_encoding_name(enum ddds_uuid_encoding encoding)
{
    return find(encoding) != NULL ? texts[encoding].name : NULL;
}

/* The bit |index| of |uuid|, from the most significant one; 0 beyond it. */
static unsigned bit_at(const struct ddds_uuid *uuid, unsigned index)
{
    return index < UUID_BITS
               ? (unsigned)uuid->octets[index / 8] >> (7 - index % 8) & 1
               : 0;
}

/* ---- Writing ------------------------------------------------------------- */

static size_t write_bits(const struct encoding *encoding,
                         const struct ddds_uuid *uuid, size_t length,
                         char *text)
{
    unsigned at = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < encoding->bits; bit++, at++) {
            value =
                value << 1 | (at < encoding->leading_bits
                                  ? 0
                                  : bit_at(uuid, at - encoding->leading_bits));
        }
        text[i] = encoding->alphabet[value];
    }
    return length;
}

static size_t write_number(const struct encoding *encoding,
                           const struct ddds_uuid *uuid, char *text)
{
    struct ddds_uuid number = *uuid;
    char digits[DDDS_UUID_ENCODED_SIZE];
    size_t begin = sizeof digits;
    do {
        digits[--begin] =
            encoding->alphabet[uuid_remove_digit(&number, encoding->base)];
    } while (!ddds_uuid_equal(&number, ddds_uuid_nil()));
    memcpy(text, digits + begin, sizeof digits - begin);
    return sizeof digits - begin;
}

size_t ddds_uuid_encode(const struct ddds_uuid *uuid,
                        enum ddds_uuid_encoding encoding,
                        char text[DDDS_UUID_ENCODED_SIZE])
{
    const struct encoding *found = find(encoding);
    size_t length = 0;
    if (found != NULL) {
        length = found->base > 0
                     ? write_number(found, uuid, text)
                     : write_bits(found, uuid, texts[encoding].length, text);
    }
    text[length] = '\0';
    return length;
}

/* ---- Reading ------------------------------------------------------------- */

/* A text on its way. */
struct reading {
    const struct encoding *encoding;
    const char *name;
    size_t length;
    const char *text;
    size_t text_length;
    struct ddds_error *error;
};

static ddds_status refuse(const struct reading *reading, size_t offset,
                          const char *expected)
{
    char shown[ERROR_OCTET_SIZE] = "\\000";
    if (offset >= reading->text_length || reading->text[offset] != '\0') {
        ddds_error_show(offset < reading->text_length ? reading->text[offset]
                                                      : '\0',
                        shown);
    }
    return ddds_error_set(reading->error, DDDS_BAD_INPUT, offset,
                          "UUID in %s: expected %s, found %s at %zu",
                          reading->name, expected, shown, offset);
}

/* The value of |octet|, or -1. */
static int value_of(const struct encoding *encoding, char octet)
{
    char letter = encoding->ignores_case ? ascii_to_upper(octet) : octet;
    if (encoding->is_for_humans) {
        letter = letter == 'O'                    ? '0'
                 : letter == 'I' || letter == 'L' ? '1'
                                                  : letter;
    }
    const char *at = letter != '\0' ? strchr(encoding->alphabet, letter) : NULL;
    return at != NULL ? (int)(at - encoding->alphabet) : -1;
}

/* The |bits| of |value| go to |uuid| at |at|; false if one that does not belong
 * to the UUID is not zero. */
static bool put_bits(const struct encoding *encoding, struct ddds_uuid *uuid,
                     unsigned at, unsigned value)
{
    for (unsigned i = 0; i < encoding->bits; i++, at++) {
        unsigned bit = value >> (encoding->bits - 1 - i) & 1U;
        unsigned index = at - encoding->leading_bits;
        if (at < encoding->leading_bits || index >= UUID_BITS) {
            if (bit != 0) {
                return false;
            }
        } else {
            uuid->octets[index / 8] |= (unsigned char)(bit << (7 - index % 8));
        }
    }
    return true;
}

/* Padding, if there is any, fills the text to its padded length. */
static ddds_status read_padding(const struct reading *reading, size_t at)
{
    size_t end = at;
    while (end < reading->text_length && reading->text[end] == '=') {
        end++;
    }
    size_t count = end - at;
    if (end < reading->text_length || reading->encoding->padded_length == 0) {
        return refuse(reading, reading->encoding->padded_length == 0 ? at : end,
                      "the end");
    }
    if (end != reading->encoding->padded_length) {
        return ddds_error_set(
            reading->error, DDDS_BAD_INPUT, at,
            "UUID in %s: expected no \"=\" or %zu of them, found %zu at %zu",
            reading->name, reading->encoding->padded_length - reading->length,
            count, at);
    }
    return DDDS_OK;
}

/* The check symbol of Base32 for Humans: the number modulo 37. */
static ddds_status read_check_symbol(const struct reading *reading, size_t at,
                                     const struct ddds_uuid *uuid)
{
    static const char symbols[] = CROCKFORD "*~$=U";
    struct ddds_uuid number = *uuid;
    char expected[] = "the check symbol \"?\"";
    char symbol = symbols[uuid_remove_digit(&number, sizeof symbols - 1)];
    if (at + 1 < reading->text_length) {
        return refuse(reading, at + 1, "the end");
    }
    if (ascii_to_upper(reading->text[at]) == symbol) {
        return DDDS_OK;
    }
    *strchr(expected, '?') = symbol;
    return refuse(reading, at, expected);
}

static ddds_status read_behind(const struct reading *reading, size_t at,
                               const struct ddds_uuid *uuid)
{
    while (reading->encoding->is_for_humans && at < reading->text_length &&
           reading->text[at] == '-') {
        at++;
    }
    if (at == reading->text_length) {
        return DDDS_OK;
    }
    return reading->encoding->is_for_humans
               ? read_check_symbol(reading, at, uuid)
               : read_padding(reading, at);
}

static ddds_status read_bits(const struct reading *reading,
                             struct ddds_uuid *uuid)
{
    const struct encoding *encoding = reading->encoding;
    size_t count = 0;
    size_t at = 0;
    for (; count < reading->length; at++) {
        if (encoding->is_for_humans && at < reading->text_length &&
            reading->text[at] == '-') {
            continue;
        }
        int value = at < reading->text_length
                        ? value_of(encoding, reading->text[at])
                        : -1;
        if (value < 0) {
            return refuse(reading, at, "a character of its alphabet");
        }
        if (!put_bits(encoding, uuid, (unsigned)count * encoding->bits,
                      (unsigned)value)) {
            return refuse(reading, at,
                          count == 0
                              ? "0 to 7, since a UUID has 128 bits"
                              : "a character whose unused bits are zero");
        }
        count++;
    }
    return read_behind(reading, at, uuid);
}

static ddds_status read_number(const struct reading *reading,
                               struct ddds_uuid *uuid)
{
    for (size_t at = 0; at < reading->text_length; at++) {
        int value = value_of(reading->encoding, reading->text[at]);
        if (value < 0) {
            return refuse(reading, at, "a digit of its alphabet");
        }
        if (at == reading->length) {
            return refuse(reading, at, "the end");
        }
        if (!uuid_append_digit(uuid, reading->encoding->base,
                               (unsigned)value)) {
            return ddds_error_set(reading->error, DDDS_BAD_INPUT, at,
                                  "UUID in %s: the number is 2^128 or more",
                                  reading->name);
        }
    }
    return reading->text_length > 0 ? DDDS_OK : refuse(reading, 0, "a digit");
}

ddds_status ddds_uuid_decode(const char *text, size_t length,
                             enum ddds_uuid_encoding encoding,
                             struct ddds_uuid *uuid, struct ddds_error *error)
{
    struct ddds_uuid read = *ddds_uuid_nil();
    struct reading reading = {.encoding = find(encoding),
                              .text = text,
                              .text_length = length,
                              .error = error};
    if (reading.encoding == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "encoding %d of UUIDs does not exist",
                              (int)encoding);
    }
    reading.name = texts[encoding].name;
    reading.length = texts[encoding].length;
    ddds_status status = reading.encoding->base > 0
                             ? read_number(&reading, &read)
                             : read_bits(&reading, &read);
    if (status == DDDS_OK && uuid != NULL) {
        *uuid = read;
    }
    return status;
}
