/* The path between the library and the servers, which loses, delays, repeats,
 * damages and forges messages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_PATH_H
#define NETWORK_PATH_H

#include "core/network/kernel.h"

void path_begin(const struct scenario *scenario, uint64_t seed);

/* A datagram of |fake| leaves for its server. */
void path_query(const struct fake *fake, uint32_t input,
                const unsigned char *octets, size_t length);

/* The |answer| of |length| octets to |query| leaves for the client. The data
 * that it holds are true now. */
void path_answer(const struct packet *query, const unsigned char *answer,
                 size_t length);

/* An ICMP message of the type |why|, an errno, leaves for the client. */
void path_icmp(const struct packet *query, int why);

/* The library has read the answer |packet|: forgers may send another answer. */
void path_was_read(const struct packet *packet);

/* Return the delay of a message in one direction. */
uint64_t path_delay(void);

/* A planted mistake: forgers know the id, the question and the port. */
void path_plant_forgers(void);

#endif
