/* Drafts of corrected records, and their form as lines of a zone file.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/record.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/domain.h"

/* ---- Changes ---------------------------------------------------------- */

/* Copy |value|, truncating overlong strings, which are refused all the same. */
static void fill(char field[DRAFT_FIELD_SIZE], const char *value)
{
    size_t length = strlen(value);
    length = length < DRAFT_FIELD_SIZE ? length : DRAFT_FIELD_SIZE - 1;
    memcpy(field, value, length);
    field[length] = '\0';
}

void ddds_draft_begin(struct draft *draft, const struct checked_record *record)
{
    const struct ddds_rule *rule = &record->naptr->rule;
    draft->is_touched = false;
    draft->is_unclear = record->naptr->is_unclear;
    draft->is_choice = false;
    draft->has_ttl = false;
    draft->lowers_owner = false;
    draft->owner = NULL;
    draft->order = rule->order;
    draft->preference = rule->preference;
    fill(draft->flags, rule->flags);
    fill(draft->services, rule->services);
    fill(draft->regexp, rule->regexp);
    fill(draft->replacement, rule->replacement);
}

void ddds_draft_set(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                    const char *value)
{
    if (strlen(value) < DRAFT_FIELD_SIZE && strcmp(field, value) != 0) {
        fill(field, value);
        draft->is_touched = true;
    }
}

void ddds_draft_format(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                       const char *format, ...)
{
    char value[DRAFT_FIELD_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(value, sizeof value, format, arguments) < (int)sizeof value) {
        ddds_draft_set(draft, field, value);
    }
    va_end(arguments);
}

/* ---- A-labels --------------------------------------------------------- */

bool ddds_draft_convert(struct ddds_span name, char ascii[LIMIT_NAME_SIZE])
{
    char memory[4 * LIMIT_NAME_SIZE];
    struct text text;
    const char *at = name.text;
    const char *end = name.text + name.length;
    ddds_text_init(&text, memory, sizeof memory);
    while (at < end) {
        const char *octet = at;
        int value = ddds_escape_read(&at, end);
        at += value < 0 ? 1 : 0;
        if (value >= 0x80) {
            ddds_text_char(&text, (char)value);
        } else {
            ddds_text_add(&text, octet, (size_t)(at - octet));
        }
    }
    return !text.failed && !utf8_is_ascii(memory, text.length) &&
           ddds_name_parse_idn(memory, ascii, NULL) == DDDS_OK;
}

/* ---- Output ----------------------------------------------------------- */

/* Write a word and a space. */
static void write_word(struct text *text, struct ddds_span word)
{
    ddds_text_printable(text, word.text, word.length);
    ddds_text_char(text, ' ');
}

static void write_string(struct text *text, const char *value)
{
    ddds_text_quoted(text, value, strlen(value));
    ddds_text_char(text, ' ');
}

/* Write |name|, which ends with the origin of |record|, relative to that. */
static void write_relative(struct text *text, const char *name,
                           const struct checked_record *record)
{
    size_t length = strlen(name);
    size_t origin =
        record->from->origin != NULL ? strlen(record->from->origin) : 0;
    if (length == origin) {
        ddds_text_char(text, '@');
        return;
    }
    length -= origin > 0 ? origin + 1 : 0;
    ddds_text_add(text, name, length);
}

/* Write |name| absolute or, if it |is_open|, relative to an uncertain
 * origin. */
static void write_name(struct text *text, const char *name,
                       const struct checked_record *record, bool is_open)
{
    if (is_open) {
        write_relative(text, name, record);
    } else {
        ddds_text_string(text, name);
        ddds_text_char(text, '.');
    }
}

/* Return true if |owner|, of the draft or |record|, is relative to an unknown
 * or guessed origin. */
static bool is_owner_open(const char *owner,
                          const struct checked_record *record)
{
    return (record->is_owner_open && owner == record->base.owner) ||
           (ddds_checked_record_is_guessed(record) &&
            ddds_domain_is_within(owner, record->from->origin));
}

/* Return true if the replacement in |draft| is that of the file, relative to an
 * unknown or guessed origin, or perhaps by mistake. */
static bool is_replacement_open(const struct draft *draft,
                                const struct checked_record *record)
{
    return (record->from->origin == NULL || record->naptr->may_lack_dot ||
            ddds_checked_record_is_guessed(record)) &&
           ddds_word_is_relative(ddds_word_of(record, NAPTR_REPLACEMENT)) &&
           strcmp(draft->replacement, record->naptr->rule.replacement) == 0;
}

/* Write the owner as in the file, but with A-labels. */
static void write_given_owner(struct text *text, struct ddds_span owner)
{
    char ascii[LIMIT_NAME_SIZE];
    if (utf8_is_ascii(owner.text, owner.length) ||
        !ddds_draft_convert(owner, ascii)) {
        write_word(text, owner);
    } else {
        ddds_text_string(text, ascii);
        ddds_text_string(text,
                         owner.text[owner.length - 1] == '.' ? ". " : " ");
    }
}

/* Write the owner as in the file, or absolute. */
static void write_owner(struct text *text, const struct draft *draft,
                        const struct checked_record *record)
{
    size_t begin = text->length;
    if (record->head[0].length > 0 && draft->owner == NULL) {
        write_given_owner(text, ddds_head_of(record, 0));
    } else {
        const char *owner =
            draft->owner != NULL ? draft->owner : record->base.owner;
        write_name(text, owner, record, is_owner_open(owner, record));
        ddds_text_char(text, ' ');
    }
    for (size_t i = begin; draft->lowers_owner && i < text->length; i++) {
        text->bytes[i] = ascii_to_lower(text->bytes[i]);
    }
}

static void write_ttl(struct text *text, const struct draft *draft,
                      const struct checked_record *record)
{
    if (draft->has_ttl) {
        ddds_text_number(text, draft->ttl);
        ddds_text_char(text, ' ');
    } else if (record->head[1].length > 0) {
        write_word(text, ddds_head_of(record, 1));
    }
}

static void write_head(struct text *text, const struct draft *draft,
                       const struct checked_record *record)
{
    write_owner(text, draft, record);
    write_ttl(text, draft, record);
    if (record->head[2].length > 0) {
        write_word(text, ddds_head_of(record, 2));
    }
    ddds_text_string(text, "NAPTR ");
}

/* Size of a line: four fields with escapes, three names, numbers. */
enum { DRAFT_SIZE = 4 * 4 * DRAFT_FIELD_SIZE + 3 * LIMIT_NAME_SIZE };

static void write_draft(struct text *text, const struct draft *draft,
                        const struct checked_record *record)
{
    write_head(text, draft, record);
    ddds_text_number(text, draft->order);
    ddds_text_char(text, ' ');
    ddds_text_number(text, draft->preference);
    ddds_text_char(text, ' ');
    write_string(text, draft->flags);
    write_string(text, draft->services);
    write_string(text, draft->regexp);
    write_name(text, draft->replacement, record,
               is_replacement_open(draft, record));
}

const char *ddds_draft_write(const struct draft *draft,
                             const struct checked_record *record,
                             struct arena *arena)
{
    char *memory = malloc(DRAFT_SIZE);
    struct text text;
    if (memory == NULL) {
        arena->failed = true;
        return NULL;
    }
    ddds_text_init(&text, memory, DRAFT_SIZE);
    write_draft(&text, draft, record);
    const char *line = ddds_arena_copy(arena, memory, text.length);
    free(memory);
    return line;
}
