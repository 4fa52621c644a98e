/* Parser for UUIDs: all forms, and diagnosis of errors.
 *
 * Parsing is fast and only accepts or rejects. A rejected text is examined
 * again by octets, to report the position and the expected octet. Tests check
 * that both always agree.
 *
 * RFC 9562 section 4 (the grammar, in either case), RFC 8141 sections 2 and 3
 * (case of "urn:uuid:"; %-encodings are not decoded), ITU-T X.667 (OIDs).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "uuid/canonical.h"
#include "uuid/long_number.h"
#include "uuid/fields.h"

static unsigned allowed_forms(unsigned rules)
{
    unsigned forms = rules & DDDS_UUID_ANY_FORM;
    return forms != 0 ? forms : DDDS_UUID_CANONICAL | DDDS_UUID_URN;
}

/* ---- Validation --------------------------------------------------------- */

/* Return true if nine octets are "urn:uuid:", in either case. Upper and
 * lower case of a letter differ in bit 0x20 only. */
static bool has_urn_prefix(const char *text)
{
    static const char letters[] = {0x20, 0x20, 0x20, 0, 0x20, 0x20, 0x20, 0x20};
    uint64_t octets;
    uint64_t case_bits;
    uint64_t wanted;
    memcpy(&octets, text, sizeof octets);
    memcpy(&case_bits, letters, sizeof case_bits);
    memcpy(&wanted, "urn:uuid", sizeof wanted);
    return (octets | case_bits) == wanted && text[8] == ':';
}

static bool read_simple(const char *text, struct ddds_uuid *uuid)
{
    char canonical[UUID_CANONICAL_LENGTH];
    memcpy(canonical, text, 8);
    memcpy(canonical + 9, text + 8, 4);
    memcpy(canonical + 14, text + 12, 4);
    memcpy(canonical + 19, text + 16, 4);
    memcpy(canonical + 24, text + 20, 12);
    canonical[8] = canonical[13] = canonical[18] = canonical[23] = '-';
    return uuid_canonical_read(canonical, uuid);
}

/* Parse decimal digits without a leading zero (for OIDs: ITU-T X.660). */
static bool read_decimal(const char *text, size_t length,
                         struct ddds_uuid *uuid)
{
    if (length == 0 || length > DECIMAL_MAX || (text[0] == '0' && length > 1)) {
        return false;
    }
    struct ddds_uuid number = *ddds_uuid_nil();
    for (size_t i = 0; i < length; i++) {
        if (!ascii_is_digit((unsigned char)text[i]) ||
            !uuid_append_digit(&number, 10, (unsigned)(text[i] - '0'))) {
            return false;
        }
    }
    *uuid = number;
    return true;
}

static bool read_bits(const char *text, struct ddds_uuid *uuid)
{
    struct ddds_uuid number = *ddds_uuid_nil();
    for (size_t i = 0; i < BITS_LENGTH; i++) {
        unsigned bit = (unsigned)(text[i] - '0');
        if (bit > 1) {
            return false;
        }
        uuid_append_digit(&number, 2, bit);
    }
    *uuid = number;
    return true;
}

/* Only integers may have the length of another form. */
static bool read_form(const char *text, size_t length, unsigned forms,
                      struct ddds_uuid *uuid)
{
    if (length == UUID_CANONICAL_LENGTH && (forms & DDDS_UUID_CANONICAL) != 0 &&
        uuid_canonical_read(text, uuid)) {
        return true;
    }
    if (length == URN_LENGTH && (forms & DDDS_UUID_URN) != 0 &&
        has_urn_prefix(text)) {
        return uuid_canonical_read(text + URN_PREFIX, uuid);
    }
    if (length == SIMPLE_LENGTH && (forms & DDDS_UUID_SIMPLE) != 0 &&
        read_simple(text, uuid)) {
        return true;
    }
    if (length == BRACED_LENGTH && (forms & DDDS_UUID_BRACED) != 0 &&
        text[0] == '{' && text[length - 1] == '}') {
        return uuid_canonical_read(text + 1, uuid);
    }
    if (length == BITS_LENGTH && (forms & DDDS_UUID_BITS) != 0 &&
        read_bits(text, uuid)) {
        return true;
    }
    if ((forms & DDDS_UUID_OID) != 0 && length > OID_PREFIX &&
        memcmp(text, "2.25.", OID_PREFIX) == 0) {
        return read_decimal(text + OID_PREFIX, length - OID_PREFIX, uuid);
    }
    return (forms & DDDS_UUID_INTEGER) != 0 && read_decimal(text, length, uuid);
}

