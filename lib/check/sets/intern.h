/* Numbers for octet strings: equal strings have equal numbers, from 0 on.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_INTERN_H
#define CHECK_SETS_INTERN_H

#include <stddef.h>
#include <stdint.h>

enum { INTERN_FAILED = UINT32_MAX };

/* Empty if zero-initialised. Strings are aligned for 64-bit words. */
struct intern {
    uint64_t *words;   /* the strings, in order */
    size_t word_count; /* in use */
    size_t word_room;
    struct interned *strings;
    size_t count;
    size_t room;
    uint32_t *slots; /* number plus 1; 0: free */
    size_t mask;
};

/* A string: its start in |words|, and its length in octets. */
struct interned {
    size_t begin;
    uint32_t length;
    uint32_t hash;
};

/* Return the number of the |length| octets at |octets|, which are copied if
 * they are new. INTERN_FAILED if allocation fails. */
uint32_t ddds_intern(struct intern *intern, const void *octets, size_t length);

/* Free the memory. */
void ddds_intern_free(struct intern *intern);

/* Return the string |number|; valid until the next call of ddds_intern. */
static inline const void *interned(const struct intern *intern, uint32_t number)
{
    return intern->words + intern->strings[number].begin;
}

/* Return its length. */
static inline size_t interned_length(const struct intern *intern,
                                     uint32_t number)
{
    return intern->strings[number].length;
}

#endif
