/* The name servers, with their failures.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_SERVERS_H
#define NETWORK_SERVERS_H

#include <stdint.h>

#include "core/network/scenario.h"
#include "core/wire.h"

void servers_begin(const struct scenario *scenario, uint64_t seed);

/* A datagram has come; |subject| is a packet. */
void servers_receive(void *subject, uint64_t number);

/* Decide how |server| treats a new connection. */
enum servers_welcome { WELCOME, REFUSED_AT_ONCE, NO_WORD };
enum servers_welcome servers_connect(unsigned server);

/* Write the answer of |server| to the query over TCP, of |length| octets; false
 * if it has none. |wait| is set to the microseconds that it takes. */
bool servers_stream(unsigned server, const unsigned char *query, size_t length,
                    struct wire *wire, uint64_t *wait);

/* A planted mistake: the servers tell of other inputs. */
void servers_plant_confusion(void);

#endif
