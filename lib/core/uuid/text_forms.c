/* The forms of UUIDs, read and written by a table of patterns. A form that
 * cannot be read is reported with the position and the expected octet.
 *
 * RFC 9562 section 4 (the grammar, in either case), RFC 8141 sections 2 and 3
 * (case of "urn:uuid:"; %-encodings are not decoded), ITU-T X.667 (OIDs).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "uuid/fields.h"

/* ---- Forms -------------------------------------------------------------- */

enum { URN_PREFIX = 9, SIMPLE_LENGTH = 32, DECIMAL_MAX = 39 };

/* Patterns: HEX is a hexadecimal digit, BIT a binary digit; other octets are
 * literal, letters in either case. */
#define HEX "*"
#define BIT "#"
#define HEX4 HEX HEX HEX HEX
#define BIT16 BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT
#define CANONICAL HEX4 HEX4 "-" HEX4 "-" HEX4 "-" HEX4 "-" HEX4 HEX4 HEX4

static const struct form {
    unsigned form;
    const char *name;
    const char *pattern;
    bool has_number; /* a decimal number follows */
} known_forms[] = {
    {DDDS_UUID_CANONICAL, "canonical", CANONICAL, false},
    {DDDS_UUID_URN, "URN", "urn:uuid:" CANONICAL, false},
    {DDDS_UUID_SIMPLE, "simple", HEX4 HEX4 HEX4 HEX4 HEX4 HEX4 HEX4 HEX4,
     false},
    {DDDS_UUID_BRACED, "braced", "{" CANONICAL "}", false},
    {DDDS_UUID_OID, "OID", "2.25.", true},
    {DDDS_UUID_INTEGER, "integer", "", true},
    {DDDS_UUID_BITS, "bits", BIT16 BIT16 BIT16 BIT16 BIT16 BIT16 BIT16 BIT16,
     false},
};

/* Return the first form in the set |forms|; the canonical form if none is. */
static const struct form *find_form(unsigned forms)
{
    for (size_t i = 0; i < sizeof known_forms / sizeof *known_forms; i++) {
        if ((known_forms[i].form & forms) != 0) {
            return &known_forms[i];
        }
    }
    return known_forms;
}

/* Return the bits of the digit that |mark| stands for; 0: none. */
static unsigned width_of(char mark)
{
    return mark == HEX[0] ? 4 : mark == BIT[0] ? 1 : 0;
}

/* ---- Writing ------------------------------------------------------------ */

static size_t write_decimal(const struct ddds_uuid *uuid, char *text)
{
    char digits[DECIMAL_MAX];
    size_t begin = sizeof digits;
    struct ddds_uuid number = *uuid;
    do {
        unsigned remainder = 0;
        for (size_t i = 0; i < sizeof number.octets; i++) {
            remainder = remainder << 8 | number.octets[i];
            number.octets[i] = (unsigned char)(remainder / 10);
            remainder %= 10;
        }
        digits[--begin] = (char)('0' + remainder);
    } while (!ddds_uuid_equal(&number, ddds_uuid_nil()));
    memcpy(text, digits + begin, sizeof digits - begin);
    return sizeof digits - begin;
}

/* Write |uuid| without NUL; return the length. */
static size_t write_form(const struct ddds_uuid *uuid, unsigned rules,
                         char *text)
{
    const struct form *form = find_form(rules);
    const char *digits = (rules & DDDS_UUID_UPPER) != 0 ? "0123456789ABCDEF"
                                                        : "0123456789abcdef";
    size_t at = 0;
    for (unsigned bit = 0; form->pattern[at] != '\0'; at++) {
        unsigned width = width_of(form->pattern[at]);
        text[at] = form->pattern[at];
        if (width > 0) {
            unsigned rest = (unsigned)uuid->octets[bit / 8] << bit % 8 & 0xff;
            text[at] = digits[rest >> (8 - width)];
            bit += width;
        }
    }
    return form->has_number ? at + write_decimal(uuid, text + at) : at;
}

void ddds_uuid_text(const struct ddds_uuid *uuid,
                    char text[DDDS_UUID_TEXT_SIZE])
{
    text[write_form(uuid, DDDS_UUID_CANONICAL, text)] = '\0';
}

size_t ddds_uuid_format(const struct ddds_uuid *uuid, unsigned form, char *text,
                        size_t size)
{
    char written[DDDS_UUID_FORM_SIZE];
    size_t length = write_form(uuid, form, written);
    size_t copied = length < size ? length : 0;
    if (size > 0) {
        memcpy(text, written, copied);
        text[copied] = '\0';
    }
    return length;
}

/* ---- Reading a form ----------------------------------------------------- */

static struct ddds_uuid_diagnosis found(size_t offset, const char *expected)
{
    return (struct ddds_uuid_diagnosis){offset, expected};
}

