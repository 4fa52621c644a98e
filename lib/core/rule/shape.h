/* Shapes: expressions that are matched without PCRE2.
 *
 * Most published expressions are a row of literals and spans: a span is a
 * character, a dot or a bracket with a repetition, such as `[^:]+' or `.*'.
 * Groups may be anywhere but not repeated, `^' stands in front or not at all,
 * `$' at the end or not at all. Such an expression is matched by trying what
 * PCRE2 tries, in the same order, so that the groups are the same.
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
    SHAPE_PADDING = 7, /* octets after the text, which may be read */
};

/* Octets below 128, a bit for each. */
struct shape_class {
    uint64_t bits[2];
};

/* A literal and the span after it; the last step has no span. */
struct shape_step {
    uint8_t text;   /* where the literal begins in the text of the shape */
    uint8_t length; /* of the literal */
    uint8_t least;  /* octets of the span */
    uint8_t most;   /* or SHAPE_NO_MOST */
    uint8_t class;  /* or SHAPE_ANY */
    bool folds;     /* the literal has letters, and case does not count */
    bool may_give;  /* giving octets back may help what follows */
    uint8_t next; /* the first octet of the next literal; NUL if it is empty */
};

/* A place in a match: |offset| octets after the end of the span before
 * |step|. */
struct shape_place {
    uint8_t step;
    uint8_t offset;
};

struct shape_group {
    struct shape_place begin;
    struct shape_place end;
};

/* One piece of memory: after the struct are the steps, one more than spans,
 * then the classes, the groups, and the text of the literals, in lower case
 * where case does not count, and some padding. */
struct shape {
    _Alignas(uint64_t) uint8_t spans;
    uint8_t classes;
    uint8_t groups;
    bool is_anchored; /* a match can begin only where the subject does */
    bool is_ended;    /* `$': it ends where the subject does */
};

/* A shape while it is being read. */
struct shape_draft {
    struct shape shape;
    struct shape_step steps[SHAPE_SPANS + 1];
    struct shape_class classes[SHAPE_SPANS];
    struct shape_group groups[SHAPE_GROUPS];
    char text[LIMIT_STRING];
    size_t text_length;
};

/* Read |length| octets at |ere|. False if it is no shape, whether it is valid
 * or not; ddds_ere_read accepts every shape. */
bool ddds_shape_read(const char *ere, size_t length, bool ignore_case,
                     struct shape_draft *draft);

/* How many octets a shape takes, a multiple of 8. */
size_t ddds_shape_size(const struct shape_draft *draft);

/* Write the shape to |memory|, which has that many octets and is aligned to
 * 8. */
const struct shape *ddds_shape_write(const struct shape_draft *draft,
                                     void *memory);

enum shape_verdict {
    SHAPE_NO_MATCH,
    SHAPE_MATCH,
    SHAPE_UNSURE, /* PCRE2 decides */
};

/* Find the longest of the leftmost matches in |length| octets at |subject|. On
 * a match, |groups| receives it and the groups that the shape has, no more.
 * Unsure of subjects that are not ASCII, and after LIMIT_SHAPE_WORK. */
enum shape_verdict ddds_shape_match(const struct shape *shape,
                                    const char *subject, size_t length,
                                    struct ddds_span *groups);

#endif
