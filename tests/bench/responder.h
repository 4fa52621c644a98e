/* The least of a name server: it answers a name by its first label, "kN-ID",
 * from where N - 1 more queries are needed to the end of the chain.
 *
 * k1-ID  NAPTR  a rule with an expression and the flag U: the end
 * k2-ID  NAPTR  a rule with the flag S and the replacement k1-ID; SRV: the end
 * kN-ID  NAPTR  a rule without flags and the replacement kN-1-ID, from 3 on
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_RESPONDER_H
#define BENCH_RESPONDER_H

#include <stdint.h>
#include <sys/types.h>

/* One in a process of its own. */
struct responder {
    pid_t process;
    uint16_t port; /* of 127.0.0.1 */
};

void responder_start(struct responder *responder);
void responder_stop(struct responder *responder);

/* Run this process, or another one, on one processor; on a machine that has
 * only one this does nothing. */
void responder_pin(pid_t process, unsigned processor);

/* A socket that is connected to |responder|, with room for bursts. */
int responder_connect(const struct responder *responder);

/* Write "kN-ID.test"; five digits of |id| count. */
enum { RESPONDER_NAME = 14, RESPONDER_IDS = 50000 };
void responder_name(char name[RESPONDER_NAME], unsigned n, unsigned id);

/* A query as the library sends it, 1232 octets by EDNS, about "kN-ID.test". The
 * id of the message is |id|, too. */
enum { RESPONDER_QUERY = 12 + 15 + 4 + 11 };
void responder_query(unsigned char octets[RESPONDER_QUERY], unsigned n,
                     unsigned id, uint16_t type);

#endif
