/* A minimal name server: it answers a name by its first label, "kN-ID", from
 * which N - 1 more queries are needed to the end of the chain.
 *
 * k1-ID  NAPTR  a rule with an expression and the flag U: the end
 * k2-ID  NAPTR  a rule with the flag S and the replacement k1-ID; SRV: the end
 * kN-ID  NAPTR  a rule without flags and the replacement kN-1-ID, from 3 on
 *
 * Other labels may follow the first.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_RESPONDER_H
#define BENCH_RESPONDER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A responder in its own process. Set |delay| and |loss| before it starts. */
struct responder {
    unsigned delay; /* microseconds until an answer leaves */
    unsigned loss;  /* queries of a thousand that have no answer */
    pid_t process;
    uint16_t port; /* of 127.0.0.1 */
};

void responder_start(struct responder *responder);
void responder_stop(struct responder *responder);

/* Bind |process|, or for 0 this process, to |processor|; do nothing if the
 * machine does not have it. */
void responder_pin(pid_t process, unsigned processor);

/* A socket that is connected to |responder|, with room for bursts. */
int responder_connect(const struct responder *responder);

/* Write "kN-ID.test", with a label of |longer| octets before "test" unless that
 * is 0; five digits of |id| count. */
enum {
    RESPONDER_LONGER = 20,
    RESPONDER_NAME = 14 + 1 + RESPONDER_LONGER,
    RESPONDER_IDS = 50000
};
void responder_name(char name[RESPONDER_NAME], unsigned n, unsigned id,
                    unsigned longer);

/* A query as the library sends it, 1232 octets by EDNS, about such a name. The
 * id of the message is |id|, too. Returns its length. */
enum { RESPONDER_QUERY = 12 + RESPONDER_NAME + 1 + 4 + 11 };
size_t responder_query(unsigned char octets[RESPONDER_QUERY], unsigned n,
                       unsigned id, unsigned longer, uint16_t type);

#endif
