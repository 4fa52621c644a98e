/* Tokens of any substitution expression: the first character is its delimiter.
 *
 * The tokens of a text cover it without a gap. Those of the expression, once
 * its delimiters are unescaped, are the same in kind and place.
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "base/limits.h"
#include "fuzz.h"
#include "rule/ere_scan.h"

/* Return true if |field| begins with a delimiter, a character of |width|
 * octets. */
static bool has_delimiter(const char *field, size_t width)
{
    char octet = field[0];
    return (width > 1 || (unsigned char)octet < 0x80) && octet != '\0' &&
           octet != '\\' && octet != 'i' && octet != 'I' &&
           !ascii_is_digit((unsigned char)octet);
}

/* Write the expression that |text| holds; false if some delimiter of it cannot
 * be unescaped. */
static bool unescape(const char *text, size_t length, const char *delimiter,
                     char *expression)
{
    struct ere_scan scan;
    struct ere_token token;
    size_t at = 0;
    size_t ere_at = 0;
    bool is_free = true;
    ddds_ere_scan_begin(&scan, text, length, delimiter);
    while (ddds_ere_scan_next(&scan, &token)) {
        require(token.at == at && token.ere_at == ere_at);
        require(token.ere_length >= 1 && token.ere_length <= token.length);
        require(ddds_ere_scan_place(text, length, delimiter, ere_at) == at);
        require(*delimiter != '\0' || token.ere_length == token.length);
        at += token.length;
        ere_at += token.ere_length;
        require(at <= length);
        memcpy(expression + token.ere_at, text + at - token.ere_length,
               token.ere_length);
        is_free &= token.kind != ERE_TOKEN_STUCK_DELIMITER;
    }
    require(at == length);
    require(ddds_ere_scan_place(text, length, delimiter, ere_at) == length);
    expression[ere_at] = '\0';
    return is_free;
}

static void compare(const char *text, size_t length, const char *delimiter,
                    const char *expression)
{
    struct ere_scan scan;
    struct ere_scan plain;
    struct ere_token token;
    struct ere_token same;
    ddds_ere_scan_begin(&scan, text, length, delimiter);
    ddds_ere_scan_begin(&plain, expression, strlen(expression), "");
    while (ddds_ere_scan_next(&scan, &token)) {
        require(ddds_ere_scan_next(&plain, &same));
        require(same.kind == token.kind && same.at == token.ere_at &&
                same.length == token.ere_length);
        require(same.least == token.least && same.most == token.most);
    }
    require(!ddds_ere_scan_next(&plain, &same));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char expression[LIMIT_STRING + 1];
    static char again[LIMIT_STRING + 1];
    char *field = copy_of(data, size);
    size_t length = strlen(field);
    if (length > 0 && length <= LIMIT_STRING) {
        size_t width = ddds_ere_delimiter_length(field, length);
        size_t end = ddds_ere_scan_delimiter(field, length, width);
        require(width >= 1 && width <= 4);
        require(end <= length);
        require(end == length || memcmp(field + end, field, width) == 0);
        unescape(field, length, "", expression);
        if (unescape(field + width, end - width, field, expression) &&
            has_delimiter(field, width)) {
            unescape(expression, strlen(expression), "", again);
            compare(field + width, end - width, field, expression);
        }
    }
    free(field);
    return 0;
}
