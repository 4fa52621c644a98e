/* The hosts that requests may name: a page of the web must not reach a server
 * of this host under a name of its own, whose address it changes (DNS
 * rebinding).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_REQUEST_HOSTS_H
#define SERVE_HTTP_REQUEST_HOSTS_H

#include <stdbool.h>
#include <stddef.h>

struct hosts {
    const char *names; /* --host: separated by commas; "*" is any; or NULL */
    bool is_local;     /* only this host can connect */
};

enum host_verdict {
    HOST_OWN,
    HOST_OTHER,   /* valid, but not of this server */
    HOST_INVALID, /* not a host with or without a port */
};

/* Judge the |length| octets of |text|, a field Host or the authority of a
 * target (RFC 9112 section 3.2); its port does not matter. "localhost",
 * loopback addresses and the given names are own. A server that other hosts can
 * reach also owns all other addresses, and without given names all names. */
enum host_verdict hosts_judge(const struct hosts *hosts, const char *text,
                              size_t length);

/* Is each of |names|, which may be NULL, a name or an address without a port,
 * or "*"? Otherwise report the first that is not. */
bool hosts_check(const char *names);

#endif
