/* Maps for steps and for telephone numbers.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "check/readers/letters.h"
#include "check/readers/rewriting.h"

/* ---- Maps ---------------------------------------------------------------- */

static uint32_t step_lower(const char *argument, uint32_t state,
                           unsigned char octet, struct letters_out *out)
{
    (void)argument;
    letters_add(out, (unsigned char)ascii_to_lower((char)octet));
    return state;
}

static uint32_t step_upper(const char *argument, uint32_t state,
                           unsigned char octet, struct letters_out *out)
{
    (void)argument;
    letters_add(out, (unsigned char)ascii_to_upper((char)octet));
    return state;
}

static uint32_t step_strip(const char *argument, uint32_t state,
                           unsigned char octet, struct letters_out *out)
{
    if (strchr(argument, octet) == NULL) {
        letters_add(out, octet);
    }
    return state;
}

static uint32_t step_replace(const char *argument, uint32_t state,
                             unsigned char octet, struct letters_out *out)
{
    letters_add(out, octet == (unsigned char)argument[0]
                         ? (unsigned char)argument[2]
                         : octet);
    return state;
}

/* The state is 1 after the first octet. */
static uint32_t step_labels(const char *argument, uint32_t state,
                            unsigned char octet, struct letters_out *out)
{
    (void)argument;
    if (state != 0) {
        letters_add(out, '.');
    }
    letters_add(out, octet);
    return 1;
}

static uint32_t step_same(const char *argument, uint32_t state,
                          unsigned char octet, struct letters_out *out)
{
    (void)argument;
    (void)state;
    letters_add(out, octet);
    return 1;
}

static bool is_not_first(uint32_t state)
{
    return state != 0;
}

/* In lower case, without the final dot. */
static uint32_t step_domain(const char *argument, uint32_t state,
                            unsigned char octet, struct letters_out *out)
{
    (void)argument;
    if (state != 0) {
        letters_add(out, '.');
    }
    if (octet != '.') {
        letters_add(out, (unsigned char)ascii_to_lower((char)octet));
    }
    return octet == '.';
}

static uint8_t mark_dot(const char *argument, unsigned char octet)
{
    (void)argument;
    return octet == '.';
}

static uint8_t mark_argument(const char *argument, unsigned char octet)
{
    return octet != 0 && strchr(argument, octet) != NULL ? octet : 0;
}

/* ---- Telephone numbers: as app/e164.c reads them ------------------------- */

/* |begin| octets of "tel:" were read; |has_begun|: the number has begun. The
 * last |trunk| octets are a part of "(0)". */
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
                        struct letters_out *out)
{
    unsigned trunk = octet == '('                         ? 1
                     : octet == '0' && number->trunk == 1 ? 2
                                                          : 0;
    number->is_bad = octet == ')' && number->trunk == 2;
    number->trunk = trunk;
    if (ascii_is_digit(octet)) {
        number->is_bad |= number->digits == DIGITS_MOST;
        number->digits++;
        letters_add(out, octet);
    } else if (octet == 0 || strchr("-.() /", octet) == NULL) {
        number->is_bad = true;
    }
}

static uint32_t step_number(const char *argument, uint32_t state,
                            unsigned char octet, struct letters_out *out)
{
    static const char scheme[] = "tel:";
    struct number_state number = unpack_number(state);
    (void)argument;
    if (number.is_bad) {
        return state;
    }
    if (number.has_begun) {
        step_digits(&number, octet, out);
    } else if (octet == '+' && (number.begin == 0 || number.begin == 4)) {
        number.has_begun = true;
        letters_add(out, octet);
    } else {
        number.is_bad = number.begin == 4 ||
                        ascii_to_lower((char)octet) != scheme[number.begin];
        number.begin++;
    }
    return pack_number(&number);
}

static bool may_end_number(uint32_t state)
{
    struct number_state number = unpack_number(state);
    return !number.is_bad && number.digits > 0;
}

static uint8_t mark_number(const char *argument, unsigned char octet)
{
    (void)argument;
    return ascii_is_digit(octet) || ascii_is_alpha(octet)
               ? octet
               : mark_argument("-.() /+:", octet);
}

const struct letter_map ddds_letters_unempty = {NULL, step_same, is_not_first,
                                                0, NULL};
const struct letter_map ddds_letters_present = {NULL, step_same, is_not_first,
                                                LABEL_NO_MATCH, NULL};

const struct letter_map *ddds_letters_find(const char *word)
{
    static const struct letter_map maps[] = {
        {"lower", step_lower, NULL, 0, NULL},
        {"upper", step_upper, NULL, 0, NULL},
        {"labels", step_labels, NULL, 0, NULL},
        {"strip", step_strip, NULL, 0, mark_argument},
        {"replace", step_replace, NULL, 0, mark_argument},
        {"domain", step_domain, NULL, 0, mark_dot},
        {"host", step_domain, NULL, 0, mark_dot},
        {"number", step_number, may_end_number, LABEL_NO_MATCH, mark_number},
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (strcmp(word, maps[i].word) == 0) {
            return &maps[i];
        }
    }
    return strcmp(word, "urn") == 0 ? &ddds_urn_map : NULL;
}
