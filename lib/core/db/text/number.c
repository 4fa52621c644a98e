/* Numbers and times in zone files. A value out of range is refused, never
 * wrapped.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/number.h"

#include "base/ascii.h"

ddds_status ddds_number_read(const struct lexer *lexer,
                             const struct token *token, const char *what,
                             uint32_t most, uint32_t *number)
{
    const char *at = token->text;
    const char *end = at + token->length;
    uint64_t value;
    if (token->kind != TOKEN_WORD ||
        !ascii_read_number(&at, end, most, &value) || at != end) {
        return ddds_lexer_refuse(lexer, token,
                                 "%s \"%.*s\": not a number from 0 to %lu",
                                 what, TOKEN_SHOWN(token), (unsigned long)most);
    }
    *number = (uint32_t)value;
    return DDDS_OK;
}

/* Return the seconds of a unit; 0 if it is unknown. */
static uint32_t unit_seconds(char unit)
{
    switch (ascii_to_lower(unit)) {
    case 's':
        return 1;
    case 'm':
        return 60;
    case 'h':
        return 3600;
    case 'd':
        return 86400;
    case 'w':
        return 604800;
    default:
        return 0;
    }
}

ddds_status ddds_number_period(const struct lexer *lexer,
                               const struct token *token, const char *what,
                               uint32_t most, uint32_t *seconds)
{
    const char *at = token->text;
    const char *end = at + token->length;
    uint64_t sum = 0;
    bool good = token->kind == TOKEN_WORD;
    while (good && (at < end || at == token->text)) {
        bool first = at == token->text;
        uint64_t value;
        good = ascii_read_number(&at, end, most, &value);
        uint64_t unit = at < end ? unit_seconds(*at++) : first;
        sum += value * unit;
        good = good && unit != 0 && sum <= most;
    }
    if (!good) {
        return ddds_lexer_refuse(
            lexer, token,
            "%s \"%.*s\": not a time from 0 to %lu seconds; write seconds, or "
            "units as in 1h30m",
            what, TOKEN_SHOWN(token), (unsigned long)most);
    }
    *seconds = (uint32_t)sum;
    return DDDS_OK;
}

ddds_status ddds_number_ttl(const struct lexer *lexer,
                            const struct token *token, uint32_t *ttl)
{
    return ddds_number_period(lexer, token, "TTL", INT32_MAX, ttl);
}
