/* Substitution expressions, internal part.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SUBSTITUTION_H
#define RULE_SUBSTITUTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/rule.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/ere.h"
#include "rule/shape.h"

/* A literal part of the replacement, without escapes, and the group after it;
 * 0: none. */
struct piece {
    uint8_t begin;
    uint8_t length;
    uint8_t group;
};

/* Faults of substitution expressions. */
enum substitution_fault {
    SUBSTITUTION_FAULT_NONE,
    SUBSTITUTION_FAULT_LENGTH,
    SUBSTITUTION_FAULT_DELIMITER,  /* invalid */
    SUBSTITUTION_FAULT_DELIMITERS, /* not three delimiters */
    SUBSTITUTION_FAULT_FLAG,
    SUBSTITUTION_FAULT_ERE,           /* see |ere_fault| */
    SUBSTITUTION_FAULT_ZERO,          /* \0 */
    SUBSTITUTION_FAULT_BACKREFERENCE, /* to a missing group */
    SUBSTITUTION_FAULT_ESCAPE,        /* a final backslash in the replacement */
};

/* One allocation, except the program and the pattern: struct, shape, pieces and
 * strings. An invalid expression has only its status, its faults, |offset| and
 * |detail|.
 *
 * An expression matches everything, or has a shape, or has a program from the
 * start. With a shape the program is compiled when the shape is first
 * unsure. */
struct ddds_substitution {
    ddds_status status;
    enum substitution_fault fault;
    enum ere_fault ere_fault;
    char delimiter[5]; /* a character */
    bool owns_context;
    bool matches_all; /* every string matches completely */
    bool is_constant; /* the output does not depend on the match */
    bool ignores_case;
    uint8_t literal_length;
    uint8_t piece_count;
    uint8_t groups;
    const char *detail; /* why it is invalid */
    size_t offset;      /* of the fault in the field */

    struct ere_context *context;
    atomic_size_t *allowance;  /* for lazy compilation; NULL: unlimited */
    size_t octets;             /* of the allocation */
    const struct shape *shape; /* or NULL */
    _Atomic(struct ere_program *) program; /* or NULL */
    _Atomic(char *) pattern;               /* NULL before first use */
    const char *ere;
    const char *replacement;
    const char *flags;
    const char *literal; /* the replacement without escapes */
    const struct piece *pieces;
};

/* Parse |regexp| and compile it with |context|, which must outlive it. Errors
 * are in its |status|. Return NULL without memory. */
struct ddds_substitution *ddds_substitution_read(struct ere_context *context,
                                                 const char *regexp);

/* Return the memory of |substitution| in octets, including its program. */
size_t ddds_substitution_octets(const ddds_substitution *substitution);

/* Limit the memory that |substitution| allocates later to |allowance|. Must be
 * called before other threads use it. */
void ddds_substitution_limit(ddds_substitution *substitution,
                             atomic_size_t *allowance);

/* Return the program of |substitution|, which must not match everything; the
 * caller calls ddds_substitution_leave_program. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_substitution_program(const ddds_substitution *substitution,
                                      struct ere_program **program,
                                      struct ddds_error *error);

/* Free |program| unless |substitution| caches it. */
void ddds_substitution_leave_program(const ddds_substitution *substitution,
                                     struct ere_program *program);

/* Initialise |text| with the |size| octets at |output|; if |size| is 0, with
 * |none|, and |output| may be NULL. */
static inline void ddds_substitution_begin(struct text *text, char *output,
                                           size_t size, char none[1])
{
    ddds_text_init(text, size > 0 ? output : none, size > 0 ? size : 1);
}

/* Apply |substitution| to |aus|, and append the result to |output|, an empty
 * text. An empty output is not a match. |captures| may be NULL; on a match the
 * groups of the expression are defined. Fails with DDDS_LIMIT, if the output is
 * too long or matching takes too many steps, or with DDDS_NO_MEMORY; |*matched|
 * is then false. */
ddds_status ddds_substitution_rewrite(const ddds_substitution *substitution,
                                      const struct ere_subject *aus,
                                      struct text *output, bool *matched,
                                      struct ddds_captures *captures,
                                      struct ddds_error *error);

/* The second half of ddds_substitution_rewrite: append the replacement to
 * |output|, with back-references from |captures|, which may be NULL if the
 * output is constant. */
ddds_status ddds_substitution_fill_in(const ddds_substitution *substitution,
                                      const struct ddds_captures *captures,
                                      struct text *output, bool *matched,
                                      struct ddds_error *error);

#endif
