/* Telephone numbers in international format.
 *
 * SPDX-License-Identifier: MIT */
#include "app/e164.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "base/octet.h"

/* The visual separators of RFC 3966 section 3, the space of ITU-T E.123, and
 * the slash that is common in some countries. */
static bool is_separator(char octet)
{
    return octet == '-' || octet == '.' || octet == '(' || octet == ')' ||
           octet == ' ' || octet == '/';
}

/* Append the digits of the number at |*at| to |digits|. Return NULL, or the
 * text that was expected at |*at|. */
static const char *read_digits(const char **at, bool is_uri,
                               struct text *digits)
{
    for (; **at != '\0'; ++*at) {
        if (strncmp(*at, "(0)", 3) == 0) {
            return "a number without the trunk prefix \"(0)\", which is "
                   "dialled inside the country only";
        }
        if (ascii_is_digit((unsigned char)**at)) {
            ddds_text_char(digits, **at);
        } else if (is_uri && **at == ';') {
            return "the end of the number, without parameters of the tel URI";
        } else if (!is_separator(**at)) {
            return "a digit, a space or one of -./()";
        }
        if (digits->failed) {
            return "the end after 15 digits, the most a number may have (ITU-T "
                   "E.164)";
        }
    }
    return digits->length > 1 ? NULL : "a digit";
}

ddds_status ddds_e164_read(const char *text, char number[E164_SIZE],
                           struct ddds_error *error)
{
    static const char scheme[] = "tel:";
    bool is_uri = ascii_equal_span(text, scheme, sizeof scheme - 1);
    const char *at = text + (is_uri ? sizeof scheme - 1 : 0);
    const char *expected =
        "\"+\", with which a telephone number in international format begins";
    if (*at == '+') {
        struct text digits;
        ddds_text_init(&digits, number, E164_SIZE);
        ddds_text_char(&digits, *at++);
        expected = read_digits(&at, is_uri, &digits);
    }
    return expected == NULL ? DDDS_OK
                            : ddds_octet_refuse(text, at, expected, error);
}
