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

enum { UUID_CANONICAL_LENGTH = 36 };

/* ---- Eight digits in a word --------------------------------------------- */

/* One octet, eight times. */
#define UUID_EACH(octet) (UINT64_C(0x0101010101010101) * (octet))

/* Four octets as a number, the first the least significant. */
static inline uint64_t uuid_load4(const char *text)
{
    const unsigned char *octets = (const unsigned char *)text;
    return (uint64_t)octets[0] | (uint64_t)octets[1] << 8 |
           (uint64_t)octets[2] << 16 | (uint64_t)octets[3] << 24;
}

/* The high bit of each octet of |word| that is |least| or more. Octets must be
 * below 0x80, so that nothing is carried from one to the next. */
static inline uint64_t uuid_at_least(uint64_t word, unsigned least)
{
    return word + UUID_EACH(0x80 - least);
}

/* The high bit of each octet that is no hexadecimal digit. */
static inline uint64_t uuid_find_bad(uint64_t digits)
{
    uint64_t ascii = digits & UUID_EACH(0x7f);
    uint64_t lower = ascii | UUID_EACH(0x20);
    uint64_t decimal =
        uuid_at_least(ascii, '0') & ~uuid_at_least(ascii, '9' + 1);
    uint64_t letter =
        uuid_at_least(lower, 'a') & ~uuid_at_least(lower, 'f' + 1);
    return (digits | ~(decimal | letter)) & UUID_EACH(0x80);
}

/* The four octets that eight digits stand for, the first the least
 * significant. */
static inline uint32_t uuid_pack(uint64_t digits)
{
    /* A letter has bit 6, and its low nibble counts from 1. */
    uint64_t nibbles =
        (digits & UUID_EACH(0x0f)) + 9 * (digits >> 6 & UUID_EACH(1));
    uint64_t octets =
        (nibbles << 4 | nibbles >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    octets = (octets | octets >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(octets | octets >> 16);
}

static inline void uuid_store4(unsigned char *octets, uint32_t word)
{
    octets[0] = (unsigned char)word;
    octets[1] = (unsigned char)(word >> 8);
    octets[2] = (unsigned char)(word >> 16);
    octets[3] = (unsigned char)(word >> 24);
}

/* Read |text| into |uuid|, which is untouched unless true is returned. */
static inline bool uuid_canonical_read_portable(const char *text,
                                                struct ddds_uuid *uuid)
{
    uint64_t one = uuid_load4(text) | uuid_load4(text + 4) << 32;
    uint64_t two = uuid_load4(text + 9) | uuid_load4(text + 14) << 32;
    uint64_t three = uuid_load4(text + 19) | uuid_load4(text + 24) << 32;
    uint64_t four = uuid_load4(text + 28) | uuid_load4(text + 32) << 32;
    int hyphens = (text[8] ^ '-') | (text[13] ^ '-') | (text[18] ^ '-') |
                  (text[23] ^ '-');
    if ((uuid_find_bad(one) | uuid_find_bad(two) | uuid_find_bad(three) |
         uuid_find_bad(four) | (uint64_t)(unsigned)hyphens) != 0) {
        return false;
    }
    uuid_store4(uuid->octets, uuid_pack(one));
    uuid_store4(uuid->octets + 4, uuid_pack(two));
    uuid_store4(uuid->octets + 8, uuid_pack(three));
    uuid_store4(uuid->octets + 12, uuid_pack(four));
    return true;
}

/* Eight digits for four octets, the first digit the least significant. */
static inline uint64_t uuid_unpack(const unsigned char *octets)
{
    uint64_t word = (uint64_t)octets[0] | (uint64_t)octets[1] << 16 |
                    (uint64_t)octets[2] << 32 | (uint64_t)octets[3] << 48;
    uint64_t nibbles = (word >> 4 | word << 8) & UUID_EACH(0x0f);
    uint64_t letters = (nibbles + UUID_EACH(6)) >> 4 & UUID_EACH(1);
    return nibbles + UUID_EACH('0') + letters * ('a' - '0' - 10);
}

static inline void uuid_store8(char *text, uint64_t digits)
{
    uuid_store4((unsigned char *)text, (uint32_t)digits);
    uuid_store4((unsigned char *)text + 4, (uint32_t)(digits >> 32));
}

/* Write 36 octets. */
static inline void uuid_canonical_write_portable(const struct ddds_uuid *uuid,
                                                 char *text)
{
    uint64_t two = uuid_unpack(uuid->octets + 4);
    uint64_t three = uuid_unpack(uuid->octets + 8);
    uuid_store8(text, uuid_unpack(uuid->octets));
    uuid_store4((unsigned char *)text + 9, (uint32_t)two);
    uuid_store4((unsigned char *)text + 14, (uint32_t)(two >> 32));
    uuid_store4((unsigned char *)text + 19, (uint32_t)three);
    uuid_store4((unsigned char *)text + 24, (uint32_t)(three >> 32));
    uuid_store8(text + 28, uuid_unpack(uuid->octets + 12));
    text[8] = text[13] = text[18] = text[23] = '-';
}

/* ---- All digits in a register ------------------------------------------- */

#if UUID_HAS_VECTOR

#define UUID_VECTOR __attribute__((target("avx2")))

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
    int hyphens = (text[8] ^ '-') | (text[13] ^ '-') | (text[18] ^ '-') |
                  (text[23] ^ '-');
    if ((~good | hyphens) != 0) {
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

/* The same way back. */
UUID_VECTOR static inline void
uuid_canonical_write_vector(const struct ddds_uuid *uuid, char *text)
{
    __m128i octets = _mm_loadu_si128((const void *)uuid->octets);
    __m128i low_nibble = _mm_set1_epi8(0x0f);
    __m128i high = _mm_and_si128(_mm_srli_epi16(octets, 4), low_nibble);
    __m128i low = _mm_and_si128(octets, low_nibble);
    __m256i nibbles = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_unpacklo_epi8(high, low)),
        _mm_unpackhi_epi8(high, low), 1);
    __m256i digits =
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_setr_epi8(
                                '0', '1', '2', '3', '4', '5', '6', '7', '8',
                                '9', 'a', 'b', 'c', 'd', 'e', 'f')),
                            nibbles);
    __m256i ends = _mm256_or_si256(
        _mm256_shuffle_epi8(
            digits, _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -1, 8, 9, 10, 11,
                                     -1, 12, 13, 1, 2, 3, -1, 4, 5, 6, 7, 8, 9,
                                     10, 11, 12, 13, 14, 15)),
        _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, '-', 0, 0, 0, 0, '-', 0, 0, 0,
                         0, 0, '-', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    unsigned middle = (unsigned)_mm256_extract_epi16(digits, 7) |
                      (unsigned)'-' << 16 |
                      (unsigned)_mm256_extract_epi8(digits, 16) << 24;
    _mm_storeu_si128((void *)text, _mm256_castsi256_si128(ends));
    memcpy(text + 16, &middle, sizeof middle);
    _mm_storeu_si128((void *)(text + 20), _mm256_extracti128_si256(ends, 1));
}

/* libgcc has asked the processor once, before main. */
static inline bool uuid_has_vector(void)
{
    return __builtin_cpu_supports("avx2") != 0;
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
