/* Master files (RFC 1035 section 5): from text to records, each with the place
 * where it stands and the text it was made of.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_ZONEFILE_H
#define DB_TEXT_ZONEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/record.h>

#include "base/limits.h"
#include "db/text/lexer.h"
#include "db/text/presentation.h"
#include "db/wire/types.h"

/* A master file and whatever it includes: the texts, held in memory. */
struct zonefile;

/* One record of a zone file. Pointers into the text are valid as long as the
 * file, all others until the call that delivers the record returns. */
struct zonefile_record {
    /* Its |rdata| are NULL if the type has no layout (db/wire/rdata.h) and they
     * were not written as octets (RFC 3597). If there is a layout, they fit. */
    struct ddds_record base;

    /* Where its first word stands. A record that $GENERATE made stands where
     * that directive does. */
    const char *file;
    uint32_t line;
    uint32_t column;

    /* From its first word to its last, or to the parenthesis that closes what
     * was opened between them. */
    const char *raw;
    size_t raw_length;

    /* The words of its RDATA, one for each field of its layout (db/rdata.h), if
     * it was written field by field; of several strings, the first. */
    const struct token *fields;
    size_t field_count;

    /* Where relative names begin, in wire form, or NULL if nothing has said
     * it; and what stands before the type. A word that is not there has no
     * text. */
    const struct wire_name *origin;
    struct token owner_word;
    struct token ttl_word;
    struct token class_word;
    bool has_ttl; /* said by itself or by $TTL */
};

/* What is wrong with a line, for those who read on. */
struct zonefile_problem {
    const char *file;
    const struct refusal *refusal;

    /* If nothing is wrong but the RDATA: the record, without |rdata|; its
     * |fields| are the words that could be read, one more than there should be
     * if there are too many. */
    const struct zonefile_record *record;
};

/* Called with each record; false to stop reading. */
typedef bool ddds_zonefile_fn(void *context,
                              const struct zonefile_record *record);

/* Read the text of |path| into memory. Fails with DDDS_UNREADABLE, DDDS_LIMIT,
 * DDDS_NO_MEMORY or, for a file that is no text, DDDS_SYNTAX. */
ddds_status ddds_zonefile_open(const char *path, struct zonefile **file,
                               struct ddds_error *error);

/* The same with |length| octets at |text|, borrowed until the file is freed and
 * named |name|; it may not include files. */
ddds_status ddds_zonefile_over(const char *name, const char *text,
                               size_t length, struct zonefile **file,
                               struct ddds_error *error);

void ddds_zonefile_free(struct zonefile *file);

/* Hand each record to |record|, in the order of the file. Relative names begin
 * at |origin|, a name spelt as above or NULL for none, until $ORIGIN changes
 * that. May be done again. Stops at the first error: DDDS_SYNTAX, DDDS_LIMIT or
 * DDDS_UNREADABLE, with a detail that begins FILE:LINE:COLUMN, or
 * DDDS_NO_MEMORY. */
ddds_status ddds_zonefile_read(struct zonefile *file, const char *origin,
                               ddds_zonefile_fn *record, void *context,
                               struct ddds_error *error);

/* Called with each problem; false to stop reading. */
typedef bool ddds_zonefile_problem_fn(void *context,
                                      const struct zonefile_problem *problem);

/* The same for those who want to know everything that is wrong: what is no
 * syntax goes to |problem|, and the reading goes on behind it. Without |origin|
 * relative names begin at the root. */
ddds_status ddds_zonefile_survey(struct zonefile *file, const char *origin,
                                 ddds_zonefile_fn *record,
                                 ddds_zonefile_problem_fn *problem,
                                 void *context, struct ddds_error *error);

/* The text that |at| lies in, of |*length| octets, be it an included one; NULL
 * if it lies in none. For NULL, that of the file itself. */
const char *ddds_zonefile_text(const struct zonefile *file, const char *at,
                               size_t *length);

/* The first origin that $ORIGIN set while the file was read, or NULL. */
const char *ddds_zonefile_first_origin(const struct zonefile *file);

#endif
