/* Allowed hosts of requests: a defence against DNS rebinding, by which a web
 * page could reach a server on the user's host under the page's own name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_REQUEST_HOSTS_H
#define SERVE_HTTP_REQUEST_HOSTS_H

#include <stdbool.h>
#include <stddef.h>

struct hosts {
    const char *names; /* of --host, separated by commas; "*": any; or NULL */
    bool is_local;     /* all listeners are loopback addresses */
};

enum host_verdict {
    HOST_OWN,
    HOST_OTHER,   /* valid, but not a name of this server */
    HOST_INVALID, /* not a host with an optional port */
};

/* Judge the |length| octets of |text|: a field Host, or the authority of a
 * target (RFC 9112 section 3.2). The port is ignored. "localhost", loopback
 * addresses and given names are allowed. A server that other hosts can reach
 * also allows all other addresses and, without given names, all names. */
enum host_verdict hosts_judge(const struct hosts *hosts, const char *text,
                              size_t length);

/* Return true if |names| is NULL, or each is "*", or a name or address without
 * a port. Otherwise complain about the first invalid name. */
bool hosts_check(const char *names);

#endif
