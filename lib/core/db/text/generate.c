/* Ranges and templates of $GENERATE, as in BIND 9; no RFC describes them.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/generate.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"

/* The maximum width of a number. */
enum { WIDTH_MAX = 255 };

/* Parse a number at |*at|, up to 31 bits; return false if it is missing. */
static bool read_number(const char **at, const char *end, uint32_t *number)
{
    uint64_t value;
    bool is_number = ascii_read_number(at, end, INT32_MAX, &value);
    *number = (uint32_t)value;
    return is_number;
}

/* Skip |octet| if it is next. */
static bool skip(const char **at, const char *end, char octet)
{
    if (*at == end || **at != octet) {
        return false;
    }
    ++*at;
    return true;
}

ddds_status ddds_generate_range(const struct lexer *lexer,
                                const struct token *token,
                                struct generate_range *range)
{
    const char *at = token->text;
    const char *end = at + token->length;
    range->step = 1;
    bool good = token->kind == TOKEN_WORD &&
                read_number(&at, end, &range->start) && skip(&at, end, '-') &&
                read_number(&at, end, &range->stop);
    if (good && skip(&at, end, '/')) {
        good = read_number(&at, end, &range->step);
    }
    if (!good || at != end || range->start > range->stop || range->step == 0) {
        return ddds_lexer_refuse(lexer, token,
                                 "invalid range \"%.*s\"; write START-STOP or "
                                 "START-STOP/STEP, upwards",
                                 TOKEN_SHOWN(token));
    }
    return DDDS_OK;
}

/* The parts of ${OFFSET,WIDTH,BASE}. */
struct modifier {
    int64_t offset;
    uint32_t width;
    char base;
};

/* Parse a modifier after its opening brace at |*at|; return false if it is
 * invalid. */
static bool read_modifier(const char **at, const char *end,
                          struct modifier *modifier)
{
    bool negative = skip(at, end, '-');
    uint32_t number;
    if (!negative) {
        skip(at, end, '+');
    }
    if (!read_number(at, end, &number)) {
        return false;
    }
    modifier->offset = negative ? -(int64_t)number : (int64_t)number;
    if (skip(at, end, ',') && (!read_number(at, end, &modifier->width) ||
                               modifier->width > WIDTH_MAX)) {
        return false;
    }
    if (skip(at, end, ',')) {
        if (*at == end || memchr("doxXnN", **at, 6) == NULL) {
            return false;
        }
        modifier->base = *(*at)++;
    }
    return skip(at, end, '}');
}

/* Append |value| as in reverse names: the last digit first, with dots between
 * digits, padded to |width| octets. */
static void add_nibbles(struct text *text, uint64_t value, uint32_t width,
                        const char *digits)
{
    do {
        ddds_text_char(text, digits[value & 0xf]);
        value >>= 4;
        width -= width > 0;
        if (value != 0 || width > 0) {
            ddds_text_char(text, '.');
            width -= width > 0;
        }
    } while (value != 0 || width > 0);
}

static void add_number(struct text *text, int64_t value,
                       const struct modifier *modifier)
{
    char number[WIDTH_MAX + 1];
    int width = (int)modifier->width;
    switch (modifier->base) {
    case 'o':
        snprintf(number, sizeof number, "%0*" PRIo64, width, (uint64_t)value);
        break;
    case 'x':
        snprintf(number, sizeof number, "%0*" PRIx64, width, (uint64_t)value);
        break;
    case 'X':
        snprintf(number, sizeof number, "%0*" PRIX64, width, (uint64_t)value);
        break;
    case 'n':
        add_nibbles(text, (uint64_t)value, modifier->width, "0123456789abcdef");
        return;
    case 'N':
        add_nibbles(text, (uint64_t)value, modifier->width, "0123456789ABCDEF");
        return;
    default:
        snprintf(number, sizeof number, "%0*" PRId64, width, value);
        break;
    }
    ddds_text_string(text, number);
}

/* Append the iterator, formatted by the modifier at |*at|, if any. |*offset| is
 * that of the modifier before, which goes on as in BIND. Return NULL or an
 * error. */
static const char *add_iterator(struct text *text, uint32_t iterator,
                                int64_t *offset, const char **at,
                                const char *end)
{
    struct modifier modifier = {*offset, 0, 'd'};
    if (skip(at, end, '{') && !read_modifier(at, end, &modifier)) {
        return "invalid modifier; write ${OFFSET,WIDTH,BASE}, with a WIDTH up "
               "to 255 and a BASE out of d o x X n N";
    }
    *offset = modifier.offset;
    int64_t value = (int64_t)iterator + *offset;
    if (value < 0 && modifier.base != 'd') {
        return "only decimal numbers can be negative";
    }
    add_number(text, value, &modifier);
    return NULL;
}

ddds_status ddds_generate_expand(const struct lexer *lexer,
                                 const struct token *token, uint32_t iterator,
                                 struct text *text)
{
    const char *at = token->text;
    const char *end = at + token->length;
    int64_t offset = 0;
    while (at < end) {
        const char *begin = at++;
        if (*begin == '\\') {
            at++;
            if (token->kind == TOKEN_QUOTED && begin[1] == '"') {
                begin++;
            }
            ddds_text_add(text, begin, (size_t)(at - begin));
            continue;
        }
        if (*begin != '$' || skip(&at, end, '$')) {
            ddds_text_char(text, *begin);
            continue;
        }
        const char *why = add_iterator(text, iterator, &offset, &at, end);
        if (why != NULL) {
            return ddds_lexer_refuse_at(lexer, token, begin, "%s", why);
        }
    }
    if (text->failed) {
        return ddds_lexer_refuse(lexer, token,
                                 "the result is longer than %zu octets",
                                 text->size - 1);
    }
    return DDDS_OK;
}
