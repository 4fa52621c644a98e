/* UUIDs as text: every form read, and errors explained.
 *
 * Reading is fast and only accepts or rejects. A rejected text is examined
 * again, octet by octet, to report what was expected where. Tests check that
 * both always agree.
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

/* ---- Reading: yes or no ------------------------------------------------- */

/* Do nine octets say "urn:uuid:", in any case? Setting the bit in which the
 * cases of a letter differ turns no other octet into a letter. */
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

/* Decimal digits without a leading zero (also ITU-T X.660, of OIDs). */
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

/* The lengths of the forms tell them apart, but for integers. */
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

/* ---- Demands on what was read ------------------------------------------- */

static size_t find_upper_digit(const char *text, size_t length)
{
    /* The case of "urn:uuid:" is not the UUID's. */
    size_t at = length == URN_LENGTH ? URN_PREFIX : 0;
    while (at < length && !ascii_is_upper((unsigned char)text[at])) {
        at++;
    }
    return at;
}

/* Nil and Max are UUIDs of RFC 9562 though they are not of its variant. */
static enum ddds_uuid_fault find_unmet_demand(const struct ddds_uuid *uuid,
                                              unsigned rules)
{
    if (ddds_uuid_equal(uuid, ddds_uuid_nil())) {
        return (rules & DDDS_UUID_NOT_NIL) != 0 ? DDDS_UUID_FAULT_NIL
                                                : DDDS_UUID_FAULT_NONE;
    }
    if (ddds_uuid_equal(uuid, ddds_uuid_max())) {
        return (rules & DDDS_UUID_NOT_MAX) != 0 ? DDDS_UUID_FAULT_MAX
                                                : DDDS_UUID_FAULT_NONE;
    }
    if ((rules & DDDS_UUID_RFC_ONLY) == 0) {
        return DDDS_UUID_FAULT_NONE;
    }
    int version = ddds_uuid_get_version(uuid);
    if (version < 0) {
        return DDDS_UUID_FAULT_VARIANT;
    }
    return version < 1 || version > 8 ? DDDS_UUID_FAULT_VERSION
                                      : DDDS_UUID_FAULT_NONE;
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
    return find_unmet_demand(uuid, rules) == DDDS_UUID_FAULT_NONE;
}

/* ---- Explaining --------------------------------------------------------- */

static struct ddds_uuid_diagnosis found(enum ddds_uuid_fault fault,
                                        size_t offset, const char *expected)
{
    return (struct ddds_uuid_diagnosis){fault, offset, expected};
}

static struct ddds_uuid_diagnosis nothing_wrong(void)
{
    return found(DDDS_UUID_FAULT_NONE, DDDS_NO_OFFSET, "");
}

/* The octet at |at| is not what was |expected|. */
static struct ddds_uuid_diagnosis unexpected(const char *text, size_t length,
                                             size_t at,
                                             enum ddds_uuid_fault fault,
                                             const char *expected)
{
    if (at >= length) {
        return found(DDDS_UUID_FAULT_SHORT, length, expected);
    }
    if (text[at] == '%') {
        return found(DDDS_UUID_FAULT_PERCENT, at, expected);
    }
    return found(fault, at, expected);
}

static struct ddds_uuid_diagnosis diagnose_end(size_t length, size_t end)
{
    return length > end
               ? found(DDDS_UUID_FAULT_LONG, end, "the end of the text")
               : nothing_wrong();
}

static bool is_hyphen_place(size_t place)
{
    return place == 8 || place == 13 || place == 18 || place == 23;
}

/* Digits from |begin|, and hyphens between them, but not what follows. */
static struct ddds_uuid_diagnosis
diagnose_digits(const char *text, size_t length, size_t begin, bool hyphens)
{
    size_t count = hyphens ? UUID_CANONICAL_LENGTH : SIMPLE_LENGTH;
    for (size_t place = 0; place < count; place++) {
        size_t at = begin + place;
        if (hyphens && is_hyphen_place(place)) {
            if (at >= length || text[at] != '-') {
                return unexpected(text, length, at, DDDS_UUID_FAULT_HYPHEN,
                                  "\"-\"");
            }
        } else if (at >= length ||
                   ascii_hex_value((unsigned char)text[at]) < 0) {
            return unexpected(text, length, at, DDDS_UUID_FAULT_DIGIT,
                              "a hexadecimal digit");
        }
    }
    return nothing_wrong();
}

/* A text that is all digits from |begin| on, up to its |end|. */
static struct ddds_uuid_diagnosis diagnose_rest(const char *text, size_t length,
                                                size_t begin, size_t end,
                                                bool has_hyphens)
{
    struct ddds_uuid_diagnosis digits =
        diagnose_digits(text, length, begin, has_hyphens);
    return digits.fault != DDDS_UUID_FAULT_NONE ? digits
                                                : diagnose_end(length, end);
}

