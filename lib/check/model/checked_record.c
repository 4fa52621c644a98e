/* Creates checked records from the output of the zone file reader.
 *
 * If the reader accepted a record, its RDATA are the meaning. Otherwise its
 * words are parsed leniently: a backslash without valid escape is a backslash,
 * and a number ends before the first other character. This is the probable
 * intention; a correction starts with it.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/checked_record.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/escape.h"
#include "base/text.h"
#include "check/model/field_guess.h"
#include "check/model/lost_words.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

/* ---- Words ---------------------------------------------------------- */

/* Return the position of |token| in the text of |from|, including its
 * quotes. */
static struct head_word make_head(const struct zonefile_record *from,
                                  const struct token *token)
{
    size_t quote = token->kind == TOKEN_QUOTED ? 1 : 0;
    return token->text == NULL
               ? (struct head_word){0, 0}
               : (struct head_word){(uint32_t)(token->text - quote - from->raw),
                                    (uint32_t)(token->length + 2 * quote)};
}

/* Read an octet of a word, leniently. */
static int read_octet(const char **at, const char *end)
{
    int octet = ddds_escape_read(at, end);
    if (octet < 0) {
        octet = '\\';
        ++*at;
    }
    return octet;
}

/* Return the value of |word|, as a C string in |arena|: a NUL in it becomes
 * "\000". NULL without memory. */
static const char *read_string(struct arena *arena, const struct word *word,
                               bool *has_nul)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text text;
    const char *at = word->text;
    const char *end = at + word->length;
    ddds_text_init(&text, memory, sizeof memory);
    while (at < end && !text.failed) {
        int octet = read_octet(&at, end);
        if (octet == 0) {
            *has_nul = true;
            ddds_text_escape(&text, 0);
        } else {
            ddds_text_char(&text, (char)octet);
        }
    }
    return ddds_arena_copy(arena, text.bytes, text.length);
}

/* Parse |word| as a number, ignoring punctuation after it. Return false if it
 * is not a number of 16 bits: the intention is unknown. */
static bool read_number(const struct word *word, uint16_t *value)
{
    uint32_t number = 0;
    uint32_t i = 0;
    while (i < word->length && ascii_is_digit((unsigned char)word->text[i]) &&
           number <= UINT16_MAX) {
        number = number * 10 + (uint32_t)(word->text[i++] - '0');
    }
    bool is_number = i > 0 && number <= UINT16_MAX;
    for (; i < word->length; i++) {
        is_number &= !ascii_is_alnum((unsigned char)word->text[i]);
    }
    *value = is_number ? (uint16_t)number : 0;
    return is_number;
}

/* Parse |word| as a name relative to |origin|; NULL if it is invalid. */
static const char *read_name(struct arena *arena, const struct word *word,
                             const struct wire_name *origin)
{
    char end[LIMIT_NAME_SIZE] = "";
    char text[2 * LIMIT_NAME_SIZE];
    char name[LIMIT_NAME_SIZE];
    bool is_absolute = ddds_domain_is_absolute(word->text, word->length);
    if (origin != NULL && !is_absolute) {
        ddds_domain_spell(origin->octets, origin->length, end);
    }
    bool is_origin = word->length == 1 && word->text[0] == '@';
    int length =
        is_origin ? snprintf(text, sizeof text, "%s.", end)
                  : snprintf(text, sizeof text, "%.*s%s%s", (int)word->length,
                             word->text, is_absolute ? "" : ".", end);
    return length < (int)sizeof text && ddds_domain_parse(text, (size_t)length,
                                                          name, NULL) == DDDS_OK
               ? ddds_arena_string(arena, name)
               : NULL;
}

bool ddds_word_is_relative(struct word word)
{
    return word.text != NULL && word.length > 0 &&
           !ddds_domain_is_absolute(word.text, word.length);
}

bool ddds_checked_record_is_guessed(const struct checked_record *record)
{
    const char *likely = record->from->zone->likely;
    return likely != NULL && record->from->origin != NULL &&
           strcmp(likely, record->from->origin) == 0;
}

/* ---- NAPTR ---------------------------------------------------------- */

/* Parse the words of a record that cannot be loaded. */
static bool read_words(struct arena *arena, struct naptr *naptr,
                       const struct zonefile_record *from)
{
    const char **strings[NAPTR_FIELDS] = {
        [NAPTR_FLAGS] = &naptr->rule.flags,
        [NAPTR_SERVICES] = &naptr->rule.services,
        [NAPTR_REGEXP] = &naptr->rule.regexp,
    };
    const struct word *words = naptr->words;
    for (int i = NAPTR_FLAGS; i <= NAPTR_REGEXP; i++) {
        *strings[i] = words[i].text == NULL
                          ? ""
                          : read_string(arena, &words[i], &naptr->has_nul[i]);
        if (*strings[i] == NULL) {
            return false;
        }
    }
    bool has_order = read_number(&words[NAPTR_ORDER], &naptr->rule.order);
    bool has_preference =
        read_number(&words[NAPTR_PREFERENCE], &naptr->rule.preference);
    naptr->is_unclear |= !has_order || !has_preference;
    const char *name =
        words[NAPTR_REPLACEMENT].length == 0
            ? NULL
            : read_name(arena, &words[NAPTR_REPLACEMENT], from->origin);
    naptr->has_replacement = name != NULL;
    naptr->rule.replacement = name != NULL ? name : "";
    return true;
}

