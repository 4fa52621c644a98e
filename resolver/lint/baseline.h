/* The findings that a project has accepted: with a baseline only new ones are
 * reported.
 *
 * The file has a line for each finding: its code, its owner, and the record as
 * far as it stands on that line, with single blanks and without comment. It
 * names neither files nor line numbers, so that records may move.
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

/* Return the line for |finding|, to be freed with free(); NULL if allocation
 * fails. */
char *baseline_line(const struct ddds_finding *finding);

/* Return a hash of that line, which is the same wherever the record moves. */
uint64_t baseline_hash(const char *line);

/* Read |length| octets at |text|, a baseline called |path|, into |baseline|,
 * which is empty. Returns -1, or an exit status: the mistake has been
 * reported. */
int baseline_read(struct baseline *baseline, const char *path, const char *text,
                  size_t length);

/* Read the file |path| into |baseline|, which is empty. Returns as
 * baseline_read does. */
int baseline_open(struct baseline *baseline, const char *path);

/* Return whether |finding| is in |baseline|; each entry is for one finding. */
bool baseline_take(struct baseline *baseline,
                   const struct ddds_finding *finding);

/* Return how many entries no finding has taken. */
size_t baseline_left(const struct baseline *baseline);

/* Add |finding| to a baseline that will be written. */
void baseline_add(struct baseline *baseline,
                  const struct ddds_finding *finding);

/* Write |baseline|, sorted, to the file |path|, all or nothing. Returns -1, or
 * an exit status: the mistake has been reported. */
int baseline_write(struct baseline *baseline, const char *path);

/* Free the entries of |baseline|. */
void baseline_clear(struct baseline *baseline);

#endif
