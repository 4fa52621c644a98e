/* The canonical form and nothing else, fast: 36 octets to 16 and back.
 *
 * Two paths that agree octet by octet. The portable one works on eight digits
 * at a time within a 64-bit word; the other on all 32 within one AVX2
 * register, if the processor has them. Neither branches on what it reads, since
 * mispredicted branches are what makes the obvious loop slow; which octet is
 * wrong is for the slow path in text.c to find.
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

#if defined(__x86_64__) && defined(__GNUC__)
#define UUID_HAS_VECTOR 1
#include <immintrin.h>
#else
#define UUID_HAS_VECTOR 0
#endif

#define UUID_ALIGNED __attribute__((aligned(64)))

enum { UUID_CANONICAL_LENGTH = 36 };

/* The other forms. */
enum {
    URN_PREFIX = 9, /* urn:uuid: */
    URN_LENGTH = URN_PREFIX + UUID_CANONICAL_LENGTH,
    BRACED_LENGTH = 1 + UUID_CANONICAL_LENGTH + 1,
    SIMPLE_LENGTH = 32,
    OID_PREFIX = 5, /* 2.25. */
    DECIMAL_MAX = 39,
};

/* ---- Eight digits in a word --------------------------------------------- */

/* One octet, eight times. */
#define UUID_EACH(octet) (UINT64_C(0x0101010101010101) * (octet))

/* Words are read and written so that the first octet is the least significant,
 * as on most machines it is. */
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

/* Turn eight digits into eight nibbles, and add to |bad| the high bits of each
 * octet that was no hexadecimal digit.
 *
 * A letter has bit 6. With bit 5 it is in lower case, and 'a' - ':' below that
 * it follows on from '9': then a digit is '0' and its value. What is left of
 * an octet when '0' is taken away is either a nibble or shows in its high half;
 * the nibble is 10 or more if it came from a letter, and only then. */
static inline uint64_t uuid_read_nibbles(uint64_t digits, uint64_t *bad)
{
    uint64_t letter = digits >> 6 & UUID_EACH(1);
    uint64_t even = (digits | letter << 5) - letter * ('a' - ':');
    uint64_t nibbles = even ^ UUID_EACH('0');
    *bad |= nibbles | ((nibbles + UUID_EACH(6)) ^ letter << 4);
    return nibbles;
}

/* The four octets that eight nibbles make. */
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

/* Read |text| into |uuid|, which is untouched unless true is returned. */
static inline bool uuid_canonical_read_portable(const char *text,
                                                struct ddds_uuid *uuid)
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

/* Eight digits for four octets, the first digit the least significant. */
static inline uint64_t uuid_write_digits(const unsigned char *octets)
{
    uint64_t word = uuid_load4((const char *)octets);
    word = (word | word << 16) & UINT64_C(0x0000ffff0000ffff);
    word = (word | word << 8) & UINT64_C(0x00ff00ff00ff00ff);
    uint64_t nibbles = (word >> 4 | word << 8) & UUID_EACH(0x0f);
    uint64_t letter = (nibbles + UUID_EACH(6)) >> 4 & UUID_EACH(1);
    return nibbles + UUID_EACH('0') + letter * ('a' - ':');
}

/* Write 36 octets. */
static inline void uuid_canonical_write_portable(const struct ddds_uuid *uuid,
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

/* ---- All digits in a register ------------------------------------------- */

#if UUID_HAS_VECTOR

/* Functions of so few instructions begin with a line of the cache: across two
 * of them they take a quarter longer. */
#define UUID_VECTOR __attribute__((target("avx2"), aligned(64)))

/* The low half takes text[0..15], the high half text[20..35]; the four octets
 * between them, two digits, a hyphen and a digit, are put into the gaps. Then
 * the register holds the 32 digits in order. */
UUID_VECTOR static inline bool
uuid_canonical_read_vector(const char *text, struct ddds_uuid *uuid)
{
    int middle;
    memcpy(&middle, text + 16, sizeof middle);
    __m256i ends = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const void *)text)),
        _mm_loadu_si128((const void *)(text + 20)), 1);
    __m256i digits = _mm256_or_si256(
        _mm256_shuffle_epi8(ends, _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 9,
                                                   10, 11, 12, 14, 15, -1, -1,
                                                   -1, 0, 1, 2, 4, 5, 6, 7, 8,
                                                   9, 10, 11, 12, 13, 14, 15)),
        _mm256_shuffle_epi8(_mm256_set1_epi32(middle),
                            _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1,
                                             -1, -1, -1, -1, -1, 0, 1, 3, -1,
                                             -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                             -1, -1, -1, -1, -1)));

    /* A decimal digit is at most 9 above '0', a letter at most 5 above 'a'. */
    __m256i decimal = _mm256_sub_epi8(digits, _mm256_set1_epi8('0'));
    __m256i letter = _mm256_sub_epi8(
        _mm256_or_si256(digits, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
    __m256i is_decimal = _mm256_cmpeq_epi8(
        _mm256_min_epu8(decimal, _mm256_set1_epi8(9)), decimal);
    __m256i is_letter =
        _mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8(5)), letter);
    int good = _mm256_movemask_epi8(_mm256_or_si256(is_decimal, is_letter));
    if (~good != 0 || uuid_find_missing_hyphen(text) != 0) {
        return false;
    }

    /* Sixteen times the first of two nibbles, and the second. */
    __m256i nibbles = _mm256_blendv_epi8(
        _mm256_add_epi8(letter, _mm256_set1_epi8(10)), decimal, is_decimal);
    __m256i pairs = _mm256_maddubs_epi16(nibbles, _mm256_set1_epi16(0x0110));
    __m256i octets =
        _mm256_permute4x64_epi64(_mm256_packus_epi16(pairs, pairs), 0x08);
    _mm_storeu_si128((void *)uuid->octets, _mm256_castsi256_si128(octets));
    return true;
}

