/* Fair scheduling of resolutions: a database that delays answers of another.
 *
 * Most work of a resolution is applying rules, and hostile rules are slow. When
 * the answers of a round of the event loop have used up its processor time,
 * further answers wait for the next round, whether they come from the cache or
 * from servers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_TURNS_H
#define SERVE_HTTP_TURNS_H

#include <stdbool.h>

#include <ddds/database.h>

#include "serve/peers/shares.h"

/* Create a scheduler for the answers of |inner|, and take |inner| over.
 * |*waited| counts the delayed answers; answers are delayed only while |shares|
 * grants memory for them. */
ddds_database *turns_new(ddds_database *inner, struct shares *shares,
                         unsigned long long *waited);

/* Start a round: deliver answers for |milliseconds| of processor time, at first
 * the delayed ones, of these at least one. */
void turns_begin(ddds_database *turns, unsigned milliseconds);

/* Return true if answers are delayed. */
bool turns_wait(ddds_database *turns);

#endif
