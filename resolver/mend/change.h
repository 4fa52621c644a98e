/* Changes of a text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_CHANGE_H
#define MEND_CHANGE_H

#include <stddef.h>

/* |text| in place of |count| octets from |begin| on. */
struct change {
    size_t begin;
    size_t count;
    char *text;
};

/* A text and its changes, in the order of their places; no two overlap. */
struct changes {
    const char *original;
    size_t length;
    struct change *items;
    size_t count;
};

/* The changed text, with a NUL that does not count, to be freed with free().
 * NULL without memory. */
char *changes_apply(const struct changes *changes, size_t *length);

#endif
