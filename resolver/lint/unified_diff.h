/* Changes of a text, and what they look like as a unified diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_UNIFIED_DIFF_H
#define LINT_UNIFIED_DIFF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* |text| in place of |count| octets from |begin| on: a correction of |code|, on
 * |line|. */
struct change {
    size_t begin;
    size_t count;
    char *text;
    uint32_t line;
    const char *code;
};

/* A text and its changes, in the order of their places; no two overlap. */
struct changes {
    const char *original;
    size_t length;
    struct change *items;
    size_t count;
};

/* The changed text, with a NUL that does not count, to be freed with free(). */
char *changes_apply(const struct changes *changes, size_t *length);

/* Print |changes| of the file |path| as a unified diff; nothing if they change
 * nothing. */
void print_diff(FILE *out, const char *path, const struct changes *changes);

#endif
