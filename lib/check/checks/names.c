/* 1xx: replacements and owner names: length, letter case (RFC 1035 sections
 * 2.3.4 and 5.1).
 *
 * rule_graph.c reports missing final dots, because it knows which names exist.
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/names.h"

#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "check/checks/syntax.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/domain.h"

/* ---- Lengths ---------------------------------------------------------- */

bool ddds_names_is_too_long(const struct word *word, size_t more)
{
    const char *at = word->text;
    const char *end = at + word->length;
    size_t label = 0;
    size_t total = 1;
    while (at < end) {
        bool is_dot = *at == '.';
        if (ddds_escape_read(&at, end) < 0) {
            return false;
        }
        label = is_dot ? 0 : label + 1;
        total++;
        if (label > LIMIT_LABEL) {
            return true;
        }
    }
    bool is_relative = word->length > 0 && end[-1] != '.';
    return total + (is_relative ? more : 0) > LIMIT_NAME_WIRE;
}

static void check_long_name(struct subject *subject)
{
    const struct naptr *naptr = subject->record->naptr;
    const struct word word = ddds_word_of(subject->record, NAPTR_REPLACEMENT);
    const char *origin = subject->record->from->origin;
    size_t more = origin != NULL ? ddds_domain_wire_length(origin) - 1 : 0;
    if (naptr->is_refused && word.text != NULL && !naptr->has_replacement &&
        ddds_names_is_too_long(&word, more)) {
        ddds_report_field(subject, NAPTR_REPLACEMENT, CODE_LONG_NAME, "%s",
                          naptr->rule.defect);
        subject->is_explained = true;
    }
}

/* ---- Replacements ----------------------------------------------------- */

static void check_replacement(struct subject *subject)
{
    const struct naptr *naptr = subject->record->naptr;
    const struct word word = ddds_word_of(subject->record, NAPTR_REPLACEMENT);
    if (!naptr->is_refused || subject->is_explained) {
        return;
    }
    if (word.text != NULL && word.length == 0) {
        ddds_report_field(
            subject, NAPTR_REPLACEMENT, CODE_NO_REPLACEMENT,
            "the replacement is an empty string; write a single dot "
            "for no replacement");
        syntax_correct(subject);
    } else if (word.text == NULL &&
               ddds_has_word(subject->record, NAPTR_REGEXP)) {
        ddds_report(subject->check, ddds_place_record(subject->record),
                    CODE_NO_REPLACEMENT,
                    "the replacement is missing; write a single dot for none");
        syntax_correct(subject);
    }
}

/* ---- Upper case ------------------------------------------------------- */

/* Return true for labels that are usually in upper case: services such as _LWN,
 * and SHA-256 digests in Base32 (RFC 4648 section 6). */
static bool is_usual(const char *label, size_t length)
{
    enum { SHA256_IN_BASE32 = 52 };
    if (length != SHA256_IN_BASE32) {
        return length > 0 && label[0] == '_';
    }
    for (size_t i = 0; i < length; i++) {
        if (!ascii_is_upper((unsigned char)label[i]) &&
            (label[i] < '2' || label[i] > '7')) {
            return false;
        }
    }
    return true;
}

static bool has_upper_case(const char *text, size_t length)
{
    for (const char *label = text; label < text + length;) {
        size_t rest = (size_t)(text + length - label);
        const char *dot = memchr(label, '.', rest);
        size_t size = dot != NULL ? (size_t)(dot - label) : rest;
        for (size_t i = 0; i < size && !is_usual(label, size); i++) {
            if (ascii_is_upper((unsigned char)label[i])) {
                return true;
            }
        }
        label += size + 1;
    }
    return false;
}

static void check_case(struct subject *subject)
{
    const struct ddds_span owner = ddds_head_of(subject->record, 0);
    const struct word word = ddds_word_of(subject->record, NAPTR_REPLACEMENT);
    if (owner.text != NULL && has_upper_case(owner.text, owner.length)) {
        ddds_report(subject->check, ddds_place_record(subject->record),
                    CODE_UPPER_CASE,
                    "the owner name contains upper-case letters");
        subject->draft.lowers_owner = true;
        subject->draft.is_touched = true;
    }
    if (word.text != NULL && has_upper_case(word.text, word.length)) {
        ddds_report_field(subject, NAPTR_REPLACEMENT, CODE_UPPER_CASE,
                          "the replacement contains upper-case letters");
        subject->draft.is_touched = true;
    }
}

/* ---- Octets outside ASCII --------------------------------------------- */

static struct ddds_span replacement_of(const struct checked_record *record)
{
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    return (struct ddds_span){word.text, word.text != NULL ? word.length : 0};
}

bool ddds_names_is_raw(const struct checked_record *record)
{
    const struct ddds_span given = replacement_of(record);
    return !utf8_is_ascii(given.text, given.length);
}

/* Report |place| of the name |given|, as in the file, unless it is ASCII. Write
 * it with A-labels into |ascii|. Return true if it has them. */
static bool check_raw_name(struct subject *subject, struct finding_place place,
                           const char *which, struct ddds_span given,
                           char ascii[LIMIT_NAME_SIZE])
{
    if (given.length == 0 || utf8_is_ascii(given.text, given.length)) {
        return false;
    }
    bool is_known = ddds_draft_convert(given, ascii);
    ddds_report(subject->check, place, CODE_RAW_OCTET,
                is_known ? "the %s is not ASCII, and clients look up its "
                           "A-labels; write %s"
                         : "the %s is not ASCII, and clients never look it up",
                which, ascii);
    return is_known;
}

static void check_raw_names(struct subject *subject)
{
    char ascii[LIMIT_NAME_SIZE];
    const struct checked_record *record = subject->record;
    const struct ddds_span owner = ddds_head_of(record, 0);
    const struct ddds_region region = {record->line, record->column,
                                       record->line,
                                       record->column + (uint32_t)owner.length};
    const char *name = record->naptr->rule.replacement;
    const char *key = record->base.owner;
    /* A record without an owner cannot tell how that is spelt, and a correction
     * would give it one. */
    if (owner.length == 0 && strchr(key, '\\') != NULL &&
        ddds_draft_convert((struct ddds_span){key, strlen(key)}, ascii)) {
        record->naptr->is_unclear = true;
        subject->draft.is_unclear = true;
    }
    /* The draft has the owner with A-labels, or else with escapes. */
    check_raw_name(subject, ddds_place_region(record, region), "owner name",
                   owner, ascii);
    subject->draft.is_touched |= !utf8_is_ascii(owner.text, owner.length);
    if (check_raw_name(subject, ddds_place_field(record, NAPTR_REPLACEMENT),
                       "replacement", replacement_of(record), ascii) &&
        record->from->origin != NULL &&
        !ddds_checked_record_is_guessed(record) &&
        ddds_draft_convert((struct ddds_span){name, strlen(name)}, ascii)) {
        ddds_draft_set(&subject->draft, subject->draft.replacement, ascii);
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_record_fn *const records[] = {
    check_long_name, check_replacement, check_case, check_raw_names, NULL,
};

const struct check_group ddds_names_group = {.records = records};
