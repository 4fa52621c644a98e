/* Limits on connections and memory of each address, and on the memory of all.
 * Memory is that of incoming requests, resolutions in progress, and answers
 * that the client has not yet read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_QUOTAS_H
#define SERVE_PEERS_QUOTAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/peers/peer_address.h"

/* Limits in octets.
 *
 * QUOTAS_ALL is for all addresses. With the memory of 1000 connections, the DNS
 * cache and a worker it stays below 256 MiB. QUOTAS_EACH is for an address: 16
 * of the largest bodies, 32 answers about a bad zone of 1 MiB, or five
 * resolutions whose rules fill whole messages. QUOTAS_USUAL is free for every
 * resolution: five keys with few rules, so that normal resolutions succeed
 * while others have filled the memory. */
enum {
    QUOTAS_ALL = 64 << 20,
    QUOTAS_EACH = 32 << 20,
    QUOTAS_USUAL = 16384,
};

struct quota {
    uint32_t connections;
    uint32_t octets;
};

struct quotas {
    uint64_t key[2];
    size_t octets;      /* of all addresses */
    struct quota *each; /* by |index| */
};

/* A client that sends requests, and its quota. */
struct sender {
    struct peer_address address;
    unsigned short index; /* index of its quota */
    bool is_exempt;       /* from the limits on an address */
    size_t taken;         /* octets of memory counted for it */
};

/* Return false if random numbers are unavailable. Close with quotas_close(). */
bool quotas_open(struct quotas *quotas);
void quotas_close(struct quotas *quotas);

/* Return the sender for |address|. Its quota belongs to the IPv4 address, or to
 * the /64 network of the IPv6 address. Quotas are chosen by a keyed hash, so
 * that a client cannot choose to collide with another. */
struct sender quotas_find(const struct quotas *quotas,
                          const struct peer_address *address);

/* Account |octets| to |sender| and return 0. If its quota is full, unless it is
 * exempt, return 429; if the limit on all is exceeded, 503; then account
 * nothing. */
unsigned quotas_take(struct quotas *quotas, struct sender *sender,
                     size_t octets);

/* Release |octets| that |sender| has taken. */
void quotas_give(struct quotas *quotas, struct sender *sender, size_t octets);

/* Account |octets| to no address. False if the limit on all is exceeded. */
bool quotas_take_common(struct quotas *quotas, size_t octets);
void quotas_give_common(struct quotas *quotas, size_t octets);

#endif
