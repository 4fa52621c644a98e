/* Fast conversion between the canonical form, 36 octets, and 16 octets.
 *
 * Eight digits are processed in a 64-bit word (SIMD within a register), without
 * branches that depend on the input, because mispredicted branches dominate a
 * simple loop. On an error, parse.c finds the wrong octet by a slow path.
 *
 * RFC 9562 section 4.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_CANONICAL_H
#define UUID_CANONICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ddds/uuid.h>

enum { UUID_CANONICAL_LENGTH = 36 };

/* Prefixes and lengths of the other forms. */
enum {
    URN_PREFIX = 9, /* "urn:uuid:" */
    URN_LENGTH = URN_PREFIX + UUID_CANONICAL_LENGTH,
    BRACED_LENGTH = 1 + UUID_CANONICAL_LENGTH + 1,
    SIMPLE_LENGTH = 32,
    OID_PREFIX = 5, /* "2.25." */
    DECIMAL_MAX = 39,
    BITS_LENGTH = 128,
};

/* ---- Eight digits in a word --------------------------------------------- */

/* A word of eight equal octets. */
#define UUID_EACH(octet) (UINT64_C(0x0101010101010101) * (octet))

/* In a word the first octet of memory is the least significant, as on
 * little-endian machines. */
static inline uint64_t uuid_load4(const char *text)
{
    uint32_t word;
    memcpy(&word, text, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

static inline void uuid_store4(void *octets, uint32_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    memcpy(octets, &word, sizeof word);
}

/* Convert eight digits to eight nibbles. Set high bits in |bad| for octets that
 * are not hexadecimal digits.
 *
 * Letters have bit 6. Setting bit 5 makes them lower case; subtracting 'a' -
 * ':' moves them after '9', so that every digit is '0' plus its value. After
 * removing '0', the octet of an invalid character exceeds a nibble, or its
 * value is 10 or more without a letter, or below 10 with a letter. */
static inline uint64_t uuid_read_nibbles(uint64_t digits, uint64_t *bad)
{
    uint64_t letter = digits >> 6 & UUID_EACH(1);
    uint64_t even = (digits | letter << 5) - letter * ('a' - ':');
    uint64_t nibbles = even ^ UUID_EACH('0');
    *bad |= nibbles | ((nibbles + UUID_EACH(6)) ^ letter << 4);
    return nibbles;
}

/* Pack eight nibbles into four octets. */
static inline uint32_t uuid_pack(uint64_t nibbles)
{
    uint64_t octets =
        (nibbles << 4 | nibbles >> 8) & UINT64_C(0xff00ff00ff00ff);
    octets = (octets | octets >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(octets | octets >> 16);
}

static inline int uuid_find_missing_hyphen(const char *text)
{
    return (text[8] ^ '-') | (text[13] ^ '-') | (text[18] ^ '-') |
           (text[23] ^ '-');
}

/* Parse |text| into |uuid|; false, with |uuid| unchanged, if invalid. */
static inline bool uuid_canonical_read(const char *text, struct ddds_uuid *uuid)
{
    uint64_t bad = 0;
    uint64_t one =
        uuid_read_nibbles(uuid_load4(text) | uuid_load4(text + 4) << 32, &bad);
    uint64_t two = uuid_read_nibbles(
        uuid_load4(text + 9) | uuid_load4(text + 14) << 32, &bad);
    uint64_t three = uuid_read_nibbles(
        uuid_load4(text + 19) | uuid_load4(text + 24) << 32, &bad);
    uint64_t four = uuid_read_nibbles(
        uuid_load4(text + 28) | uuid_load4(text + 32) << 32, &bad);
    if ((bad & UUID_EACH(0xf0)) != 0 || uuid_find_missing_hyphen(text) != 0) {
        return false;
    }
    uuid_store4(uuid->octets, uuid_pack(one));
    uuid_store4(uuid->octets + 4, uuid_pack(two));
    uuid_store4(uuid->octets + 8, uuid_pack(three));
    uuid_store4(uuid->octets + 12, uuid_pack(four));
    return true;
}

/* Convert four octets to eight digits, the first least significant. */
static inline uint64_t uuid_write_digits(const unsigned char *octets)
{
    uint64_t word = uuid_load4((const char *)octets);
    word = (word | word << 16) & UINT64_C(0x0000ffff0000ffff);
    word = (word | word << 8) & UINT64_C(0x00ff00ff00ff00ff);
    uint64_t nibbles = (word >> 4 | word << 8) & UUID_EACH(0x0f);
    uint64_t letter = (nibbles + UUID_EACH(6)) >> 4 & UUID_EACH(1);
    return nibbles + UUID_EACH('0') + letter * ('a' - ':');
}

/* Write 36 octets, without NUL. */
static inline void uuid_canonical_write(const struct ddds_uuid *uuid,
                                        char *text)
{
    static const unsigned char places[8] = {0, 4, 9, 14, 19, 24, 28, 32};
    for (size_t i = 0; i < 4; i++) {
        uint64_t digits = uuid_write_digits(uuid->octets + i * 4);
        uuid_store4(text + places[2 * i], (uint32_t)digits);
        uuid_store4(text + places[2 * i + 1], (uint32_t)(digits >> 32));
    }
    text[8] = text[13] = text[18] = text[23] = '-';
}

#endif
