/* Find the end of a word or quoted string: by SSE2, sixteen octets at a time,
 * or by a table elsewhere and near the end of the text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Classes of octets: tokens that they can end or start. */
enum scan_class {
    SCAN_WORD = 1,   /* ends a word, or is a backslash */
    SCAN_STRING = 2, /* ends a quoted string, or is a backslash */
    SCAN_BLANK = 4,  /* a space or tab */
    SCAN_OTHER = 8,  /* cannot start a word: none of the above, or a quote */
};

/* clang-format off */
static const uint8_t scan_classes[256] = {
    ['\t'] = SCAN_WORD | SCAN_BLANK,
    [' '] = SCAN_WORD | SCAN_BLANK,
    ['\n'] = SCAN_WORD | SCAN_STRING | SCAN_OTHER,
    ['\r'] = SCAN_WORD | SCAN_STRING | SCAN_OTHER,
    ['"'] = SCAN_WORD | SCAN_STRING | SCAN_OTHER,
    [';'] = SCAN_WORD | SCAN_OTHER,
    ['('] = SCAN_WORD | SCAN_OTHER,
    [')'] = SCAN_WORD | SCAN_OTHER,
    ['\\'] = SCAN_WORD | SCAN_STRING,
};
/* clang-format on */

static inline uint8_t scan_class_of(char octet)
{
    return scan_classes[(unsigned char)octet];
}

/* Return the first octet of |classes| from |at| on, or |end|. */
static inline const char *scan_by_table(const char *at, const char *end,
                                        uint8_t classes)
{
    while (at < end && (scan_class_of(*at) & classes) == 0) {
        at++;
    }
    return at;
}

#ifdef __SSE2__

static inline __m128i scan_equal(__m128i octets, char octet)
{
    return _mm_cmpeq_epi8(octets, _mm_set1_epi8(octet));
}

/* Return a bit mask of octets that may end a word, including control
 * characters. */
static inline unsigned scan_word_bits(__m128i octets)
{
    __m128i low =
        _mm_cmpeq_epi8(_mm_min_epu8(octets, _mm_set1_epi8(' ')), octets);
    __m128i parenthesis =
        scan_equal(_mm_and_si128(octets, _mm_set1_epi8((char)0xfe)), '(');
    __m128i any = _mm_or_si128(low, parenthesis);
    any = _mm_or_si128(any, scan_equal(octets, ';'));
    any = _mm_or_si128(any, scan_equal(octets, '"'));
    any = _mm_or_si128(any, scan_equal(octets, '\\'));
    return (unsigned)_mm_movemask_epi8(any);
}

static inline unsigned scan_string_bits(__m128i octets)
{
    __m128i any = _mm_or_si128(
        _mm_or_si128(scan_equal(octets, '"'), scan_equal(octets, '\\')),
        _mm_or_si128(scan_equal(octets, '\n'), scan_equal(octets, '\r')));
    return (unsigned)_mm_movemask_epi8(any);
}

static inline const char *scan_by_vector(const char *at, const char *end,
                                         uint8_t classes,
                                         unsigned bits_of(__m128i))
{
    while (end - at >= 16) {
        __m128i octets;
        memcpy(&octets, at, sizeof octets);
        unsigned bits = bits_of(octets);
        if (bits == 0) {
            at += 16;
            continue;
        }
        at += __builtin_ctz(bits);
        if ((scan_class_of(*at) & classes) != 0) {
            return at;
        }
        at++; /* a control character */
    }
    return scan_by_table(at, end, classes);
}

/* Return the first octet from |at| on that ends a word or is a backslash, or
 * |end|. */
static inline const char *scan_word(const char *at, const char *end)
{
    return scan_by_vector(at, end, SCAN_WORD, scan_word_bits);
}

/* Return the first octet from |at| on that ends a quoted string or is a
 * backslash, or |end|. */
static inline const char *scan_string(const char *at, const char *end)
{
    return scan_by_vector(at, end, SCAN_STRING, scan_string_bits);
}

#else

static inline const char *scan_word(const char *at, const char *end)
{
    return scan_by_table(at, end, SCAN_WORD);
}

static inline const char *scan_string(const char *at, const char *end)
{
    return scan_by_table(at, end, SCAN_STRING);
}

#endif
#endif
