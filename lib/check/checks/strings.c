/* 1xx: the strings of a record, octet by octet: length, escapes, lost
 * backslashes and non-ASCII octets (RFC 1035 sections 3.3 and 5.1).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/text.h"
#include "base/utf8.h"
#include "check/checks/syntax.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "rule/ere_scan.h"

/* ---- Escapes ---------------------------------------------------------- */

/* An octet of a string, as written in the file. */
struct octet {
    const char *text;
    size_t length;
    size_t offset; /* within the string's value */
    int value;     /* -1: an invalid escape */
};

/* Advance |octet|, initially {0}, to the next octet of |word|. Return false at
 * the end. */
static bool next_octet(const struct word *word, struct octet *octet)
{
    bool is_first = octet->text == NULL;
    if (word->text == NULL) {
        return false;
    }
    const char *at = is_first ? word->text : octet->text + octet->length;
    const char *end = word->text + word->length;
    if (at == end) {
        return false;
    }
    octet->offset = is_first ? 0 : octet->offset + 1;
    octet->text = at;
    octet->value = ddds_escape_read(&at, end);
    octet->length = octet->value < 0 ? 1 : (size_t)(at - octet->text);
    return true;
}

/* Return true if |word| has at most 255 octets, all ASCII, and no escapes
 * except of backslashes. Nearly all words are such, and pass all checks
 * below. */
static bool is_harmless(const struct word *word)
{
    const unsigned char *at = (const unsigned char *)word->text;
    if (at == NULL || word->length > LIMIT_STRING) {
        return at == NULL;
    }
    const unsigned char *end = at + word->length;
    if (!utf8_is_ascii(word->text, word->length)) {
        return false;
    }
    while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (at + 1 == end || at[1] != '\\') {
            return false;
        }
        at += 2;
    }
    return true;
}

static bool is_escaped(const struct octet *octet)
{
    return octet->length > 1;
}

/* Report "\1", which is not an escape in zone files. */
static void check_single_backslash(struct subject *subject,
                                   enum naptr_field field, struct word word)
{
    struct octet octet = {0};
    while (next_octet(&word, &octet)) {
        if (octet.value < 0) {
            ddds_report_octets(
                subject, field, octet.offset, 2, CODE_SINGLE_BACKSLASH,
                field == NAPTR_REGEXP
                    ? "\"\\%c\" in the %s is not an escape; write \\\\%c"
                    : "\"\\%c\" in the %s is not an escape, and a backslash "
                      "has no meaning there; remove it",
                octet.text[1], field_names[field], octet.text[1]);
            /* In other fields two backslashes are wrong as well. */
            subject->draft.is_touched |= field == NAPTR_REGEXP;
            subject->draft.is_unclear |= field != NAPTR_REGEXP;
            subject->record->naptr->is_unclear |= field != NAPTR_REGEXP;
            subject->is_explained = true;
            return;
        }
    }
}

/* Report \065 for an A, unless all such characters are written that way. */
static void check_needless_escape(struct subject *subject,
                                  enum naptr_field field, struct word word)
{
    struct octet octet = {0};
    while (next_octet(&word, &octet)) {
        if (octet.length == 4 && octet.value > 0 &&
            ascii_is_graphic((unsigned char)octet.value) &&
            strchr("\"\\;", octet.value) == NULL) {
            ddds_report_octets(
                subject, field, octet.offset, 1, CODE_NEEDLESS_ESCAPE,
                "\"%.4s\" in the %s is the character %c; %s", octet.text,
                field_names[field], octet.value,
                field == NAPTR_REGEXP
                    ? "for a back-reference write two backslashes"
                    : "write that");
            subject->draft.is_touched = true;
            return;
        }
    }
}

static void check_long_string(struct subject *subject, enum naptr_field field,
                              struct word word)
{
    struct octet octet = {0};
    while (next_octet(&word, &octet)) {
        if (octet.offset == LIMIT_STRING) {
            ddds_report_octets(
                subject, field, octet.offset, 1, CODE_LONG_STRING,
                "the %s field is longer than 255 octets", field_names[field]);
            subject->is_explained = true;
            return;
        }
    }
}

static void check_not_ascii(struct subject *subject, enum naptr_field field,
                            struct word word)
{
    struct octet octet = {0};
    bool was_seen = false;
    while (next_octet(&word, &octet)) {
        if (octet.value < 0x80) {
            continue;
        }
        if (!was_seen) {
            ddds_report_octets(
                subject, field, octet.offset, 1, CODE_NOT_ASCII,
                "octet %d in the %s field is not ASCII: many clients "
                "drop such an answer, although RFC 3403 allows UTF-8",
                octet.value, field_names[field]);
        }
        was_seen = true;
        if (!is_escaped(&octet)) {
            ddds_report_octets(subject, field, octet.offset, 1, CODE_RAW_OCTET,
                               "write the octet as \\%03d", octet.value);
            subject->draft.is_touched = true;
            return;
        }
    }
}

/* Remove NUL octets, written \000, from |field| of the draft. */
static void drop_nuls(struct draft *draft, char field[DRAFT_FIELD_SIZE])
{
    char kept[DRAFT_FIELD_SIZE];
    struct text text;
    ddds_text_init(&text, kept, sizeof kept);
    for (const char *at = field; *at != '\0';) {
        if (strncmp(at, "\\000", 4) == 0) {
            at += 4;
        } else {
            ddds_text_char(&text, *at++);
        }
    }
    ddds_draft_set(draft, field, kept);
}

