/* Each function writes one opcode, or a few.
 *
 * SPDX-License-Identifier: MIT */
#include "pickle.h"

#include <stdlib.h>
#include <string.h>

#include "opcodes.h"

/* The lengths of strings and octets have 32 bits. */
static const size_t longest = UINT32_MAX / 2;

/* ---- Octets -------------------------------------------------------------- */

void ddds_pickle_clear(struct ddds_pickle *pickle)
{
    free(pickle->octets);
    *pickle = (struct ddds_pickle){0};
}

/* Make space for |more| octets. */
static bool grow(struct ddds_pickle *pickle, size_t more)
{
    size_t size = pickle->size < 4096 ? 4096 : pickle->size;
    if (pickle->is_failed || more > longest || pickle->length > longest) {
        pickle->is_failed = true;
        return false;
    }
    while (size < pickle->length + more) {
        size *= 2;
    }
    unsigned char *grown = realloc(pickle->octets, size);
    if (grown == NULL) {
        pickle->is_failed = true;
        return false;
    }
    pickle->octets = grown;
    pickle->size = size;
    return true;
}

/* Where the next |count| octets are written; NULL without memory. */
static inline unsigned char *take(struct ddds_pickle *pickle, size_t count)
{
    if (pickle->size - pickle->length < count && !grow(pickle, count)) {
        return NULL;
    }
    unsigned char *taken = pickle->octets + pickle->length;
    pickle->length += count;
    return taken;
}

static inline void put(struct ddds_pickle *pickle, enum ddds_opcode opcode)
{
    unsigned char *at = take(pickle, 1);
    if (at != NULL) {
        at[0] = (unsigned char)opcode;
    }
}

static inline void write_number(unsigned char *at, uint32_t value,
                                unsigned octets)
{
    for (unsigned i = 0; i < octets; i++) {
        at[i] = (unsigned char)(i < 4 ? value >> 8 * i : 0);
    }
}

/* An opcode with a little-endian number of |octets|. */
static inline void put_number(struct ddds_pickle *pickle,
                              enum ddds_opcode opcode, uint32_t value,
                              unsigned octets)
{
    unsigned char *at = take(pickle, 1 + octets);
    if (at != NULL) {
        at[0] = (unsigned char)opcode;
        write_number(at + 1, value, octets);
    }
}

/* An opcode with a length in |octets|, and as many octets of |data|. */
static void put_data(struct ddds_pickle *pickle, enum ddds_opcode opcode,
                     unsigned octets, const void *data, size_t length)
{
    unsigned char *at =
        length <= longest ? take(pickle, 1 + octets + length) : NULL;
    if (at == NULL) {
        pickle->is_failed = true;
        return;
    }
    at[0] = (unsigned char)opcode;
    write_number(at + 1, (uint32_t)length, octets);
    if (length > 0) {
        memcpy(at + 1 + octets, data, length);
    }
}

/* ---- Objects that are written once --------------------------------------- */

uint32_t ddds_pickle_remember(struct ddds_pickle *pickle)
{
    put(pickle, MEMOIZE);
    return (uint32_t)pickle->memos++;
}

uint32_t ddds_pickle_set_aside(struct ddds_pickle *pickle)
{
    uint32_t memo = ddds_pickle_remember(pickle);
    put(pickle, POP);
    return memo;
}

void ddds_pickle_recall(struct ddds_pickle *pickle, uint32_t memo)
{
    if (memo < 256) {
        put_number(pickle, BINGET, memo, 1);
    } else {
        put_number(pickle, LONG_BINGET, memo, 4);
    }
}

static void put_class(struct ddds_pickle *pickle, enum ddds_pickle_class class)
{
    if (pickle->classes[class] != 0) {
        ddds_pickle_recall(pickle, pickle->classes[class] - 1);
        return;
    }
    ddds_pickle_number(pickle, class);
    put(pickle, BINPERSID);
    pickle->classes[class] = 1 + ddds_pickle_remember(pickle);
}

void ddds_pickle_word(struct ddds_pickle *pickle, const char *word)
{
    size_t place = (uintptr_t)word / 4 % PICKLE_WORDS;
    if (word == NULL) {
        ddds_pickle_none(pickle);
    } else if (pickle->words[place] == word) {
        ddds_pickle_recall(pickle, pickle->word_memos[place]);
    } else {
        ddds_pickle_text(pickle, word);
        pickle->words[place] = word;
        pickle->word_memos[place] = ddds_pickle_remember(pickle);
    }
}

void ddds_pickle_again(struct ddds_pickle *pickle)
{
    put(pickle, DUP);
}

/* ---- Values -------------------------------------------------------------- */

void ddds_pickle_begin(struct ddds_pickle *pickle)
{
    pickle->length = 0;
    pickle->memos = 0;
    pickle->is_failed = false;
    memset(pickle->classes, 0, sizeof pickle->classes);
    memset(pickle->words, 0, sizeof pickle->words);
    put_number(pickle, PROTO, 4, 1);
    put_number(pickle, FRAME, 0, 8);
    put(pickle, MARK);
}