/* All 32 digits in order. Each octet HL is widened to 16 bits, 00HL; with L000
 * added and shifted down that is 0L0H, a nibble in each octet. */
UUID_VECTOR static inline __m256i
uuid_write_all_digits(const struct ddds_uuid *uuid)
{
    const __m256i digits =
        _mm256_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a',
                         'b', 'c', 'd', 'e', 'f', '0', '1', '2', '3', '4', '5',
                         '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
    __m256i octets =
        _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)uuid->octets));
    __m256i nibbles = _mm256_srli_epi16(
        _mm256_or_si256(octets, _mm256_slli_epi16(octets, 12)), 4);
    return _mm256_shuffle_epi8(digits, nibbles);
}

/* The digits of |all| from number |first| on, sixteen of them. */
#define UUID_DIGITS_FROM(all, first)                                           \
    _mm_alignr_epi8(_mm256_extracti128_si256(all, 1),                          \
                    _mm256_castsi256_si128(all), first)

/* text[0..15] and text[20..35] come from one half of the digits each, and
 * text[16..31] from both; where a shuffle leaves a zero there is a hyphen. */
UUID_VECTOR static inline void
uuid_canonical_write_vector(const struct ddds_uuid *uuid, char *text)
{
    __m256i digits = uuid_write_all_digits(uuid);
    __m256i ends = _mm256_or_si256(
        _mm256_shuffle_epi8(
            digits, _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -1, 8, 9, 10, 11,
                                     -1, 12, 13, 1, 2, 3, -1, 4, 5, 6, 7, 8, 9,
                                     10, 11, 12, 13, 14, 15)),
        _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, '-', 0, 0, 0, 0, '-', 0, 0, 0,
                         0, 0, '-', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    __m128i middle = _mm_or_si128(
        _mm_shuffle_epi8(UUID_DIGITS_FROM(digits, 14),
                         _mm_setr_epi8(0, 1, -1, 2, 3, 4, 5, -1, 6, 7, 8, 9, 10,
                                       11, 12, 13)),
        _mm_setr_epi8(0, 0, '-', 0, 0, 0, 0, '-', 0, 0, 0, 0, 0, 0, 0, 0));
    _mm_storeu_si128((void *)text, _mm256_castsi256_si128(ends));
    _mm_storeu_si128((void *)(text + 16), middle);
    _mm_storeu_si128((void *)(text + 20), _mm256_extracti128_si256(ends, 1));
}

/* The same behind "urn:uuid:", which fills most of the first register:
 * text[0..15] ends with digit 6, text[29..44] begins with digit 17, and
 * text[16..31] holds those between them. */
UUID_VECTOR static inline void
uuid_urn_write_vector(const struct ddds_uuid *uuid, char *text)
{
    __m256i digits = uuid_write_all_digits(uuid);
    __m256i ends = _mm256_or_si256(
        _mm256_shuffle_epi8(
            digits, _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1,
                                     2, 3, 4, 5, 6, 1, 2, 3, -1, 4, 5, 6, 7, 8,
                                     9, 10, 11, 12, 13, 14, 15)),
        _mm256_setr_epi8('u', 'r', 'n', ':', 'u', 'u', 'i', 'd', ':', 0, 0, 0,
                         0, 0, 0, 0, 0, 0, 0, '-', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                         0, 0));
    __m128i middle = _mm_or_si128(
        _mm_shuffle_epi8(UUID_DIGITS_FROM(digits, 7),
                         _mm_setr_epi8(0, -1, 1, 2, 3, 4, -1, 5, 6, 7, 8, -1, 9,
                                       10, 11, 12)),
        _mm_setr_epi8(0, '-', 0, 0, 0, 0, '-', 0, 0, 0, 0, '-', 0, 0, 0, 0));
    _mm_storeu_si128((void *)text, _mm256_castsi256_si128(ends));
    _mm_storeu_si128((void *)(text + 16), middle);
    _mm_storeu_si128((void *)(text + 29), _mm256_extracti128_si256(ends, 1));
}

/* libgcc has asked the processor once, before main. Most have it: they shall
 * run straight through, since a jump costs a tenth of writing a UUID. */
static inline bool uuid_has_vector(void)
{
    return __builtin_expect(__builtin_cpu_supports("avx2") != 0, 1) != 0;
}

#endif

/* ---- Whichever is the faster -------------------------------------------- */

static inline bool uuid_canonical_read(const char *text, struct ddds_uuid *uuid)
{
#if UUID_HAS_VECTOR
    if (uuid_has_vector()) {
        return uuid_canonical_read_vector(text, uuid);
    }
#endif
    return uuid_canonical_read_portable(text, uuid);
}

static inline void uuid_canonical_write(const struct ddds_uuid *uuid,
                                        char *text)
{
#if UUID_HAS_VECTOR
    if (uuid_has_vector()) {
        uuid_canonical_write_vector(uuid, text);
        return;
    }
#endif
    uuid_canonical_write_portable(uuid, text);
}

#endif