static void check_nul(struct subject *subject, enum naptr_field field,
                      struct word word)
{
    struct octet octet = {0};
    if (!subject->record->naptr->has_nul[field]) {
        return;
    }
    while (next_octet(&word, &octet) && octet.value != 0) {
    }
    ddds_report_octets(subject, field, octet.offset, 1, CODE_NUL_OCTET,
                       "the %s field contains a NUL octet", field_names[field]);
    struct draft *draft = &subject->draft;
    drop_nuls(draft, field == NAPTR_FLAGS      ? draft->flags
                     : field == NAPTR_SERVICES ? draft->services
                                               : draft->regexp);
}

/* Properties of |word| for the checks. */
struct features {
    bool has_invalid; /* escapes */
    bool has_numbers; /* decimal escapes */
    bool has_high;    /* non-ASCII octets */
    bool is_long;
};

static struct features find_features(const struct word *word)
{
    struct features features = {.is_long = word->length > LIMIT_STRING};
    struct octet octet = {0};
    features.has_high =
        word->text != NULL && !utf8_is_ascii(word->text, word->length);
    if (word->text == NULL || memchr(word->text, '\\', word->length) == NULL) {
        return features;
    }
    while (next_octet(word, &octet)) {
        features.has_invalid |= octet.value < 0;
        features.has_numbers |= octet.length == 4;
        features.has_high |= octet.value >= 0x80;
    }
    return features;
}

static void check_strings(struct subject *subject)
{
    for (enum naptr_field field = NAPTR_FLAGS; field <= NAPTR_REGEXP; field++) {
        const struct word word = ddds_word_of(subject->record, field);
        if (!subject->record->naptr->has_nul[field] && is_harmless(&word)) {
            continue;
        }
        const struct features features = find_features(&word);
        if (features.has_invalid) {
            check_single_backslash(subject, field, word);
        }
        if (features.has_numbers) {
            check_needless_escape(subject, field, word);
        }
        if (features.is_long) {
            check_long_string(subject, field, word);
        }
        if (features.has_high) {
            check_not_ascii(subject, field, word);
        }
        check_nul(subject, field, word);
    }
}

/* ---- Lost backslashes ------------------------------------------------- */

/* Return true if |text| ends within an escape, after its backslash. */
static bool ends_in_escape(const struct text *text)
{
    size_t count = 0;
    while (count < text->length &&
           text->bytes[text->length - 1 - count] == '\\') {
        count++;
    }
    return count % 2 != 0;
}

/* Return true if the end of |field|, in its ERE, is within a bracket. */
static bool ends_in_bracket(const char *field, size_t length)
{
    struct ere_scan scan;
    struct ere_token token;
    size_t width = ddds_ere_delimiter_length(field, length);
    ddds_ere_scan_begin(&scan, field + width, length - width, field);
    while (ddds_ere_scan_next(&scan, &token)) {
    }
    return scan.in_bracket;
}

/* Return true if the expression needs the backslash before |octet|, which
 * follows |meant|, the expression so far. */
static bool needs_backslash(const struct text *meant, char octet)
{
    const char *field = meant->bytes;
    size_t length = meant->length;
    if (length == 0 || ends_in_escape(meant)) {
        return false;
    }
    size_t second = ddds_ere_scan_delimiter(field, length, 1);
    size_t third = ddds_ere_scan_delimiter(field, length, second + 1);
    if (octet == field[0]) {
        return third == length;
    }
    return second == length &&
           (ascii_is_alpha((unsigned char)octet) ||
            strchr(".*+?()[]{}^$|", octet) != NULL) &&
           !ends_in_bracket(field, length);
}

/* Servers publish "!^\+44!" as "!^+44!". Write the intended expression into
 * |meant|, and return the offset of the first lost backslash, or
 * DDDS_NO_OFFSET. */
static size_t find_lost_backslash(const struct word *word, struct text *meant)
{
    struct octet octet = {0};
    size_t lost = DDDS_NO_OFFSET;
    while (next_octet(word, &octet)) {
        char value = octet.value < 0 ? '\\' : (char)octet.value;
        if (octet.length == 2 && value != '\\' && value != '"' &&
            needs_backslash(meant, value)) {
            lost = lost == DDDS_NO_OFFSET ? octet.offset : lost;
            ddds_text_char(meant, '\\');
        }
        ddds_text_char(meant, value);
    }
    return lost;
}

/* Return true if |word| escapes an octet except a backslash, quote or digit. */
static bool has_plain_escape(const struct word *word)
{
    const char *at = word->text;
    const char *end = at == NULL ? NULL : at + word->length;
    while (at != NULL && at < end &&
           (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (end - at > 1 && at[1] != '\\' && at[1] != '"' &&
            !ascii_is_digit((unsigned char)at[1])) {
            return true;
        }
        at += end - at > 1 ? 2 : 1;
    }
    return false;
}

static void check_lost_backslash(struct subject *subject)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text meant;
    const struct word word = ddds_word_of(subject->record, NAPTR_REGEXP);
    if (!has_plain_escape(&word)) {
        return;
    }
    ddds_text_init(&meant, memory, sizeof memory);
    size_t lost = find_lost_backslash(&word, &meant);
    if (lost == DDDS_NO_OFFSET) {
        return;
    }
    const char octet = subject->record->naptr->rule.regexp[lost];
    ddds_report_octets(subject, NAPTR_REGEXP, lost, 1, CODE_LOST_BACKSLASH,
                       "servers publish \"\\%c\" as %c; write \\\\%c", octet,
                       octet, octet);
    if (!meant.failed) {
        ddds_draft_set(&subject->draft, subject->draft.regexp, memory);
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_record_fn *const records[] = {
    check_strings,
    check_lost_backslash,
    NULL,
};

const struct check_group ddds_strings_group = {.records = records};
