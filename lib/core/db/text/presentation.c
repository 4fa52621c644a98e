/* Presentation format of fields (RFC 1035 section 5.1). For RFC 3597 see
 * generic_rdata.c.
 *
 * Numbers, strings and names are parsed strictly: a value out of range is
 * refused, never wrapped or truncated, because a zone that differs from its
 * text is worse than a zone that does not load.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/presentation.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/escape.h"
#include "base/text.h"
#include "db/text/generic_rdata.h"

/* ---- Escapes and domain names ------------------------------------------- */

static ddds_status refuse_escape(const struct lexer *lexer,
                                 const struct token *token, const char *at)
{
    return ddds_lexer_refuse_at(
        lexer, token, at,
        "invalid escape \"\\%c\": an escape has three digits up to 255; for a "
        "backslash write \\\\, as in \\\\%c",
        at[1], at[1]);
}

/* Append |octet| to the label at |label|. Return NULL or an error. */
static const char *add_octet(struct wire_name *name, size_t label, int octet)
{
    if (name->octets[label] == LIMIT_LABEL) {
        return "a label is longer than 63 octets";
    }
    if (name->length >= LIMIT_NAME_WIRE - 1) {
        return "the name is longer than 255 octets";
    }
    name->octets[label]++;
    name->octets[name->length++] = (unsigned char)octet;
    return NULL;
}

/* End the label at |*label| and start another. Return NULL or an error. */
static const char *add_label(struct wire_name *name, size_t *label)
{
    if (name->octets[*label] == 0) {
        return "a label is empty";
    }
    *label = name->length;
    name->octets[name->length++] = 0;
    return NULL;
}

/* Complete a name without a final dot. */
static ddds_status add_origin(const struct lexer *lexer,
                              const struct token *token,
                              const struct wire_name *origin,
                              struct wire_name *name)
{
    if (origin->length == 0) {
        ddds_lexer_refuse(
            lexer, token,
            "\"%.*s\" is relative and no origin is known; begin the file with "
            "$ORIGIN, or end the name with a dot",
            TOKEN_SHOWN(token));
        ddds_lexer_advise(lexer, DDDS_SETTING_ORIGIN);
        return DDDS_SYNTAX;
    }
    if (name->length + origin->length > LIMIT_NAME_WIRE) {
        return ddds_lexer_refuse(lexer, token,
                                 "name \"%.*s\": longer than 255 octets with "
                                 "its origin",
                                 TOKEN_SHOWN(token));
    }
    memcpy(name->octets + name->length, origin->octets, origin->length);
    name->length += origin->length;
    return DDDS_OK;
}

/* Parse the labels of |token|. A final dot, which makes the name |*absolute|,
 * starts an empty label: the root. */
static ddds_status read_labels(const struct lexer *lexer,
                               const struct token *token,
                               struct wire_name *name, bool *absolute)
{
    const char *at = token->text;
    const char *end = at + token->length;
    const char *why = at == end ? "a label is empty" : NULL;
    size_t label = 0;
    name->octets[0] = 0;
    name->length = 1;
    while (at < end && why == NULL) {
        const char *begin = at;
        int octet = ddds_escape_read(&at, end);
        if (octet < 0) {
            return refuse_escape(lexer, token, begin);
        }
        why = *begin == '.' ? add_label(name, &label)
                            : add_octet(name, label, octet);
    }
    if (why != NULL) {
        return ddds_lexer_refuse(lexer, token, "name \"%.*s\": %s",
                                 TOKEN_SHOWN(token), why);
    }
    *absolute = name->octets[label] == 0;
    return DDDS_OK;
}

/* Parse |token|, which has no escapes, by copying it and replacing each dot by
 * a label length. Return false, with |name| undefined, for invalid or very long
 * names; read_labels reports them. Without this, to load 100,000 records takes
 * 8 % more instructions. */
