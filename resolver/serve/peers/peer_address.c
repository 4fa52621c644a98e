/* SPDX-License-Identifier: MIT */
#include "serve/peers/peer_address.h"

#include <arpa/inet.h>
#include <string.h>

/* Prefix of IPv4-mapped addresses (RFC 4291 section 2.5.5.2). */
static const unsigned char v4_prefix[12] = {[10] = 0xff, [11] = 0xff};

struct peer_address peer_address_of(const struct sockaddr *socket)
{
    struct peer_address address = {.is_ip = true};
    union socket_address copy;
    if (socket->sa_family == AF_INET) {
        memcpy(&copy, socket, sizeof copy.v4);
        memcpy(address.octets, v4_prefix, sizeof v4_prefix);
        memcpy(address.octets + 12, &copy.v4.sin_addr, 4);
    } else if (socket->sa_family == AF_INET6) {
        memcpy(&copy, socket, sizeof copy.v6);
        memcpy(address.octets, &copy.v6.sin6_addr, 16);
    } else {
        address.is_ip = false;
    }
    return address;
}

bool peer_address_read(struct ddds_span text, struct peer_address *address)
{
    char copy[INET6_ADDRSTRLEN];
    if (text.length >= sizeof copy ||
        memchr(text.text, '\0', text.length) != NULL) {
        return false;
    }
    memcpy(copy, text.text, text.length);
    copy[text.length] = '\0';
    address->is_ip = true;
    if (inet_pton(AF_INET6, copy, address->octets) == 1) {
        return true;
    }
    memcpy(address->octets, v4_prefix, sizeof v4_prefix);
    return inet_pton(AF_INET, copy, address->octets + 12) == 1;
}

bool peer_address_is_v4(const struct peer_address *address)
{
    return memcmp(address->octets, v4_prefix, sizeof v4_prefix) == 0;
}

bool peer_address_is_local(const struct peer_address *address)
{
    static const unsigned char loopback[16] = {[15] = 1};
    return !address->is_ip ||
           (peer_address_is_v4(address)
                ? address->octets[12] == 127
                : memcmp(address->octets, loopback, sizeof loopback) == 0);
}

void peer_address_print(const struct peer_address *address,
                        char name[PEER_NAME_SIZE])
{
    bool is_v4 = peer_address_is_v4(address);
    if (!address->is_ip ||
        inet_ntop(is_v4 ? AF_INET : AF_INET6,
                  address->octets + (is_v4 ? sizeof v4_prefix : 0), name,
                  PEER_NAME_SIZE) == NULL) {
        memcpy(name, "-", 2);
    }
}

bool host_port_split(struct ddds_span text, struct host_port *parts)
{
    const char *end = text.text + text.length;
    bool is_v6 = text.length > 0 && text.text[0] == '[';
    const char *stop = memchr(text.text, is_v6 ? ']' : ':', text.length);
    if (is_v6 && stop == NULL) {
        return false;
    }
    const char *host = text.text + is_v6;
    const char *rest = stop != NULL ? stop + is_v6 : end;
    *parts = (struct host_port){
        .host = {host, (size_t)(rest - host) - is_v6},
        .is_v6 = is_v6,
    };
    if (rest == end) {
        return true;
    }
    parts->port = (struct ddds_span){rest + 1, (size_t)(end - rest) - 1};
    for (const char *at = rest + 1; at < end; at++) {
        if (*at < '0' || *at > '9') {
            return false;
        }
    }
    return *rest == ':';
}

bool host_port_address(const struct host_port *parts,
                       struct peer_address *address)
{
    bool has_colon = memchr(parts->host.text, ':', parts->host.length) != NULL;
    return parts->is_v6 == has_colon && peer_address_read(parts->host, address);
}
