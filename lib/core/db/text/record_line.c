/* Records: owner, TTL and class in either order, type, RDATA (RFC 1035 section
 * 5.1).
 *
 * A record without TTL uses $TTL (RFC 2308 section 4), else the TTL of the
 * previous record (RFC 1035 section 5.1), else its own minimum if it is an SOA,
 * else an hour.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "db/text/reader.h"
#include "base/domain.h"

enum { TTL_FALLBACK = 3600 };

/* Octets without escapes, mapped to lower case, and the dot; 0 for all
 * others. */
/* clang-format off */
static const char plain[256] = {
    ['-'] = '-', ['.'] = '.', ['_'] = '_', ['*'] = '*', ['/'] = '/',
    ['0'] = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
    ['A'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
            'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ['a'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
            'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
};
/* clang-format on */

/* Write the |length| octets at |text| to |name| if they are plain, in labels
 * that are neither empty nor too long. A final dot, which makes the name
 * |*absolute|, is dropped. Return the length, or 0 if the name is not plain. */
static size_t spell_plain(const char *text, size_t length, char *name,
                          bool *absolute)
{
    size_t label = 0;
    for (size_t i = 0; i < length; i++) {
        char octet = plain[(unsigned char)text[i]];
        name[i] = octet;
        if (octet > '.') {
            continue;
        }
        if (octet == '\0') {
            return 0;
        }
        if (octet == '.') {
            if (i == label || i - label > LIMIT_LABEL) {
                return 0;
            }
            label = i + 1;
        }
    }
    *absolute = label == length;
    return length - label <= LIMIT_LABEL ? length - *absolute : 0;
}

/* Read |token| as the owner, if it is typical: without escapes, not only the
 * origin or the root, not too long. Otherwise return false. */
static bool read_plain_owner(struct zone_reader *reader,
                             const struct token *token)
{
    char name[LIMIT_NAME_WIRE];
    struct zone_position *at = &reader->at;
    bool absolute = false;
    if (token->kind != TOKEN_WORD ||
        token->length + at->origin.length >= LIMIT_NAME_WIRE) {
        return false;
    }
    size_t length = spell_plain(token->text, token->length, name, &absolute);
    if (length == 0 || (!absolute && at->origin.length <= 1)) {
        return false;
    }
    struct spelt_name *owner = &at->owner;
    memcpy(owner->text, name, length);
    if (!absolute) {
        owner->text[length++] = '.';
        memcpy(owner->text + length, at->origin_text.text,
               at->origin_text.length);
        length += at->origin_text.length;
    }
    owner->text[length] = '\0';
    owner->length = length;
    return true;
}

static ddds_status read_owner(struct zone_reader *reader,
                              const struct token *token)
{
    struct wire_name wire;
    ddds_status status = DDDS_OK;
    if (!read_plain_owner(reader, token)) {
        status = ddds_reader_name(reader, token, &wire);
        if (status == DDDS_OK) {
            status = ddds_reader_spell(reader, &wire, &reader->at.owner);
        }
    }
    reader->at.has_owner |= status == DDDS_OK;
    return status;
}

struct record_head ddds_reader_begin(const struct token *first)
{
    return (struct record_head){
        .first = *first,
        .raw = first->text - (first->kind == TOKEN_QUOTED ? 1 : 0),
    };
}

/* Return a hint if |token| is not a type, in a record that starts with
 * |first|. */
static const char *advise_type(const struct token *first,
                               const struct token *token)
{
    if (token->text[0] == '$') {
        return "; a directive begins in the first column";
    }
    if (first->length > 0 &&
        (first->text[0] == '#' ||
         (first->length > 1 && memcmp(first->text, "//", 2) == 0))) {
        return "; a comment begins with a semicolon";
    }
    return "; check its spelling, or write TYPE and its number";
}

static ddds_status read_type(struct zone_reader *reader,
                             const struct token *token,
                             struct record_head *head)
{
    if (token->kind != TOKEN_WORD ||
        !ddds_type_parse(token->text, token->length, &head->type)) {
        return ddds_lexer_refuse(
            &reader->at.lexer, token, "unknown record type \"%.*s\"%s",
            TOKEN_SHOWN(token), advise_type(&head->first, token));
    }
    if (ddds_type_is_meta(head->type)) {
        return ddds_lexer_refuse(&reader->at.lexer, token,
                                 "zones cannot contain records of type %.*s; "
                                 "remove this one",
                                 TOKEN_SHOWN(token));
    }
    return DDDS_OK;
}

static ddds_status check_class(struct zone_reader *reader,
                               const struct token *token, uint16_t class_number)
{
    if (class_number == CLASS_IN) {
        return DDDS_OK;
    }
    return ddds_lexer_refuse(
        &reader->at.lexer, token,
        "class %.*s: only class IN is supported; remove the record",
        TOKEN_SHOWN(token));
}

ddds_status ddds_reader_head(struct zone_reader *reader, struct token *token,
                             struct record_head *head)
{
    for (;;) {
        uint16_t class_number;
        ddds_status status = DDDS_OK;
        if (ddds_token_is_end(token)) {
            return ddds_lexer_refuse(
                &reader->at.lexer, token,
                "the record ends before its type; write one, and its data");
        }
        if (!head->has_ttl && token->kind == TOKEN_WORD &&
            ascii_is_digit((unsigned char)token->text[0])) {
            head->has_ttl = true;
            head->ttl_word = *token;
            status = ddds_number_ttl(&reader->at.lexer, token, &head->ttl);
        } else if (!head->has_class && token->kind == TOKEN_WORD &&
                   ddds_class_parse(token->text, token->length,
                                    &class_number)) {
            head->has_class = true;
            head->class_word = *token;
            status = check_class(reader, token, class_number);
        } else {
            return read_type(reader, token, head);
        }
        if (status == DDDS_OK) {
            status = ddds_reader_next(reader, token);
        }
        if (status != DDDS_OK) {
            return status;
        }
    }
}

/* Return the TTL of the record |head|, which also becomes the default of the
 * next record. */
static uint32_t choose_ttl(struct zone_reader *reader,
                           const struct record_head *head)
{
    if (head->has_ttl) {
        reader->last_ttl = head->ttl;
    } else if (reader->has_default_ttl) {
        reader->last_ttl = reader->default_ttl;
    } else if (!reader->has_last_ttl && head->type == TYPE_SOA) {
        uint32_t minimum = 0;
        ddds_type_read_minimum(reader->rdata.octets, reader->rdata.length,
                               &minimum);
        reader->last_ttl = minimum <= INT32_MAX ? minimum : INT32_MAX;
    } else if (!reader->has_last_ttl) {
        return TTL_FALLBACK;
    }
    reader->has_last_ttl = true;
    return reader->last_ttl;
}

/* Return the end of the record that starts at |raw|. */
static const char *find_end(const struct lexer *lexer, const char *raw)
{
    const char *opener = lexer->opener.text;
    bool was_opened_within =
        opener != NULL && lexer->closed_end > opener && opener > raw;
    return was_opened_within && lexer->closed_end > lexer->token_end
               ? lexer->closed_end
               : lexer->token_end;
}

/* Describe the record |head| without TTL and RDATA. */
static struct zonefile_record describe(const struct zone_reader *reader,
                                       const struct record_head *head,
                                       const struct spelt_name *owner)
{
    const struct lexer *lexer = &reader->at.lexer;
    return (struct zonefile_record){
        .base = {.owner = owner->text, .type = head->type},
        .file = lexer->file,
        .line = head->first.line,
        .column = head->first.column,
        .raw = head->raw,
        .raw_length = (size_t)(find_end(lexer, head->raw) - head->raw),
        .fields = reader->rdata.fields,
        .field_count = reader->rdata.field_count,
        .origin = reader->at.has_origin ? &reader->at.origin : NULL,
        .owner_word = head->owner_word,
        .ttl_word = head->ttl_word,
        .class_word = head->class_word,
        .has_ttl = head->has_ttl || reader->has_default_ttl,
    };
}

void ddds_reader_hand_over(struct zone_reader *reader,
                           const struct record_head *head,
                           const struct spelt_name *owner)
{
    const struct rdata *rdata = &reader->rdata;
    struct zonefile_record record = describe(reader, head, owner);
    record.base.ttl = choose_ttl(reader, head);
    record.base.rdata = rdata->known ? rdata->octets : NULL;
    record.base.rdata_length = rdata->length;
    reader->stopped = !reader->record(reader->context, &record);
}

/* Collect the readable words of invalid RDATA, and skip the line. */
static void collect_words(struct zone_reader *reader)
{
    struct rdata *rdata = &reader->rdata;
    struct lexer quiet = reader->at.lexer;
    struct token token = {.kind = TOKEN_END_OF_FILE};
    bool is_end = false;
    quiet.error = NULL;
    quiet.refusal = NULL;
    rdata->field_count = 0;
    while (!is_end && rdata->field_count < RDATA_FIELDS_MAX &&
           ddds_lexer_next(&quiet, &token) == DDDS_OK) {
        is_end = ddds_token_is_end(&token);
        if (!is_end) {
            rdata->fields[rdata->field_count++] = token;
        }
    }
    quiet.error = reader->at.lexer.error;
    quiet.refusal = reader->at.lexer.refusal;
    reader->at.lexer = quiet;
    if (!is_end) {
        ddds_lexer_recover(&reader->at.lexer);
    }
}

/* Read RDATA of |type| again from |begin| on: a parenthesis was not closed, so
 * that they absorbed the following records. */
static void read_torn(struct zone_reader *reader, uint16_t type,
                      const struct lexer *begin)
{
    struct lexer *lexer = &reader->at.lexer;
    *lexer = *begin;
    lexer->is_torn = true;
    ddds_presentation_rdata(lexer, type, &reader->at.origin, &reader->rdata);
    *lexer = *begin;
    lexer->is_torn = true;
    collect_words(reader);
}

/* Report the RDATA from |begin| on as invalid. If a parenthesis of an earlier
 * line was not closed, continue after that line, because the record is still to
 * come. */
static void report_rdata(struct zone_reader *reader,
                         const struct record_head *head,
                         const struct lexer *begin)
{
    reader->at.lexer = *begin;
    collect_words(reader);
    if (reader->at.lexer.is_torn && !begin->is_torn) {
        read_torn(reader, head->type, begin);
    }
    struct zonefile_record record = describe(reader, head, &reader->at.owner);
    record.base.ttl = head->has_ttl             ? head->ttl
                      : reader->has_default_ttl ? reader->default_ttl
                      : reader->has_last_ttl    ? reader->last_ttl
                                                : TTL_FALLBACK;
    const bool is_to_come = reader->at.lexer.next <= head->raw;
    const struct zonefile_problem problem = {
        .file = begin->file,
        .refusal = &reader->refusal,
        .record = is_to_come ? NULL : &record,
    };
    reader->stopped = !reader->problem(reader->context, &problem);
}

/* Read the RDATA of the record |head|. A survey reports invalid RDATA with
 * their record. */
static ddds_status read_rdata(struct zone_reader *reader,
                              const struct record_head *head)
{
    struct lexer begin = reader->at.lexer;
    ddds_status status = ddds_presentation_rdata(
        &reader->at.lexer, head->type, &reader->at.origin, &reader->rdata);
    if (status == DDDS_OK) {
        ddds_reader_hand_over(reader, head, &reader->at.owner);
    } else if (status == DDDS_SYNTAX && reader->problem != NULL) {
        report_rdata(reader, head, &begin);
        status = DDDS_OK;
    }
    return status;
}

ddds_status ddds_reader_record(struct zone_reader *reader, struct token *token,
                               bool blank)
{
    struct record_head head = ddds_reader_begin(token);
    if (blank && !reader->at.has_owner) {
        return ddds_lexer_refuse(&reader->at.lexer, token,
                                 "the line begins with white space, but there "
                                 "is no record before it whose owner it could "
                                 "have; begin with a name");
    }
    if (!blank) {
        head.owner_word = *token;
        ddds_status status = read_owner(reader, token);
        if (status == DDDS_OK) {
            status = ddds_reader_next(reader, token);
        }
        if (status != DDDS_OK) {
            return status;
        }
    }
    ddds_status status = ddds_reader_head(reader, token, &head);
    return status == DDDS_OK ? read_rdata(reader, &head) : status;
}