static struct ddds_uuid_diagnosis nothing_wrong(void)
{
    return found(DDDS_NO_OFFSET, NULL);
}

/* Return the text that |form| expects at |at|. */
static const char *expected_at(const struct form *form, size_t at)
{
    static const char *const marks[] = {"*a hexadecimal digit",
                                        "#a binary digit", "-\"-\"", "{\"{\"",
                                        "}\"}\""};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i][0] == form->pattern[at]) {
            return marks[i] + 1;
        }
    }
    return form->has_number ? "\"2.25.\"" : at < 4 ? "\"urn:\"" : "\"uuid:\"";
}

/* Read decimal digits from |begin| on, without a leading zero (for OIDs: ITU-T
 * X.660). */
static struct ddds_uuid_diagnosis read_decimal(const char *text, size_t length,
                                               size_t begin,
                                               struct ddds_uuid *uuid)
{
    bool fits = true;
    size_t at = begin;
    for (; at < length && ascii_is_digit((unsigned char)text[at]); at++) {
        unsigned carry = (unsigned)(text[at] - '0');
        for (size_t i = sizeof uuid->octets; i-- > 0;) {
            carry += uuid->octets[i] * 10U;
            uuid->octets[i] = (unsigned char)carry;
            carry >>= 8;
        }
        fits = fits && carry == 0;
    }
    if (at < length || at == begin) {
        return found(at, "a decimal digit");
    }
    if (text[begin] == '0' && length - begin > 1) {
        return found(begin, "no leading zero");
    }
    return fits ? nothing_wrong() : found(begin, "an integer below 2^128");
}

/* Return the value of |octet| where |mark| is in a pattern: of a digit, or 0 if
 * the octet is the mark, in either case. -1 if it is neither. */
static int value_of(char octet, char mark)
{
    unsigned width = width_of(mark);
    if (width == 0) {
        return ascii_to_lower(octet) == mark ? 0 : -1;
    }
    int value = ascii_hex_value((unsigned char)octet);
    return value < 1 << width ? value : -1;
}

/* Read all octets of |text| as |form|. */
static struct ddds_uuid_diagnosis read_form(const char *text, size_t length,
                                            const struct form *form,
                                            struct ddds_uuid *uuid)
{
    size_t at = 0;
    *uuid = *ddds_uuid_nil();
    for (unsigned bit = 0; form->pattern[at] != '\0'; at++) {
        unsigned width = width_of(form->pattern[at]);
        int value = at < length ? value_of(text[at], form->pattern[at]) : -1;
        if (value < 0) {
            return found(at, expected_at(form, at));
        }
        if (width > 0) {
            uuid->octets[bit / 8] |=
                (unsigned char)((unsigned)value << (8 - width) >> bit % 8);
            bit += width;
        }
    }
    if (form->has_number) {
        return read_decimal(text, length, at, uuid);
    }
    return at < length ? found(at, "the end of the text") : nothing_wrong();
}

/* Guess which form was meant. */
static enum ddds_uuid_form guess_form(const char *text, size_t length)
{
    size_t hyphens = 0;
    size_t decimals = 0;
    size_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        hyphens += text[i] == '-';
        bits += text[i] == '0' || text[i] == '1';
        decimals += ascii_is_digit((unsigned char)text[i]);
    }
    if (length > 0 && text[0] == '{') {
        return DDDS_UUID_BRACED;
    }
    if (length > 0 && ascii_to_lower(text[0]) == 'u') {
        return DDDS_UUID_URN;
    }
    if (length > 1 && text[0] == '2' && text[1] == '.') {
        return DDDS_UUID_OID;
    }
    if (bits == length && length > DECIMAL_MAX) {
        return DDDS_UUID_BITS;
    }
    if (length > 0 && decimals == length && length != SIMPLE_LENGTH) {
        return DDDS_UUID_INTEGER;
    }
    if (hyphens >= 2 || (length > 8 && text[8] == '-')) {
        return DDDS_UUID_CANONICAL;
    }
    return DDDS_UUID_SIMPLE;
}

static const char not_accepted[] = "a form that is accepted here";

/* Read |text| in the form that was probably meant; if that is not allowed, in
 * the first allowed form. */
static struct ddds_uuid_diagnosis read_likely(const char *text, size_t length,
                                              unsigned forms,
                                              const struct form **form,
                                              struct ddds_uuid *uuid)
{
    *form = find_form(guess_form(text, length));
    struct ddds_uuid_diagnosis likely = read_form(text, length, *form, uuid);
    if ((forms & (*form)->form) != 0) {
        return likely;
    }
    const struct form *other = find_form(
        (*form)->form == DDDS_UUID_SIMPLE ? forms & DDDS_UUID_INTEGER : 0);
    if (other->has_number &&
        read_form(text, length, other, uuid).expected == NULL) {
        *form = other;
        return nothing_wrong();
    }
    if (likely.expected == NULL) {
        return found(0, not_accepted);
    }
    *form = find_form(forms);
    return read_form(text, length, *form, uuid);
}

