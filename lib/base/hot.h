/* Attributes that group hot and cold functions. The linker puts functions of
 * one kind side by side, so that those that run together do not displace each
 * other in the instruction cache.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_HOT_H
#define BASE_HOT_H

#define HOT __attribute__((hot))

/* A function that is worth its place in every caller: with the constants that
 * it gets there it is a few instructions. */
#define INLINE static inline __attribute__((always_inline))
#define COLD __attribute__((cold))

#endif