/* Return a copy of |field| of |fields|. If these are escaped because of a NUL
 * octet, a backslash is again written as it is, and only NUL as \000. */
static const char *share_field(struct arena *arena,
                               const struct rule_fields *fields,
                               const struct ddds_span *field)
{
    char *copy = ddds_arena_copy(arena, field->text, field->length);
    if (copy == NULL || fields->defect == NULL) {
        return copy;
    }
    char *to = copy;
    for (const char *from = copy; *from != '\0';) {
        *to++ = *from;
        from += from[0] == '\\' && from[1] == '\\' ? 2 : 1;
    }
    *to = '\0';
    return copy;
}

/* Read the RDATA of an accepted record; only NUL octets need care. */
static bool read_rdata(struct arena *arena, struct naptr *naptr,
                       const struct zonefile_record *from)
{
    struct ddds_error error;
    struct rule_fields fields;
    naptr->has_replacement = true;
    if (ddds_rdata_read_naptr(from->base.rdata, from->base.rdata_length, arena,
                              &fields, &error) != DDDS_OK) {
        return false;
    }
    naptr->rule = (struct ddds_rule){
        .order = fields.order,
        .preference = fields.preference,
        .flags = share_field(arena, &fields, &fields.flags),
        .services = share_field(arena, &fields, &fields.services),
        .regexp = share_field(arena, &fields, &fields.regexp),
        .replacement = fields.replacement.text, /* in |arena|, or "" */
        .defect = fields.defect,
    };
    if (naptr->rule.flags == NULL || naptr->rule.services == NULL ||
        naptr->rule.regexp == NULL) {
        return false;
    }
    const char *const strings[NAPTR_FIELDS] = {
        [NAPTR_FLAGS] = naptr->rule.flags,
        [NAPTR_SERVICES] = naptr->rule.services,
        [NAPTR_REGEXP] = naptr->rule.regexp,
    };
    for (int i = NAPTR_FLAGS; i <= NAPTR_REGEXP; i++) {
        naptr->has_nul[i] =
            naptr->rule.defect != NULL && strstr(strings[i], "\\000") != NULL;
    }
    return true;
}

struct ddds_region
ddds_checked_record_refusal_region(const struct zone_refusal *refusal)
{
    const struct token *token = &refusal->token;
    uint32_t quotes = token->kind == TOKEN_QUOTED ? 2 : 0;
    uint32_t end = token->column + (uint32_t)token->length + quotes;
    return (struct ddds_region){refusal->line, refusal->column, refusal->line,
                                end > refusal->column ? end
                                                      : refusal->column + 1};
}

/* Return the end of the text that contains |from|; NULL if not found. */
static const char *find_text_end(const struct checked_zone *zone,
                                 const struct zonefile_record *from)
{
    size_t length;
    const char *text =
        from->field_count == 0
            ? NULL
            : ddds_zonefile_text(zone->file, from->fields[0].text, &length);
    return text != NULL ? text + length : NULL;
}

/* Return the end of the line in which |from| starts; NULL if |end|, the end of
 * its text, is NULL. */
static const char *find_line_end(const struct zonefile_record *from,
                                 const char *end)
{
    if (end == NULL) {
        return NULL;
    }
    const char *at = from->fields[0].text;
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    return line_end != NULL ? line_end : end;
}

/* Return true if a string of the reader has typographic quotes. */
static bool has_foreign_quotes(const struct naptr *naptr)
{
    for (int i = 0; i < NAPTR_FIELDS; i++) {
        if (naptr->words[i].is_foreign) {
            return true;
        }
    }
    return false;
}

/* Return true if a word is at the start of another line: because of unclosed
 * parentheses that is the next record. */
static bool reaches_next_record(const struct naptr *naptr, uint32_t line)
{
    for (int i = 0; i < NAPTR_FIELDS; i++) {
        if (naptr->words[i].column == 1 && naptr->words[i].line > line) {
            return true;
        }
    }
    return false;
}

/* Fill |naptr|, whose words are temporarily |words|. Return false without
 * memory. */
