/* SPDX-License-Identifier: MIT */
#include "serve/peers/quotas.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { QUOTAS = 65536 };

bool quotas_open(struct quotas *quotas)
{
    quotas->octets = 0;
    quotas->each = calloc(QUOTAS, sizeof quotas->each[0]);
    return getrandom(quotas->key, sizeof quotas->key, 0) == sizeof quotas->key;
}

void quotas_close(struct quotas *quotas)
{
    free(quotas->each);
}

struct sender quotas_find(const struct quotas *quotas,
                          const struct peer_address *address)
{
    /* An IPv6 client usually has a /64 network; use the network alone. */
    uint32_t parts[2] = {0, 0};
    if (peer_address_is_v4(address)) {
        memcpy(&parts[1], address->octets + 12, sizeof parts[1]);
    } else {
        memcpy(parts, address->octets, sizeof parts);
    }
    uint64_t product = (quotas->key[0] + parts[0]) *
                       ((quotas->key[1] | 1) + 2 * (uint64_t)parts[1]);
    return (struct sender){.address = *address,
                           .index = (unsigned short)(product >> 48)};
}

unsigned quotas_take(struct quotas *quotas, struct sender *sender,
                     size_t octets)
{
    struct quota *quota = &quotas->each[sender->index];
    if (!sender->is_exempt && octets + quota->octets > QUOTAS_EACH) {
        return 429;
    }
    if (!quotas_take_common(quotas, octets)) {
        return 503;
    }
    quota->octets += (uint32_t)octets;
    sender->taken += octets;
    return 0;
}

void quotas_give(struct quotas *quotas, struct sender *sender, size_t octets)
{
    quotas->each[sender->index].octets -= (uint32_t)octets;
    sender->taken -= octets;
    quotas_give_common(quotas, octets);
}

bool quotas_take_common(struct quotas *quotas, size_t octets)
{
    bool has_room = octets <= QUOTAS_ALL - quotas->octets;
    quotas->octets += has_room ? octets : 0;
    return has_room;
}

void quotas_give_common(struct quotas *quotas, size_t octets)
{
    quotas->octets -= octets;
}
