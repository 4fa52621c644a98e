/* What each address may have of the server: connections, and octets, those of
 * requests that come in, of resolutions in progress, and of answers that are not
 * yet read. What all have together is bounded, too.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_SHARES_H
#define SERVE_PEERS_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/peers/peer_address.h"

/* The octets in all, and for one address: those of 16 of the largest bodies, of
 * 32 answers to a mebibyte of bad zone, or of five resolutions whose rules fill
 * all messages. With 1000 connections, the cache of DNS and the work on one text
 * they are less than 256 MiB. And the octets that each resolution may have
 * beside: those of five keys with a few rules, so that usual ones go on while
 * others fill the memory. */
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

/* Give back |octets| of those that |sender| has taken. */
void shares_give(struct shares *shares, struct sender *sender, size_t octets);

/* Take |octets| for no address. False if all together have too much. */
bool shares_take_common(struct shares *shares, size_t octets);
void shares_give_common(struct shares *shares, size_t octets);

#endif
