/* How many findings there are, by severity, code and file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_COUNTS_H
#define LINT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/check.h>

/* The findings of one file or server. */
struct file_count {
    char *file;
    size_t found[DDDS_ERROR + 1];
};

/* The findings of one code, with the severity that it was found with. */
struct code_count {
    const struct ddds_check_code *code; /* NULL: none were found */
    size_t count;
};

/* What a finding keeps when lines move: a hash, and which one of the findings
 * with that hash it is, from 1. */
struct fingerprint {
    uint64_t hash;
    size_t number;
};

struct counts {
    size_t found[DDDS_ERROR + 1];
    struct code_count *codes; /* one for each code */
    struct file_count *files; /* in the order of their first findings */
    size_t file_count;
    struct fingerprint *prints; /* a hash table, see counts_repeat */
    size_t print_count;
    size_t print_size; /* a power of 2, or 0 */
};

/* Count |finding|. Returns how many of its code there are now. */
size_t counts_add(struct counts *counts, const struct ddds_finding *finding);

/* Return the fingerprint of |finding|, and which one of those with it this
 * is. */
struct fingerprint counts_repeat(struct counts *counts,
                                 const struct ddds_finding *finding);

/* Print a table of files, and one of codes. */
void counts_print(const struct counts *counts, FILE *out);

/* Free what |counts| has. */
void counts_clear(struct counts *counts);

#endif
