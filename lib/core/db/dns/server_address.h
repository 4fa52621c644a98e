/* Parser for addresses of name servers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_SERVER_ADDRESS_H
#define DB_DNS_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>
#include <ddds/status.h>

#include "base/limits.h"

/* Size for "[ADDRESS]:PORT". */
enum { SERVER_TEXT_SIZE = DDDS_ADDRESS_TEXT_SIZE + 8 };

struct dns_server {
    struct ddds_address address;
    uint16_t port;
    char text[SERVER_TEXT_SIZE]; /* "192.0.2.1:53", "[2001:db8::1]:53" */
};

/* Servers, in the order of tries. */
struct dns_servers {
    size_t count;
    struct dns_server list[LIMIT_NAME_SERVERS];
};

/* Permitted address families. */
struct server_families {
    bool ipv4;
    bool ipv6;
};

/* Append a server, unless its family is not permitted or the list is full. */
void ddds_servers_add(struct dns_servers *servers,
                      const struct ddds_address *address, uint16_t port,
                      struct server_families families);

/* Append the server |text|: `ip', `ip:port', `ip#port', `[v6]:port', `name',
 * `name:port' or `name#port'. The system is asked for the addresses of a name,
 * which may block. |port| is used if |text| has none. Fails with
 * DDDS_BAD_OPTION, or with DDDS_UNREADABLE if the system's resolver does not
 * answer. */
ddds_status ddds_servers_parse(struct dns_servers *servers, const char *text,
                               uint16_t port, struct server_families families,
                               struct ddds_error *error);

#endif
