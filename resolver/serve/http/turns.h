/* Resolutions take turns: a database in front of another one, for the loop.
 *
 * A resolution whose answers are all in a cache goes on without a pause, and
 * hostile rules at many keys then keep the loop from other clients. So when a
 * round of the loop has used its processor time, further lookups wait for the
 * next round.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_TURNS_H
#define SERVE_HTTP_TURNS_H

#include <stdbool.h>

#include <ddds/database.h>

/* Make turns for the lookups in |inner|, which they own. */
ddds_database *turns_new(ddds_database *inner);

/* Begin a round: lookups are passed on for |milliseconds| of processor time,
 * first those that wait, of which at least one is. Those who waited are
 * counted in |*waited|. */
void turns_begin(ddds_database *turns, unsigned milliseconds,
                 unsigned long long *waited);

/* Do any lookups wait? */
bool turns_wait(ddds_database *turns);

#endif