/* ---- Demands ------------------------------------------------------------ */

static size_t find_upper_digit(const char *text, size_t length)
{
    /* The case of "urn:uuid:" does not matter. */
    size_t at = length == URN_LENGTH ? URN_PREFIX : 0;
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

enum {
    ANY_DEMAND = DDDS_UUID_RFC_ONLY | DDDS_UUID_NOT_NIL | DDDS_UUID_NOT_MAX |
                 DDDS_UUID_LOWER_ONLY,
};

static bool meets_demands(const char *text, size_t length, unsigned rules,
                          const struct ddds_uuid *uuid)
{
    if ((rules & ANY_DEMAND) == 0) {
        return true;
    }
    if ((rules & DDDS_UUID_LOWER_ONLY) != 0 &&
        find_upper_digit(text, length) < length) {
        return false;
    }
    return find_unmet_demand(uuid, rules) == NULL;
}

/* ---- Forms -------------------------------------------------------------- */

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

/* Return the first form in the set |forms|. */
static const struct form *find_form(unsigned forms)
{
    const struct form *form = known_forms;
    while ((form->form & forms) == 0) {
        form++;
    }
    return form;
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

/* ---- Diagnosis ---------------------------------------------------------- */

static struct ddds_uuid_diagnosis found(size_t offset, const char *expected)
{
    return (struct ddds_uuid_diagnosis){offset, expected};
}

static struct ddds_uuid_diagnosis nothing_wrong(void)
{
    return found(DDDS_NO_OFFSET, NULL);
}

static bool fits(char octet, char mark)
{
    switch (mark) {
    case '*':
        return ascii_hex_value((unsigned char)octet) >= 0;
    case '#':
        return octet == '0' || octet == '1';
    default:
        return ascii_to_lower(octet) == mark;
    }
}

/* Return what |form| expects at |at|. */
static const char *expected_at(const struct form *form, size_t at)
{
    switch (form->pattern[at]) {
    case '*':
        return "a hexadecimal digit";
    case '#':
        return "a binary digit";
    case '-':
        return "\"-\"";
    case '{':
        return "\"{\"";
    case '}':
        return "\"}\"";
    default:
        return form->has_number ? "\"2.25.\""
               : at < 4         ? "\"urn:\""
                                : "\"uuid:\"";
    }
}

static struct ddds_uuid_diagnosis diagnose_decimal(const char *text,
                                                   size_t length, size_t begin)
{
    size_t at = begin;
    while (at < length && ascii_is_digit((unsigned char)text[at])) {
        at++;
    }
    if (at < length || at == begin) {
        return found(at, "a decimal digit");
    }
    if (text[begin] == '0' && length - begin > 1) {
        return found(begin, "no leading zero");
    }
    struct ddds_uuid number;
    return read_decimal(text + begin, length - begin, &number)
               ? nothing_wrong()
               : found(begin, "an integer below 2^128");
}

static struct ddds_uuid_diagnosis diagnose_form(const char *text, size_t length,
                                                const struct form *form)
{
    size_t at = 0;
    for (; form->pattern[at] != '\0'; at++) {
        if (at >= length || !fits(text[at], form->pattern[at])) {
            return found(at, expected_at(form, at));
        }
    }
    if (form->has_number) {
        return diagnose_decimal(text, length, at);
    }
    return at < length ? found(at, "the end of the text") : nothing_wrong();
}

static const char not_accepted[] = "a form that is accepted here";

/* Diagnose the syntax by the form that was probably meant; if that is not
 * allowed, by the first allowed form. */
static struct ddds_uuid_diagnosis diagnose_syntax(const char *text,
                                                  size_t length, unsigned forms,
                                                  const struct form **form)
{
    *form = find_form(guess_form(text, length));
    struct ddds_uuid_diagnosis diagnosis = diagnose_form(text, length, *form);
    if ((forms & (*form)->form) != 0) {
        return diagnosis;
    }
    if ((*form)->form == DDDS_UUID_SIMPLE && (forms & DDDS_UUID_INTEGER) != 0 &&
        diagnose_decimal(text, length, 0).expected == NULL) {
        *form = find_form(DDDS_UUID_INTEGER);
        return nothing_wrong();
    }
    if (diagnosis.expected == NULL) {
        return found(0, not_accepted);
    }
    *form = find_form(forms);
    return diagnose_form(text, length, *form);
}

/* Return the offset in |form| of the hexadecimal |digit| or its bits. */
static size_t locate_digit(const struct form *form, size_t digit)
{
    if (form->form == DDDS_UUID_BITS && digit < NO_DIGIT) {
        return 4 * digit;
    }
    for (size_t at = 0; form->pattern[at] != '\0'; at++) {
        if (form->pattern[at] == '*' && digit-- == 0) {
            return at;
        }
    }
    return DDDS_NO_OFFSET;
}

struct ddds_uuid_diagnosis ddds_uuid_diagnose(const char *text, size_t length,
                                              unsigned rules)
{
    unsigned forms = allowed_forms(rules);
    const struct form *form;
    struct ddds_uuid_diagnosis syntax =
        diagnose_syntax(text, length, forms, &form);
    struct ddds_uuid uuid;
    if (syntax.expected != NULL || !read_form(text, length, forms, &uuid)) {
        return syntax;
    }
    if ((rules & DDDS_UUID_LOWER_ONLY) != 0 &&
        find_upper_digit(text, length) < length) {
        return found(find_upper_digit(text, length), "lower case");
    }
    const struct demand *demand = find_unmet_demand(&uuid, rules);
    return demand != NULL
               ? found(locate_digit(form, demand->digit), demand->expected)
               : nothing_wrong();
}

/* ---- Parsing ------------------------------------------------------------ */

static ddds_status refuse(const char *text, size_t length, unsigned rules,
                          struct ddds_error *error)
{
    if (error == NULL) {
        return DDDS_BAD_INPUT;
    }
    struct ddds_uuid_diagnosis why = ddds_uuid_diagnose(text, length, rules);
    assert(why.expected != NULL);
    if (why.offset == DDDS_NO_OFFSET) {
        return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                              "UUID: expected %s", why.expected);
    }
    if (why.expected == not_accepted) {
        return ddds_error_set(
            error, DDDS_BAD_INPUT, why.offset,
            "UUID: this is the %s form, which is not accepted "
            "here",
            find_form(guess_form(text, length))->name);
    }
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show_at(text, length, why.offset, shown);
    return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                          "UUID: expected %s, found %s at %zu", why.expected,
                          shown, why.offset);
}

