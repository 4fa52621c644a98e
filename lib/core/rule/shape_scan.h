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

#include "base/ascii.h"
#include "rule/shape.h"

/* ---- Classes ------------------------------------------------------------ */

static inline bool shape_class_has(const struct shape_class *class,
                                   unsigned char octet)
{
    return (class->bits[octet / 64] >> octet % 64 & 1) != 0;
}

/* Return the only octet that is not in |class|; -1 unless exactly one is
 * missing. */
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

/* Return true if the |left| octets at |at| begin with |literal|. If it |folds|,
 * its letters are lower case, and theirs may be upper case. */
static inline bool shape_is_literal(const char *literal, size_t length,
                                    const char *at, ptrdiff_t left, bool folds)
{
    if (left < (ptrdiff_t)length) {
        return false;
    }
    if (!folds) {
        return memcmp(literal, at, length) == 0;
    }
    size_t i = 0;
    while (i < length && ascii_to_lower(at[i]) == literal[i]) {
        i++;
    }
    return i == length;
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
