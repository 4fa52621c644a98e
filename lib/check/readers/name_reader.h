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

#include "base/limits.h"
#include "check/sets/dfa_reader.h"

/* The names of a database; opaque. */
struct known_names;

/* The kinds of names that labels stand for. */
enum name_kind {
    NAME_EXACT,      /* they are one name */
    NAME_WILDCARD,   /* the same wildcard answers for all */
    NAME_NO_DATA,    /* they exist, without records of the type */
    NAME_MISSING,    /* in one zone */
    NAME_OUTSIDE,    /* in no zone, or delegated away */
    NAME_REDIRECTED, /* below a DNAME, or not known: the answers may differ */
};

/* List the names of |database|, zones in memory, which outlives them. NULL if
 * allocation fails; the caller frees them with ddds_names_free. */
struct known_names *ddds_names_new(ddds_database *database);

/* Make the readers of |names|, once. False if allocation fails. */
bool ddds_names_begin(struct known_names *names);

/* Free |names|, which may be NULL, and its readers. */
void ddds_names_free(struct known_names *names);

/* The reader of keys for questions of |kind|: owned by |names|. */
struct reader *ddds_names_reader(struct known_names *names,
                                 enum ddds_question_kind kind);

/* How names are read. */
enum name_order {
    NAME_FORWARD,
    NAME_BACKWARD,  /* octet by octet from the last */
    NAME_FROM_ROOT, /* label by label from the last, each forward */
};

/* Write |name|, without escapes, in |order|. */
void ddds_names_write(enum name_order order, const char *name,
                      char turned[LIMIT_NAME_SIZE]);

/* Make readers of names in |order|, which is not NAME_FORWARD. Once for
 * |names|. False if allocation fails. */
bool ddds_names_turn(struct known_names *names, enum name_order order);

/* The reader made by ddds_names_turn for questions of |kind|: owned by
 * |names|. */
struct reader *ddds_names_turned_reader(struct known_names *names,
                                        enum ddds_question_kind kind);

/* The only name with |label|; NULL if there may be others. It belongs to
 * |names|. */
const char *ddds_names_exact(const struct known_names *names, uint32_t label);

/* The kind of the names with |label|. */
enum name_kind ddds_names_kind(const struct known_names *names, uint32_t label);

#endif
