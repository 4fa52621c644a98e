/* $GENERATE: a template for many records (BIND 9 Administrator Reference
 * Manual, "The $GENERATE Directive").
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_GENERATE_H
#define DB_TEXT_GENERATE_H

#include <stdint.h>

#include "base/text.h"
#include "base/lexer.h"

struct generate_range {
    uint32_t start;
    uint32_t stop;
    uint32_t step;
};

/* Parse |token|: START-STOP or START-STOP/STEP. Fails with DDDS_SYNTAX. */
ddds_status ddds_generate_range(const struct lexer *lexer,
                                const struct token *token,
                                struct generate_range *range);

/* Append |token| to |text|, with $ and ${OFFSET,WIDTH,BASE} replaced by
 * |iterator|. $$ becomes a single $; escapes are kept. A quoted token loses its
 * quotes and the backslashes before quotes within. Fails with DDDS_SYNTAX, also
 * if |text| cannot hold the result. */
ddds_status ddds_generate_expand(const struct lexer *lexer,
                                 const struct token *token, uint32_t iterator,
                                 struct text *text);

#endif
