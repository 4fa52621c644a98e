/* Addresses: of the sockets at both ends of a connection, and in what proxies
 * and requests say.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_PEER_ADDRESS_H
#define SERVE_PEERS_PEER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include <ddds/span.h>

union socket_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage storage; /* of other families */
};

/* An address of IPv6, or of IPv4 within ::ffff:0:0/96. */
struct peer_address {
    unsigned char octets[16];
    bool is_ip; /* false: that of a Unix socket */
};

/* The address of |socket|, of any family. */
struct peer_address peer_address_of(const struct sockaddr *socket);

/* Read |text|: "192.0.2.1" or "2001:db8::1". False if it is neither. */
bool peer_address_read(struct ddds_span text, struct peer_address *address);

/* Is |address| of IPv4? */
bool peer_address_is_v4(const struct peer_address *address);

/* Is |address| a loopback address or a Unix socket, so that only this host can
 * have it? */
bool peer_address_is_local(const struct peer_address *address);

/* Write |address|: "192.0.2.1"; "-" for a Unix socket. */
enum { PEER_NAME_SIZE = 46 };
void peer_address_print(const struct peer_address *address,
                        char name[PEER_NAME_SIZE]);

/* A host as URIs have it (RFC 3986 section 3.2.2): pieces of its text. */
struct host_port {
    struct ddds_span host; /* without the brackets of an IPv6 address */
    bool is_v6;            /* it has brackets */
    struct ddds_span port; /* digits, or none; NULL: no port */
};

/* Split |text|: "name:80", "192.0.2.1" or "[::1]:80". False if a bracket is not
 * closed or the port is not a number. The host is not checked. */
bool host_port_split(struct ddds_span text, struct host_port *parts);

/* Read the host of |parts|. False if it is not an address, or if brackets are
 * missing or superfluous. */
bool host_port_address(const struct host_port *parts,
                       struct peer_address *address);

#endif
