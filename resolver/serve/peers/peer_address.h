/* Network addresses: of sockets, and in the fields of requests.
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
    struct sockaddr_storage storage; /* other families */
};

/* An IPv6 address, or an IPv4 address mapped into ::ffff:0:0/96. */
struct peer_address {
    unsigned char octets[16];
    bool is_ip; /* false: a Unix socket */
};

/* Return the address of |socket|, of any family. */
struct peer_address peer_address_of(const struct sockaddr *socket);

/* Parse "192.0.2.1" or "2001:db8::1"; false if |text| is neither. */
bool peer_address_read(struct ddds_span text, struct peer_address *address);

/* Return true for an IPv4 address. */
bool peer_address_is_v4(const struct peer_address *address);

/* Return true for loopback addresses and Unix sockets. */
bool peer_address_is_local(const struct peer_address *address);

/* Print |address|, for example "192.0.2.1"; "-" for a Unix socket. */
enum { PEER_NAME_SIZE = 46 };
void peer_address_print(const struct peer_address *address,
                        char name[PEER_NAME_SIZE]);

/* Host and port of a URI (RFC 3986 section 3.2.2), pointing into it. */
struct host_port {
    struct ddds_span host; /* without the brackets of IPv6 */
    bool is_v6;            /* the host was in brackets */
    struct ddds_span port; /* digits, possibly empty; NULL: no port */
};

/* Split |text|: "name:80", "192.0.2.1" or "[::1]:80". False if a bracket is
 * unclosed or the port is not a number. The host is not checked. */
bool host_port_split(struct ddds_span text, struct host_port *parts);

/* Parse the host of |parts|. False if it is not an address, or if brackets are
 * missing or superfluous. */
bool host_port_address(const struct host_port *parts,
                       struct peer_address *address);

#endif