static bool copy_labels(const struct token *token, struct wire_name *name,
                        bool *absolute)
{
    size_t length = token->length;
    if (length == 0 || length >= LIMIT_NAME_WIRE - 1) {
        return false;
    }
    unsigned char *label = name->octets;
    unsigned char *at = label + 1;
    unsigned char *end = at + length;
    memcpy(at, token->text, length);
    for (; at < end; at++) {
        if (*at != '.') {
            continue;
        }
        size_t size = (size_t)(at - label) - 1;
        if (size == 0 || size > LIMIT_LABEL) {
            return false;
        }
        *label = (unsigned char)size;
        label = at;
    }
    *absolute = label + 1 == end;
    *label = (unsigned char)(end - label - 1);
    name->length = length + 1;
    return *label <= LIMIT_LABEL;
}

ddds_status ddds_presentation_name(const struct lexer *lexer,
                                   const struct token *token,
                                   const struct wire_name *origin,
                                   struct wire_name *name)
{
    name->length = 0;
    if (token->kind == TOKEN_QUOTED) {
        return ddds_lexer_refuse(lexer, token,
                                 "domain names have no quotes; remove them, "
                                 "and write a single dot for no name");
    }
    if (token->length == 1 && token->text[0] == '.') {
        name->octets[0] = 0;
        name->length = 1;
        return DDDS_OK;
    }
    if (token->length == 1 && token->text[0] == '@') {
        return add_origin(lexer, token, origin, name);
    }
    bool absolute = false;
    ddds_status status =
        !token->has_escape && copy_labels(token, name, &absolute)
            ? DDDS_OK
            : read_labels(lexer, token, name, &absolute);
    if (status != DDDS_OK || absolute) {
        return status;
    }
    return add_origin(lexer, token, origin, name);
}

/* ---- RDATA -------------------------------------------------------------- */

/* State of the RDATA parser. */
struct rdata_reader {
    struct lexer *lexer;
    const struct wire_name *origin;
    struct rdata *rdata;
};

/* Add the |length| octets after the data to the data. */
static ddds_status extend(struct rdata_reader *reader,
                          const struct token *token, size_t length)
{
    struct rdata *rdata = reader->rdata;
    if (length > RDATA_SIZE_MAX - rdata->length) {
        return ddds_lexer_refuse(reader->lexer, token,
                                 "the data of this record are longer than "
                                 "65535 octets");
    }
    rdata->length += length;
    return DDDS_OK;
}

/* Append the |length| octets of a name or string. */
static ddds_status append(struct rdata_reader *reader,
                          const struct token *token, const void *octets,
                          size_t length)
{
    struct rdata *rdata = reader->rdata;
    memcpy(rdata->octets + rdata->length, octets, length);
    return extend(reader, token, length);
}

/* Append |number| as |size| octets. */
static ddds_status append_number(struct rdata_reader *reader,
                                 const struct token *token, uint32_t number,
                                 size_t size)
{
    unsigned char *octets = reader->rdata->octets + reader->rdata->length;
    for (size_t i = 0; i < size; i++) {
        octets[i] = (unsigned char)(number >> (8 * (size - 1 - i)));
    }
    return extend(reader, token, size);
}

static ddds_status read_number(struct rdata_reader *reader, const char *what,
                               const struct token *token, size_t size)
{
    uint32_t number = 0;
    ddds_status status =
        ddds_number_read(reader->lexer, token, what,
                         size == 2 ? UINT16_MAX : UINT32_MAX, &number);
    return status == DDDS_OK ? append_number(reader, token, number, size)
                             : status;
}

static ddds_status read_seconds(struct rdata_reader *reader, const char *what,
                                const struct token *token)
{
    uint32_t seconds = 0;
    ddds_status status =
        ddds_number_period(reader->lexer, token, what, UINT32_MAX, &seconds);
    return status == DDDS_OK ? append_number(reader, token, seconds, 4)
                             : status;
}

static ddds_status read_name(struct rdata_reader *reader,
                             const struct token *token)
{
    struct wire_name name;
    ddds_status status =
        ddds_presentation_name(reader->lexer, token, reader->origin, &name);
    return status == DDDS_OK ? append(reader, token, name.octets, name.length)
                             : status;
}

static ddds_status refuse_string(struct rdata_reader *reader, const char *what,
                                 const struct token *token)
{
    return ddds_lexer_refuse(
        reader->lexer, token,
        "the %s is longer than 255 octets; split or shorten it", what);
}

/* Parse a string with escapes; the text between backslashes is copied at
 * once. */
