/* Readers of the outputs of rules: text and keys. URIs are in uri_reader.c.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/domain.h"
#include "base/limits.h"
#include "base/octet.h"
#include "check/readers/choice.h"

/* A reader without memory for its states. */
static struct reader *make(const struct reader_class *methods,
                           const uint8_t marks[256])
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) {
        reader->methods = methods;
        ddds_octets_begin(reader, marks);
    }
    return reader;
}

/* ---- Text ---------------------------------------------------------------- */

/* A state is its label minus 1. */
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
                                                reader_free_alone};
    return make(&methods, NULL);
}

struct reader *ddds_output_text(void)
{
    static const struct reader_class methods = {step_text, label_of_state,
                                                reader_free_alone};
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = is_text((unsigned char)octet);
    }
    return make(&methods, marks);
}

/* ---- Keys ---------------------------------------------------------------- */

/* |length| octets were read, with those of escapes; of them, |label| octets are the last label, 0 after
 * a dot. Lengths that are not limited are only 0 or 1. |dots| counts the dots of
 * a name of digits, except for the final dot. |encoding| octets are missing from
 * an encoding, before which nothing else matters. */
struct key_state {
    bool is_bad;
    bool is_unsure;
    unsigned encoding;
    bool has_letters; /* or more than four labels: not an address */
    unsigned dots;
    unsigned label;
    unsigned length;
};

enum key_kind {
    KEY_OUTPUT, /* non-ASCII octets may be encoded */
    KEY_DOMAIN, /* or not */
    KEY_FIRST,  /* any octet is allowed */
    KEY_TURNED  /* likewise, reversed */
};

struct key_reader {
    struct reader base;
    enum key_kind kind;
    bool counts_length;
    bool counts_label;
    bool is_short; /* unsure of keys that are longer than a label may be */
    size_t prefix; /* octets that may precede the key */
};

static uint32_t pack(const struct key_state *state)
{
    if (state->is_bad || state->is_unsure) {
        return state->is_bad ? 1 : 2;
    }
    return (uint32_t)state->has_letters << 2 | state->dots << 4 |
           state->label << 8 | state->length << 16 | state->encoding << 28;
}

static struct key_state unpack(uint32_t state)
{
    return (struct key_state){
        .is_bad = (state & 1) != 0,
        .is_unsure = (state & 2) != 0,
        .has_letters = (state >> 2 & 1) != 0,
        .dots = state >> 4 & 0xf,
        .label = state >> 8 & 0xff,
        .length = state >> 16 & 0xfff,
        .encoding = state >> 28,
    };
}

/* Count an octet; only up to 1 if they are not |counted|. */
static unsigned count_up(unsigned number, bool counted)
{
    return counted ? number + 1 : 1;
}

/* Return true if |octet| has a backslash in a key. */
static bool is_escaped(const struct key_reader *reader, unsigned char octet)
{
    return reader->kind == KEY_FIRST && strchr(DOMAIN_ESCAPED, octet) != NULL;
}

/* Return true if |octet| may be in a key. Only octets above ASCII may be
 * encoded. */
static bool is_allowed(const struct key_reader *reader, struct key_state *key,
                       unsigned char octet)
{
    if (key->encoding > 0) {
        key->encoding--;
        key->is_unsure = key->encoding == 0;
        return ascii_hex_value(octet) >= (key->encoding > 0 ? 8 : 0);
    }
    if (octet == '_' || octet_is((char)octet, OCTET_LDH)) {
        return true;
    }
    bool is_first = reader->kind >= KEY_FIRST;
    bool is_wide = !is_first && octet >= 0x80;
    key->encoding = reader->kind == KEY_OUTPUT && octet == '%' ? 2 : 0;
    key->is_unsure =
        is_wide || (is_first && (octet == '\\' || !ascii_is_graphic(octet) ||
                                 reader->kind == KEY_TURNED));
    return is_first || key->is_unsure || key->encoding > 0;
}

static uint32_t step_key(struct reader *base, uint32_t state,
                         unsigned char octet)
{
    const struct key_reader *reader = (const struct key_reader *)base;
    struct key_state key = unpack(state);
    bool is_dot = octet == '.';
    /* In first keys a final dot counts (app/roots.c). */
    bool is_free = is_dot && reader->kind != KEY_FIRST;
    if (key.is_bad || key.is_unsure) {
        return state;
    }
    key.is_bad =
        (!is_dot || key.encoding > 0) && !is_allowed(reader, &key, octet);
    key.is_bad |= is_dot && key.label == 0;
    key.dots += key.label == 0 && key.length > 0;
    key.has_letters |= key.dots > 3 || (!is_dot && !ascii_is_digit(octet));
    key.dots = key.has_letters ? 0 : key.dots;
    key.label = is_dot ? 0 : count_up(key.label, reader->counts_label);
    key.length = count_up(key.length, reader->counts_length) +
                 (reader->counts_length && is_escaped(reader, octet));
    key.is_bad |=
        key.label > LIMIT_LABEL || key.length > LIMIT_KEY_SIZE - 1U + is_free;
    key.is_unsure |= reader->is_short && key.length > LIMIT_LABEL;
    return key.encoding > 0 && !key.is_bad && !key.is_unsure
               ? key.encoding << 28
               : pack(&key);
}

