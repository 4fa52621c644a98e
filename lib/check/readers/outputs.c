/* Readers of the outputs of rules: text and keys. URIs are in uri_reader.c.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/outputs.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/octet.h"

/* A reader whose states need no memory. */
static struct reader *make(const struct reader_class *methods)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) {
        reader->methods = methods;
        ddds_classes_begin(reader);
    }
    return reader;
}

static void free_plain(struct reader *reader)
{
    free(reader);
}

/* ---- Text ------------------------------------------------------------------
 */

/* States are labels, less one. */
static uint32_t label_of_state(struct reader *reader, uint32_t state)
{
    (void)reader;
    return state + 1;
}

static uint32_t step_any(struct reader *reader, uint32_t state,
                         unsigned char octet)
{
    (void)reader;
    (void)state;
    (void)octet;
    return OUTPUT_GOOD - 1;
}

static bool is_text(unsigned char octet)
{
    return octet != ' ' && !ascii_is_control(octet);
}

static uint32_t step_text(struct reader *reader, uint32_t state,
                          unsigned char octet)
{
    (void)reader;
    return state == OUTPUT_BAD - 1 || !is_text(octet) ? OUTPUT_BAD - 1
                                                      : OUTPUT_GOOD - 1;
}

struct reader *ddds_output_any(void)
{
    static const struct reader_class methods = {step_any, label_of_state,
                                                free_plain};
    return make(&methods);
}

struct reader *ddds_output_text(void)
{
    static const struct reader_class methods = {step_text, label_of_state,
                                                free_plain};
    struct reader *reader = make(&methods);
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = is_text((unsigned char)octet);
    }
    if (reader != NULL) {
        ddds_classes_split(reader, marks);
    }
    return reader;
}

/* ---- Keys ------------------------------------------------------------------
 */

/* |length| octets, the last of which is a dot or one of the |label| octets of
 * the last label, as far as they are counted: otherwise both are 0 or 1. The
 * dots of digits and dots are counted: four are as many as more. */
struct key_state {
    bool is_bad;
    bool is_unsure;
    bool has_letters; /* or a hyphen, an underscore: it is not an address */
    bool ends_in_dot;
    unsigned dots;
    unsigned label;
    unsigned length;
};

struct key_reader {
    struct reader base;
    bool counts_length;
    bool counts_label;
};

static uint32_t pack(const struct key_state *state)
{
    if (state->is_bad || state->is_unsure) {
        return state->is_bad ? 1 : 2;
    }
    return (uint32_t)state->has_letters << 2 |
           (uint32_t)state->ends_in_dot << 3 | state->dots << 4 |
           state->label << 8 | state->length << 16;
}

static struct key_state unpack(uint32_t state)
{
    return (struct key_state){
        .is_bad = (state & 1) != 0,
        .is_unsure = (state & 2) != 0,
        .has_letters = (state >> 2 & 1) != 0,
        .ends_in_dot = (state >> 3 & 1) != 0,
        .dots = state >> 4 & 0xf,
        .label = state >> 8 & 0xff,
        .length = state >> 16,
    };
}

/* Count one octet more, up to 1 if they are not |counted|. */
static unsigned count_up(unsigned number, bool counted)
{
    return counted ? number + 1 : 1;
}

static uint32_t step_key(struct reader *base, uint32_t state,
                         unsigned char octet)
{
    const struct key_reader *reader = (const struct key_reader *)base;
    struct key_state key = unpack(state);
    bool is_dot = octet == '.';
    if (key.is_bad || key.is_unsure) {
        return state;
    }
    key.is_unsure = octet == '%';
    key.is_bad = !is_dot && octet != '%' && octet != '_' &&
                 !octet_is((char)octet, OCTET_LDH);
    if (key.ends_in_dot) { /* which is not the final one */
        key.dots += key.dots < 4 && !key.has_letters;
        key.label = 0;
    }
    key.is_bad |= is_dot && key.label == 0;
    key.has_letters |= !is_dot && !ascii_is_digit(octet);
    key.dots = key.has_letters ? 0 : key.dots;
    key.ends_in_dot = is_dot;
    key.label = is_dot ? key.label : count_up(key.label, reader->counts_label);
    key.length = count_up(key.length, reader->counts_length);
    key.is_bad |=
        key.label > LIMIT_LABEL || key.length > LIMIT_KEY_SIZE - 1U + is_dot;
    return pack(&key);
}

static uint32_t label_key(struct reader *reader, uint32_t state)
{
    (void)reader;
    struct key_state key = unpack(state);
    bool is_address = !key.has_letters && key.dots == 3;
    return key.is_unsure ? OUTPUT_UNSURE
           : state == 0  ? OUTPUT_EMPTY
           : key.is_bad  ? OUTPUT_BAD
           : is_address  ? OUTPUT_BAD
                         : OUTPUT_GOOD;
}

struct reader *ddds_output_key(size_t most, size_t most_label)
{
    static const struct reader_class methods = {step_key, label_key,
                                                free_plain};
    struct key_reader *reader = calloc(1, sizeof *reader);
    uint8_t marks[256];
    if (reader == NULL) {
        return NULL;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = octet == '.'                                       ? 1
                       : octet == '%'                                     ? 2
                       : ascii_is_digit((unsigned char)octet)             ? 3
                       : octet == '_' || octet_is((char)octet, OCTET_LDH) ? 4
                                                                          : 0;
    }
    reader->base.methods = &methods;
    reader->counts_length = most >= LIMIT_KEY_SIZE;
    reader->counts_label = most_label > LIMIT_LABEL;
    ddds_classes_begin(&reader->base);
    ddds_classes_split(&reader->base, marks);
    return &reader->base;
}