static bool fill_naptr(struct arena *arena, struct checked_record *record,
                       struct naptr *naptr, struct word words[NAPTR_FIELDS],
                       const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    naptr->words = words;
    const char *text_end = find_text_end(record->from->zone, from);
    const char *end = ddds_field_guess_sort(naptr, words, from, problem,
                                            find_line_end(from, text_end));
    if (end != NULL && end > record->raw + record->raw_length) {
        record->raw_length = (uint32_t)(end - record->raw);
    }
    naptr->is_unclear |= ddds_lost_words_in_text(record, naptr, text_end) ||
                         ddds_checked_record_is_generated(record);
    naptr->is_unclear |= (problem != NULL || has_foreign_quotes(naptr)) &&
                         reaches_next_record(naptr, record->line);
    if (problem == NULL && has_foreign_quotes(naptr)) {
        return read_words(arena, naptr, from);
    }
    if (problem == NULL) {
        return read_rdata(arena, naptr, from);
    }
    struct ddds_region *refused = ddds_arena_alloc(arena, sizeof *refused);
    if (refused == NULL) {
        return false;
    }
    *refused = ddds_checked_record_refusal_region(problem->refusal);
    naptr->is_refused = true;
    naptr->refused = refused;
    const char *what = problem->refusal->what;
    naptr->rule.defect = ddds_arena_copy(arena, what, strlen(what));
    return naptr->rule.defect != NULL && read_words(arena, naptr, from);
}

/* If |word|, of |record|, can be a brief word, write |brief| and return
 * true. */
static bool shorten(const struct checked_record *record,
                    const struct word *word, struct brief_word *brief)
{
    *brief = (struct brief_word){.length = BRIEF_MISSING};
    if (word->text == NULL) {
        return true;
    }
    size_t begin = (size_t)(word->text - record->raw);
    if (word->is_foreign || word->line != record->line ||
        begin > BRIEF_BEGIN_MAX || word->length >= BRIEF_MISSING ||
        word->quote != word->is_quoted ||
        word->column + word->quote != record->column + begin) {
        return false;
    }
    brief->begin = begin & BRIEF_BEGIN_MAX;
    brief->is_quoted = word->is_quoted;
    brief->length = (uint16_t)word->length;
    return true;
}

/* Store the words of |naptr|. Return false without memory. */
static bool keep_words(struct arena *arena, const struct checked_record *record,
                       struct naptr *naptr)
{
    const struct word *words = naptr->words;
    naptr->words = NULL;
    for (int i = 0; i < NAPTR_FIELDS; i++) {
        if (!shorten(record, &words[i], &naptr->brief[i])) {
            struct word *copy =
                ddds_arena_array(arena, NAPTR_FIELDS, sizeof *copy);
            if (copy != NULL) {
                memcpy(copy, words, NAPTR_FIELDS * sizeof *copy);
            }
            naptr->words = copy;
            return copy != NULL;
        }
    }
    return true;
}

static struct naptr *make_naptr(struct arena *arena,
                                struct checked_record *record,
                                const struct zonefile_record *from,
                                const struct zonefile_problem *problem)
{
    struct word words[NAPTR_FIELDS] = {{.text = NULL}};
    struct naptr *naptr = ddds_arena_array(arena, 1, sizeof *naptr);
    return naptr != NULL &&
                   fill_naptr(arena, record, naptr, words, from, problem) &&
                   keep_words(arena, record, naptr)
               ? naptr
               : NULL;
}

/* ---- Records -------------------------------------------------------- */

/* Return |known| if it equals |text|, otherwise a copy of |text|. */
static const char *share(struct arena *arena, const char *known,
                         const char *text)
{
    return known != NULL && strcmp(known, text) == 0
               ? known
               : ddds_arena_string(arena, text);
}

/* Return true if the owner is relative to an unknown origin. A missing owner is
 * that of |before|. */
static bool is_owner_open(const struct zonefile_record *from,
                          const struct checked_record *before)
{
    const struct token *word = &from->owner_word;
    if (from->origin != NULL) {
        return false;
    }
    return word->text != NULL
               ? !ddds_domain_is_absolute(word->text, word->length)
               : before == NULL || before->is_owner_open;
}

/* Return the source of |from|, shared with |before| if it is the same. */
static const struct checked_source *
take_source(struct arena *arena, struct checked_zone *zone,
            const struct checked_record *before,
            const struct zonefile_record *from)
{
    const struct checked_source *last = before != NULL ? before->from : NULL;
    const char *known = last != NULL ? last->origin : NULL;
    const char *origin = NULL;
    char name[LIMIT_NAME_SIZE];
    if (from->origin != NULL) {
        struct cursor cursor =
            ddds_cursor_over(from->origin->octets, from->origin->length);
        ddds_domain_read(&cursor, name, NULL);
        origin = share(arena, known, name);
        if (origin == NULL) {
            return NULL;
        }
    }
    if (last != NULL && last->zone == zone && last->file == from->file &&
        known == origin) {
        return last;
    }
    struct checked_source *source = ddds_arena_array(arena, 1, sizeof *source);
    if (source != NULL) {
        *source = (struct checked_source){
            .zone = zone, .file = from->file, .origin = origin};
    }
    return source;
}

