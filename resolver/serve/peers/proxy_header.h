/* Header of the PROXY protocol, by which a proxy reports the address of its
 * client at the start of a connection. Versions 1 (text) and 2 (binary).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_PROXY_HEADER_H
#define SERVE_PEERS_PROXY_HEADER_H

#include <stddef.h>

#include "serve/peers/peer_address.h"

/* Limit on a header, in octets; proxies add some extensions. */
enum { PROXY_HEADER_SIZE = 2048 };

/* The header is missing, invalid or too long. */
#define PROXY_HEADER_NONE ((size_t)-1)

/* Parse the header at the start of |length| octets. Return its length, 0 if it
 * is incomplete, or PROXY_HEADER_NONE. Set |peer| to the client; leave it if
 * the connection is the proxy's own or the client is unknown. */
size_t proxy_header_read(const unsigned char *octets, size_t length,
                         union socket_address *peer);

#endif
