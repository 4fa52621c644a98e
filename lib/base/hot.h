/* Attributes for hot and cold functions. The linker groups them, so that
 * functions used together share cache lines of the instruction cache.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_HOT_H
#define BASE_HOT_H

#define HOT __attribute__((hot))

/* Inline in every caller: constant arguments reduce such a function to a few
 * instructions. */
#define INLINE static inline __attribute__((always_inline))
#define COLD __attribute__((cold))

#endif
