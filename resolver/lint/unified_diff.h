/* Changes of a text, and their unified diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_UNIFIED_DIFF_H
#define LINT_UNIFIED_DIFF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* |text| replaces |count| octets from |begin| on, which is on |line|. */
struct change {
    size_t begin;
    size_t count;
    char *text;
    uint32_t line;
};

/* A text and its changes, in the order of positions, without overlap. */
struct changes {
    const char *original;
    size_t length;
    struct change *items;
    size_t count;
};

/* Return the changed text, with a NUL that |*length| does not count; the caller
 * frees it. */
char *changes_apply(const struct changes *changes, size_t *length);

/* Print |changes| of the file |path| as a unified diff; nothing if they have no
 * effect. */
void print_diff(FILE *out, const char *path, const struct changes *changes);

#endif
