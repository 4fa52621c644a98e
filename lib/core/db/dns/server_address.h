/* Parser for addresses of name servers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_SERVER_ADDRESS_H
#define DB_DNS_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>
#include <ddds/question.h>
#include <ddds/status.h>

#include "base/limits.h"

/* Permitted address families. */
struct server_families {
    bool ipv4;
    bool ipv6;
};

/* Append a server, unless its family is not permitted or the list is full. */
void ddds_servers_add(struct ddds_dns_servers *servers,
                      const struct ddds_address *address, uint16_t port,
                      struct server_families families);

/* Append the server |text|: `ip', `ip:port', `ip#port', `[v6]:port', `name',
 * `name:port' or `name#port'. The system is asked for the addresses of a name,
 * which may block. |port| is used if |text| has none. Fails with
 * DDDS_BAD_OPTION, or with DDDS_UNREADABLE if the system's resolver does not
 * answer. */
ddds_status ddds_servers_parse(struct ddds_dns_servers *servers,
                               const char *text, uint16_t port,
                               struct server_families families,
                               struct ddds_error *error);

#endif
