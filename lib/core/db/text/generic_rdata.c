/* Hexadecimal digits as RDATA. The given length must match the octets, to
 * detect mistakes.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/generic_rdata.h"

#include "base/ascii.h"
#include "base/error.h"
#include "db/wire/rdata.h"

static ddds_status append(struct lexer *lexer, const struct token *token,
                          struct rdata *rdata, int octet)
{
    if (rdata->length == RDATA_SIZE_MAX) {
        return ddds_lexer_refuse(lexer, token,
                                 "the data of this record are longer than "
                                 "65535 octets");
    }
    rdata->octets[rdata->length++] = (unsigned char)octet;
    return DDDS_OK;
}

/* Append the octets of a word of hexadecimal digits. |*high| is the first digit
 * of a pair that continues in the next word, or -1. */
static ddds_status read_hex(struct lexer *lexer, const struct token *token,
                            struct rdata *rdata, int *high)
{
    for (size_t i = 0; i < token->length; i++) {
        int digit = ascii_hex_value((unsigned char)token->text[i]);
        if (digit < 0 || token->kind != TOKEN_WORD) {
            return ddds_lexer_refuse(
                lexer, token,
                "\"%.*s\" is not hexadecimal; write digits from 0 to f",
                TOKEN_SHOWN(token));
        }
        if (*high < 0) {
            *high = digit;
            continue;
        }
        ddds_status status = append(lexer, token, rdata, *high << 4 | digit);
        if (status != DDDS_OK) {
            return status;
        }
        *high = -1;
    }
    return DDDS_OK;
}

/* Read all words of hexadecimal digits, which must be |length| octets. */
static ddds_status read_octets(struct lexer *lexer, const struct token *token,
                               uint32_t length, struct rdata *rdata)
{
    struct token next;
    int high = -1;
    for (;;) {
        ddds_status status = ddds_lexer_next(lexer, &next);
        if (status == DDDS_OK && ddds_token_is_end(&next)) {
            break;
        }
        if (status == DDDS_OK) {
            status = read_hex(lexer, &next, rdata, &high);
        }
        if (status != DDDS_OK) {
            return status;
        }
    }
    if (high < 0 && rdata->length == length) {
        return DDDS_OK;
    }
    return ddds_lexer_refuse(lexer, token,
                             "the length is %lu, but the number of octets is "
                             "%zu%s; correct one of them",
                             (unsigned long)length, rdata->length,
                             high < 0 ? "" : " and a half");
}

ddds_status ddds_generic_rdata(struct lexer *lexer, uint16_t type,
                               const struct token *first, struct rdata *rdata)
{
    struct token token;
    uint32_t length = 0;
    ddds_status status = ddds_lexer_next(lexer, &token);
    if (status == DDDS_OK && ddds_token_is_end(&token)) {
        return ddds_lexer_refuse(lexer, &token,
                                 "\\# needs a length and hexadecimal digits");
    }
    if (status == DDDS_OK) {
        status =
            ddds_number_read(lexer, &token, "length", RDATA_SIZE_MAX, &length);
    }
    if (status == DDDS_OK) {
        status = read_octets(lexer, &token, length, rdata);
    }
    if (status != DDDS_OK) {
        return status;
    }
    struct ddds_error why;
    if (ddds_rdata_check(type, rdata->octets, length, &why) != DDDS_OK) {
        return ddds_lexer_refuse(lexer, first, "%s", why.detail);
    }
    return DDDS_OK;
}
