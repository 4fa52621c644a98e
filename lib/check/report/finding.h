/* Findings are collected, counted, and handed over in the order of the
 * files.
 *
 * Some are dropped: codes that the caller ignores, codes that a comment on
 * the same line or right above it ignores ("; ddds:ignore=L210,L217"), and
 * all but the first thousand of each code, or as many as the caller wants,
 * which are only counted. What is a habit of a whole zone, such as relative
 * replacements, is one finding with the number of the others, unless the
 * caller wants a number of its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_FINDING_H
#define CHECK_REPORT_FINDING_H

#include <stdarg.h>

#include <ddds/check.h>

#include "base/arena.h"
#include "check/report/codes.h"
#include "check/report/place.h"

struct finding {
    struct finding *next;
    const struct checked_zone *zone;
    enum check_code code;
    const char *file;
    const char *at; /* in the text of the file, or NULL */
    uint32_t at_line;
    struct ddds_region region;
    const char *owner;
    const char *detail;
    size_t more; /* of the same code in the zone, which are not reported */
    const char *fix;
    struct ddds_region replaced;
    const struct checked_record *corrected; /* what |fix| corrects */
    bool is_consequence;                    /* another one says why */
    bool is_drafted; /* |fix| is the draft of the checks of the record */
};

struct findings {
    struct arena *arena;

    /* Only note the codes in |probed|, and in |probed_here| those of places
     * in |here|. */
    bool is_probing;
    bool probed[CHECK_CODES];
    bool probed_here[CHECK_CODES];
    struct ddds_span here;

    bool is_ignored[CHECK_CODES];
    size_t counts[CHECK_CODES];
    size_t reported; /* calls of ddds_findings_add */
    size_t most;     /* findings of one code */
    size_t omitted;
    struct finding *newest;
    struct finding *newest_of[CHECK_CODES]; /* NULL: none yet */
};

/* Make an empty collection in |arena|. NULL if allocation fails. */
struct findings *ddds_findings_new(struct arena *arena);

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

/* Pass all findings, sorted, to |finding|, but for those whose cause is another
 * one at the same place: they no longer count. Return false if allocation
 * fails. */
bool ddds_findings_hand_over(struct findings *findings,
                             ddds_finding_fn *finding, void *context);

#endif
