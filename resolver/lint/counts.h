/* Counts of findings by severity, code and file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_COUNTS_H
#define LINT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/check.h>

/* Findings of a file or server. */
struct file_count {
    char *file;
    size_t found[DDDS_ERROR + 1];
};

/* Findings of a code, with their severity. */
struct code_count {
    const struct ddds_check_code *code; /* NULL: none */
    size_t count;
};

/* Identity of a finding in its file that survives moving lines: a hash, and the
 * number, from 1, among the findings of the file with that hash. */
struct fingerprint {
    uint64_t hash;
    size_t number;
};

struct counts {
    size_t found[DDDS_ERROR + 1];
    struct code_count *codes; /* indexed by code */
    struct file_count *files; /* in the order of their first findings */
    size_t file_count;
    struct fingerprint *prints; /* hash table, of hashes with their files */
    size_t print_count;
    size_t print_size; /* a power of 2, or 0 */
};

/* Count |finding|. Return the number of findings with its code. */
size_t counts_add(struct counts *counts, const struct ddds_finding *finding);

/* Return the fingerprint of |finding|, numbered among those of its file. */
struct fingerprint counts_repeat(struct counts *counts,
                                 const struct ddds_finding *finding);

/* Print tables of files and codes. */
void counts_print(const struct counts *counts, FILE *out);

/* Free the memory of |counts|. */
void counts_clear(struct counts *counts);

#endif