/* What precedes the frame, and its opcode with a length of 64 bits. */
enum { PREFIX = 2, FRAME_HEAD = 9 };

/* A frame is read at once, and not opcode by opcode. */
void ddds_pickle_end(struct ddds_pickle *pickle)
{
    put(pickle, LIST);
    put(pickle, STOP);
    if (!pickle->is_failed) {
        write_number(pickle->octets + PREFIX + 1,
                     (uint32_t)(pickle->length - PREFIX - FRAME_HEAD), 4);
    }
}

void ddds_pickle_none(struct ddds_pickle *pickle)
{
    put(pickle, NONE);
}

void ddds_pickle_bool(struct ddds_pickle *pickle, bool value)
{
    put(pickle, value ? NEWTRUE : NEWFALSE);
}

void ddds_pickle_number(struct ddds_pickle *pickle, uint32_t value)
{
    if (value <= UINT8_MAX) {
        put_number(pickle, BININT1, value, 1);
    } else if (value <= UINT16_MAX) {
        put_number(pickle, BININT2, value, 2);
    } else if (value <= INT32_MAX) {
        put_number(pickle, BININT, value, 4);
    } else {
        const unsigned char octets[] = {
            (unsigned char)value, (unsigned char)(value >> 8),
            (unsigned char)(value >> 16), (unsigned char)(value >> 24), 0};
        put_data(pickle, LONG1, 1, octets, sizeof octets);
    }
}

void ddds_pickle_known(struct ddds_pickle *pickle, bool is_known,
                       uint32_t value)
{
    if (is_known) {
        ddds_pickle_number(pickle, value);
    } else {
        ddds_pickle_none(pickle);
    }
}

static bool is_ascii(const char *text, size_t length)
{
    uint64_t all = 0;
    uint64_t word;
    for (; length >= sizeof word; length -= sizeof word, text += sizeof word) {
        memcpy(&word, text, sizeof word);
        all |= word;
    }
    for (; length > 0; length--) {
        all |= (unsigned char)*text++;
    }
    return (all & UINT64_C(0x8080808080808080)) == 0;
}

/* Octets, and a function of Python to decode them. */
static void put_decoded(struct ddds_pickle *pickle, const char *text,
                        size_t length)
{
    put_class(pickle, PICKLE_DECODE);
    put_data(pickle, BINBYTES, 4, text, length);
    put(pickle, TUPLE1);
    put(pickle, REDUCE);
}

void ddds_pickle_span(struct ddds_pickle *pickle, const char *text,
                      size_t length)
{
    if (text == NULL) {
        ddds_pickle_none(pickle);
    } else if (!is_ascii(text, length)) {
        put_decoded(pickle, text, length);
    } else if (length <= UINT8_MAX) {
        put_data(pickle, SHORT_BINUNICODE, 1, text, length);
    } else {
        put_data(pickle, BINUNICODE, 4, text, length);
    }
}

void ddds_pickle_text(struct ddds_pickle *pickle, const char *text)
{
    ddds_pickle_span(pickle, text, text != NULL ? strlen(text) : 0);
}

void ddds_pickle_nested(struct ddds_pickle *pickle,
                        enum ddds_pickle_class class,
                        const struct ddds_pickle *inner)
{
    put_class(pickle, class);
    put_data(pickle, BINBYTES, 4, inner->octets, inner->length);
    put(pickle, TUPLE1);
    put(pickle, REDUCE);
    pickle->is_failed |= inner->is_failed;
}

/* ---- Tuples and records -------------------------------------------------- */

void ddds_pickle_open(struct ddds_pickle *pickle)
{
    put(pickle, MARK);
    pickle->opened = pickle->length;
}

/* Most tuples are empty: their MARK becomes something shorter. */
void ddds_pickle_close(struct ddds_pickle *pickle)
{
    if (pickle->length == pickle->opened && !pickle->is_failed) {
        pickle->length--;
        put(pickle, EMPTY_TUPLE);
    } else {
        put(pickle, TUPLE);
    }
}

void ddds_pickle_open_record(struct ddds_pickle *pickle,
                             enum ddds_pickle_class class)
{
    put_class(pickle, class);
    put(pickle, MARK);
}

/* tuple.__new__ takes one argument, the members. */
void ddds_pickle_close_record(struct ddds_pickle *pickle)
{
    put(pickle, TUPLE);
    put(pickle, TUPLE1);
    put(pickle, NEWOBJ);
}

void ddds_pickle_made(struct ddds_pickle *pickle, enum ddds_pickle_class class,
                      const char *text)
{
    put_class(pickle, class);
    ddds_pickle_text(pickle, text);
    put(pickle, TUPLE1);
    put(pickle, REDUCE);
}

void ddds_pickle_input(struct ddds_pickle *pickle)
{
    put(pickle, NONE);
    put(pickle, BINPERSID);
}

void ddds_pickle_open_like(struct ddds_pickle *pickle, uint32_t memo)
{
    put_class(pickle, PICKLE_LIKE);
    ddds_pickle_recall(pickle, memo);
}

void ddds_pickle_close_like(struct ddds_pickle *pickle)
{
    put(pickle, TUPLE3);
    put(pickle, REDUCE);
}
