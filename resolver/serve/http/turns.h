/* Resolutions take turns: a database in front of another one, for the loop.
 *
 * Answers with rules are what a resolution has work with, and hostile rules much
 * work. When answers of a round of the loop have used its processor time, be
 * they from a cache or from servers that answer at the same moment, further ones
 * wait for the next round.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_TURNS_H
#define SERVE_HTTP_TURNS_H

#include <stdbool.h>

#include <ddds/database.h>

#include "serve/peers/shares.h"

/* Make turns for the answers of |inner|, which they own. |*waited| counts those
 * that waited, as long as |shares| have memory for them. */
ddds_database *turns_new(ddds_database *inner, struct shares *shares,
                         unsigned long long *waited);

/* Begin a round: answers are passed on for |milliseconds| of processor time,
 * first those that wait, of which at least one is. */
void turns_begin(ddds_database *turns, unsigned milliseconds);

/* Do any answers wait? */
bool turns_wait(ddds_database *turns);

#endif
