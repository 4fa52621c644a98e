/* Substitution expressions, inside the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SUBSTITUTION_H
#define RULE_SUBSTITUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/rule.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/ere.h"

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

/* Everything is in one piece of memory, the strings behind the struct. An
 * invalid one has only its status, its faults, |offset| and |detail|. */
struct ddds_substitution {
    ddds_status status;
    size_t offset;      /* of the fault in the field, if it is invalid */
    const char *detail; /* likewise */
    enum substitution_fault fault;
    enum ere_fault ere_fault;

    struct ere_context *context;
    bool owns_context;
    struct ere_program *program; /* NULL: every string matches as a whole */
    bool is_constant;            /* the output is the same for all matches */
    char delimiter[5];           /* one character */
    unsigned groups;
    size_t bind_refuses_at; /* as in struct ere_reading, but in the field */
    const char *ere;
    const char *pattern;
    const char *replacement;
    const char *flags;
    const char *literal; /* the replacement, its escapes undone */
    const struct piece *pieces;
    size_t piece_count;
};

/* Read |regexp| and compile it with |context|, which must outlive it. One that
 * cannot be used says so in its |status|. Returns NULL if allocation fails. */
struct ddds_substitution *ddds_substitution_read(struct ere_context *context,
                                                 const char *regexp);

/* Apply it to |aus|, and add what it produces to |output|, an empty text. An
 * empty output is not a match. |captures| are defined on a match. Fails with
 * DDDS_LIMIT, if the output is too long or matching takes too many steps, or
 * with DDDS_NO_MEMORY; |*matched| is then false. */
ddds_status ddds_substitution_rewrite(const ddds_substitution *substitution,
                                      const struct ere_subject *aus,
                                      struct text *output, bool *matched,
                                      struct ddds_captures *captures,
                                      struct ddds_error *error);

#endif
