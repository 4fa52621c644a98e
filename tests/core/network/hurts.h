/* Record of losses and failures, by input and server: without such a cause no
 * resolution may fail.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_HURTS_H
#define NETWORK_HURTS_H

#include <stdbool.h>
#include <stdint.h>

enum { SERVERS_MAX = 4, INPUTS_MAX = 1 << 16 };

void hurts_begin(unsigned servers);

/* A query about |input|, or its answer, is of no use, or too late: |why|. */
void hurt_input(unsigned server, uint32_t input, const char *why);

/* |server| may have become useless for every query: |why|. */
void hurt_all(unsigned server, const char *why);

/* True if |input| was hurt at |server| since the virtual time |since|. */
bool hurts_since(unsigned server, uint32_t input, uint64_t since);

/* Likewise, at all servers, or at any server. */
bool hurts_everywhere(uint32_t input, uint64_t since);
bool hurts_anywhere(uint32_t input, uint64_t since);

/* True data about |input| have been |microseconds| on their way. */
void hurts_note_way(uint32_t input, uint64_t microseconds);

/* The longest way of data about |input| so far. */
uint64_t hurts_longest_way(uint32_t input);

/* Plant a mistake: record nothing. */
void hurts_plant_silence(void);

#endif
