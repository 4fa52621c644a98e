/* Parser of zone files (RFC 1035 section 5, "master files"): records with their
 * positions and texts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_ZONEFILE_H
#define DB_TEXT_ZONEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>
#include <ddds/record.h>

#include "base/limits.h"
#include "base/lexer.h"
#include "db/text/presentation.h"
#include "base/types.h"

/* A zone file and the files that it includes, in memory. */
struct zonefile;

/* A record of a zone file. Pointers into the text are valid as long as the
 * file, all others until the callback returns. */
struct zonefile_record {
    /* |rdata| is NULL if the type has no layout (db/wire/rdata.h) and the
     * record is not in the form of RFC 3597. If it has a layout, they fit. */
    struct ddds_record base;

    /* Position of the first word; of a generated record, that of its
     * $GENERATE. */
    const char *file;
    uint32_t line;
    uint32_t column;

    /* Text from the first word to the last, or to the parenthesis that closes
     * those opened between them. */
    const char *raw;
    size_t raw_length;

    /* The words of the RDATA, one per field of the layout (db/wire/rdata.h), if
     * the record is written by fields; of several strings, the first. */
    const struct token *fields;
    size_t field_count;

    /* Origin of relative names, in wire form; NULL if unknown. The words before
     * the type; a missing word has no text. */
    const struct wire_name *origin;
    struct token owner_word;
    struct token ttl_word;
    struct token class_word;
    bool has_ttl; /* from the record itself or from $TTL */
};

/* An error in a line, for a survey. */
struct zonefile_problem {
    const char *file;
    const struct zone_refusal *refusal;

    /* The record without |rdata|, if only the RDATA are invalid. |fields| are
     * the readable words, including a surplus word. */
    const struct zonefile_record *record;
};

/* Called with each record. Return false to stop reading. */
typedef bool ddds_zonefile_fn(void *context,
                              const struct zonefile_record *record);

/* Read the text of |path| into memory. Fails with DDDS_UNREADABLE, DDDS_LIMIT,
 * DDDS_NO_MEMORY or, if it is not a text file, DDDS_SYNTAX. */
ddds_status ddds_zonefile_open(const char *path, struct zonefile **file,
                               struct ddds_error *error);

/* Use |length| octets at |text|, which must be valid until the file is freed,
 * as a zone file named |name|. If |includes|, they stand for the file with this
 * path; otherwise $INCLUDE is refused. Fails with DDDS_LIMIT, DDDS_NO_MEMORY
 * or, if they are not text, DDDS_SYNTAX. */
ddds_status ddds_zonefile_over(const char *name, const char *text,
                               size_t length, bool includes,
                               struct zonefile **file,
                               struct ddds_error *error);

/* Limit the records of all $GENERATE to |records|; 0: LIMIT_GENERATED. */
void ddds_zonefile_max_generated(struct zonefile *file, uint32_t records);

/* Return the octets of |file| and of the files that it included when it was
 * read, each counted once. */
size_t ddds_zonefile_octets(const struct zonefile *file);

/* Free |file|, which may be NULL, and all texts. */
void ddds_zonefile_free(struct zonefile *file);

/* Call |record| with each record, in the order of the file. |origin|, a name
 * spelt as in base/domain.h or NULL for none, completes relative names until
 * $ORIGIN changes it. A file may be read several times. Stops at the first
 * error: DDDS_SYNTAX, DDDS_LIMIT or DDDS_UNREADABLE, with a detail that starts
 * with FILE:LINE:COLUMN, or DDDS_NO_MEMORY. */
ddds_status ddds_zonefile_read(struct zonefile *file, const char *origin,
                               ddds_zonefile_fn *record, void *context,
                               struct ddds_error *error);

/* Called with each problem. Return false to stop reading. */
typedef bool ddds_zonefile_problem_fn(void *context,
                                      const struct zonefile_problem *problem);

/* Call |record| with each record, and |problem| with each syntax error, in the
 * order of the file. Reading continues after syntax errors, and after $INCLUDE
 * of unreadable files (ddds_zonefile_unread); if |problem| is NULL, the first
 * error ends it. |origin|, a name spelt as in base/domain.h or NULL for the
 * root, completes relative names until $ORIGIN changes it. Fails with
 * DDDS_LIMIT, DDDS_UNREADABLE or DDDS_NO_MEMORY, without |problem| also with
 * DDDS_SYNTAX. */
ddds_status ddds_zonefile_survey(struct zonefile *file, const char *origin,
                                 ddds_zonefile_fn *record,
                                 ddds_zonefile_problem_fn *problem,
                                 void *context, struct ddds_error *error);

/* Fail with DDDS_UNREADABLE if the last survey of |file| could not read an
 * included file; the error is the first, with the number of the others. */
ddds_status ddds_zonefile_unread(const struct zonefile *file,
                                 struct ddds_error *error);

/* Source of the initial origin of a file. From ZONEFILE_ORIGIN_GIVEN on, a name
 * is known. */
enum zonefile_origin {
    ZONEFILE_ORIGIN_UNKNOWN, /* or from an $ORIGIN before the first record */
    ZONEFILE_ORIGIN_GIVEN,
    ZONEFILE_ORIGIN_CORRECTED, /* the owner of the SOA: the caller's origin is
                                  outside its zone */
    ZONEFILE_ORIGIN_SOA,       /* the owner of the SOA, an absolute name */
    ZONEFILE_ORIGIN_LIKELY,    /* a guess that the file needs and does not
                                  contradict */
};

/* Apply the |options| for $INCLUDE and $GENERATE to |file|. Their paths must
 * stay valid. */
void ddds_zonefile_allow(struct zonefile *file,
                         const struct ddds_zone_options *options);

/* Apply |options| to |file| (ddds_zonefile_allow), which messages call |name|,
 * and find its initial origin. Unless |*found| is ZONEFILE_ORIGIN_UNKNOWN,
 * |origin| receives it, spelt as in base/domain.h. Errors in the file are
 * ignored. Fails with DDDS_BAD_OPTION. */
ddds_status ddds_zonefile_find_origin(struct zonefile *file, const char *name,
                                      const struct ddds_zone_options *options,
                                      char origin[LIMIT_NAME_SIZE],
                                      enum zonefile_origin *found,
                                      struct ddds_error *error);

/* Return the text, of |*length| octets, that contains |at|: of the file or an
 * included file. NULL if not found. If |at| is NULL, return the text of the
 * file itself. */
const char *ddds_zonefile_text(const struct zonefile *file, const char *at,
                               size_t *length);

/* Return the origin set by the first $ORIGIN; NULL if the file has none. */
const char *ddds_zonefile_first_origin(const struct zonefile *file);

#endif
