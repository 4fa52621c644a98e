/* The names of zones, as readers of keys.
 *
 * A lookup depends on the name itself if it exists, else on its closest
 * encloser (RFC 4592 section 3.3.1): on the wildcard there, or on the zone
 * alone. So the labels of names are few, and lookups of names with one label
 * have the same answer, but for the name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_NAME_READER_H
#define CHECK_READERS_NAME_READER_H

#include <stdbool.h>

#include <ddds/database.h>
#include <ddds/question.h>

#include "check/sets/dfa_reader.h"

/* The names of a database; opaque. */
struct known_names;

/* The kinds of names that labels stand for. */
enum name_kind {
    NAME_EXACT,      /* they are one name */
    NAME_WILDCARD,   /* one wildcard answers for all */
    NAME_NO_DATA,    /* they exist, without records of the type */
    NAME_MISSING,    /* in one zone */
    NAME_OUTSIDE,    /* in no zone, or delegated away */
    NAME_REDIRECTED, /* below a DNAME: the answers may differ */
};

/* List the names of |database|, zones in memory, which outlives them. NULL if
 * allocation fails; the caller frees them with ddds_names_free. */
struct known_names *ddds_names_new(ddds_database *database);

/* Free |names|, which may be NULL, and its readers. */
void ddds_names_free(struct known_names *names);

/* The reader of keys for questions of |kind|: owned by |names|. */
struct reader *ddds_names_reader(struct known_names *names,
                                 enum ddds_question_kind kind);

/* Make the reader of telephone numbers, "+" and digits, whose first keys are
 * below |root|: the digits in reverse, each a label. The caller frees it;
 * |names| outlives it. NULL if allocation fails. */
struct reader *ddds_names_number_reader(struct known_names *names,
                                        const char *root);

/* The kind of the names with |label|. */
enum name_kind ddds_names_kind(const struct known_names *names, uint32_t label);

#endif
