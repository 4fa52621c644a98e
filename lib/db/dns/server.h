/* Name servers, as people write them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_SERVER_H
#define DB_DNS_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>
#include <ddds/status.h>

#include "base/limits.h"

/* Room for "[ADDRESS]:PORT". */
enum { SERVER_TEXT_SIZE = DDDS_ADDRESS_TEXT_SIZE + 8 };

struct server {
    struct ddds_address address;
    uint16_t port;
    char text[SERVER_TEXT_SIZE]; /* "192.0.2.1:53", "[2001:db8::1]:53" */
};

/* Servers in the order to try them. */
struct servers {
    size_t count;
    struct server list[LIMIT_NAME_SERVERS];
};

/* Which addresses may be used. */
struct server_families {
    bool ipv4;
    bool ipv6;
};

/* Add a server, unless its family may not be used or the list is full. */
void ddds_servers_add(struct servers *servers,
                      const struct ddds_address *address, uint16_t port,
                      struct server_families families);

/* Read |text|, `ip', `ip:port', `ip#port', `[v6]:port', `name', `name:port' or
 * `name#port', and add it, or what the system finds for the name, which may
 * take its time. |port| is that of servers who name none. Fails with
 * DDDS_BAD_OPTION, or DDDS_UNREADABLE if the system cannot be asked now. */
ddds_status ddds_servers_parse(struct servers *servers, const char *text,
                               uint16_t port, struct server_families families,
                               struct ddds_error *error);

#endif
