/* Findings are collected, counted, and handed over in the order of the
 * files.
 *
 * Some are dropped: codes that the caller ignores, codes that a comment on
 * the same line or right above it ignores ("; ddds:ignore=L210,L217"), and
 * all but the first thousand of each code, which are only counted.
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
    const char *at; /* in the text of the file, NULL for none of its places */
    uint32_t at_line;
    struct ddds_region region;
    const char *owner;
    const char *detail;
    const char *fix;
    struct ddds_region replaced;
};

struct findings {
    struct arena *arena;
    bool is_probing; /* only note which codes there are, in |probed| */
    bool probed[CHECK_CODES];
    bool is_ignored[CHECK_CODES];
    size_t counts[CHECK_CODES];
    size_t omitted;
    struct finding *newest;
    bool has_failed; /* for want of memory */
};

/* No findings yet, in |arena|. NULL without memory. */
struct findings *ddds_findings_new(struct arena *arena);

/* Add one. NULL if it was dropped. */
struct finding *ddds_findings_add(struct findings *findings,
                                  const struct finding_place *place,
                                  enum check_code code, const char *format,
                                  va_list arguments);

/* Forget what has been added since |before| was a copy of |findings|. */
void ddds_findings_forget(struct findings *findings,
                          const struct findings *before);

/* Hand over all, sorted. False without memory. */
bool ddds_findings_hand_over(const struct findings *findings,
                             ddds_finding_fn *finding, void *context);

#endif