static uint32_t label_key(struct reader *reader, uint32_t state)
{
    (void)reader;
    struct key_state key = unpack(state);
    bool is_address = !key.has_letters && key.dots == 3;
    return key.is_unsure      ? OUTPUT_UNSURE
           : state == 0       ? OUTPUT_EMPTY
           : key.is_bad       ? OUTPUT_BAD
           : key.encoding > 0 ? OUTPUT_BAD
           : is_address       ? OUTPUT_BAD
                              : OUTPUT_GOOD;
}

static uint32_t label_first_key(struct reader *base, uint32_t state)
{
    const struct key_reader *reader = (const struct key_reader *)base;
    struct key_state key = unpack(state);
    bool is_bad = key.is_bad || state == 0 ||
                  (key.label == 0 && reader->kind == KEY_TURNED);
    bool is_address = !key.has_letters && key.dots == 3;
    bool is_long =
        reader->prefix > 0 && key.length + reader->prefix >= LIMIT_KEY_SIZE;
    return key.is_unsure || is_address || (is_long && !is_bad) ? INPUT_UNSURE
           : is_bad                                            ? INPUT_BAD
                                                               : INPUT_GOOD;
}

/* Return the class of |octet|; octets of a class have the same effect. */
static uint8_t mark_octet(enum key_kind kind, unsigned char octet)
{
    static const char special[] = ".%\\";
    const char *found = octet != '\0' ? strchr(special, octet) : NULL;
    int hex = kind == KEY_OUTPUT ? ascii_hex_value(octet) : -1;
    if (found != NULL) {
        return (uint8_t)(found - special + 1);
    }
    if (octet >= 0x80) {
        return 5;
    }
    if (octet != '_' && !octet_is((char)octet, OCTET_LDH)) {
        return !ascii_is_graphic(octet)                ? 0
               : strchr(DOMAIN_ESCAPED, octet) != NULL ? 7
                                                       : 6;
    }
    return (uint8_t)((hex >= 8   ? 12
                      : hex >= 0 ? 8
                                 : 4) |
                     (ascii_is_digit(octet) ? 16 : 0));
}

static struct reader *make_key(enum key_kind kind, size_t most,
                               size_t most_label)
{
    static const struct reader_class outputs = {step_key, label_key,
                                                reader_free_alone};
    static const struct reader_class first = {step_key, label_first_key,
                                              reader_free_alone};
    struct key_reader *reader = calloc(1, sizeof *reader);
    uint8_t marks[256];
    if (reader == NULL) {
        return NULL;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = mark_octet(kind, (unsigned char)octet);
    }
    reader->base.methods = kind >= KEY_FIRST ? &first : &outputs;
    reader->kind = kind;
    reader->counts_length = most >= LIMIT_KEY_SIZE;
    reader->counts_label = most_label > LIMIT_LABEL;
    ddds_octets_begin(&reader->base, marks);
    return &reader->base;
}

struct reader *ddds_output_key(size_t most, size_t most_label)
{
    return make_key(KEY_OUTPUT, most, most_label);
}

struct reader *ddds_output_short_key(void)
{
    struct reader *reader = make_key(KEY_OUTPUT, SIZE_MAX, 0);
    if (reader != NULL) {
        ((struct key_reader *)reader)->is_short = true;
    }
    return reader;
}

struct reader *ddds_output_domain(void)
{
    return make_key(KEY_DOMAIN, SIZE_MAX, SIZE_MAX);
}

struct reader *ddds_output_first_key(bool is_turned, bool is_counted,
                                     size_t prefix)
{
    struct reader *reader = make_key(is_turned ? KEY_TURNED : KEY_FIRST,
                                     is_counted ? SIZE_MAX : 0, SIZE_MAX);
    if (reader != NULL) {
        ((struct key_reader *)reader)->prefix = prefix;
    }
    return reader;
}

/* ---- Ports --------------------------------------------------------------- */

enum { PORT_MOST = 65535, PORT_BAD = PORT_MOST + 1 };

/* Return the state of the number |port|: numbers have the same one if the same
 * digits may follow. */
static uint32_t port_state(uint32_t port)
{
    uint32_t bound = PORT_MOST;
    do {
        bound /= 10;
    } while (port < bound);
    return port > bound ? bound + 1 : port;
}

static uint32_t step_port(struct reader *reader, uint32_t state,
                          unsigned char octet)
{
    (void)reader;
    uint32_t next = state * 10 + (uint32_t)(octet - '0');
    return state == PORT_BAD || !ascii_is_digit(octet) || next > PORT_MOST
               ? PORT_BAD
               : port_state(next);
}

static uint32_t label_port(struct reader *reader, uint32_t state)
{
    (void)reader;
    return state == 0 || state == PORT_BAD ? OUTPUT_BAD : OUTPUT_GOOD;
}

struct reader *ddds_output_port(void)
{
    static const struct reader_class methods = {step_port, label_port,
                                                reader_free_alone};
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] =
            ascii_is_digit((unsigned char)octet) ? (uint8_t)octet : 0;
    }
    return make(&methods, marks);
}
