/* The header of the PROXY protocol, with which a proxy begins a connection: who
 * its client is. Versions 1 (text) and 2 (binary).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_PROXY_HEADER_H
#define SERVE_PEERS_PROXY_HEADER_H

#include <stddef.h>

#include "serve/peers/peer_address.h"

/* Octets of a header that are enough for what proxies in use add to it. */
enum { PROXY_HEADER_SIZE = 2048 };

/* There is no header, or one that is longer. */
#define PROXY_HEADER_NONE ((size_t)-1)

/* Read the header that |length| octets begin with. Returns its length, 0 if
 * more octets must come, or PROXY_HEADER_NONE. |peer| becomes the client, unless
 * the header says that the connection is the proxy's own, or not whose it is. */
size_t proxy_header_read(const unsigned char *octets, size_t length,
                         union socket_address *peer);

#endif
