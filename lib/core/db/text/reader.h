/* State of a zone file reader, shared by zonefile.c (files and lines),
 * directives.c and record_line.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_READER_H
#define DB_TEXT_READER_H

#include <string.h>

#include "base/cursor.h"
#include "base/source.h"
#include "db/text/presentation.h"
#include "db/text/zonefile.h"
#include "base/domain.h"

struct zonefile {
    struct source *root;
    struct source *included;        /* list, so that no file is read twice */
    size_t unread;                  /* unreadable $INCLUDEs, in a survey */
    struct ddds_error unread_error; /* of the first of these */
    bool may_include;
    bool may_include_anywhere;  /* also outside the file's folder */
    const char *include_folder; /* see struct ddds_zone_options */
    const char *include_near;
    uint32_t max_generated; /* limit of records; 0: LIMIT_GENERATED */
    bool has_first_origin;
    char first_origin[LIMIT_NAME_SIZE];
};

/* A name spelt as in base/domain.h, and a NUL. */
struct spelt_name {
    size_t length;
    char text[LIMIT_NAME_SIZE];
};

/* Position of the reader. $INCLUDE saves it, and the end of the included file
 * restores it. */
struct zone_position {
    struct lexer lexer;
    struct wire_name origin;
    struct spelt_name origin_text; /* |origin| as text */
    bool has_origin;               /* false: the origin is only assumed */
    bool has_owner;
    struct spelt_name owner;
};

struct zone_reader {
    struct zonefile *file;
    ddds_zonefile_fn *record;
    void *context;
    struct ddds_error *error;

    struct zone_position at;
    unsigned depth;            /* used elements of |outer| */
    unsigned includes;         /* in total */
    size_t included;           /* octets */
    uint32_t generated;        /* records */
    uint64_t generated_octets; /* of names and data */
    bool has_default_ttl;
    uint32_t default_ttl; /* from $TTL */
    bool has_last_ttl;
    uint32_t last_ttl; /* of the previous record */
    bool stopped;      /* a callback returned false */

    /* NULL: stop at the first syntax error */
    ddds_zonefile_problem_fn *problem;
    struct zone_refusal refusal;

    /* Not cleared before use, because most files need little of them. */
    struct zone_position
        outer[LIMIT_INCLUDES]; /* positions after the open $INCLUDE */
    struct rdata rdata;
};

/* Return the octets of all included files, each counted once. */
static inline size_t ddds_reader_included(const struct zonefile *file)
{
    size_t octets = 0;
    for (const struct source *source = file->included; source != NULL;
         source = source->next) {
        octets += source->length;
    }
    return octets;
}

/* Continue at the start of |source|. Origin and owner are unchanged. */
static inline void ddds_reader_open(struct zone_reader *reader,
                                    const struct source *source)
{
    ddds_lexer_init(&reader->at.lexer, source->name, source->text,
                    source->length, reader->error);
    reader->at.lexer.refusal =
        reader->problem != NULL ? &reader->refusal : NULL;
}

/* Read the rest of the line of the directive |token|. After $INCLUDE the reader
 * is at the start of the included file. */
ddds_status ddds_reader_directive(struct zone_reader *reader,
                                  const struct token *token);

/* Read the rest of the line of |directive|, $INCLUDE (include.c). */
ddds_status ddds_reader_include(struct zone_reader *reader,
                                const struct token *directive);

/* Replace the status of the last error, DDDS_SYNTAX, by |status|. */
static inline ddds_status ddds_reader_restate(struct zone_reader *reader,
                                              ddds_status status)
{
    if (reader->error != NULL) {
        ddds_lexer_describe(&reader->at.lexer);
        reader->error->status = status;
    }
    return status;
}

/* The words of a record before its RDATA, and the start of its text. */
struct record_head {
    struct token first;
    const char *raw;
    struct token owner_word;
    struct token ttl_word;
    struct token class_word;
    bool has_ttl;
    uint32_t ttl;
    bool has_class;
    uint16_t type;
};

/* Return the head of a record that starts with |first|. */
struct record_head ddds_reader_begin(const struct token *first);

/* Read TTL and class, in either order, and the type. |token| is the first word.
 * Fails with DDDS_SYNTAX. */
ddds_status ddds_reader_head(struct zone_reader *reader, struct token *token,
                             struct record_head *head);

/* Deliver the record whose RDATA were read last. */
void ddds_reader_hand_over(struct zone_reader *reader,
                           const struct record_head *head,
                           const struct spelt_name *owner);

/* Read the record that starts with |token|; |blank|: its line starts with white
 * space. Fails with DDDS_SYNTAX. */
ddds_status ddds_reader_record(struct zone_reader *reader, struct token *token,
                               bool blank);

/* Read the next token. Fails with DDDS_SYNTAX. */
static inline ddds_status ddds_reader_next(struct zone_reader *reader,
                                           struct token *token)
{
    return ddds_lexer_next(&reader->at.lexer, token);
}

/* Read the next word of a directive; |what| names it in messages. Fails with
 * DDDS_SYNTAX. */
static inline ddds_status ddds_reader_word(struct zone_reader *reader,
                                           struct token *token,
                                           const char *what)
{
    ddds_status status = ddds_reader_next(reader, token);
    if (status != DDDS_OK || !ddds_token_is_end(token)) {
        return status;
    }
    return ddds_lexer_refuse(&reader->at.lexer, token,
                             "the line ends before %s", what);
}

/* Read the end of the line of |directive|. Fails with DDDS_SYNTAX. */
static inline ddds_status ddds_reader_end(struct zone_reader *reader,
                                          const char *directive)
{
    struct token token;
    ddds_status status = ddds_reader_next(reader, &token);
    if (status != DDDS_OK || ddds_token_is_end(&token)) {
        return status;
    }
    return ddds_lexer_refuse(&reader->at.lexer, &token,
                             "surplus word \"%.*s\" after %s",
                             TOKEN_SHOWN(&token), directive);
}

/* Parse |token| as a name relative to the current origin. Fails with
 * DDDS_SYNTAX. */
static inline ddds_status ddds_reader_name(struct zone_reader *reader,
                                           const struct token *token,
                                           struct wire_name *name)
{
    return ddds_presentation_name(&reader->at.lexer, token, &reader->at.origin,
                                  name);
}

/* Write |wire| into |name|. */
static inline ddds_status ddds_reader_spell(struct zone_reader *reader,
                                            const struct wire_name *wire,
                                            struct spelt_name *name)
{
    struct cursor cursor = ddds_cursor_over(wire->octets, wire->length);
    ddds_status status = ddds_domain_read(&cursor, name->text, reader->error);
    name->length = status == DDDS_OK ? strlen(name->text) : 0;
    return status;
}

/* Set the origin of relative names. */
static inline ddds_status ddds_reader_set_origin(struct zone_reader *reader,
                                                 const struct wire_name *origin)
{
    reader->at.origin = *origin;
    return ddds_reader_spell(reader, origin, &reader->at.origin_text);
}

#endif