/* ---- Demands ------------------------------------------------------------ */

static size_t find_upper_digit(const char *text, size_t length,
                               const struct form *form)
{
    /* The case of "urn:uuid:" does not matter. */
    size_t at = form->form == DDDS_UUID_URN ? URN_PREFIX : 0;
    while (at < length && !ascii_is_upper((unsigned char)text[at])) {
        at++;
    }
    return at;
}

/* A demand on a UUID. |digit| is the index of the hexadecimal digit that it is
 * about, or NO_DIGIT. */
struct demand {
    size_t digit;
    const char *expected;
};

enum { VERSION_DIGIT = 12, VARIANT_DIGIT = 16, NO_DIGIT = 32 };

/* Return the first demand that |uuid| does not meet; NULL if it meets all. Nil
 * and Max are valid although their variant is not that of RFC 9562. */
static const struct demand *find_unmet_demand(const struct ddds_uuid *uuid,
                                              unsigned rules)
{
    static const struct demand not_nil = {NO_DIGIT, "a UUID other than Nil"};
    static const struct demand not_max = {NO_DIGIT, "a UUID other than Max"};
    static const struct demand variant = {
        VARIANT_DIGIT, "8, 9, a or b (the variant of RFC 9562)"};
    static const struct demand versions = {VERSION_DIGIT,
                                           "1 to 8 (a version of RFC 9562)"};
    if (ddds_uuid_equal(uuid, ddds_uuid_nil())) {
        return (rules & DDDS_UUID_NOT_NIL) != 0 ? &not_nil : NULL;
    }
    if (ddds_uuid_equal(uuid, ddds_uuid_max())) {
        return (rules & DDDS_UUID_NOT_MAX) != 0 ? &not_max : NULL;
    }
    if ((rules & DDDS_UUID_RFC_ONLY) == 0) {
        return NULL;
    }
    int version = ddds_uuid_get_version(uuid);
    if (version < 0) {
        return &variant;
    }
    return version < 1 || version > 8 ? &versions : NULL;
}

/* Return the offset in |form| of the hexadecimal |digit| or its bits. */
static size_t locate_digit(const struct form *form, size_t digit)
{
    if (form->form == DDDS_UUID_BITS && digit < NO_DIGIT) {
        return 4 * digit;
    }
    for (size_t at = 0; form->pattern[at] != '\0'; at++) {
        if (form->pattern[at] == HEX[0] && digit-- == 0) {
            return at;
        }
    }
    return DDDS_NO_OFFSET;
}

/* ---- Parsing ------------------------------------------------------------ */

static struct ddds_uuid_diagnosis read_text(const char *text, size_t length,
                                            unsigned rules,
                                            struct ddds_uuid *uuid)
{
    unsigned forms = rules & DDDS_UUID_ANY_FORM;
    forms = forms != 0 ? forms : DDDS_UUID_CANONICAL | DDDS_UUID_URN;
    const struct form *form;
    struct ddds_uuid_diagnosis syntax =
        read_likely(text, length, forms, &form, uuid);
    if (syntax.expected != NULL) {
        return syntax;
    }
    size_t upper = find_upper_digit(text, length, form);
    if ((rules & DDDS_UUID_LOWER_ONLY) != 0 && upper < length) {
        return found(upper, "lower case");
    }
    const struct demand *demand = find_unmet_demand(uuid, rules);
    return demand != NULL
               ? found(locate_digit(form, demand->digit), demand->expected)
               : nothing_wrong();
}

struct ddds_uuid_diagnosis ddds_uuid_diagnose(const char *text, size_t length,
                                              unsigned rules)
{
    struct ddds_uuid uuid;
    return read_text(text, length, rules, &uuid);
}

ddds_status ddds_uuid_parse(const char *text, size_t length, unsigned rules,
                            struct ddds_uuid *uuid, struct ddds_error *error)
{
    struct ddds_uuid read;
    char shown[ERROR_OCTET_SIZE];
    struct ddds_uuid_diagnosis why = read_text(text, length, rules, &read);
    if (why.expected == NULL) {
        if (uuid != NULL) {
            *uuid = read;
        }
        return DDDS_OK;
    }
    if (error == NULL) {
        return DDDS_BAD_INPUT;
    }
    if (why.offset == DDDS_NO_OFFSET) {
        return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                              "UUID: expected %s", why.expected);
    }
    if (why.expected == not_accepted) {
        return ddds_error_set(
            error, DDDS_BAD_INPUT, why.offset,
            "UUID: this is the %s form, which is not accepted here",
            find_form(guess_form(text, length))->name);
    }
    ddds_error_show_at(text, length, why.offset, shown);
    return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                          "UUID: expected %s, found %s at %zu", why.expected,
                          shown, why.offset);
}
