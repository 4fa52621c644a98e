/* Fair scheduling of resolutions: a database that delays answers of another.
 *
 * Most work of a resolution is applying rules, and hostile rules are slow. When
 * the answers of a round of the event loop have used up its processor time,
 * further answers wait for the next round, whether they come from the cache or
 * from servers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_SCHEDULER_H
#define SERVE_HTTP_SCHEDULER_H

#include <stdbool.h>

#include <ddds/database.h>

#include "serve/peers/quotas.h"

/* Create a scheduler for the answers of |inner|, and take |inner| over.
 * |*waited| counts the delayed answers; answers are delayed only while |quotas|
 * grants memory for them. */
ddds_database *scheduler_new(ddds_database *inner, struct quotas *quotas,
                             unsigned long long *waited);

/* Start a round: deliver answers for |milliseconds| of processor time, at first
 * the delayed ones, of these at least one. */
void scheduler_begin_round(ddds_database *scheduler, unsigned milliseconds);

/* Return true if answers are delayed. */
bool scheduler_is_waiting(ddds_database *scheduler);

#endif