static ddds_status read_escaped_string(struct rdata_reader *reader,
                                       const char *what,
                                       const struct token *token)
{
    unsigned char *string = reader->rdata->octets + reader->rdata->length;
    size_t length = 0;
    const char *at = token->text;
    const char *end = at + token->length;
    while (at < end) {
        const char *escape = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((escape != NULL ? escape : end) - at);
        if (plain > LIMIT_STRING - length) {
            return refuse_string(reader, what, token);
        }
        memcpy(string + 1 + length, at, plain);
        length += plain;
        at += plain;
        if (escape == NULL) {
            break;
        }
        int octet = ddds_escape_read(&at, end);
        if (octet < 0) {
            return refuse_escape(reader->lexer, token, escape);
        }
        if (length == LIMIT_STRING) {
            return refuse_string(reader, what, token);
        }
        string[++length] = (unsigned char)octet;
    }
    string[0] = (unsigned char)length;
    return extend(reader, token, 1 + length);
}

static ddds_status read_string(struct rdata_reader *reader, const char *what,
                               const struct token *token)
{
    if (token->has_escape) {
        return read_escaped_string(reader, what, token);
    }
    if (token->length > LIMIT_STRING) {
        return refuse_string(reader, what, token);
    }
    unsigned char *string = reader->rdata->octets + reader->rdata->length;
    string[0] = (unsigned char)token->length;
    memcpy(string + 1, token->text, token->length);
    return extend(reader, token, 1 + token->length);
}

/* Append the octets of |token|, which must be quoted (RFC 7553 section 4.4),
 * without a length. */
