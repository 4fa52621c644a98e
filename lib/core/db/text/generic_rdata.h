/* RDATA of any type as octets (RFC 3597 section 5).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_GENERIC_RDATA_H
#define DB_TEXT_GENERIC_RDATA_H

#include "db/text/presentation.h"

/* Read the tokens after |first|, which is \#, into |rdata|, up to the end of
 * the line: a length, and that many octets in hexadecimal. Fails with
 * DDDS_SYNTAX if they are malformed or do not fit |type|. */
ddds_status ddds_generic_rdata(struct lexer *lexer, uint16_t type,
                               const struct token *first, struct rdata *rdata);

#endif
