/* The findings of all parts of a zone, as a check of the whole zone would have
 * them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_HARVEST_H
#define CHECK_STREAM_HARVEST_H

#include "check/model/check.h"

struct harvest;

/* Begin without findings; of each code |most| are kept. NULL without memory. */
struct harvest *ddds_harvest_new(size_t most);

void ddds_harvest_free(struct harvest *harvest);

/* Take the findings of |part|, which has run. False without memory. */
bool ddds_harvest_take(struct harvest *harvest, const struct ddds_check *part);

/* Give the findings to |check|, as findings of |zone|. False without memory. */
bool ddds_harvest_give(struct harvest *harvest, struct ddds_check *check,
                       const struct checked_zone *zone);

#endif
