/* 1xx: the six fields of a record: numbers, quotes, separators and missing
 * fields (RFC 3403 section 4.1, RFC 1035 section 5.1).
 *
 * strings.c checks the octets of strings, names.c the replacement.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/text.h"
#include "check/checks/syntax.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/domain.h"

/* ---- Numbers ---------------------------------------------------------- */

static void check_number(struct subject *subject)
{
    for (enum naptr_field i = NAPTR_ORDER; i <= NAPTR_PREFERENCE; i++) {
        const struct word word = ddds_word_of(subject->record, i);
        if (word.text == NULL) {
            continue;
        }
        uint64_t number = ddds_word_number(word);
        bool is_large = number > UINT16_MAX;
        if (!word.is_quoted && !is_large) {
            continue;
        }
        /* portability.c reports numbers that some servers truncate. */
        if (!is_large || number > UINT32_MAX) {
            ddds_report_field(subject, i, CODE_NUMBER_RANGE,
                              "%s \"%.*s\" is not a number from 0 to 65535",
                              field_names[i], WORD_SHOWN(word));
        }
        syntax_correct(subject);
    }
}

/* ---- Quotes ----------------------------------------------------------- */

static void check_quotes(struct subject *subject)
{
    const struct word word = ddds_word_of(subject->record, NAPTR_REGEXP);
    if (word.text != NULL && !word.is_quoted &&
        ddds_has_word(subject->record, NAPTR_REPLACEMENT) &&
        !subject->record->naptr->has_surplus) {
        ddds_report_field(subject, NAPTR_REGEXP, CODE_UNQUOTED_EXPRESSION,
                          "put the expression \"%.*s\" in quotes",
                          WORD_SHOWN(word));
        subject->draft.is_touched = true;
        /* The reader splits a word at parentheses, and refuses the rest. */
        const struct ddds_region *refused = subject->record->naptr->refused;
        subject->is_explained |= refused != NULL &&
                                 refused->line == word.line &&
                                 refused->column >= word.column &&
                                 memchr(word.text, '(', word.length) != NULL;
    }
}

static void check_foreign_quotes(struct subject *subject)
{
    const struct word *words = subject->record->naptr->words;
    for (enum naptr_field i = 0; words != NULL && i < NAPTR_FIELDS; i++) {
        if (words[i].is_foreign) {
            ddds_report_field(
                subject, i, CODE_FOREIGN_QUOTES,
                "zone files use only \" as quotes; replace the quotes "
                "around \"%.*s\"",
                WORD_SHOWN(words[i]));
            syntax_correct(subject);
            return;
        }
    }
}

/* Return true if no blank separates the words |i| - 1 and |i| of |record|, of
 * which at least one is quoted. */
static bool lacks_blank(const struct checked_record *record, enum naptr_field i)
{
    const struct naptr *naptr = record->naptr;
    if (naptr->words == NULL) {
        const struct brief_word *before = &naptr->brief[i - 1];
        const struct brief_word *brief = &naptr->brief[i];
        return before->begin + before->length + before->is_quoted ==
                   brief->begin - brief->is_quoted &&
               (before->is_quoted || brief->is_quoted) &&
               before->length != BRIEF_MISSING &&
               brief->length != BRIEF_MISSING;
    }
    const struct word *before = &naptr->words[i - 1];
    const struct word *word = &naptr->words[i];
    return before->text != NULL && word->text != NULL &&
           (before->is_quoted || word->is_quoted) &&
           before->text + before->length + before->quote ==
               word->text - word->quote;
}

/* Some servers read "u""x" as two fields, others reject it. */
static void check_blanks(struct subject *subject)
{
    for (enum naptr_field i = NAPTR_PREFERENCE; i < NAPTR_FIELDS; i++) {
        if (lacks_blank(subject->record, i)) {
            ddds_report_field(subject, i, CODE_NO_BLANK,
                              "write a space before the %s", field_names[i]);
            subject->draft.is_touched = true;
            return;
        }
    }
}

/* ---- Semicolons ------------------------------------------------------- */

