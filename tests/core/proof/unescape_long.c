/* A field in quotes is written into its 256 octets.
 *
 * proves  ddds_field_unescape writes nothing after the field, and reads nothing
 *         after the NUL of the text. If it succeeds, the field ends with a NUL.
 * bound   texts of 252 letters and 5 octets of any kind after them, which reach
 *         the end of the field
 * files   -
 * options --unwind 260 --max-field-sensitivity-array-size 300
 * mutant  lib/core/rule/unescape.c s/DDDS_FIELD_SIZE - 1/DDDS_FIELD_SIZE/
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "proof.h"

enum { LETTERS = 252, MORE = 5 };

static size_t text_length; /* of the text that is read */

static size_t known_length(const char *text)
{
    (void)text;
    return text_length;
}

#define strlen known_length
#include "rule/unescape.c"

/* How an error is written is not looked at. */
ddds_status ddds_error_set(struct ddds_error *error, ddds_status status,
                           size_t offset, const char *format, ...)
{
    (void)error;
    (void)format;
    PROVE(offset <= text_length);
    return status;
}

static void read_text(const char *text, size_t length)
{
    char field[DDDS_FIELD_SIZE];
    text_length = length;
    ddds_status status = ddds_field_unescape(text, field, NULL);
    PROVE(status == DDDS_OK || status == DDDS_MALFORMED);
    if (status == DDDS_OK) {
        size_t end = length < sizeof field ? length : sizeof field - 1;
        while (end > 0 && field[end] != '\0') {
            end--;
        }
        PROVE(field[end] == '\0');
    }
}

void prove(void)
{
    char text[LETTERS + MORE + 1];
    for (size_t i = 0; i < LETTERS; i++) {
        text[i] = 'a';
    }
    for (size_t i = LETTERS; i < LETTERS + MORE; i++) {
        text[i] = (char)nondet_octet();
        ASSUME(text[i] != '\0');
    }
    text[LETTERS + MORE] = '\0';
    read_text(text, LETTERS + MORE);
}
