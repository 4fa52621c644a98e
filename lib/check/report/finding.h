/* Collects, counts and delivers findings in the order of the files.
 *
 * Some are dropped: codes that the caller ignores, codes that a comment on the
 * same line or directly above ignores ("; ddds:ignore=L210,L217"), and, after
 * counting, all but the first thousand of each code, or the caller's maximum. A
 * code of a whole zone, such as relative replacements, is reported once with
 * the number of the others, unless the caller sets its own maximum. Findings of
 * the same code at the same place are merged, with the number of further names
 * (same_place.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_FINDING_H
#define CHECK_REPORT_FINDING_H

#include <stdarg.h>

#include <ddds/check.h>

#include "base/arena.h"
#include "base/hash.h"
#include "check/model/checked_record.h"
#include "check/report/codes.h"

/* The place of a finding. */
struct finding_place {
    const struct checked_zone *zone;
    const char *file;
    const char *begin; /* the text in which comments may ignore it */
    size_t length;
    uint32_t line; /* of |begin| */
    struct ddds_region region;
    const char *owner; /* borrowed, or NULL */
};

/* Return the place of |length| octets of |field| of |record|, from |offset| on,
 * counted as by ddds_checked_record_region. */
struct finding_place ddds_place_octets(const struct checked_record *record,
                                       enum naptr_field field, size_t offset,
                                       size_t length);

/* Return the place of the whole |field| of |record|. */
struct finding_place ddds_place_field(const struct checked_record *record,
                                      enum naptr_field field);

/* Return the place of |record|, of any type. */
struct finding_place ddds_place_record(const struct checked_record *record);

/* Return the place of the part |region| of |record|. */
struct finding_place ddds_place_region(const struct checked_record *record,
                                       struct ddds_region region);

/* Return the place of the invalid part of |zone|. */
struct finding_place ddds_place_problem(const struct checked_zone *zone,
                                        const struct zonefile_problem *problem);

/* Return the place of the name |owner|, which may have no record in |zone|. */
struct finding_place ddds_place_owner(const struct checked_zone *zone,
                                      const char *owner);

/* Codes recorded since this was cleared. */
struct code_notes {
    struct code_set found;
    struct code_set silenced; /* ignored there by the caller or a comment */
    struct code_set here;     /* codes within |findings.here| */
};

/* A corrected NAPTR record. After all checks have run, intake/corrections.h
 * judges it for all findings that it should remove. */
struct correction {
    const struct checked_record *record;
    const char *line; /* NULL: invalid, or words are lost */
    bool is_drafted;  /* by the checks of the record, whose findings have it */
    bool is_judged;
    bool is_choice;             /* includes a correction that is a choice */
    struct code_notes before;   /* codes of the original record alone */
    struct code_set set_before; /* likewise with its set */
    struct code_set alone;      /* codes of the line alone */
    struct code_notes after;    /* likewise with its set */
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
    size_t more;  /* unreported findings of the same code in the zone */
    size_t names; /* further names with the same finding at the same place */
    const char *fix;
    struct ddds_region replaced;
    struct correction *correction; /* origin of |fix|; NULL: a line that is not
                                      judged */
    const struct checked_zone *last_zone; /* zone of the last merged finding */
    uint64_t last_name;                   /* hash of the last merged name */
    bool is_forgotten;
    bool is_consequence; /* of a reported cause */
};

/* Hash table of findings by place and code, see same_place.h. */
struct same_places {
    struct finding **slots; /* NULL: empty */
    size_t size;            /* a power of 2, or 0 */
    size_t count;
    struct hash_key key;
};

struct findings {
    struct arena *arena;
    bool is_ignored[CHECK_CODES];
    size_t most; /* maximum per code */

    bool is_probing; /* only record codes, without reporting */
    struct code_notes notes;
    struct ddds_span here; /* without text: unused */

    size_t counts[CHECK_CODES];
    size_t reported; /* calls of ddds_findings_add */
    size_t omitted;
    struct finding *newest;
    struct finding *newest_of[CHECK_CODES]; /* NULL: none yet */
    struct same_places places;
};

/* Create an empty collection, to be freed with free(), with findings in
 * |arena|. NULL if allocation fails. */
struct findings *ddds_findings_new(struct arena *arena);

/* Empty |findings|, whose arena was reset. Ignored codes remain. */
void ddds_findings_reset(struct findings *findings);

/* Add a finding of |code| at |place|. Return NULL if it was dropped, or if
 * allocation fails. */
struct finding *ddds_findings_add(struct findings *findings,
                                  const struct finding_place *place,
                                  enum check_code code, const char *format,
                                  va_list arguments);

/* Return the start of the comment on the line at |at|, after a semicolon that
 * is neither quoted nor escaped, or the end of the line. */
const char *ddds_findings_comment(const char *at, const char *end);

/* Remove the findings added since |before| was copied from |findings|. */
void ddds_findings_forget(struct findings *findings,
                          const struct findings *before);

/* Return true if |code| need not be reported where a code of |found| is. */
bool ddds_findings_is_explained(const struct code_set *found,
                                enum check_code code);

/* Pass all findings, sorted, to |finding|, except those whose cause is another
 * finding at the same place, which no longer count. Return false if allocation
 * fails. */
bool ddds_findings_hand_over(struct findings *findings,
                             ddds_finding_fn *finding, void *context);

#endif
