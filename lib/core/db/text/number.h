/* Numbers and times in zone files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_NUMBER_H
#define DB_TEXT_NUMBER_H

#include <stdint.h>

#include "base/lexer.h"

/* Parse |token| as a number up to |most|; |what| is its name in messages. Fails
 * with DDDS_SYNTAX. */
ddds_status ddds_number_read(const struct lexer *lexer,
                             const struct token *token, const char *what,
                             uint32_t most, uint32_t *number);

/* Parse |token| as seconds, or as numbers with units: 90, 1h30m, but not 1h30.
 * |what| names the field. Fails with DDDS_SYNTAX if it is neither, or more than
 * |most|. */
ddds_status ddds_number_period(const struct lexer *lexer,
                               const struct token *token, const char *what,
                               uint32_t most, uint32_t *seconds);

/* Parse |token| as a TTL: seconds, or numbers with units as in 1h30m, up to 31
 * bits (RFC 2181 section 8). Fails with DDDS_SYNTAX. */
ddds_status ddds_number_ttl(const struct lexer *lexer,
                            const struct token *token, uint32_t *ttl);

#endif
