/* A record for checks: its meaning, its words in the file, and their positions.
 * Invalid records are included.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_CHECKED_RECORD_H
#define CHECK_MODEL_CHECKED_RECORD_H

#include <ddds/record.h>
#include <ddds/check.h>
#include <ddds/rule.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "db/text/zonefile.h"

/* A zone file, or an RRset that a server sent. |apex| is the owner of its SOA
 * record; NULL without an SOA, and until that is read. */
struct checked_zone {
    struct checked_zone *next;
    size_t number; /* in the order of files */
    const char *name;
    struct zonefile *file;
    const char *apex;
    const char *first_server; /* MNAME of the SOA record, or NULL */
    bool has_ignores;         /* some comment has "ddds:ignore=" */
    bool has_no_ttl;          /* a missing TTL was reported */
    bool has_no_origin;       /* a missing origin was reported */
    const char *likely;       /* guessed origin; NULL: not guessed */
    bool has_wide_label;      /* a wide label in its name was reported (ENUM) */
    size_t records;           /* of any type */
    bool is_empty;            /* neither records nor faults */
    bool has_gap;             /* an included file could not be read */
    const char *server;       /* that sent the records; NULL: a file */
    bool is_judged;           /* authentication was reported */
};

struct expression;

/* The fields of a NAPTR record (RFC 3403 section 4.1), in order. */
enum naptr_field {
    NAPTR_ORDER,
    NAPTR_PREFERENCE,
    NAPTR_FLAGS,
    NAPTR_SERVICES,
    NAPTR_REGEXP,
    NAPTR_REPLACEMENT,
    NAPTR_FIELDS,
};

/* A word as written, with escapes, without quotes. */
struct word {
    const char *text; /* NULL if missing */
    uint32_t length;
    uint32_t line;
    uint32_t column; /* of the quote, if present */
    bool is_quoted;
    bool is_foreign; /* the quotes are not those of zone files */
    uint8_t quote;   /* octets per quote */
};

/* A word in the first line of its record, with the quotes of zone files or
 * none: the usual case, in compact form. */
struct brief_word {
    uint16_t begin : 15; /* in the text of the record, after the quote */
    uint16_t is_quoted : 1;
    uint16_t length; /* BRIEF_MISSING: missing */
};
enum { BRIEF_BEGIN_MAX = INT16_MAX, BRIEF_MISSING = UINT16_MAX };

/* Return true if |word| is a name relative to the origin, or "@". */
bool ddds_word_is_relative(struct word word);

/* Return the value of |word|: UINT64_MAX if it is not only digits; a value
 * above UINT32_MAX if it is larger than that. */
static inline uint64_t ddds_word_number(struct word word)
{
    uint64_t number = word.length > 0 ? 0 : UINT64_MAX;
    for (uint32_t i = 0; i < word.length; i++) {
        if (!ascii_is_digit((unsigned char)word.text[i])) {
            return UINT64_MAX;
        }
        number = number > UINT32_MAX
                     ? number
                     : number * 10 + (uint64_t)(word.text[i] - '0');
    }
    return number;
}

/* The fields of a NAPTR record. Only |rule.defect| can be NULL: it tells why no
 * server loads the record, or that it has a NUL octet. Unreadable fields are ""
 * or 0. */
struct naptr {
    struct ddds_rule rule;
    const struct word *words; /* for ddds_word_of; NULL: in |brief| */
    struct brief_word brief[NAPTR_FIELDS];
    const struct ddds_region *refused;    /* the rejected part, if it
                                             |is_refused| */
    const struct ddds_application *guess; /* if it |is_guessed| */
    const struct expression *expression;  /* judge/expressions.h; NULL: none, or
                                             not yet judged */
    bool has_nul[NAPTR_FIELDS];
    enum naptr_field missing : 4; /* if it is short; NAPTR_FIELDS: unknown, and
                                     no words */
    enum ddds_next next : 4;      /* if it |is_viewed| */
    bool is_refused : 1;          /* no server loads it */
    bool is_octets : 1;           /* written as \#, without fields */
    bool is_unclear : 1;          /* unknown intention: it has no correction */
    bool has_surplus : 1;         /* more words than fields */
    bool is_short : 1;            /* fewer words than fields */
    bool has_replacement : 1;     /* a name or the root */
    bool is_guessed : 1;          /* |guess| is set */
    bool is_viewed : 1;           /* |next| was set by judge/rule_view.h */
    bool has_findings : 1;        /* of the record alone; possibly ignored */
    bool may_lack_dot : 1; /* at the end of the replacement: L110, L124 */
};

/* A word before the type, relative to the text of the record. */
struct head_word {
    uint32_t begin;
    uint32_t length; /* 0: missing */
};

/* The meaning of a record. The owner is as in base/domain.h. The data are NULL
 * if the type has no layout (db/wire/rdata.h), and for a NAPTR record, which
 * has |naptr|. */