/* Not inlined, to keep the stack frame of the common case small. */
__attribute__((noinline)) static ddds_status
parse_any(const char *text, size_t length, unsigned rules,
          struct ddds_uuid *uuid, struct ddds_error *error)
{
    struct ddds_uuid read;
    if (!read_form(text, length, allowed_forms(rules), &read) ||
        !meets_demands(text, length, rules, &read)) {
        return refuse(text, length, rules, error);
    }
    if (uuid != NULL) {
        *uuid = read;
    }
    return DDDS_OK;
}

/* Return true if |text| is a URN, and |rules| allow URNs. */
static inline bool is_usual_urn(const char *text, size_t length, unsigned rules)
{
    return length == URN_LENGTH && rules != DDDS_UUID_CANONICAL &&
           has_urn_prefix(text);
}

/* Fast path for most UUIDs: the canonical form, or a URN, without demands. */
ddds_status ddds_uuid_parse(const char *text, size_t length, unsigned rules,
                            struct ddds_uuid *uuid, struct ddds_error *error)
{
    const unsigned usual = DDDS_UUID_CANONICAL | DDDS_UUID_URN;
    if (uuid == NULL || (rules != 0 && rules != DDDS_UUID_CANONICAL &&
                         (rules & (usual | ANY_DEMAND)) != usual)) {
        return parse_any(text, length, rules, uuid, error);
    }
    if (length == UUID_CANONICAL_LENGTH && uuid_canonical_read(text, uuid)) {
        return DDDS_OK;
    }
    if (is_usual_urn(text, length, rules) &&
        uuid_canonical_read(text + URN_PREFIX, uuid)) {
        return DDDS_OK;
    }
    return parse_any(text, length, rules, uuid, error);
}
