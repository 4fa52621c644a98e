/* A record as checks see it: what it means, the words of the file that it
 * was written with, and where they are. Records that no name server would
 * load are included.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_CHECKED_RECORD_H
#define CHECK_MODEL_CHECKED_RECORD_H

#include <ddds/check.h>
#include <ddds/rule.h>

#include "base/arena.h"
#include "db/text/zonefile.h"

/* A file, or records that one server sent together. Its |apex| is the owner of
 * its SOA; NULL if it has none, and NULL while what comes before that is being
 * read. */
struct checked_zone {
    struct checked_zone *next;
    size_t number; /* in the order of the files */
    const char *name;
    struct zonefile *file;
    const char *apex;
    bool has_ignores;   /* it holds "ddds:ignore=", which included files may */
    bool has_no_ttl;    /* that a TTL is missing has been said */
    bool has_no_origin; /* likewise, that an origin is */
    size_t records;     /* of any type */
    bool is_empty;      /* no records, and no fault either */
    const char *server; /* who sent them; NULL for a file */
    bool is_judged;     /* who vouches for them has been said */
};

/* The fields of a NAPTR record (RFC 3403 section 4.1), in their order. */
enum naptr_field {
    NAPTR_ORDER,
    NAPTR_PREFERENCE,
    NAPTR_FLAGS,
    NAPTR_SERVICES,
    NAPTR_REGEXP,
    NAPTR_REPLACEMENT,
    NAPTR_FIELDS,
};

/* A word as it is written: escapes are still in it, quotes are not. */
struct word {
    const char *text; /* NULL if it is not there */
    uint32_t length;
    uint32_t line;
    uint32_t column; /* of the quote, if it has one */
    bool is_quoted;
    bool is_foreign; /* the quotes are of a kind that master files have not */
    uint32_t quote;  /* octets of each quote */
};

/* Is |word| a name that the origin completes, or is? */
bool ddds_word_is_relative(const struct word *word);

/* What a NAPTR record says. No string of |rule| is NULL but |defect|: why no
 * server loads it, or that it holds a NUL octet. What could not be read is ""
 * or 0. */
struct naptr {
    struct ddds_rule rule;
    struct word words[NAPTR_FIELDS]; /* none if $GENERATE or \# made it */
    bool is_refused;                 /* no server loads it */
    struct ddds_region refused;      /* because of this */
    bool is_octets;                  /* written as \#, and none of its words
                                        means anything */
    bool is_unclear;                 /* nobody can say what was meant: there is
                                        no correction */
    bool has_surplus;                /* more words than there are fields */
    bool is_short;                   /* fewer */
    enum naptr_field missing;        /* if it is short; NAPTR_FIELDS if nobody
                                        can say, and there are no words then */
    bool has_replacement;            /* a name, be it the root */
    bool has_nul[NAPTR_FIELDS];
};

struct checked_record {
    struct checked_zone *zone;
    size_t number; /* among all that were read */
    const char *file;
    const char *owner;  /* spelt as in name/domain.h */
    const char *origin; /* likewise; NULL if nothing has said it */
    uint16_t type;
    bool has_ttl;
    uint32_t ttl;
    uint32_t line;
    uint32_t column;
    const char *raw;
    uint32_t raw_length;
    struct ddds_span head[3]; /* owner, TTL and class as written, if they are */
    const unsigned char *rdata; /* of a type with a layout (db/rdata.h) that
                                   is no NAPTR; else NULL */
    size_t rdata_length;
    struct naptr *naptr; /* NULL for any other type */
};

/* The NAPTR records of one owner in one file, in their order there. */
struct checked_set {
    const char *owner;
    const struct checked_zone *zone;
    struct checked_record *const *records;
    size_t count;
};

/* Make a record of what the reader of |zone| hands over; |problem| is what is
 * wrong with it, or NULL. |before|, the record before it or NULL, lends its
 * strings. NULL without memory. */
struct checked_record *
ddds_checked_record_new(struct arena *arena, struct checked_zone *zone,
                        const struct checked_record *before,
                        const struct zonefile_record *from,
                        const struct zonefile_problem *problem);

/* Where |length| octets of the |field| of |record| from |offset| on stand, both
 * counted in the octets that the field means; the whole record if that is not
 * known. No octets at all mark the one at |offset|. */
struct ddds_region
ddds_checked_record_region(const struct checked_record *record,
                           enum naptr_field field, size_t offset,
                           size_t length);

/* Where all of |field| stands, its quotes included; likewise. */
struct ddds_region
ddds_checked_record_field_region(const struct checked_record *record,
                                 enum naptr_field field);

/* Where stands what |refusal| is about. */
struct ddds_region
ddds_checked_record_refusal_region(const struct refusal *refusal);

/* Where the whole record stands. */
struct ddds_region
ddds_checked_record_whole(const struct checked_record *record);

/* Octets of a field that are kept: more than 255, so that a string that is too
 * long is refused as such. */
enum { DRAFT_FIELD_SIZE = 1024 };

#endif
