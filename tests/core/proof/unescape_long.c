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
#include "unescape.h"

enum { LETTERS = 252, MORE = 5 };

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
