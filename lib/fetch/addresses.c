/* Addresses of hosts. Every connection is to an address that was checked here.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/addresses.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "base/clocks.h"
#include "fetch/system_lookup.h"

/* ---- Addresses ----------------------------------------------------------- */

struct address_range {
    uint8_t octets[16];
    unsigned bits;
};

/* Ranges that are not globally reachable: the IANA registry of special-purpose
 * IPv4 addresses (RFC 6890), with multicast and reserved addresses. */
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

/* The same for IPv6: addresses in 2000::/3 are global, except these. */
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

/* ---- Lookups ------------------------------------------------------------- */

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

static void end(struct host_search *search)
{
    search->is_pending = false;
    search->found(search);
}

static void ask_system(struct host_search *search)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = -1};
    search->lookup = ddds_system_lookup_new(search->host);
    if (search->lookup == NULL ||
        epoll_ctl(search->descriptor, EPOLL_CTL_ADD,
                  ddds_system_lookup_descriptor(search->lookup), &event) != 0) {
        search->addresses.is_unknown = true;
        end(search);
    }
}

void ddds_host_check(struct host_search *search)
{
    const struct addrinfo *info;
    int status;
    if (!search->is_pending || search->lookup == NULL ||
        !ddds_system_lookup_is_done(search->lookup, &status, &info)) {
        return;
    }
    if (status == 0) {
        take_info(info, search->allows_private, &search->addresses);
    }
    search->addresses.is_unknown |=
        status == EAI_AGAIN || status == EAI_SYSTEM || status == EAI_MEMORY;
    end(search);
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct host_search *search = context;
    (void)id;
    switch (answer->reply) {
    case DDDS_REPLY_DATA:
        ddds_addresses_take(&search->addresses, answer->addresses,
                            answer->address_count, search->allows_private);
        break;
    case DDDS_REPLY_OUTSIDE:
        ask_system(search);
        return;
    case DDDS_REPLY_NO_NAME:
    case DDDS_REPLY_NO_DATA:
    case DDDS_REPLY_NAME_TOO_LONG:
        break;
    default:
        search->addresses.is_unknown = true;
        break;
    }
    end(search);
}

static void ask_database(struct host_search *search)
{
    char name[DDDS_KEY_SIZE];
    if (strchr(search->host, '%') != NULL ||
        ddds_key_parse(search->host, name, NULL) != DDDS_OK) {
        end(search);
        return;
    }
    const struct ddds_question question = {.size = sizeof question,
                                           .kind = DDDS_ASK_ADDRESSES,
                                           .name = name,
                                           .deadline = search->deadline};
    search->database->methods->lookup(search->database, &question,
                                      ddds_clock_now(), take_answer, search);
}

void ddds_host_find(struct host_search *search)
{
    struct ddds_address address;
    search->is_pending = true;
    if (ddds_host_is_address(search->host, &address)) {
        ddds_addresses_take(&search->addresses, &address, 1,
                            search->allows_private);
        end(search);
    } else if (search->database == NULL) {
        ask_system(search);
    } else {
        ask_database(search);
    }
}

void ddds_host_cancel(struct host_search *search)
{
    if (search->is_pending && search->lookup == NULL &&
        search->database->methods->cancel != NULL) {
        search->database->methods->cancel(search->database, search);
    }
    search->is_pending = false;
    ddds_system_lookup_free(search->lookup);
    search->lookup = NULL;
}
