/* Escapes are read within their text, and written text can be read again.
 *
 * proves  For any text and place in it: ddds_escape_read reads no octet at or
 *         after |end|; it returns 0 to 255 and moves by 1, 2 or 4 octets, not
 *         beyond |end|, or it returns -1 and moves nothing. The
 *         output of ddds_text_escape for an octet is read as that octet.
 * bound   none: no more than four octets are looked at
 * files   lib/base/text.c
 * options --unwind 5
 * mutant  lib/base/escape.h s/end - text < 4/end - text < 3/
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "base/text.h"

#include "proof.h"

static void read_any(void)
{
    size_t length = nondet_size();
    ASSUME(length >= 1 && length <= 5);
    const char *text = any_octets(length);
    const char *at = text;
    int octet = ddds_escape_read(&at, text + length);
    size_t moved = (size_t)(at - text);
    PROVE(octet >= -1 && octet <= 255);
    PROVE(moved <= length);
    PROVE(octet < 0 ? moved == 0 : moved == 1 || moved == 2 || moved == 4);
    PROVE(octet < 0 || moved > 1 || octet == (unsigned char)text[0]);
    PROVE(octet < 0 || moved != 2 || octet == (unsigned char)text[1]);
    PROVE((octet >= 0 && moved == 1) == (text[0] != '\\'));
}

static void write_and_read(void)
{
    unsigned char octet = nondet_octet();
    char memory[5];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_escape(&text, octet);
    PROVE(!text.failed && text.length == 4);
    const char *at = memory;
    PROVE(ddds_escape_read(&at, memory + text.length) == octet);
    PROVE(at == memory + text.length);
}

void prove(void)
{
    read_any();
    write_and_read();
}
