/* DNS servers with TLS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TLS_SERVER_H
#define VALIDATE_TLS_SERVER_H

#include "validate/tunnel.h"

#define TLS_SCHEME "tls://"

/* Return true if |text| begins with "tls://". */
bool ddds_server_has_tls(const char *text);

/* Append the server |text| to |servers| and |tunnels|: "tls://", an address or
 * a name, ":" and a port (default 853), "#" and the name in the certificate
 * (default: the server's name, or else its address). Fails like
 * ddds_dns_servers_add(). */
ddds_status ddds_tls_server_add(struct tunnels *tunnels,
                                struct ddds_dns_servers *servers,
                                const char *text,
                                const struct ddds_dns_options *options,
                                struct ddds_error *error);

#endif
