/* Readers of keys that label them by the names of zones. A lookup depends on
 * the name itself if it exists, else on its closest encloser (RFC 4592 section
 * 3.3.1): on a wildcard there, or only on the zone. So labels are few, and
 * lookups of all names with a label have the same answer, except for the name.
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

/* Kinds of names with a label. */
enum name_kind {
    NAME_EXACT,      /* a single name */
    NAME_WILDCARD,   /* names that the same wildcard answers */
    NAME_NO_DATA,    /* existing names without records of the type */
    NAME_MISSING,    /* missing names of a zone */
    NAME_OUTSIDE,    /* names in no zone, or delegated */
    NAME_REDIRECTED, /* below a DNAME, or unknown: answers may differ */
};

/* List the names of |database|, which has zones in memory and must outlive
 * them. The caller frees them with ddds_names_free. NULL without memory. */
struct known_names *ddds_names_new(ddds_database *database);

/* Free |names|, which may be NULL, and its readers. */
void ddds_names_free(struct known_names *names);

/* Return the reader of keys for questions of |kind|. |names| owns it. */
struct reader *ddds_names_reader(struct known_names *names,
                                 enum ddds_question_kind kind);

/* Orders in which names are read. */
enum name_order {
    NAME_FORWARD,
    NAME_BACKWARD,  /* octet by octet from the last */
    NAME_FROM_ROOT, /* label by label from the last; each label forward */
};

/* Write |name|, without escapes, in |order|. */
void ddds_names_write(enum name_order order, const char *name,
                      char turned[LIMIT_NAME_SIZE]);

/* Make readers of names in |order|, which is not NAME_FORWARD. Call this at
 * most once for |names|. False if allocation fails. */
bool ddds_names_turn(struct known_names *names, enum name_order order);

/* Return the reader made by ddds_names_turn for questions of |kind|. |names|
 * owns it. */
struct reader *ddds_names_turned_reader(struct known_names *names,
                                        enum ddds_question_kind kind);

/* Return the only name with |label|; NULL if others may exist. |names| owns
 * it. */
const char *ddds_names_exact(const struct known_names *names, uint32_t label);

/* Return the kind of the names with |label|. */
enum name_kind ddds_names_kind(const struct known_names *names, uint32_t label);

#endif
