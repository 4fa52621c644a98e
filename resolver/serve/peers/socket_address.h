/* The address of a socket, or of the one at the other end of a connection.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_SOCKET_ADDRESS_H
#define SERVE_PEERS_SOCKET_ADDRESS_H

#include <netinet/in.h>
#include <sys/socket.h>

union socket_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage storage; /* of other families */
};

#endif