/* Write the unquoted expression from |begin| to |end|, which a semicolon
 * truncated, and the following replacement into |draft|. */
static void restore_cut(struct draft *draft, const char *begin, const char *end)
{
    const char *stop = begin;
    while (stop < end && !ascii_is_blank(*stop)) {
        stop++;
    }
    const char *name = stop;
    while (name < end && ascii_is_blank(*name)) {
        name++;
    }
    const char *name_end = name;
    while (name_end < end && !ascii_is_blank(*name_end) && *name_end != '\r') {
        name_end++;
    }
    char regexp[DRAFT_FIELD_SIZE];
    char replacement[LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, regexp, sizeof regexp);
    while (begin < stop) {
        int octet = ddds_escape_read(&begin, stop);
        begin += octet < 0 ? 1 : 0;
        ddds_text_char(&text, octet > 0 ? (char)octet : '\\');
    }
    if (!text.failed && name < name_end &&
        ddds_domain_parse(name, (size_t)(name_end - name), replacement, NULL) ==
            DDDS_OK) {
        ddds_draft_set(draft, draft->regexp, regexp);
        ddds_draft_set(draft, draft->replacement, replacement);
    }
}

/* Report a semicolon in an unquoted string, as in !^.*$!tel:+1;npdi! */
static void check_semicolon(struct subject *subject)
{
    const struct checked_record *record = subject->record;
    if (!record->naptr->is_refused ||
        ddds_has_word(record, NAPTR_REPLACEMENT)) {
        return;
    }
    enum naptr_field field = NAPTR_REGEXP;
    while (field >= NAPTR_FLAGS && !ddds_has_word(record, field)) {
        field--;
    }
    const struct word last = ddds_word_of(record, field);
    size_t length;
    const char *text =
        field < NAPTR_FLAGS
            ? NULL
            : ddds_zonefile_text(subject->record->from->zone->file, last.text,
                                 &length);
    if (text == NULL || last.is_quoted) {
        return;
    }
    const char *cut = last.text + last.length;
    const char *end = memchr(cut, '\n', (size_t)(text + length - cut));
    end = end == NULL ? text + length : end;
    if (cut == end || *cut != ';') {
        return;
    }
    uint32_t column = last.column + last.length;
    ddds_report(subject->check,
                ddds_place_region(subject->record,
                                  (struct ddds_region){last.line, column,
                                                       last.line, column + 1}),
                CODE_UNQUOTED_SEMICOLON,
                "the semicolon starts a comment; put the string in quotes");
    subject->is_explained = true;
    if (field == NAPTR_REGEXP) {
        restore_cut(&subject->draft, last.text, end);
    }
}

/* ---- Missing fields --------------------------------------------------- */

static void check_missing(struct subject *subject)
{
    static const char *const missing[NAPTR_FIELDS] = {
        [NAPTR_PREFERENCE] = "the order or preference is missing",
        [NAPTR_FLAGS] = "the flags are missing",
        [NAPTR_SERVICES] = "the services are missing",
        [NAPTR_REGEXP] = "the regexp is missing; write \"\" for none",
    };
    const struct naptr *naptr = subject->record->naptr;
    if (!naptr->is_short || subject->is_explained ||
        naptr->missing == NAPTR_REPLACEMENT) {
        return;
    }
    subject->is_explained = true;
    if (naptr->missing == NAPTR_FIELDS) {
        ddds_report(subject->check, ddds_place_record(subject->record),
                    CODE_MISSING_FIELD,
                    "fields are missing: a NAPTR record has order, preference, "
                    "flags, services, regexp and replacement");
        return;
    }
    ddds_report_field(subject, naptr->missing + 1, CODE_MISSING_FIELD,
                      "only five of the six fields are present: %s",
                      missing[naptr->missing]);
    subject->draft.is_touched = true;
}

/* ---- Group ------------------------------------------------------------ */

static check_record_fn *const records[] = {
    check_number,    check_foreign_quotes, check_blanks, check_quotes,
    check_semicolon, check_missing,        NULL,
};

const struct check_group ddds_record_fields_group = {.records = records};
