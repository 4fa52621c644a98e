/* Headers of the PROXY protocol. A header ends within the octets, and does not
 * depend on those after it; each prefix of it is incomplete, and nothing is
 * read beyond it. The address is an IP address.
 *
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "serve/peers/proxy_header.h"

static size_t read_copy(const uint8_t *data, size_t size,
                        union socket_address *peer)
{
    unsigned char *octets = malloc(size + (size == 0));
    require(octets != NULL);
    memcpy(octets, data, size);
    memset(peer, 0, sizeof *peer);
    size_t length = proxy_header_read(octets, size, peer);
    free(octets);
    return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    union socket_address peer;
    union socket_address again;
    if (size == 0 || size > PROXY_HEADER_SIZE) {
        return 0;
    }
    size_t length = read_copy(data, size, &peer);
    if (length == PROXY_HEADER_NONE || length == 0) {
        require(peer.any.sa_family == AF_UNSPEC);
        return 0;
    }
    require(length <= size);
    require(peer.any.sa_family == AF_UNSPEC || peer.any.sa_family == AF_INET ||
            peer.any.sa_family == AF_INET6);
    require(read_copy(data, length, &again) == length);
    require(memcmp(&peer, &again, sizeof peer) == 0);
    for (size_t i = 1; i < length; i++) {
        require(read_copy(data, i, &again) == 0);
    }
    return 0;
}
