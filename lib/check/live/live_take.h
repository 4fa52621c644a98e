/* Adds records of answers to the check, and looks up their targets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_TAKE_H
#define CHECK_LIVE_LIVE_TAKE_H

#include "check/live/live_state.h"

/* Add the records of the answer to |asked| to the check, and look up their
 * targets, caused by |from|. Return the requested RRset, or NULL. */
struct checked_zone *ddds_live_take(struct live *live,
                                    const struct live_question *asked,
                                    const struct live_question *from);

/* Query |type| at |name| because of the answer to |from|. Return the query, or
 * NULL if the limit is reached or allocation fails. */
struct live_question *ddds_live_ask_from(struct live *live, const char *name,
                                         uint16_t type,
                                         const struct live_question *from);

/* Query the addresses of |name| because of the answer to |from|. */
void ddds_live_ask_addresses(struct live *live, const char *name,
                             const struct live_question *from);

#endif