struct checked_base {
    const char *owner;
    const void *rdata;
    uint32_t ttl;
    uint16_t type;
    uint16_t rdata_length;
};

/* Source of records, shared by consecutive records. */
struct checked_source {
    struct checked_zone *zone;
    const char *file;
    const char *origin; /* spelt as an owner; NULL if unknown */
};

struct checked_record {
    struct checked_base base;
    const struct checked_source *from;
    size_t number; /* among all records */
    const char *raw;
    uint32_t raw_length;
    uint32_t line;
    uint32_t column;
    bool is_owner_open; /* the owner is relative to an unknown origin */
    bool has_ttl;
    bool is_hidden;           /* the owner is in a deeper given zone */
    struct head_word head[3]; /* owner, TTL and class if present */
    struct naptr *naptr;      /* NULL for other types */
};

/* Return the owner (0), the TTL (1) or the class (2) of |record| as written,
 * with quotes; without text if it is missing. */
static inline struct ddds_span ddds_head_of(const struct checked_record *record,
                                            int index)
{
    const struct head_word *word = &record->head[index];
    return word->length > 0
               ? (struct ddds_span){record->raw + word->begin, word->length}
               : (struct ddds_span){NULL, 0};
}

/* Return the word of |field|, an enum naptr_field, in |record|, a NAPTR record.
 * Records of $GENERATE or \# have no words. */
static inline struct word ddds_word_of(const struct checked_record *record,
                                       enum naptr_field field)
{
    const struct naptr *naptr = record->naptr;
    const struct brief_word *brief = &naptr->brief[field];
    if (naptr->words != NULL) {
        return naptr->words[field];
    }
    bool is_quoted = brief->is_quoted != 0;
    return brief->length == BRIEF_MISSING
               ? (struct word){.text = NULL}
               : (struct word){.text = record->raw + brief->begin,
                               .length = brief->length,
                               .line = record->line,
                               .column =
                                   record->column + brief->begin - is_quoted,
                               .is_quoted = is_quoted,
                               .quote = is_quoted};
}

/* Return true if |record| has a word for |field|. */
static inline bool ddds_has_word(const struct checked_record *record,
                                 enum naptr_field field)
{
    const struct naptr *naptr = record->naptr;
    return naptr->words != NULL ? naptr->words[field].text != NULL
                                : naptr->brief[field].length != BRIEF_MISSING;
}

/* Return true if |record| is from a $GENERATE line: replacing the line by a
 * correction would lose the other records. */
static inline bool
ddds_checked_record_is_generated(const struct checked_record *record)
{
    return record->raw_length > 0 && record->raw[0] == '$';
}

/* Return true if the origin of |record| is a guess, on which corrections must
 * not rely. */
bool ddds_checked_record_is_guessed(const struct checked_record *record);

/* The NAPTR records of an owner in a file, in order. */
struct checked_set {
    const char *owner;
    const struct checked_zone *zone;
    struct checked_record *const *records;
    size_t count;

    /* Of a wildcard: bits of the digits that are labels of existing names
     * beside it. These names hide it (RFC 4592 section 2.2). */
    unsigned hidden;
};

/* Create a record from the output of the reader of |zone|. |problem| is its
 * fault, or NULL. It shares strings with |before|, the previous record or NULL.
 * NULL if allocation fails. */
struct checked_record *
ddds_checked_record_new(struct arena *arena, struct checked_zone *zone,
                        const struct checked_record *before,
                        const struct zonefile_record *from,
                        const struct zonefile_problem *problem);

/* Read the name at |offset| in the data of |record|, which is not a NAPTR.
 * Return false if the data have no name there. */
bool ddds_checked_record_name(const struct checked_record *record,
                              size_t offset, char name[LIMIT_NAME_SIZE]);

/* Return the region of |length| octets from |offset| on in |field| of |record|,
 * both counted in octets of the value; the whole record if unknown. A length of
 * 0 marks the octet at |offset|. */
struct ddds_region
ddds_checked_record_region(const struct checked_record *record,
                           enum naptr_field field, size_t offset,
                           size_t length);

/* Return the region of |field| with its quotes; the whole record if unknown. */
struct ddds_region
ddds_checked_record_field_region(const struct checked_record *record,
                                 enum naptr_field field);

/* Return the region of the fault |refusal|. */
struct ddds_region
ddds_checked_record_refusal_region(const struct zone_refusal *refusal);

/* Return the last word of |record|, of |*length| octets. */
const char *ddds_checked_record_last_word(const struct checked_record *record,
                                          size_t *length);

/* Return the region of the whole record. */
struct ddds_region
ddds_checked_record_whole(const struct checked_record *record);

/* Size of a field in a draft: more than 255 octets, so that an overlong string
 * is still rejected. */
enum { DRAFT_FIELD_SIZE = 1024 };

#endif
