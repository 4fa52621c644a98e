/* Substitution expressions, inside the library.
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

/* A stretch of the replacement, without escapes, then what a group matched; 0
 * if no group follows. */
struct piece {
    uint8_t begin;
    uint8_t length;
    uint8_t group;
};

/* Why a field is not a valid substitution expression. */
enum substitution_fault {
    SUBSTITUTION_FAULT_NONE,
    SUBSTITUTION_FAULT_LENGTH,
    SUBSTITUTION_FAULT_DELIMITER,  /* an invalid one */
    SUBSTITUTION_FAULT_DELIMITERS, /* not three of them */
    SUBSTITUTION_FAULT_FLAG,
    SUBSTITUTION_FAULT_ERE,           /* |ere_fault| says more */
    SUBSTITUTION_FAULT_ZERO,          /* \0 */
    SUBSTITUTION_FAULT_BACKREFERENCE, /* to a missing group */
    SUBSTITUTION_FAULT_ESCAPE,        /* of nothing, in the replacement */
};

/* Everything but the program and the pattern is in one piece of memory, the
 * shape, the pieces and the strings after the struct. An invalid one has only
 * its status, its faults, |offset| and |detail|.
 *
 * An expression matches all, or it has a shape, or it has a program from the
 * beginning. With a shape the program is made when the shape is unsure for the
 * first time. */
struct ddds_substitution {
    ddds_status status;
    enum substitution_fault fault;
    enum ere_fault ere_fault;
    char delimiter[5]; /* one character */
    bool owns_context;
    bool borrows_program; /* it is freed with another expression */
    bool matches_all;     /* every string matches as a whole */
    bool is_constant;     /* the output is the same for all matches */
    bool ignores_case;
    uint8_t literal_length;
    uint8_t piece_count;
    uint8_t groups;
    const char *detail; /* what is wrong, if it is invalid */
    size_t offset;      /* likewise, where in the field */

    struct ere_context *context;
    atomic_size_t *allowance;  /* for what is made later; NULL: any */
    size_t octets;             /* of the one piece */
    const struct shape *shape; /* or NULL */
    _Atomic(struct ere_program *) program; /* or NULL */
    _Atomic(char *) pattern;               /* NULL until it is asked for */
    const char *ere;
    const char *replacement;
    const char *flags;
    const char *literal; /* the replacement, its escapes undone */
    const struct piece *pieces;
};

/* Read |regexp| and compile it with |context|, which must outlive it. One that
 * cannot be used says so in its |status|. Returns NULL if allocation fails. */
struct ddds_substitution *ddds_substitution_read(struct ere_context *context,
                                                 const char *regexp);

/* Return the valid expression |regexp| without reading its ERE: it has no flags,
 * differs from |model| only in the text of its replacement, which escapes
 * nothing, and has its second delimiter at |second|. It uses the shape and the
 * program of |model|, which must outlive it. The caller frees it. Return NULL if
 * allocation fails. */
struct ddds_substitution *
ddds_substitution_like(const struct ddds_substitution *model,
                       const char *regexp, size_t second);

/* Return the octets that |substitution| takes, its program included. */
size_t ddds_substitution_octets(const ddds_substitution *substitution);

/* From now on |substitution| keeps what it compiles later only as far as
 * |allowance| has octets for it. No other thread uses it yet. */
void ddds_substitution_limit(ddds_substitution *substitution,
                             atomic_size_t *allowance);

/* The program of |substitution|, which does not match all; to be left with
 * ddds_substitution_leave_program. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_substitution_program(const ddds_substitution *substitution,
                                      struct ere_program **program,
                                      struct ddds_error *error);

/* Free |program| unless |substitution| keeps it. */
void ddds_substitution_leave_program(const ddds_substitution *substitution,
                                     struct ere_program *program);

/* Begin the text of an output in the |size| octets at |output|; if |size| is 0,
 * in |none|, and |output| may be NULL. */
static inline void ddds_substitution_begin(struct text *text, char *output,
                                           size_t size, char none[1])
{
    ddds_text_init(text, size > 0 ? output : none, size > 0 ? size : 1);
}

/* Apply it to |aus|, and add what it produces to |output|, an empty text. An
 * empty output is not a match. |captures| may be NULL; on a match the groups
 * that the expression has are defined. Fails with DDDS_LIMIT, if the output is
 * too long or matching takes too many steps, or with DDDS_NO_MEMORY; |*matched|
 * is then false. */
ddds_status ddds_substitution_rewrite(const ddds_substitution *substitution,
                                      const struct ere_subject *aus,
                                      struct text *output, bool *matched,
                                      struct ddds_captures *captures,
                                      struct ddds_error *error);

/* Only the second half of that: add the replacement to |output|, its
 * back-references filled in from |captures|, which may be NULL if the output is
 * constant. */
ddds_status ddds_substitution_fill_in(const ddds_substitution *substitution,
                                      const struct ddds_captures *captures,
                                      struct text *output, bool *matched,
                                      struct ddds_error *error);

#endif
