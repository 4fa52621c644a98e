/* Encodings of UUIDs: with other alphabets (RFC 4648, ULID), and in the order
 * of Microsoft's GUIDs, described by a table for an encoder and a decoder.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid_encoding.h>

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"

struct encoding {
    const char *alphabet;
    unsigned bits;         /* per character */
    unsigned leading_bits; /* zero bits before the UUID; more may follow it */
    size_t padded_length;  /* length with "="; 0: no padding */
    bool ignores_case;
    bool is_guid; /* octets are reordered by ddds_uuid_swap_guid() */
};

#define DIGITS "0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"

static const struct encoding encodings[] = {
    [DDDS_UUID_BASE32HEX] = {.alphabet = DIGITS "ABCDEFGHIJKLMNOPQRSTUV",
                             .bits = 5,
                             .padded_length = 32,
                             .ignores_case = true},
    [DDDS_UUID_ULID] = {.alphabet = DIGITS "ABCDEFGHJKMNPQRSTVWXYZ",
                        .bits = 5,
                        .leading_bits = 2,
                        .ignores_case = true},
    [DDDS_UUID_BASE64URL] = {.alphabet = UPPER LOWER DIGITS "-_",
                             .bits = 6,
                             .padded_length = 24},
    [DDDS_UUID_GUID] = {.alphabet = DIGITS "ABCDEF",
                        .bits = 4,
                        .ignores_case = true,
                        .is_guid = true},
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

void ddds_uuid_swap_guid(const struct ddds_uuid *uuid,
                         struct ddds_uuid *swapped)
{
    static const unsigned char order[] = {3, 2, 1,  0,  5,  4,  7,  6,
                                          8, 9, 10, 11, 12, 13, 14, 15};
    struct ddds_uuid from = *uuid;
    for (size_t i = 0; i < sizeof order; i++) {
        swapped->octets[i] = from.octets[order[i]];
    }
}

/* Return the bit |index| of |uuid|, most significant first; 0 beyond it. */
static unsigned bit_at(const struct ddds_uuid *uuid, unsigned index)
{
    return index < UUID_BITS
               ? (unsigned)uuid->octets[index / 8] >> (7 - index % 8) & 1
               : 0;
}

/* ---- Encoding ------------------------------------------------------------ */

size_t ddds_uuid_encode(const struct ddds_uuid *uuid,
                        enum ddds_uuid_encoding encoding,
                        char text[DDDS_UUID_ENCODED_SIZE])
{
    const struct encoding *found = find(encoding);
    size_t length = found != NULL ? texts[encoding].length : 0;
    struct ddds_uuid octets = *uuid;
    unsigned at = 0;
    if (found != NULL && found->is_guid) {
        ddds_uuid_swap_guid(uuid, &octets);
    }
    for (size_t i = 0; i < length; i++) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < found->bits; bit++, at++) {
            value =
                value << 1 | (at < found->leading_bits
                                  ? 0
                                  : bit_at(&octets, at - found->leading_bits));
        }
        text[i] = found->alphabet[value];
    }
    text[length] = '\0';
    return length;
}

/* ---- Decoding ------------------------------------------------------------ */

/* State of the decoder. */
struct decoding {
    const struct encoding *encoding;
    const char *name;
    size_t length;
    const char *text;
    size_t text_length;
    struct ddds_error *error;
};

static ddds_status refuse(const struct decoding *reading, size_t offset,
                          const char *expected)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show_at(reading->text, reading->text_length, offset, shown);
    return ddds_error_set(reading->error, DDDS_BAD_INPUT, offset,
                          "UUID in %s: expected %s, found %s at %zu",
                          reading->name, expected, shown, offset);
}

/* Return the value of |octet|; -1 if it is not in the alphabet. */
static int value_of(const struct encoding *encoding, char octet)
{
    char letter = encoding->ignores_case ? ascii_to_upper(octet) : octet;
    const char *at = letter != '\0' ? strchr(encoding->alphabet, letter) : NULL;
    return at != NULL ? (int)(at - encoding->alphabet) : -1;
}

/* Copy the bits of |value| to |uuid|, from bit |at| on. Return false if a bit
 * beyond the UUID is set. */
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

/* Check that the rest is empty or padding up to the padded length. */
static ddds_status read_padding(const struct decoding *reading, size_t at)
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

static ddds_status read_bits(const struct decoding *reading,
                             struct ddds_uuid *uuid)
{
    const struct encoding *encoding = reading->encoding;
    size_t at = 0;
    for (; at < reading->length; at++) {
        int value = at < reading->text_length
                        ? value_of(encoding, reading->text[at])
                        : -1;
        if (value < 0) {
            return refuse(reading, at, "a character of its alphabet");
        }
        if (!put_bits(encoding, uuid, (unsigned)at * encoding->bits,
                      (unsigned)value)) {
            return refuse(reading, at,
                          at == 0 ? "0 to 7, since a UUID has 128 bits"
                                  : "a character whose unused bits are zero");
        }
    }
    return at == reading->text_length ? DDDS_OK : read_padding(reading, at);
}

ddds_status ddds_uuid_decode(const char *text, size_t length,
                             enum ddds_uuid_encoding encoding,
                             struct ddds_uuid *uuid, struct ddds_error *error)
{
    struct ddds_uuid read = *ddds_uuid_nil();
    struct decoding reading = {.encoding = find(encoding),
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
    ddds_status status = read_bits(&reading, &read);
    if (status == DDDS_OK && reading.encoding->is_guid) {
        ddds_uuid_swap_guid(&read, &read);
    }
    if (status == DDDS_OK && uuid != NULL) {
        *uuid = read;
    }
    return status;
}
