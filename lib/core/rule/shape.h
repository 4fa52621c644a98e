/* Shapes: simple expressions, matched without PCRE2.
 *
 * Most published expressions are a sequence of literals and spans: a span is a
 * character, a dot or a bracket with a repetition, such as `[^:]+' or `.*'.
 * Groups may be anywhere but not repeated; `^' may only be at the start, `$' at
 * the end. The matcher tries the same possibilities as PCRE2, in the same
 * order, so that the groups are equal.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SHAPE_H
#define RULE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/span.h>

#include "base/limits.h"

enum {
    SHAPE_SPANS = 16,
    SHAPE_GROUPS = 9,
    SHAPE_ANY = 255, /* the class of all octets */
    SHAPE_NO_MOST = 0,
};

/* A bit for each octet below 128. */
struct shape_class {
    uint64_t bits[2];
};

/* A literal and the following span; the last step has no span. */
struct shape_step {
    uint8_t text;   /* offset of the literal in the text of the shape */
    uint8_t length; /* of the literal */
    uint8_t least;  /* minimum octets of the span */
    uint8_t most;   /* maximum, or SHAPE_NO_MOST */
    uint8_t class;  /* or SHAPE_ANY */
    bool folds;     /* ignore the case of letters in the literal */
    bool may_give;  /* backtracking into the span may help */
    uint8_t next;   /* first octet of the next literal; NUL if empty */
};

/* A position in a match: |offset| octets after the end of the span before
 * |step|. */
struct shape_place {
    uint8_t step;
    uint8_t offset;
};

struct shape_group {
    struct shape_place begin;
    struct shape_place end;
};

/* One allocation: struct, steps (spans + 1), classes, groups, literals (lower
 * case if case is ignored). */
struct shape {
    _Alignas(uint64_t) uint8_t spans;
    uint8_t classes;
    uint8_t groups;
    bool is_anchored; /* `^': a match starts at the start of the subject */
    bool is_ended;    /* `$': a match ends at the end of the subject */
};

/* A shape that is being parsed. */
struct shape_draft {
    struct shape shape;
    struct shape_step steps[SHAPE_SPANS + 1];
    struct shape_class classes[SHAPE_SPANS];
    struct shape_group groups[SHAPE_GROUPS];
    char text[LIMIT_STRING];
    size_t text_length;
};

/* Parse |length| octets at |ere|. Return false if it is not a shape, valid or
 * not; ddds_ere_read accepts every shape. */
bool ddds_shape_read(const char *ere, size_t length, bool ignore_case,
                     struct shape_draft *draft);

/* Return the size of a shape in octets, a multiple of 8. */
size_t ddds_shape_size(const struct shape_draft *draft);

/* Write the shape to |memory|, which has that size and is aligned to 8. */
const struct shape *ddds_shape_write(const struct shape_draft *draft,
                                     void *memory);

enum shape_verdict {
    SHAPE_NO_MATCH,
    SHAPE_MATCH,
    SHAPE_UNSURE, /* decide by PCRE2 */
};

/* Find the longest of the leftmost matches in |length| octets at |subject|. On
 * a match, |groups| receives it and only the groups of the shape. Unsure for
 * subjects that are not ASCII, and beyond LIMIT_SHAPE_WORK. */
enum shape_verdict ddds_shape_match(const struct shape *shape,
                                    const char *subject, size_t length,
                                    struct ddds_span *groups);

#endif
