/* The state of reading a zone file, shared by zonefile.c (files and lines),
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
    struct zone_reader *reader;     /* while it is read */
    struct source *included;        /* a list, so that no file is read twice */
    size_t unread;                  /* $INCLUDE that a survey went on after */
    struct ddds_error unread_error; /* the first of them */
    bool may_include;
    bool may_include_anywhere;  /* outside the folder of the file, too */
    const char *include_folder; /* see struct ddds_zone_options */
    const char *include_near;
    uint32_t max_generated;      /* records; 0: LIMIT_GENERATED */
    ddds_zonefile_mark_fn *mark; /* or NULL */
    void *mark_context;
    bool has_first_origin;
    char first_origin[LIMIT_NAME_SIZE];
};

/* A name spelt as in base/domain.h, and a NUL. */
struct spelt_name {
    size_t length;
    uint32_t mark; /* of an owner (zonefile.h) */
    char text[LIMIT_NAME_SIZE];
};

/* Where the reader is. $INCLUDE saves this, and it is restored at the end of
 * the included file. */
struct zone_position {
    struct lexer lexer;
    struct wire_name origin;
    struct spelt_name origin_text; /* the same name */
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
    unsigned depth;            /* of |outer| in use */
    unsigned includes;         /* in all */
    size_t included;           /* octets of them */
    uint32_t generated;        /* records */
    uint64_t generated_octets; /* of names and data */
    bool has_default_ttl;
    uint32_t default_ttl; /* from $TTL */
    bool has_last_ttl;
    uint32_t last_ttl; /* of the record before this one */
    bool stopped;      /* a callback returned false */

    /* Set if reading continues after syntax errors. */
    ddds_zonefile_problem_fn *problem;
    struct zone_refusal refusal;

    /* Not cleared before: most files need little of them. */
    struct zone_position
        outer[LIMIT_INCLUDES]; /* after each $INCLUDE under way */
    struct rdata rdata;
};

/* The octets of all files that have been included, each once. */
static inline size_t ddds_reader_included(const struct zonefile *file)
{
    size_t octets = 0;
    for (const struct source *source = file->included; source != NULL;
         source = source->next) {
        octets += source->length;
    }
    return octets;
}

/* Go to the beginning of |source|. Origin and owner stay. */
static inline void ddds_reader_open(struct zone_reader *reader,
                                    const struct source *source)
{
    ddds_lexer_init(&reader->at.lexer, source->name, source->text,
                    source->length, reader->error);
    reader->at.lexer.refusal =
        reader->problem != NULL ? &reader->refusal : NULL;
}

/* Read the line of the directive |token|, which was read last. After $INCLUDE
 * the reader is at the beginning of the file that it names. */
ddds_status ddds_reader_directive(struct zone_reader *reader,
                                  const struct token *token);

/* Read the line of |directive|, $INCLUDE (include.c). */
ddds_status ddds_reader_include(struct zone_reader *reader,
                                const struct token *directive);

/* Replace the status of the error reported last, DDDS_SYNTAX, by |status|. */
static inline ddds_status ddds_reader_restate(struct zone_reader *reader,
                                              ddds_status status)
{
    if (reader->error != NULL) {
        ddds_lexer_describe(&reader->at.lexer);
        reader->error->status = status;
    }
    return status;
}

/* The words of a record before its RDATA, and the begin of its text. */
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

/* Return the head of a record that begins with |first|. */
struct record_head ddds_reader_begin(const struct token *first);

/* Read TTL and class, in either order, and the type. |token| is the first of
 * them. Fails with DDDS_SYNTAX. */
ddds_status ddds_reader_head(struct zone_reader *reader, struct token *token,
                             struct record_head *head);

/* Deliver the record whose RDATA were read last to the callback. */
void ddds_reader_hand_over(struct zone_reader *reader,
                           const struct record_head *head,
                           const struct spelt_name *owner);

/* Read the record that begins with |token|; |blank| says that the line begins
 * with white space. Fails with DDDS_SYNTAX. */
ddds_status ddds_reader_record(struct zone_reader *reader, struct token *token,
                               bool blank);

/* Read the next token. Fails with DDDS_SYNTAX. */
static inline ddds_status ddds_reader_next(struct zone_reader *reader,
                                           struct token *token)
{
    return ddds_lexer_next(&reader->at.lexer, token);
}

/* Read the next word of a directive, which is |what|. Fails with
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

/* Read |token| as a name, which the current origin completes. Fails with
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

/* |owner| has been read. */
static inline void ddds_reader_mark(const struct zonefile *file,
                                    struct spelt_name *owner)
{
    owner->mark = file->mark != NULL ? file->mark(file->mark_context,
                                                  owner->text, owner->length)
                                     : 0;
}

/* Relative names are completed by |origin| from now on. */
static inline ddds_status ddds_reader_set_origin(struct zone_reader *reader,
                                                 const struct wire_name *origin)
{
    reader->at.origin = *origin;
    return ddds_reader_spell(reader, origin, &reader->at.origin_text);
}

#endif
