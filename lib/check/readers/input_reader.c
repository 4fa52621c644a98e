/* From inputs to Application Unique Strings: letter by letter.
 *
 * A map takes the octets of an input and gives those of the string: the same,
 * in another case, or none. A reader of strings becomes one of inputs by
 * reading them through the map.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/input_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "check/readers/input_map.h"
#include "check/sets/intern.h"
#include "check/readers/outputs.h"
#include "base/domain.h"
#include "base/octet.h"

/* A reader of inputs: of the map alone, or, if |inner| is not NULL, through it.
 */
struct through {
    struct reader base;
    const struct input_map *map;
    struct reader *inner;
    struct intern pairs; /* of the map's state and the reader's */
};

struct input_readers {
    const struct input_map *map;
    struct reader *good;    /* enum input_label */
    struct reader *of_keys; /* reads strings */
    struct reader *key;     /* reads inputs */
    struct reader *names;   /* of |of_keys| */
    ddds_substitution *first_key;
    bool shares_keys; /* |of_keys| is owned by the names */
};

/* ---- Through a map ---------------------------------------------------------
 */

static uint32_t keep_pair(struct through *through, uint32_t map, uint32_t inner)
{
    const uint32_t pair[2] = {map, inner};
    uint32_t number = ddds_intern(&through->pairs, pair, sizeof pair);
    through->base.failed |= reader_failure(number, READER_STATES);
    return through->base.failed ? 0 : number;
}

static uint32_t step_through(struct reader *base, uint32_t state,
                             unsigned char octet)
{
    struct through *through = (struct through *)base;
    uint32_t pair[2];
    unsigned char string = 0;
    memcpy(pair, interned(&through->pairs, state), sizeof pair);
    pair[0] = through->map->step(pair[0], octet, &string);
    if (string != 0 && through->inner != NULL) {
        pair[1] = reader_step(through->inner, pair[1], string);
        base->failed |= through->inner->failed;
    }
    return keep_pair(through, pair[0], pair[1]);
}

static uint32_t label_through(struct reader *base, uint32_t state)
{
    const struct through *through = (const struct through *)base;
    uint32_t pair[2];
    memcpy(pair, interned(&through->pairs, state), sizeof pair);
    if (through->inner == NULL) {
        return through->map->label(pair[0]);
    }
    uint32_t label = reader_label(through->inner, pair[1]);
    base->failed |= through->inner->failed;
    return label;
}

static void free_through(struct reader *base)
{
    ddds_intern_free(&((struct through *)base)->pairs);
    free(base);
}

/* Let octets differ that the map or the reader distinguishes, in either case.
 */
static void split_classes(struct through *through)
{
    uint8_t marks[3][256];
    for (unsigned octet = 0; octet < 256; octet++) {
        const struct reader *inner = through->inner;
        marks[0][octet] = through->map->mark((unsigned char)octet);
        marks[1][octet] =
            inner == NULL
                ? 0
                : inner->classes[(unsigned char)ascii_to_lower((char)octet)];
        marks[2][octet] =
            inner == NULL
                ? 0
                : inner->classes[(unsigned char)ascii_to_upper((char)octet)];
    }
    for (size_t i = 0; i < 3; i++) {
        ddds_classes_split(&through->base, marks[i]);
    }
    if (through->inner != NULL) {
        ddds_classes_split(&through->base, through->inner->classes);
    }
}

static struct reader *make_through(const struct input_map *map,
                                   struct reader *inner)
{
    static const struct reader_class methods = {step_through, label_through,
                                                free_through};
    struct through *through = calloc(1, sizeof *through);
    if (through == NULL) {
        return NULL;
    }
    through->base.methods = &methods;
    through->map = map;
    through->inner = inner;
    ddds_classes_begin(&through->base);
    split_classes(through);
    through->base.start =
        keep_pair(through, 0, inner == NULL ? 0 : inner->start);
    through->base.failed |= inner != NULL ? inner->failed : 0;
    return &through->base;
}

