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
#include "unescape.h"

enum { LONGEST = 6 };

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
