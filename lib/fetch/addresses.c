/* Where a host is. Every connection goes to an address that passed here.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/addresses.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* ---- Addresses ----------------------------------------------------------- */

struct address_range {
    uint8_t octets[16];
    unsigned bits;
};

/* Not globally reachable: the IANA registry of special-purpose IPv4 addresses
 * (RFC 6890), with multicast and what is reserved. */
static const struct address_range ranges4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 4},
    {{240}, 4},
};

/* The same of IPv6: what is in 2000::/3 is global, except these. */
static const struct address_range ranges6[] = {
    {{0x20, 0x01, 0}, 23},          /* protocol assignments, Teredo */
    {{0x20, 0x01, 0x0d, 0xb8}, 32}, /* documentation */
    {{0x3f, 0xff}, 20},             /* documentation */
    {{0x5f}, 16},                   /* segment routing */
};

static bool is_in(const uint8_t *octets, const struct address_range *range)
{
    unsigned whole = range->bits / 8;
    unsigned rest = range->bits % 8;
    unsigned mask = 0xff00U >> rest & 0xff;
    return memcmp(octets, range->octets, whole) == 0 &&
           (rest == 0 || ((octets[whole] ^ range->octets[whole]) & mask) == 0);
}

static bool is_private4(const uint8_t *octets)
{
    for (size_t i = 0; i < sizeof ranges4 / sizeof ranges4[0]; i++) {
        if (is_in(octets, &ranges4[i])) {
            return true;
        }
    }
    return false;
}

static bool is_private6(const uint8_t *octets)
{
    static const uint8_t nat64[12] = {0x00, 0x64, 0xff, 0x9b};
    if (memcmp(octets, nat64, sizeof nat64) == 0) {
        return is_private4(octets + 12);
    }
    if (octets[0] == 0x20 && octets[1] == 0x02) { /* 6to4 */
        return is_private4(octets + 2);
    }
    if ((octets[0] & 0xe0) != 0x20) {
        return true;
    }
    for (size_t i = 0; i < sizeof ranges6 / sizeof ranges6[0]; i++) {
        if (is_in(octets, &ranges6[i])) {
            return true;
        }
    }
    return false;
}

bool ddds_address_is_private(const struct ddds_address *address)
{
    return address->length == 4 ? is_private4(address->octets)
                                : is_private6(address->octets);
}

void ddds_addresses_take(struct host_addresses *addresses,
                         const struct ddds_address *from, size_t count,
                         bool allows_private)
{
    for (size_t i = 0; i < count; i++) {
        if (!allows_private && ddds_address_is_private(&from[i])) {
            addresses->had_private = true;
        } else if (addresses->count < LIMIT_FETCH_ADDRESSES) {
            addresses->list[addresses->count++] = from[i];
        }
    }
}

/* ---- Hosts --------------------------------------------------------------- */

bool ddds_host_is_plain(const char *host)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t length = strlen(host);
    return length > 0 && length < LIMIT_KEY_SIZE &&
           strspn(host, plain) == length;
}

bool ddds_host_is_address(const char *host, struct ddds_address *address)
{
    char inner[DDDS_ADDRESS_TEXT_SIZE];
    size_t length = strlen(host);
    memset(address, 0, sizeof *address);
    if (host[0] == '[' && length > 2 && length - 2 < sizeof inner &&
        host[length - 1] == ']') {
        memcpy(inner, host + 1, length - 2);
        inner[length - 2] = '\0';
        address->length = 16;
        return inet_pton(AF_INET6, inner, address->octets) == 1;
    }
    address->length = 4;
    return inet_pton(AF_INET, host, address->octets) == 1;
}

uint64_t ddds_fetch_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- Looking up ---------------------------------------------------------- */

struct waiting {
    bool is_answered;
    bool is_outside;
    bool allows_private;
    struct host_addresses *addresses;
};

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct waiting *waiting = context;
    (void)id;
    waiting->is_answered = true;
    switch (answer->reply) {
    case DDDS_REPLY_DATA:
        ddds_addresses_take(waiting->addresses, answer->addresses,
                            answer->address_count, waiting->allows_private);
        break;
    case DDDS_REPLY_OUTSIDE:
        waiting->is_outside = true;
        break;
    case DDDS_REPLY_NO_NAME:
    case DDDS_REPLY_NO_DATA:
    case DDDS_REPLY_NAME_TOO_LONG:
        break;
    default:
        waiting->addresses->is_unknown = true;
        break;
    }
}

/* False if |database| does not hold the name. */
static bool look_up(const char *host, ddds_database *database,
                    uint64_t deadline, bool allows_private,
                    struct host_addresses *addresses)
{
    char name[DDDS_KEY_SIZE];
    if (ddds_key_parse(host, name, NULL) != DDDS_OK) {
        return true;
    }
    const struct ddds_question question = {.size = sizeof question,
                                           .kind = DDDS_ASK_ADDRESSES,
                                           .name = name,
                                           .deadline = deadline};
    struct waiting waiting = {.allows_private = allows_private,
                              .addresses = addresses};
    const struct ddds_database_class *methods = database->methods;
    methods->lookup(database, &question, ddds_fetch_clock(), take_answer,
                    &waiting);
    while (!waiting.is_answered && ddds_database_wait(database) == DDDS_OK) {
    }
    if (!waiting.is_answered) {
        addresses->is_unknown = true;
        if (methods->cancel != NULL) {
            methods->cancel(database, &waiting);
        }
    }
    return !waiting.is_outside;
}

static void take_info(const struct addrinfo *info, bool allows_private,
                      struct host_addresses *addresses)
{
    for (; info != NULL; info = info->ai_next) {
        struct ddds_address address = {.length = 4};
        if (info->ai_family == AF_INET) {
            const void *at = info->ai_addr;
            const struct sockaddr_in *socket = at;
            memcpy(address.octets, &socket->sin_addr, 4);
        } else if (info->ai_family == AF_INET6) {
            const void *at = info->ai_addr;
            const struct sockaddr_in6 *socket = at;
            address.length = 16;
            memcpy(address.octets, &socket->sin6_addr, 16);
        } else {
            continue;
        }
        ddds_addresses_take(addresses, &address, 1, allows_private);
    }
}

static void ask_system(const char *host, bool allows_private,
                       struct host_addresses *addresses)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *info = NULL;
    int status = getaddrinfo(host, NULL, &hints, &info);
    if (status == 0) {
        take_info(info, allows_private, addresses);
        freeaddrinfo(info);
    } else if (status == EAI_AGAIN || status == EAI_SYSTEM) {
        addresses->is_unknown = true;
    }
}

void ddds_host_find(const char *host, ddds_database *database,
                    uint64_t deadline, bool allows_private,
                    struct host_addresses *addresses)
{
    struct ddds_address address;
    memset(addresses, 0, sizeof *addresses);
    if (ddds_host_is_address(host, &address)) {
        ddds_addresses_take(addresses, &address, 1, allows_private);
    } else if (database == NULL ||
               !look_up(host, database, deadline, allows_private, addresses)) {
        ask_system(host, allows_private, addresses);
    }
}