static ddds_status read_rest(struct rdata_reader *reader, const char *what,
                             const struct token *token)
{
    const char *at = token->text;
    const char *end = at + token->length;
    if (token->kind != TOKEN_QUOTED) {
        return ddds_lexer_refuse(reader->lexer, token,
                                 "%s \"%.*s\": write it in quotes", what,
                                 TOKEN_SHOWN(token));
    }
    while (at < end) {
        const char *begin = at;
        int octet = ddds_escape_read(&at, end);
        if (octet < 0) {
            return refuse_escape(reader->lexer, token, begin);
        }
        unsigned char value = (unsigned char)octet;
        ddds_status status = append(reader, token, &value, 1);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return DDDS_OK;
}

static ddds_status read_address(struct rdata_reader *reader,
                                const struct token *token, int family)
{
    char text[INET6_ADDRSTRLEN] = "";
    unsigned char octets[16];
    if (token->kind == TOKEN_WORD && token->length < sizeof text) {
        memcpy(text, token->text, token->length);
    }
    if (inet_pton(family, text, octets) != 1) {
        return ddds_lexer_refuse(
            reader->lexer, token,
            "\"%.*s\" is not an IPv%c address; write it as in %s",
            TOKEN_SHOWN(token), family == AF_INET ? '4' : '6',
            family == AF_INET ? "192.0.2.1" : "2001:db8::1");
    }
    return append(reader, token, octets, family == AF_INET ? 4 : 16);
}

/* Parse the strings from |first| on; |*last| becomes the end of the line. */
static ddds_status read_strings(struct rdata_reader *reader, const char *what,
                                const struct token *first, struct token *last)
{
    ddds_status status = DDDS_OK;
    *last = *first;
    while (status == DDDS_OK && !ddds_token_is_end(last)) {
        status = read_string(reader, what, last);
        if (status == DDDS_OK) {
            status = ddds_lexer_next(reader->lexer, last);
        }
    }
    return status;
}

static ddds_status read_field(struct rdata_reader *reader,
                              const struct rdata_field *field,
                              const struct token *token)
{
    switch (field->kind) {
    case FIELD_U16:
        return read_number(reader, field->name, token, 2);
    case FIELD_U32:
        return read_number(reader, field->name, token, 4);
    case FIELD_PERIOD:
        return read_seconds(reader, field->name, token);
    case FIELD_NAME:
        return read_name(reader, token);
    case FIELD_STRING:
        return read_string(reader, field->name, token);
    case FIELD_IPV4:
        return read_address(reader, token, AF_INET);
    case FIELD_IPV6:
        return read_address(reader, token, AF_INET6);
    case FIELD_REST:
        return read_rest(reader, field->name, token);
    case FIELD_STRINGS:
    case FIELD_END:
        break;
    }
    return DDDS_OK;
}

/* List the fields of |layout|, as in "order, preference, flags". */
static void list_fields(const struct rdata_layout *layout, char *list,
                        size_t size)
{
    struct text text;
    ddds_text_init(&text, list, size);
    for (const struct rdata_field *field = layout->fields;
         field->kind != FIELD_END; field++) {
        ddds_text_string(&text, field == layout->fields ? "" : ", ");
        ddds_text_string(&text, field->name);
    }
}

static ddds_status refuse_missing(struct rdata_reader *reader,
                                  const struct rdata_layout *layout,
                                  const struct rdata_field *field,
                                  const struct token *token)
{
    char list[128];
    list_fields(layout, list, sizeof list);
    return ddds_lexer_refuse(reader->lexer, token,
                             "the %s record ends before its %s; it needs: %s",
                             layout->mnemonic, field->name, list);
}

static ddds_status check_end(struct rdata_reader *reader,
                             const struct token *token)
{
    if (ddds_token_is_end(token)) {
        return DDDS_OK;
    }
    return ddds_lexer_refuse(reader->lexer, token,
                             "surplus word \"%.*s\": the record was complete "
                             "before it; remove it, or quote the string it "
                             "belongs to",
                             TOKEN_SHOWN(token));
}

/* Parse the fields of |layout|; the first word has been read. */
static ddds_status read_layout(struct rdata_reader *reader,
                               const struct rdata_layout *layout)
{
    struct rdata *rdata = reader->rdata;
    struct token *token = rdata->fields;
    for (const struct rdata_field *field = layout->fields;
         field->kind != FIELD_END; field++, token++) {
        if (ddds_token_is_end(token)) {
            return refuse_missing(reader, layout, field, token);
        }
        rdata->field_count++;
        ddds_status status;
        if (field->kind == FIELD_STRINGS) {
            status = read_strings(reader, field->name, token, token + 1);
        } else {
            status = read_field(reader, field, token);
            if (status == DDDS_OK) {
                status = ddds_lexer_next(reader->lexer, token + 1);
            }
        }
        if (status != DDDS_OK) {
            return status;
        }
    }
    return check_end(reader, token);
}

/* ---- Entry -------------------------------------------------------------- */

/* Skip the words of a type without a layout. Only an APL may have none (RFC
 * 3123 section 4). */
static ddds_status skip_words(struct rdata_reader *reader, uint16_t type,
                              struct token *token)
{
    reader->rdata->known = false;
    if (ddds_token_is_end(token) && type != TYPE_APL) {
        return ddds_lexer_refuse(
            reader->lexer, token,
            "the record ends before its data; write them in this line");
    }
    ddds_status status = DDDS_OK;
    while (status == DDDS_OK && !ddds_token_is_end(token)) {
        status = ddds_lexer_next(reader->lexer, token);
    }
    return status;
}

static bool is_generic(const struct token *token)
{
    return token->kind == TOKEN_WORD && token->length == 2 &&
           memcmp(token->text, "\\#", 2) == 0;
}

ddds_status ddds_presentation_rdata(struct lexer *lexer, uint16_t type,
                                    const struct wire_name *origin,
                                    struct rdata *rdata)
{
    struct rdata_reader reader = {lexer, origin, rdata};
    rdata->known = true;
    rdata->length = 0;
    rdata->field_count = 0;

    struct token *token = rdata->fields;
    ddds_status status = ddds_lexer_next(lexer, token);
    if (status != DDDS_OK) {
        return status;
    }
    if (is_generic(token)) {
        return ddds_generic_rdata(lexer, type, token, rdata);
    }
    const struct rdata_layout *layout = ddds_rdata_layout(type);
    if (layout != NULL) {
        return read_layout(&reader, layout);
    }
    if (!ddds_type_is_named(type)) {
        return ddds_lexer_refuse(lexer, token,
                                 "TYPE%u has no text form; write \\# LENGTH "
                                 "HEX (RFC 3597)",
                                 (unsigned)type);
    }
    return skip_words(&reader, type, token);
}
