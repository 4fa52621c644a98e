/* What each address may have of the server: connections, and octets that wait,
 * those of requests that come in and of answers that are not yet read. What all
 * have together is bounded, too.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_SHARES_H
#define SERVE_PEERS_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/peers/peer_address.h"

/* The octets that may wait in all, and for one address: those of 16 of the
 * largest bodies, or of 32 answers to a mebibyte of bad zone. */
enum { SHARES_ALL = 128 << 20, SHARES_EACH = 32 << 20 };

struct share {
    uint32_t connections;
    uint32_t octets;
};

struct shares {
    uint64_t key[2];
    size_t octets;      /* of all */
    struct share *each; /* by address */
};

/* Who has a share. */
struct holder {
    unsigned short place;
    bool is_local; /* of this host */
};

/* False if there are no random numbers. Close it with shares_close. */
bool shares_open(struct shares *shares);
void shares_close(struct shares *shares);

/* The holder with the address |address|: an IPv4 address, or the /64 network of
 * an IPv6 address. Two may have the same place, but a client cannot find out
 * with whom it has. */
struct holder shares_find(const struct shares *shares,
                          const struct peer_address *address);

/* Take |octets| for |holder|. 0, or the status of the refusal, and nothing is
 * taken: 429 if the holder has its share, unless it |is_exempt|, and 503 if all
 * together have too much. */
unsigned shares_take(struct shares *shares, struct holder holder,
                     bool is_exempt, size_t octets);
void shares_give(struct shares *shares, struct holder holder, size_t octets);

#endif