/* Read the data of the record by its type. */
static bool take_data(struct arena *arena, struct checked_record *record,
                      const struct zonefile_record *from,
                      const struct zonefile_problem *problem)
{
    if (record->base.type == TYPE_NAPTR) {
        record->naptr = make_naptr(arena, record, from, problem);
        return record->naptr != NULL;
    }
    if (from->base.rdata == NULL ||
        ddds_rdata_layout(record->base.type) == NULL) {
        return true;
    }
    unsigned char *rdata =
        ddds_arena_pack(arena, from->base.rdata_length + 1, 1);
    if (rdata == NULL) {
        return false;
    }
    memcpy(rdata, from->base.rdata, from->base.rdata_length);
    record->base.rdata = rdata;
    record->base.rdata_length = (uint16_t)from->base.rdata_length;
    return true;
}

struct checked_record *
ddds_checked_record_new(struct arena *arena, struct checked_zone *zone,
                        const struct checked_record *before,
                        const struct zonefile_record *from,
                        const struct zonefile_problem *problem)
{
    struct checked_record *record = ddds_arena_array(arena, 1, sizeof *record);
    if (record == NULL) {
        return NULL;
    }
    *record = (struct checked_record){
        .base = {.owner =
                     share(arena, before != NULL ? before->base.owner : NULL,
                           from->base.owner),
                 .type = from->base.type,
                 .ttl = from->base.ttl},
        .from = take_source(arena, zone, before, from),
        .is_owner_open = is_owner_open(from, before),
        .has_ttl = from->has_ttl,
        .line = from->line,
        .column = from->column,
        .raw = from->raw,
        .raw_length = (uint32_t)from->raw_length,
        .head = {make_head(from, &from->owner_word),
                 make_head(from, &from->ttl_word),
                 make_head(from, &from->class_word)},
    };
    return record->base.owner != NULL && record->from != NULL &&
                   take_data(arena, record, from, problem)
               ? record
               : NULL;
}

bool ddds_checked_record_name(const struct checked_record *record,
                              size_t offset, char name[LIMIT_NAME_SIZE])
{
    const struct checked_base *base = &record->base;
    if (base->rdata == NULL || base->rdata_length < offset) {
        return false;
    }
    struct cursor cursor =
        ddds_cursor_over((const unsigned char *)base->rdata + offset,
                         base->rdata_length - offset);
    return ddds_domain_read(&cursor, name, NULL) == DDDS_OK;
}

/* ---- Places --------------------------------------------------------- */

struct ddds_region
ddds_checked_record_whole(const struct checked_record *record)
{
    struct ddds_region region = {record->line, record->column, record->line,
                                 record->column};
    assert(record->raw != NULL || record->raw_length == 0);
    for (uint32_t i = 0; i < record->raw_length; i++) {
        region.end_column++;
        if (record->raw[i] == '\n') {
            region.end_line++;
            region.end_column = 1;
        }
    }
    return region;
}

/* Return the number of octets of |word| for its first |count| unescaped
 * octets. */
static uint32_t measure(const struct word *word, size_t count)
{
    const char *at = word->text;
    const char *end = at + word->length;
    while (count > 0 && at < end) {
        read_octet(&at, end);
        count--;
    }
    return (uint32_t)(at - word->text);
}

struct ddds_region
ddds_checked_record_region(const struct checked_record *record,
                           enum naptr_field field, size_t offset, size_t length)
{
    const struct word word = ddds_word_of(record, field);
    if (word.text == NULL) {
        return ddds_checked_record_whole(record);
    }
    uint32_t quote = word.quote;
    uint32_t begin = measure(&word, offset);
    uint32_t end = measure(&word, offset + (length > 0 ? length : 1));
    if (end == begin) { /* after the last octet */
        end++;
    }
    return (struct ddds_region){word.line, word.column + quote + begin,
                                word.line, word.column + quote + end};
}

struct ddds_region
ddds_checked_record_field_region(const struct checked_record *record,
                                 enum naptr_field field)
{
    const struct word word = ddds_word_of(record, field);
    if (word.text == NULL) {
        return ddds_checked_record_whole(record);
    }
    uint32_t length = word.length + 2U * word.quote;
    return (struct ddds_region){word.line, word.column, word.line,
                                word.column + length};
}

const char *ddds_checked_record_last_word(const struct checked_record *record,
                                          size_t *length)
{
    const char *end = record->raw + record->raw_length;
    const char *begin = end;
    while (begin > record->raw && ascii_is_graphic((unsigned char)begin[-1])) {
        begin--;
    }
    *length = (size_t)(end - begin);
    return begin;
}
