/* What each address may have of the server.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/peers/shares.h"

#include <netinet/in.h>
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

/* The octets that tell clients apart: an IPv4 address, also inside an IPv6 one,
 * or the network of an IPv6 address, which one client has as a whole. */
static void read_parts(const struct sockaddr *address, uint32_t parts[2])
{
    parts[0] = 0;
    parts[1] = 0;
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        parts[1] = v4.sin_addr.s_addr;
    } else if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        bool is_v4 = IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr);
        memcpy(&parts[0], v6.sin6_addr.s6_addr, is_v4 ? 0 : 4);
        memcpy(&parts[1], v6.sin6_addr.s6_addr + (is_v4 ? 12 : 4), 4);
    }
}

static bool is_local(const struct sockaddr *address, uint32_t v4)
{
    struct sockaddr_in6 v6;
    switch (address->sa_family) {
    case AF_INET:
        return (ntohl(v4) >> 24) == 127;
    case AF_INET6:
        memcpy(&v6, address, sizeof v6);
        return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) ||
               (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) &&
                (ntohl(v4) >> 24) == 127);
    default:
        return true; /* a Unix socket */
    }
}

struct holder shares_find(const struct shares *shares,
                          const struct sockaddr *address)
{
    uint32_t parts[2];
    read_parts(address, parts);
    uint64_t product = (shares->key[0] + parts[0]) *
                       ((shares->key[1] | 1) + 2 * (uint64_t)parts[1]);
    return (struct holder){(unsigned short)(product >> 48),
                           is_local(address, parts[1])};
}

unsigned shares_take(struct shares *shares, struct holder holder,
                     bool is_exempt, size_t octets)
{
    struct share *share = &shares->each[holder.place];
    if (!is_exempt && octets + share->octets > SHARES_EACH) {
        return 429;
    }
    if (octets + shares->octets > SHARES_ALL) {
        return 503;
    }
    share->octets += (uint32_t)octets;
    shares->octets += octets;
    return 0;
}

void shares_give(struct shares *shares, struct holder holder, size_t octets)
{
    shares->each[holder.place].octets -= (uint32_t)octets;
    shares->octets -= octets;
}
