/* A field in quotes is read within its text.
 *
 * proves  ddds_field_unescape reads nothing after the NUL of the text. If it
 *         succeeds, the field ends with a NUL and is not longer than the text;
 *         else it says DDDS_MALFORMED, with an offset within the text.
 * bound   texts of at most 6 octets
 * files   -
 * options --unwind 8
 * mutant  lib/core/rule/unescape.c s/field[length] = '\0'/field[length] = 'x'/
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "proof.h"

enum { LONGEST = 6 };

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
    char text[LONGEST + 1];
    size_t length = nondet_size();
    ASSUME(length <= LONGEST);
    text[length] = '\0';
    for (size_t i = 0; i < LONGEST; i++) {
        ASSUME(i >= length || text[i] != '\0');
    }
    read_text(text, length);
}
