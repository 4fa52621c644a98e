/* The loops of the matcher of shapes: over the octets of spans and literals,
 * many at a time. All subjects are ASCII.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SHAPE_SCAN_H
#define RULE_SHAPE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rule/shape.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(SHAPE_PORTABLE)
#define SHAPE_HAS_VECTOR 1
#include <tmmintrin.h>
#else
#define SHAPE_HAS_VECTOR 0
#endif

enum { SHAPE_VECTOR = 16 };

/* ---- Classes ------------------------------------------------------------ */

static inline bool shape_class_has(const struct shape_class *class,
                                   unsigned char octet)
{
    return (class->bits[octet / 64] >> octet % 64 & 1) != 0;
}

static inline const char *
shape_class_end_portable(const struct shape_class *class, const char *at,
                         const char *limit)
{
    while (at < limit && shape_class_has(class, (unsigned char)*at)) {
        at++;
    }
    return at;
}

#if SHAPE_HAS_VECTOR

/* The octets at |at| that are not in the class, a bit for each. Octet c / 8 of
 * a class has a bit c % 8 for c. */
__attribute__((target("ssse3"))) static inline unsigned
shape_find_others(__m128i class, const char *at)
{
    const __m128i powers =
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    __m128i octets = _mm_loadu_si128((const void *)at);
    __m128i row = _mm_and_si128(_mm_srli_epi16(octets, 3), _mm_set1_epi8(15));
    __m128i column = _mm_and_si128(octets, _mm_set1_epi8(7));
    __m128i found = _mm_and_si128(_mm_shuffle_epi8(class, row),
                                  _mm_shuffle_epi8(powers, column));
    return (unsigned)_mm_movemask_epi8(
        _mm_cmpeq_epi8(found, _mm_setzero_si128()));
}

/* Likewise, where the 16 octets before |end| may be read. */
__attribute__((target("ssse3"))) static inline const char *
shape_class_end_vector(const struct shape_class *class, const char *at,
                       const char *limit, const char *end)
{
    __m128i bits = _mm_loadu_si128((const void *)class);
    for (;;) {
        ptrdiff_t left = end - at;
        ptrdiff_t back = left < SHAPE_VECTOR ? SHAPE_VECTOR - left : 0;
        unsigned others = shape_find_others(bits, at - back) >> back;
        ptrdiff_t inside =
            others != 0 ? __builtin_ctz(others) : SHAPE_VECTOR - back;
        if (limit - at <= inside) {
            return limit;
        }
        at += inside;
        if (others != 0) {
            return at;
        }
    }
}

/* libgcc has asked the processor once, before main. */
static inline bool shape_has_vector(void)
{
    return __builtin_expect(__builtin_cpu_supports("ssse3") != 0, 1) != 0;
}

#endif

/* Where the octets from |at| on are no longer in |class|; |limit| at the
 * latest. The subject is from |begin| to |end|. */
static inline const char *shape_class_end(const struct shape_class *class,
                                          const char *at, const char *limit,
                                          const char *begin, const char *end)
{
#if SHAPE_HAS_VECTOR
    if (end - begin >= SHAPE_VECTOR && shape_has_vector()) {
        return shape_class_end_vector(class, at, limit, end);
    }
#endif
    (void)begin;
    (void)end;
    return shape_class_end_portable(class, at, limit);
}

/* ---- Literals ----------------------------------------------------------- */

#define SHAPE_EACH(octet) (UINT64_C(0x0101010101010101) * (octet))

static inline uint64_t shape_load(const char *at)
{
    uint64_t octets;
    memcpy(&octets, at, sizeof octets);
    return octets;
}

/* The first |count| of 8 octets, of which it has at least one. */
static inline uint64_t shape_first(uint64_t octets, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return octets >> (64 - 8 * count);
#else
    return octets << (64 - 8 * count);
#endif
}

/* Where 8 octets differ, by more than the case of a letter if it |folds|. Then
 * the letters of |literal| are in lower case. ASCII leaves a bit free for the
 * carry. */
static inline uint64_t shape_differences(uint64_t literal, uint64_t octets,
                                         bool folds)
{
    uint64_t differences = literal ^ octets;
    if (folds) {
        uint64_t letters = (literal + SHAPE_EACH(0x80 - 'a')) &
                           ~(literal + SHAPE_EACH(0x7f - 'z')) &
                           SHAPE_EACH(0x80);
        differences &= ~(letters >> 2);
    }
    return differences;
}

/* Do |length| octets at |at| match |literal|? One by one. */
static inline bool shape_is_tail(const char *literal, size_t length,
                                 const char *at, bool folds)
{
    for (size_t i = 0; i < length; i++) {
        if (shape_differences((unsigned char)literal[i], (unsigned char)at[i],
                              folds) != 0) {
            return false;
        }
    }
    return true;
}

/* Do |length| octets at |at| match |literal|? |left| octets may be read there,
 * and SHAPE_PADDING more than the length of |literal|. */
static inline bool shape_is_literal(const char *literal, size_t length,
                                    const char *at, ptrdiff_t left, bool folds)
{
    if (length == 1 && !folds) {
        return left > 0 && *at == *literal;
    }
    while (length > 0 && left >= 8) {
        uint64_t differences =
            shape_differences(shape_load(literal), shape_load(at), folds);
        if (length <= 8) {
            return shape_first(differences, length) == 0;
        }
        if (differences != 0) {
            return false;
        }
        literal += 8;
        length -= 8;
        at += 8;
        left -= 8;
    }
    return left >= (ptrdiff_t)length &&
           shape_is_tail(literal, length, at, folds);
}

/* ---- Single octets ------------------------------------------------------ */

/* The bit in which an octet may differ from the octet |wanted| of a literal. */
static inline unsigned char shape_case_bit(unsigned char wanted, bool folds)
{
    return folds && wanted >= 'a' && wanted <= 'z' ? 0x20 : 0;
}

/* The first place from |at| on, before |end|, with |wanted|; |end| if there is
 * none. */
static inline const char *shape_find_first(unsigned char wanted, bool folds,
                                           const char *at, const char *end)
{
    unsigned char bit = shape_case_bit(wanted, folds);
    if (bit == 0) {
        const char *found = memchr(at, wanted, (size_t)(end - at));
        return found != NULL ? found : end;
    }
    while (at < end && ((unsigned char)*at | bit) != wanted) {
        at++;
    }
    return at;
}

/* The last place from |at| on, before |end|, with |wanted|; NULL if there is
 * none. */
static inline const char *shape_find_last(unsigned char wanted, bool folds,
                                          const char *at, const char *end)
{
    unsigned char bit = shape_case_bit(wanted, folds);
#if SHAPE_HAS_VECTOR
    __m128i octet = _mm_set1_epi8((char)wanted);
    __m128i both = _mm_set1_epi8((char)bit);
    for (; end - at >= SHAPE_VECTOR; end -= SHAPE_VECTOR) {
        __m128i octets = _mm_loadu_si128((const void *)(end - SHAPE_VECTOR));
        unsigned places = (unsigned)_mm_movemask_epi8(
            _mm_cmpeq_epi8(_mm_or_si128(octets, both), octet));
        if (places != 0) {
            return end - 1 - (__builtin_clz(places) - 16);
        }
    }
#endif
    while (end > at) {
        if (((unsigned char)*--end | bit) == wanted) {
            return end;
        }
    }
    return NULL;
}

#endif
