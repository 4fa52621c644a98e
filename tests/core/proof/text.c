/* The builder of strings stays in its memory.
 *
 * proves  From any state of a builder and for a piece of any length: what does
 *         not fit changes no octet, and the builder has failed for good; what
 *         fits is copied, and the NUL follows it within the memory. Since the
 *         state before is any, this holds for any sequence of pieces. A number
 *         is written within its twenty digits.
 * bound   memory of 64 octets; pieces of any size_t, their octets within 64;
 *         numbers up to 65,535
 * files   lib/base/text.c
 * options --unwind 6
 * mutant  lib/base/text.h s/length >= text->size - text->length/length > text->size - text->length/
 *
 * SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "proof.h"

enum { MOST = 64 };

static void add_piece(struct text *text)
{
    const struct text before = *text;
    size_t length = nondet_size();
    /* A piece that fits is shorter than the memory; what does not fit is not
     * looked at, so that it need not be there. */
    const char *piece = any_octets(MOST);
    size_t kept = nondet_size();
    ASSUME(kept <= before.length);
    char octet = before.bytes[kept];
    ddds_text_add(text, piece, length);
    bool fits = !before.failed && length < before.size - before.length;
    PROVE(text->failed == !fits);
    PROVE(text->length == before.length + (fits ? length : 0));
    PROVE(text->bytes[kept] == octet || (fits && kept == before.length));
    size_t copied = nondet_size();
    PROVE(!fits || copied >= length ||
          text->bytes[before.length + copied] == piece[copied]);
}

static void add_number(struct text *text)
{
    const struct text before = *text;
    uint64_t number = nondet_number();
    ASSUME(number <= UINT16_MAX);
    ddds_text_number(text, number);
    if (before.failed || text->failed) {
        PROVE(text->failed && text->length == before.length);
        return;
    }
    uint64_t read = 0;
    for (size_t i = before.length; i < text->length; i++) {
        read = read * 10 + (uint64_t)(text->bytes[i] - '0');
    }
    PROVE(read == number);
}

void prove(void)
{
    struct text text;
    size_t size = nondet_size();
    ASSUME(size >= 1 && size <= MOST);
    ddds_text_init(&text, any_octets(size), size);
    PROVE(text.length == 0 && text.bytes[0] == '\0' && !text.failed);
    text.length = nondet_size();
    ASSUME(text.length < size);
    text.bytes[text.length] = '\0';
    text.failed = nondet_bool();
    if (nondet_bool()) {
        add_piece(&text);
    } else {
        add_number(&text);
    }
    PROVE(text.size == size && text.length < size);
    PROVE(text.bytes[text.length] == '\0');
}
