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

/* Who sends requests, and has a share. */
struct sender {
    struct peer_address address;
    unsigned short place; /* of the share */
    bool is_exempt;       /* from the limits of one address */
    size_t taken;         /* octets */
};

/* False if there are no random numbers. Close it with shares_close. */
bool shares_open(struct shares *shares);
void shares_close(struct shares *shares);

/* The sender with the address |address|. The share is that of an IPv4 address,
 * or of the /64 network of an IPv6 address. Two may have the same share, but a
 * client cannot find out with whom it has it. */
struct sender shares_find(const struct shares *shares,
                          const struct peer_address *address);

/* Take |octets| for |sender|. 0, or the status of the refusal, and nothing is
 * taken: 429 if its share is full, unless it is exempt, and 503 if all together
 * have too much. */
unsigned shares_take(struct shares *shares, struct sender *sender,
                     size_t octets);

/* Give back all that |sender| has taken. */
void shares_give(struct shares *shares, struct sender *sender);

#endif
