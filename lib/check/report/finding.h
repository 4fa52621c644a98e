/* Findings are collected, counted, and handed over in the order of the
 * files.
 *
 * Some are dropped: codes that the caller ignores, codes that a comment on
 * the same line or right above it ignores ("; ddds:ignore=L210,L217"), and
 * all but the first thousand of each code, or as many as the caller wants,
 * which are only counted. What is a habit of a whole zone, such as relative
 * replacements, is one finding with the number of the others, unless the
 * caller wants a number of its own. Findings of one code at one place are one,
 * with the number of further names (same_place.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_FINDING_H
#define CHECK_REPORT_FINDING_H

#include <stdarg.h>

#include <ddds/check.h>

#include "base/arena.h"
#include "check/model/checked_record.h"
#include "check/report/codes.h"

/* A place that findings are about. */
struct finding_place {
    const struct checked_zone *zone;
    const char *file;
    const char *begin; /* the part of the text in which comments may ignore */
    size_t length;
    uint32_t line; /* of |begin| */
    struct ddds_region region;
    const char *owner; /* borrowed, or NULL */
};

/* |length| octets of |field| of |record|, from |offset| on, as
 * ddds_checked_record_region counts them. */
struct finding_place ddds_place_octets(const struct checked_record *record,
                                       enum naptr_field field, size_t offset,
                                       size_t length);

/* All of |field| of |record|. */
struct finding_place ddds_place_field(const struct checked_record *record,
                                      enum naptr_field field);

/* All of |record|, which may be of any type. */
struct finding_place ddds_place_record(const struct checked_record *record);

/* The part |region| of |record|. */
struct finding_place ddds_place_region(const struct checked_record *record,
                                       struct ddds_region region);

/* The part of |zone| that could not be read. */
struct finding_place ddds_place_problem(const struct checked_zone *zone,
                                        const struct zonefile_problem *problem);

/* The name |owner|, which no record of |zone| has to have. */
struct finding_place ddds_place_owner(const struct checked_zone *zone,
                                      const char *owner);

/* Codes that were noted since this was zeroed. */
struct code_notes {
    struct code_set found;
    struct code_set silenced; /* the caller or a comment ignores them there */
    struct code_set here;     /* at a place in |findings.here| */
};

/* A corrected NAPTR record. When all checks have run, intake/corrections.h
 * judges it, for all findings that it is to remove. */
struct correction {
    const struct checked_record *record;
    const char *line; /* NULL: it cannot be read, or loses words */
    bool is_drafted;  /* by the checks of the record, whose findings have it */
    bool is_judged;
    bool is_choice;           /* it corrects something else, not for certain */
    struct code_notes before; /* what is found in the record by itself */
    struct code_set set_before; /* the same with its set */
    struct code_set alone;      /* as |before|, of the line */
    struct code_notes after;    /* the same with its set */
};

struct finding {
    struct finding *next;
    const struct checked_zone *zone;
    enum check_code code;
    const char *file;
    const char *at; /* in the text of the file, or NULL */
    size_t length;  /* of the text at |at| */
    uint32_t at_line;
    struct ddds_region region;
    const char *owner;
    const char *detail;
    size_t more;  /* of the same code in the zone, which are not reported */
    size_t names; /* further names with the same finding at the same place */
    const char *fix;
    struct ddds_region replaced;
    struct correction *correction; /* which |fix| is from; NULL: it is a line
                                      that is not judged */
    const struct checked_zone *last_zone; /* the last with the same finding */
    uint64_t last_name;                   /* the hash of the last such name */
    bool is_forgotten;
    bool is_consequence; /* another one says why */
};

/* Findings by place and code, see same_place.h. */
struct same_places {
    struct finding **slots; /* NULL: empty */
    size_t size;            /* a power of 2, or 0 */
    size_t count;
};

struct findings {
    struct arena *arena;
    bool is_ignored[CHECK_CODES];
    size_t most; /* findings of one code */

    bool is_probing; /* nothing is reported, only noted */
    struct code_notes notes;
    struct ddds_span here; /* without text: nowhere */

    size_t counts[CHECK_CODES];
    size_t reported; /* calls of ddds_findings_add */
    size_t omitted;
    struct finding *newest;
    struct finding *newest_of[CHECK_CODES]; /* NULL: none yet */
    struct same_places places;
};

/* Make an empty collection, to be freed with free(), whose findings will be in
 * |arena|. NULL if allocation fails. */
struct findings *ddds_findings_new(struct arena *arena);

/* Empty |findings|, whose arena is reset. What is ignored remains so. */
void ddds_findings_reset(struct findings *findings);

/* Add a finding of |code| at |place|. NULL if it was dropped, or if
 * allocation fails. */
struct finding *ddds_findings_add(struct findings *findings,
                                  const struct finding_place *place,
                                  enum check_code code, const char *format,
                                  va_list arguments);

/* Return the begin of the comment on the line at |at|, after a semicolon that
 * is neither quoted nor escaped, or the end of the line. */
const char *ddds_findings_comment(const char *at, const char *end);

/* Remove the findings added since |before| was copied from |findings|. */
void ddds_findings_forget(struct findings *findings,
                          const struct findings *before);

/* Return whether |code| need not be reported where another one of |found| is. */
bool ddds_findings_is_explained(const struct code_set *found,
                                enum check_code code);

/* Pass all findings, sorted, to |finding|, but for those whose cause is another
 * one at the same place: they no longer count. Return false if allocation
 * fails. */
bool ddds_findings_hand_over(struct findings *findings,
                             ddds_finding_fn *finding, void *context);

#endif