static struct ddds_uuid_diagnosis diagnose_urn(const char *text, size_t length)
{
    static const char prefix[] = "urn:uuid:";
    for (size_t at = 0; at < URN_PREFIX; at++) {
        if (at >= length || ascii_to_lower(text[at]) != prefix[at]) {
            return at < 4 ? unexpected(text, length, at, DDDS_UUID_FAULT_SCHEME,
                                       "\"urn:\"")
                          : unexpected(text, length, at, DDDS_UUID_FAULT_NID,
                                       "\"uuid:\"");
        }
    }
    return diagnose_rest(text, length, URN_PREFIX, URN_LENGTH, true);
}

static struct ddds_uuid_diagnosis diagnose_braced(const char *text,
                                                  size_t length)
{
    if (length == 0 || text[0] != '{') {
        return unexpected(text, length, 0, DDDS_UUID_FAULT_BRACE, "\"{\"");
    }
    struct ddds_uuid_diagnosis digits = diagnose_digits(text, length, 1, true);
    if (digits.fault != DDDS_UUID_FAULT_NONE) {
        return digits;
    }
    if (length < BRACED_LENGTH || text[BRACED_LENGTH - 1] != '}') {
        return unexpected(text, length, BRACED_LENGTH - 1,
                          DDDS_UUID_FAULT_BRACE, "\"}\"");
    }
    return diagnose_end(length, BRACED_LENGTH);
}

static struct ddds_uuid_diagnosis diagnose_decimal(const char *text,
                                                   size_t length, size_t begin)
{
    if (length <= begin) {
        return found(DDDS_UUID_FAULT_SHORT, length, "a decimal digit");
    }
    for (size_t at = begin; at < length; at++) {
        if (!ascii_is_digit((unsigned char)text[at])) {
            return unexpected(text, length, at, DDDS_UUID_FAULT_DECIMAL,
                              "a decimal digit");
        }
    }
    if (text[begin] == '0' && length - begin > 1) {
        return found(DDDS_UUID_FAULT_DECIMAL, begin, "no leading zero");
    }
    struct ddds_uuid number;
    return read_decimal(text + begin, length - begin, &number)
               ? nothing_wrong()
               : found(DDDS_UUID_FAULT_TOO_LARGE, begin,
                       "an integer below 2^128");
}

static struct ddds_uuid_diagnosis diagnose_oid(const char *text, size_t length)
{
    static const char prefix[] = "2.25.";
    for (size_t at = 0; at < OID_PREFIX; at++) {
        if (at >= length || text[at] != prefix[at]) {
            return unexpected(text, length, at, DDDS_UUID_FAULT_OID,
                              "\"2.25.\"");
        }
    }
    return diagnose_decimal(text, length, OID_PREFIX);
}

static struct ddds_uuid_diagnosis diagnose_bits(const char *text, size_t length)
{
    for (size_t at = 0; at < BITS_LENGTH; at++) {
        if (at >= length || (text[at] != '0' && text[at] != '1')) {
            return unexpected(text, length, at, DDDS_UUID_FAULT_BIT,
                              "a binary digit");
        }
    }
    return diagnose_end(length, BITS_LENGTH);
}

static struct ddds_uuid_diagnosis diagnose_form(const char *text, size_t length,
                                                enum ddds_uuid_form form)
{
    switch ((unsigned)form) {
    case DDDS_UUID_URN:
        return diagnose_urn(text, length);
    case DDDS_UUID_SIMPLE:
        return diagnose_rest(text, length, 0, SIMPLE_LENGTH, false);
    case DDDS_UUID_BRACED:
        return diagnose_braced(text, length);
    case DDDS_UUID_OID:
        return diagnose_oid(text, length);
    case DDDS_UUID_INTEGER:
        return diagnose_decimal(text, length, 0);
    case DDDS_UUID_BITS:
        return diagnose_bits(text, length);
    default:
        return diagnose_rest(text, length, 0, UUID_CANONICAL_LENGTH, true);
    }
}

/* The form that was probably meant. */
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

/* What is wrong with the syntax, as seen from the form that was meant, or from
 * the first that is allowed. */
