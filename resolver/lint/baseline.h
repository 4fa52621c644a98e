/* Known findings of a project: with a baseline only new findings are reported.
 *
 * The file has a line for each finding: its code, its owner, and the part of
 * the record on that line, with single blanks and without comment. It has
 * neither file names nor line numbers, so that records may move.
 *
 *     # ddds lint baseline, version 1
 *     L217 a.example.com a NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:a@b.example!" .
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_BASELINE_H
#define LINT_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/check.h>

struct baseline_entry {
    char *text;
    bool is_used;
};

struct baseline {
    struct baseline_entry *entries;
    size_t count;
    size_t size;
};

/* Return the baseline line for |finding|; the caller frees it. NULL without
 * memory. */
char *baseline_line(const struct ddds_finding *finding);

/* Return a hash of a baseline line, which does not depend on the record's
 * position. */
uint64_t baseline_hash(const char *line);

/* Parse |length| octets at |text|, a baseline called |path|, into the empty
 * |baseline|. Return -1, or an exit status after reporting the error. */
int baseline_read(struct baseline *baseline, const char *path, const char *text,
                  size_t length);

/* Read the file |path| into the empty |baseline|. Return like baseline_read. */
int baseline_open(struct baseline *baseline, const char *path);

/* Return true if |finding| is in |baseline|; each entry matches once. */
bool baseline_take(struct baseline *baseline,
                   const struct ddds_finding *finding);

/* Return the number of unused entries. */
size_t baseline_left(const struct baseline *baseline);

/* Add |finding| to a baseline that is to be written. */
void baseline_add(struct baseline *baseline,
                  const struct ddds_finding *finding);

/* Write |baseline|, sorted, to the file |path| atomically. Return -1, or an
 * exit status after reporting the error. */
int baseline_write(struct baseline *baseline, const char *path);

void baseline_clear(struct baseline *baseline);

#endif
