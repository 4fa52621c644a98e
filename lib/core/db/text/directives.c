/* Directives: $ORIGIN (RFC 1035 section 5.1), $TTL (RFC 2308 section 4),
 * $GENERATE (BIND's manual). For $INCLUDE see include.c.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/domain.h"
#include "base/ascii.h"
#include "base/text.h"
#include "db/text/generate.h"
#include "db/text/reader.h"

/* ---- $ORIGIN and $TTL --------------------------------------------------- */

/* Set the origin of relative names to |origin|, written as |token|. Return
 * |status| unless that fails. */
static ddds_status use_origin(struct zone_reader *reader,
                              const struct token *token,
                              const struct wire_name *origin,
                              ddds_status status)
{
    struct zonefile *file = reader->file;
    reader->at.has_origin |=
        ddds_domain_is_absolute(token->text, token->length);
    ddds_status set = ddds_reader_set_origin(reader, origin);
    if (set != DDDS_OK) {
        return set;
    }
    if (!file->has_first_origin) {
        file->has_first_origin = true;
        memcpy(file->first_origin, reader->at.origin_text.text,
               reader->at.origin_text.length + 1);
    }
    return status;
}

static ddds_status read_origin(struct zone_reader *reader,
                               const struct token *directive)
{
    (void)directive;
    struct wire_name origin;
    struct token token;
    ddds_status status = ddds_reader_word(reader, &token, "the origin");
    if (status == DDDS_OK) {
        status = ddds_reader_name(reader, &token, &origin);
    }
    if (status != DDDS_OK) {
        return status;
    }
    /* An extra word does not invalidate the origin. */
    return use_origin(reader, &token, &origin,
                      ddds_reader_end(reader, "$ORIGIN"));
}

static ddds_status read_ttl(struct zone_reader *reader,
                            const struct token *directive)
{
    (void)directive;
    struct token token;
    ddds_status status = ddds_reader_word(reader, &token, "the TTL");
    if (status == DDDS_OK) {
        status =
            ddds_number_ttl(&reader->at.lexer, &token, &reader->default_ttl);
    }
    reader->has_default_ttl |= status == DDDS_OK;
    return status == DDDS_OK ? ddds_reader_end(reader, "$TTL") : status;
}

/* ---- $GENERATE ---------------------------------------------------------- */

/* Data of a $GENERATE directive. */
struct generator {
    struct record_head head;
    struct generate_range range;
    struct token owner; /* templates */
    struct token rdata;
};

static ddds_status read_generator(struct zone_reader *reader,
                                  struct generator *generator)
{
    struct token token;
    ddds_status status = ddds_reader_word(reader, &token, "the range");
    if (status == DDDS_OK) {
        status =
            ddds_generate_range(&reader->at.lexer, &token, &generator->range);
    }
    if (status == DDDS_OK) {
        status = ddds_reader_word(reader, &generator->owner, "the owner");
    }
    if (status == DDDS_OK) {
        status = ddds_reader_next(reader, &token);
    }
    if (status == DDDS_OK) {
        status = ddds_reader_head(reader, &token, &generator->head);
    }
    if (status == DDDS_OK) {
        status = ddds_reader_word(reader, &generator->rdata, "the data");
    }
    return status == DDDS_OK
               ? ddds_reader_end(reader,
                                 "$GENERATE; put data of several words between "
                                 "double quotes")
               : status;
}

/* Return the maximum of generated records. */
static uint32_t find_most(const struct zone_reader *reader)
{
    uint32_t most = reader->file->max_generated;
    return most > 0 ? most : LIMIT_GENERATED;
}

/* Count the octets of the generated record, and of the empty non-terminals that
 * it creates: with n labels, about n/2 times the octets of the owner. */
static ddds_status check_octets(struct zone_reader *reader,
                                const struct generator *generator,
                                const struct spelt_name *owner)
{
    size_t labels = 1;
    for (size_t i = 0; i < owner->length; i++) {
        labels += owner->text[i] == '.';
    }
    uint64_t most = (uint64_t)find_most(reader) * LIMIT_GENERATED_OCTETS;
    reader->generated_octets +=
        owner->length * (labels + 1) / 2 + reader->rdata.length;
    if (reader->generated_octets <= most) {
        return DDDS_OK;
    }
    ddds_lexer_refuse(&reader->at.lexer, &generator->head.first,
                      "the generated names and data, and the names above them, "
                      "are longer than %llu octets; write a smaller range or "
                      "fewer labels",
                      (unsigned long long)most);
    ddds_lexer_advise(&reader->at.lexer, DDDS_SETTING_MAX_GENERATED);
    return ddds_reader_restate(reader, DDDS_LIMIT);
}