struct reader *ddds_input_through(const struct input_readers *input,
                                  struct reader *of_strings)
{
    return make_through(input->map, of_strings);
}

/* ---- Telephone numbers: as app/e164.c reads them ---------------------------
 */

/* |begin| octets of "tel:" were read, or the number has begun with "+". |trunk|
 * octets of "(0)" were read last. */
struct number_state {
    unsigned begin;
    bool has_begun;
    unsigned digits;
    unsigned trunk;
    bool is_bad;
};

enum { DIGITS_MOST = 15 };

static uint32_t pack_number(const struct number_state *number)
{
    return number->is_bad
               ? 1
               : number->begin << 1 | (uint32_t)number->has_begun << 4 |
                     number->digits << 5 | number->trunk << 9;
}

static struct number_state unpack_number(uint32_t state)
{
    return (struct number_state){
        .begin = state >> 1 & 7,
        .has_begun = (state >> 4 & 1) != 0,
        .digits = state >> 5 & 0xf,
        .trunk = state >> 9 & 3,
        .is_bad = (state & 1) != 0,
    };
}

static void step_digits(struct number_state *number, unsigned char octet,
                        unsigned char *string)
{
    unsigned trunk = octet == '('                         ? 1
                     : octet == '0' && number->trunk == 1 ? 2
                                                          : 0;
    number->is_bad = octet == ')' && number->trunk == 2;
    number->trunk = trunk;
    if (ascii_is_digit(octet)) {
        number->is_bad |= number->digits == DIGITS_MOST;
        number->digits++;
        *string = octet;
    } else if (octet == 0 || strchr("-.() /", octet) == NULL) {
        number->is_bad = true;
    }
}

static uint32_t step_number(uint32_t state, unsigned char octet,
                            unsigned char *string)
{
    static const char scheme[] = "tel:";
    struct number_state number = unpack_number(state);
    if (number.is_bad) {
        return state;
    }
    if (number.has_begun) {
        step_digits(&number, octet, string);
    } else if (octet == '+' && (number.begin == 0 || number.begin == 4)) {
        number.has_begun = true;
        *string = octet;
    } else {
        number.is_bad = number.begin == 4 ||
                        ascii_to_lower((char)octet) != scheme[number.begin];
        number.begin++;
    }
    return pack_number(&number);
}

static uint32_t label_number(uint32_t state)
{
    struct number_state number = unpack_number(state);
    return number.is_bad || number.digits == 0 ? INPUT_BAD : INPUT_GOOD;
}

static uint8_t mark_number(unsigned char octet)
{
    return ascii_is_digit(octet) || ascii_is_alpha(octet) ||
                   (octet != 0 && strchr("-.() /+:", octet) != NULL)
               ? octet
               : 0;
}

/* ---- Domains ---------------------------------------------------------------
 */

/* The string is the input, but for case: the keys' reader ignores that. */
static uint32_t step_domain(uint32_t state, unsigned char octet,
                            unsigned char *string)
{
    *string = (unsigned char)ascii_to_lower((char)octet);
    return state;
}

static uint8_t mark_none(unsigned char octet)
{
    (void)octet;
    return 0;
}

/* The labels of a key's reader, as those of inputs. */
struct domain_reader {
    struct reader base;
    struct reader *key;
};

static uint32_t step_key(struct reader *base, uint32_t state,
                         unsigned char octet)
{
    struct reader *key = ((struct domain_reader *)base)->key;
    uint32_t next = reader_step(key, state, octet);
    base->failed |= key->failed;
    return next;
}

static uint32_t label_key(struct reader *base, uint32_t state)
{
    struct reader *key = ((struct domain_reader *)base)->key;
    uint32_t found = reader_label(key, state);
    base->failed |= key->failed;
    return found == OUTPUT_GOOD ? INPUT_GOOD : INPUT_BAD;
}

static void free_domain(struct reader *base)
{
    reader_free(((struct domain_reader *)base)->key);
    free(base);
}

