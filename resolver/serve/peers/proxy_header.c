/* Parser for headers of the PROXY protocol ("The PROXY protocol, Versions 1 &
 * 2", part of HAProxy). Invalid headers count as missing.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/peers/proxy_header.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Version 1 ---------------------------------------------------------- */

static bool is_port(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && digits <= 5 && word[digits] == '\0' &&
           strtoul(word, NULL, 10) <= UINT16_MAX;
}

/* Parse "PROXY TCP4 192.0.2.9 192.0.2.1 56324 80", without CRLF. */
static bool read_line(char *line, union socket_address *peer)
{
    enum { NAME, FAMILY, SOURCE, TARGET, FROM, TO, WORDS };
    char *words[WORDS];
    char *rest = line;
    union socket_address other;
    if (strncmp(line, "PROXY UNKNOWN", 13) == 0) {
        return line[13] == '\0' || line[13] == ' ';
    }
    for (size_t i = 0; i < WORDS; i++) {
        words[i] = rest;
        rest = rest != NULL ? strchr(rest, ' ') : NULL;
        if (rest != NULL) {
            *rest++ = '\0';
        }
    }
    if (words[TO] == NULL || rest != NULL || !is_port(words[FROM]) ||
        !is_port(words[TO])) {
        return false;
    }
    memset(&other, 0, sizeof other);
    if (strcmp(words[FAMILY], "TCP4") == 0 &&
        inet_pton(AF_INET, words[TARGET], &other.v4.sin_addr) == 1 &&
        inet_pton(AF_INET, words[SOURCE], &other.v4.sin_addr) == 1) {
        other.v4.sin_family = AF_INET;
    } else if (strcmp(words[FAMILY], "TCP6") == 0 &&
               inet_pton(AF_INET6, words[TARGET], &other.v6.sin6_addr) == 1 &&
               inet_pton(AF_INET6, words[SOURCE], &other.v6.sin6_addr) == 1) {
        other.v6.sin6_family = AF_INET6;
    } else {
        return false;
    }
    *peer = other;
    return true;
}

static size_t read_text(const unsigned char *octets, size_t length,
                        union socket_address *peer)
{
    enum { LONGEST = 107 }; /* with CRLF */
    char line[LONGEST + 1];
    size_t size = length < LONGEST ? length : LONGEST;
    const unsigned char *end = memchr(octets, '\n', size);
    if (end == NULL) {
        return size < LONGEST ? 0 : PROXY_HEADER_NONE;
    }
    size = (size_t)(end - octets);
    if (size == 0 || octets[size - 1] != '\r' ||
        memchr(octets, '\0', size) != NULL) {
        return PROXY_HEADER_NONE;
    }
    memcpy(line, octets, size - 1);
    line[size - 1] = '\0';
    return read_line(line, peer) ? size + 1 : PROXY_HEADER_NONE;
}

/* ---- Version 2 ---------------------------------------------------------- */

static const unsigned char signature[12] = "\r\n\r\n\0\r\nQUIT\n";

enum { FIXED = 16, V4_LENGTH = 12, V6_LENGTH = 36 };

/* Parse the addresses of |family|; extensions follow within |length|. */
static bool read_addresses(unsigned family, const unsigned char *octets,
                           size_t length, union socket_address *peer)
{
    enum { V4 = 1, V6 = 2, FAMILIES = 4 };
    if (family == V4 && length >= V4_LENGTH) {
        memset(peer, 0, sizeof *peer);
        peer->v4.sin_family = AF_INET;
        memcpy(&peer->v4.sin_addr, octets, 4);
        return true;
    }
    if (family == V6 && length >= V6_LENGTH) {
        memset(peer, 0, sizeof *peer);
        peer->v6.sin6_family = AF_INET6;
        memcpy(&peer->v6.sin6_addr, octets, 16);
        return true;
    }
    return family != V4 && family != V6 && family < FAMILIES;
}

static size_t read_binary(const unsigned char *octets, size_t length,
                          union socket_address *peer)
{
    enum { VERSION = 2, LOCAL = 0, PROXY = 1 };
    if (length < FIXED) {
        return 0;
    }
    size_t rest = (size_t)octets[14] << 8 | octets[15];
    unsigned command = octets[12] & 0x0f;
    if (octets[12] >> 4 != VERSION || command > PROXY ||
        rest > PROXY_HEADER_SIZE - FIXED) {
        return PROXY_HEADER_NONE;
    }
    if (length < FIXED + rest) {
        return 0;
    }
    if (command == PROXY &&
        !read_addresses(octets[13] >> 4, octets + FIXED, rest, peer)) {
        return PROXY_HEADER_NONE;
    }
    return FIXED + rest;
}

/* ---- Both --------------------------------------------------------------- */

size_t proxy_header_read(const unsigned char *octets, size_t length,
                         union socket_address *peer)
{
    static const char text[] = "PROXY ";
    const size_t signed_length =
        length < sizeof signature ? length : sizeof signature;
    const size_t text_length =
        length < sizeof text - 1 ? length : sizeof text - 1;
    if (memcmp(octets, signature, signed_length) == 0) {
        return signed_length < sizeof signature
                   ? 0
                   : read_binary(octets, length, peer);
    }
    return memcmp(octets, text, text_length) != 0
               ? PROXY_HEADER_NONE
               : read_text(octets, length, peer);
}