/* Check the number of records of |range| against the limit before any is
 * generated. */
static ddds_status check_range(struct zone_reader *reader,
                               const struct generator *generator)
{
    const struct generate_range *range = &generator->range;
    uint64_t count = (range->stop - range->start) / range->step + 1;
    count *= generator->head.type == TYPE_NAPTR ? LIMIT_GENERATED_NAPTR : 1;
    uint32_t most = find_most(reader);
    if (count <= most - reader->generated) {
        reader->generated += (uint32_t)count;
        return DDDS_OK;
    }
    ddds_lexer_refuse(
        &reader->at.lexer, &generator->head.first,
        "more than %lu generated records%s; write a smaller "
        "range",
        (unsigned long)most,
        generator->head.type == TYPE_NAPTR ? ", of which a NAPTR is four" : "");
    ddds_lexer_advise(&reader->at.lexer, DDDS_SETTING_MAX_GENERATED);
    return ddds_reader_restate(reader, DDDS_LIMIT);
}

static ddds_status expand(struct zone_reader *reader,
                          const struct token *template, uint32_t iterator,
                          struct text *text, char memory[LIMIT_TEMPLATE_SIZE])
{
    ddds_text_init(text, memory, LIMIT_TEMPLATE_SIZE);
    return ddds_generate_expand(&reader->at.lexer, template, iterator, text);
}

static ddds_status generate_owner(struct zone_reader *reader,
                                  const struct token *template,
                                  uint32_t iterator, struct spelt_name *owner)
{
    char memory[LIMIT_TEMPLATE_SIZE];
    struct text text;
    ddds_status status = expand(reader, template, iterator, &text, memory);
    if (status != DDDS_OK) {
        return status;
    }
    struct lexer lexer;
    struct wire_name wire;
    struct token token = *template;
    token.text = text.bytes;
    token.length = text.length;
    ddds_lexer_init_made(&lexer, &reader->at.lexer, template, text.bytes,
                         text.length);
    status = ddds_presentation_name(&lexer, &token, &reader->at.origin, &wire);
    return status == DDDS_OK ? ddds_reader_spell(reader, &wire, owner) : status;
}

static ddds_status generate_rdata(struct zone_reader *reader,
                                  const struct generator *generator,
                                  uint32_t iterator)
{
    char memory[LIMIT_TEMPLATE_SIZE];
    struct text text;
    ddds_status status =
        expand(reader, &generator->rdata, iterator, &text, memory);
    if (status != DDDS_OK) {
        return status;
    }
    struct lexer lexer;
    ddds_lexer_init_made(&lexer, &reader->at.lexer, &generator->rdata,
                         text.bytes, text.length);
    status = ddds_presentation_rdata(&lexer, generator->head.type,
                                     &reader->at.origin, &reader->rdata);
    /* The words point into |memory|, not into the file. */
    reader->rdata.field_count = 0;
    return status;
}

static ddds_status read_generate(struct zone_reader *reader,
                                 const struct token *directive)
{
    struct generator generator = {.head = ddds_reader_begin(directive)};
    ddds_status status = read_generator(reader, &generator);
    if (status == DDDS_OK) {
        status = check_range(reader, &generator);
    }
    const struct generate_range *range = &generator.range;
    for (uint64_t iterator = range->start;
         status == DDDS_OK && iterator <= range->stop && !reader->stopped;
         iterator += range->step) {
        struct spelt_name owner;
        status = generate_owner(reader, &generator.owner, (uint32_t)iterator,
                                &owner);
        if (status == DDDS_OK) {
            status = generate_rdata(reader, &generator, (uint32_t)iterator);
        }
        if (status == DDDS_OK) {
            status = check_octets(reader, &generator, &owner);
        }
        if (status == DDDS_OK) {
            ddds_reader_hand_over(reader, &generator.head, &owner);
        }
    }
    return status;
}

ddds_status ddds_reader_directive(struct zone_reader *reader,
                                  const struct token *token)
{
    static const struct {
        const char *name;
        ddds_status (*read)(struct zone_reader *, const struct token *);
    } directives[] = {
        {"$ORIGIN", read_origin},
        {"$TTL", read_ttl},
        {"$INCLUDE", ddds_reader_include},
        {"$GENERATE", read_generate},
    };
    const struct ddds_span word = {token->text, token->length};
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (ascii_is_word(word, directives[i].name)) {
            return directives[i].read(reader, token);
        }
    }
    return ddds_lexer_refuse(&reader->at.lexer, token,
                             "unknown directive \"%.*s\": there are $ORIGIN, "
                             "$TTL, $INCLUDE and $GENERATE; write a name that "
                             "begins with $ as \\$",
                             TOKEN_SHOWN(token));
}