static struct reader *make_domain_reader(void)
{
    static const struct reader_class methods = {step_key, label_key,
                                                free_domain};
    struct domain_reader *reader = calloc(1, sizeof *reader);
    struct reader *key = ddds_output_key(SIZE_MAX, SIZE_MAX);
    if (reader == NULL || key == NULL) {
        free(reader);
        reader_free(key);
        return NULL;
    }
    reader->base = *key;
    reader->base.methods = &methods;
    reader->key = key;
    return &reader->base;
}

/* ---- Applications ----------------------------------------------------------
 */

/* The domain below which first keys are; false if |options| have others than
 * one for all. */
static bool find_root(const struct ddds_application *application,
                      const struct ddds_options *options,
                      char root[LIMIT_NAME_SIZE])
{
    const char *text = options != NULL && options->roots != NULL
                           ? options->roots
                           : application->root;
    return text != NULL && strpbrk(text, "=,") == NULL &&
           ddds_domain_parse(text, strlen(text), root, NULL) == DDDS_OK &&
           root[0] != '\0';
}

/* The first key of a URN: its NID below |root|. */
static bool set_urn_key(struct input_readers *input, const char *root)
{
    char regexp[LIMIT_NAME_SIZE + 32];
    enum rewriting_fault fault;
    snprintf(regexp, sizeof regexp, "!^urn:([^:]+):.*$!\\1.%s!", root);
    input->first_key = ddds_substitution_new(regexp, NULL);
    input->of_keys =
        input->first_key == NULL
            ? NULL
            : ddds_rewriting_new(input->first_key, input->names, &fault);
    return input->of_keys != NULL;
}

static bool set_map(struct input_readers *input,
                    const struct ddds_application *application,
                    struct known_names *names, const char *root)
{
    static const struct input_map number = {step_number, label_number,
                                            mark_number};
    static const struct input_map domain = {step_domain, NULL, mark_none};
    input->names = ddds_names_reader(names, DDDS_ASK_RULES);
    if (application == ddds_application_urn()) {
        input->map = &ddds_urn_map;
        return set_urn_key(input, root);
    }
    if (application == ddds_application_enum()) {
        input->map = &number;
        input->of_keys = ddds_names_number_reader(names, root);
        return input->of_keys != NULL;
    }
    input->map = &domain;
    input->of_keys = input->names;
    input->shares_keys = true;
    input->good = make_domain_reader();
    return input->good != NULL;
}

static bool is_known(const struct ddds_application *application)
{
    return application == ddds_application_urn() ||
           application == ddds_application_enum() ||
           application == ddds_application_s_naptr() ||
           application == ddds_application_u_naptr();
}

struct input_readers *ddds_input_new(const struct ddds_application *application,
                                     const struct ddds_options *options,
                                     struct known_names *names,
                                     const char **unknown)
{
    char root[LIMIT_NAME_SIZE] = "";
    bool has_root = application->root != NULL;
    *unknown = !is_known(application)
                   ? "inputs of this application are not followed"
               : has_root && !find_root(application, options, root)
                   ? "first keys below several roots are not followed"
                   : NULL;
    if (*unknown != NULL) {
        return NULL;
    }
    struct input_readers *input = calloc(1, sizeof *input);
    bool ok = input != NULL && set_map(input, application, names, root);
    if (ok && input->good == NULL) {
        input->good = make_through(input->map, NULL);
    }
    if (ok) {
        input->key = make_through(input->map, input->of_keys);
    }
    if (!ok || input->good == NULL || input->key == NULL) {
        ddds_input_free(input);
        return NULL;
    }
    return input;
}

void ddds_input_free(struct input_readers *input)
{
    if (input != NULL) {
        reader_free(input->key);
        reader_free(input->good);
        reader_free(input->shares_keys ? NULL : input->of_keys);
        ddds_substitution_free(input->first_key);
        free(input);
    }
}

struct reader *ddds_input_reader(struct input_readers *input)
{
    return input->good;
}

struct reader *ddds_input_key_reader(struct input_readers *input)
{
    return input->key;
}