static struct ddds_uuid_diagnosis diagnose_syntax(const char *text,
                                                  size_t length, unsigned forms,
                                                  enum ddds_uuid_form *form)
{
    *form = guess_form(text, length);
    struct ddds_uuid_diagnosis diagnosis = diagnose_form(text, length, *form);
    if ((forms & *form) != 0) {
        return diagnosis;
    }
    if (*form == DDDS_UUID_SIMPLE && (forms & DDDS_UUID_INTEGER) != 0 &&
        diagnose_decimal(text, length, 0).fault == DDDS_UUID_FAULT_NONE) {
        *form = DDDS_UUID_INTEGER;
        return nothing_wrong();
    }
    if (diagnosis.fault == DDDS_UUID_FAULT_NONE) {
        return found(DDDS_UUID_FAULT_FORM, 0, "a form that is accepted here");
    }
    *form = (enum ddds_uuid_form)(forms & ~(forms - 1));
    return diagnose_form(text, length, *form);
}

/* Where in |form| the hexadecimal digit is whose place in the canonical form is
 * |place|. */
static size_t locate_digit(enum ddds_uuid_form form, size_t place)
{
    switch ((unsigned)form) {
    case DDDS_UUID_CANONICAL:
        return place;
    case DDDS_UUID_URN:
        return URN_PREFIX + place;
    case DDDS_UUID_BRACED:
        return 1 + place;
    case DDDS_UUID_SIMPLE:
        return place - (place > 8) - (place > 13) - (place > 18);
    case DDDS_UUID_BITS:
        return 4 * locate_digit(DDDS_UUID_SIMPLE, place);
    default:
        return DDDS_NO_OFFSET;
    }
}

struct ddds_uuid_diagnosis ddds_uuid_diagnose(const char *text, size_t length,
                                              unsigned rules)
{
    unsigned forms = allowed_forms(rules);
    enum ddds_uuid_form form;
    struct ddds_uuid_diagnosis syntax =
        diagnose_syntax(text, length, forms, &form);
    struct ddds_uuid uuid;
    if (syntax.fault != DDDS_UUID_FAULT_NONE ||
        !read_form(text, length, forms, &uuid)) {
        return syntax;
    }
    if ((rules & DDDS_UUID_LOWER_ONLY) != 0 &&
        find_upper_digit(text, length) < length) {
        return found(DDDS_UUID_FAULT_CASE, find_upper_digit(text, length),
                     "lower case");
    }
    enum ddds_uuid_fault fault = find_unmet_demand(&uuid, rules);
    switch (fault) {
    case DDDS_UUID_FAULT_VARIANT:
        return found(fault, locate_digit(form, 19),
                     "8, 9, a or b (the variant of RFC 9562)");
    case DDDS_UUID_FAULT_VERSION:
        return found(fault, locate_digit(form, 14),
                     "1 to 8 (a version of RFC 9562)");
    case DDDS_UUID_FAULT_NIL:
        return found(fault, DDDS_NO_OFFSET, "a UUID other than Nil");
    case DDDS_UUID_FAULT_MAX:
        return found(fault, DDDS_NO_OFFSET, "a UUID other than Max");
    default:
        return nothing_wrong();
    }
}

/* ---- Parsing ------------------------------------------------------------ */

static const char *form_name(enum ddds_uuid_form form)
{
    switch ((unsigned)form) {
    case DDDS_UUID_URN:
        return "URN";
    case DDDS_UUID_SIMPLE:
        return "simple";
    case DDDS_UUID_BRACED:
        return "braced";
    case DDDS_UUID_OID:
        return "OID";
    case DDDS_UUID_INTEGER:
        return "integer";
    case DDDS_UUID_BITS:
        return "bits";
    default:
        return "canonical";
    }
}

static ddds_status refuse(const char *text, size_t length, unsigned rules,
                          struct ddds_error *error)
{
    if (error == NULL) {
        return DDDS_BAD_INPUT;
    }
    struct ddds_uuid_diagnosis why = ddds_uuid_diagnose(text, length, rules);
    assert(why.fault != DDDS_UUID_FAULT_NONE);
    if (why.offset == DDDS_NO_OFFSET) {
        return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                              "UUID: expected %s", why.expected);
    }
    if (why.fault == DDDS_UUID_FAULT_FORM) {
        return ddds_error_set(
            error, DDDS_BAD_INPUT, why.offset,
            "UUID: this is the %s form, which is not accepted "
            "here",
            form_name(guess_form(text, length)));
    }
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show_at(text, length, why.offset, shown);
    return ddds_error_set(error, DDDS_BAD_INPUT, why.offset,
                          "UUID: expected %s, found %s at %zu", why.expected,
                          shown, why.offset);
}

/* Not inlined, so that the common case keeps its small frame. */
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

/* Is |text| the URN of a UUID that |rules| allow? */
static inline bool is_usual_urn(const char *text, size_t length, unsigned rules)
{
    return length == URN_LENGTH && rules != DDDS_UUID_CANONICAL &&
           has_urn_prefix(text);
}

/* Nearly every UUID comes in canonical form, or as a URN, with no demands. */
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
