/* Inner loops of the matcher of shapes, for spans and literals. All subjects
 * are ASCII.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SHAPE_SCAN_H
#define RULE_SHAPE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rule/shape.h"

/* ---- Classes ------------------------------------------------------------ */

static inline bool shape_class_has(const struct shape_class *class,
                                   unsigned char octet)
{
    return (class->bits[octet / 64] >> octet % 64 & 1) != 0;
}

/* Return the only octet that is not in |class|; -1 if there are several, or
 * none. */
static inline int shape_class_lacks(const struct shape_class *class)
{
    bool is_high = class->bits[0] == UINT64_MAX;
    uint64_t lacks = ~class->bits[is_high];
    bool is_only = class->bits[!is_high] == UINT64_MAX && lacks != 0 &&
                   (lacks & (lacks - 1)) == 0;
    return is_only ? 64 * is_high + __builtin_ctzll(lacks) : -1;
}

/* Return the end of the octets of |class| from |at| on, at most |limit|. Most
 * classes are like `[^:]'. */
static inline const char *shape_class_end(const struct shape_class *class,
                                          const char *at, const char *limit)
{
    int lacks = shape_class_lacks(class);
    if (lacks >= 0) {
        const char *found = memchr(at, lacks, (size_t)(limit - at));
        return found != NULL ? found : limit;
    }
    while (at < limit && shape_class_has(class, (unsigned char)*at)) {
        at++;
    }
    return at;
}

/* ---- Literals ----------------------------------------------------------- */

#define SHAPE_EACH(octet) (UINT64_C(0x0101010101010101) * (octet))

static inline uint64_t shape_load(const char *at)
{
    uint64_t octets;
    memcpy(&octets, at, sizeof octets);
    return octets;
}

/* Return the first |count| of 8 octets, at least one, in the highest octets. */
static inline uint64_t shape_first(uint64_t octets, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return octets >> (64 - 8 * count);
#else
    return octets << (64 - 8 * count);
#endif
}

/* Return the bits in which 8 octets differ, ignoring the case of letters if it
 * |folds|. Then the letters of |literal| are lower case. ASCII leaves a bit for
 * the carry. */
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

/* Return true if |length| octets at |at| match |literal|, compared octet by
 * octet. */
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

/* Return true if |length| octets at |at| match |literal|. |left| octets may be
 * read there, and SHAPE_PADDING more than the length of |literal|. */
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

/* Return the bit that the case of the octet |wanted| of a literal may
 * change. */
static inline unsigned char shape_case_bit(unsigned char wanted, bool folds)
{
    return folds && wanted >= 'a' && wanted <= 'z' ? 0x20 : 0;
}

/* Return the first position of |wanted| from |at| on, before |end|; |end| if
 * it is missing. */
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

/* Return the last position of |wanted| from |at| on, before |end|; NULL if
 * it is missing. */
static inline const char *shape_find_last(unsigned char wanted, bool folds,
                                          const char *at, const char *end)
{
    unsigned char bit = shape_case_bit(wanted, folds);
    while (end > at) {
        if (((unsigned char)*--end | bit) == wanted) {
            return end;
        }
    }
    return NULL;
}

#endif
