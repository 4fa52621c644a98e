/* Words that name a DNS server with TLS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TLS_SERVER_H
#define VALIDATE_TLS_SERVER_H

#include "validate/tunnel.h"

#define TLS_SCHEME "tls://"

/* Return true if |text| begins with "tls://". */
bool ddds_server_has_tls(const char *text);

/* Append to |servers| and |tunnels| the server |text|, which has TLS: "tls://",
 * an address or a name, ":" and a port (853 without it), "#" and the name in the
 * certificate. Without "#", that is the name of the server, or its address.
 * Fails as ddds_servers_parse does. */
ddds_status ddds_tls_server_add(struct tunnels *tunnels,
                                struct dns_servers *servers, const char *text,
                                struct server_families families,
                                struct ddds_error *error);

#endif
