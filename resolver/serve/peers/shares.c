/* SPDX-License-Identifier: MIT */
#include "serve/peers/shares.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { PLACES = 65536 };

bool shares_open(struct shares *shares)
{
    shares->octets = 0;
    shares->each = calloc(PLACES, sizeof shares->each[0]);
    return getrandom(shares->key, sizeof shares->key, 0) == sizeof shares->key;
}

void shares_close(struct shares *shares)
{
    free(shares->each);
}

struct sender shares_find(const struct shares *shares,
                          const struct peer_address *address)
{
    /* An IPv6 client usually has a /64 network; use the network alone. */
    uint32_t parts[2] = {0, 0};
    if (peer_address_is_v4(address)) {
        memcpy(&parts[1], address->octets + 12, sizeof parts[1]);
    } else {
        memcpy(parts, address->octets, sizeof parts);
    }
    uint64_t product = (shares->key[0] + parts[0]) *
                       ((shares->key[1] | 1) + 2 * (uint64_t)parts[1]);
    return (struct sender){.address = *address,
                           .place = (unsigned short)(product >> 48)};
}

unsigned shares_take(struct shares *shares, struct sender *sender,
                     size_t octets)
{
    struct share *share = &shares->each[sender->place];
    if (!sender->is_exempt && octets + share->octets > SHARES_EACH) {
        return 429;
    }
    if (!shares_take_common(shares, octets)) {
        return 503;
    }
    share->octets += (uint32_t)octets;
    sender->taken += octets;
    return 0;
}

void shares_give(struct shares *shares, struct sender *sender, size_t octets)
{
    shares->each[sender->place].octets -= (uint32_t)octets;
    sender->taken -= octets;
    shares_give_common(shares, octets);
}

bool shares_take_common(struct shares *shares, size_t octets)
{
    bool has_room = octets <= SHARES_ALL - shares->octets;
    shares->octets += has_room ? octets : 0;
    return has_room;
}

void shares_give_common(struct shares *shares, size_t octets)
{
    shares->octets -= octets;
}
