/* Inlining that does not depend on the compiler's estimate.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_HOT_H
#define BASE_HOT_H

/* A function whose calls pass constants: with these it is a few instructions. */
#define INLINE static inline __attribute__((always_inline))

#endif
