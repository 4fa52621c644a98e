/* Damage to answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_DAMAGE_H
#define NETWORK_DAMAGE_H

#include <stddef.h>

#include "core/network/chance.h"

/* Damage the |octets| of an answer so that they are unusable, unreadable, or an
 * answer to another question. Return the new length. */
size_t damage_visibly(struct chance *chance, unsigned char *octets,
                      size_t length);

/* Damage the |octets| after the question anyhow: they may be an answer of
 * other data then. */
size_t damage_wildly(struct chance *chance, unsigned char *octets,
                     size_t length);

/* Append octets that mean nothing; the answer is the same. */
size_t damage_length(struct chance *chance, unsigned char *octets,
                     size_t length);

#endif
