/* Limits on connections and memory of each address, and on the memory of all.
 * Memory is that of incoming requests, resolutions in progress, and answers
 * that the client has not yet read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_SHARES_H
#define SERVE_PEERS_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/peers/peer_address.h"

/* Limits in octets.
 *
 * SHARES_ALL is for all addresses. With the memory of 1000 connections, the DNS
 * cache and a worker it stays below 256 MiB. SHARES_EACH is for an address: 16
 * of the largest bodies, 32 answers about a bad zone of 1 MiB, or five
 * resolutions whose rules fill whole messages. SHARES_USUAL is free for every
 * resolution: five keys with few rules, so that normal resolutions succeed
 * while others have filled the memory. */
enum {
    SHARES_ALL = 64 << 20,
    SHARES_EACH = 32 << 20,
    SHARES_USUAL = 16384,
};

struct share {
    uint32_t connections;
    uint32_t octets;
};

struct shares {
    uint64_t key[2];
    size_t octets;      /* of all addresses */
    struct share *each; /* by |place| */
};

/* A client that sends requests, and its share. */
struct sender {
    struct peer_address address;
    unsigned short place; /* index of its share */
    bool is_exempt;       /* from the limits on an address */
    size_t taken;         /* octets of memory counted for it */
};

/* Return false if random numbers are unavailable. Close with shares_close(). */
bool shares_open(struct shares *shares);
void shares_close(struct shares *shares);

/* Return the sender for |address|. Its share belongs to the IPv4 address, or to
 * the /64 network of the IPv6 address. Shares are chosen by a keyed hash, so
 * that a client cannot choose to collide with another. */
struct sender shares_find(const struct shares *shares,
                          const struct peer_address *address);

/* Account |octets| to |sender| and return 0. If its share is full, unless it is
 * exempt, return 429; if the limit on all is exceeded, 503; then account
 * nothing. */
unsigned shares_take(struct shares *shares, struct sender *sender,
                     size_t octets);

/* Release |octets| that |sender| has taken. */
void shares_give(struct shares *shares, struct sender *sender, size_t octets);

/* Account |octets| to no address. False if the limit on all is exceeded. */
bool shares_take_common(struct shares *shares, size_t octets);
void shares_give_common(struct shares *shares, size_t octets);

#endif
