/* The servers of the system's resolver: /etc/resolv.conf and similar sources,
 * as c-ares reads them.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/transport.h"

#include <string.h>

#include <netinet/in.h>
#include <sys/select.h>

#define CARES_NO_DEPRECATED
#include <ares.h>

#include "base/error.h"

ddds_status ddds_transport_system(struct dns_servers *servers,
                                  struct server_families families,
                                  struct ddds_error *error)
{
    ares_channel channel;
    struct ares_addr_port_node *nodes = NULL;
    int code = ares_init(&channel);
    if (code == ARES_ENOMEM) {
        return ddds_error_no_memory(error);
    }
    if (code != ARES_SUCCESS) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "the system's resolver: %s", ares_strerror(code));
    }
    code = ares_get_servers_ports(channel, &nodes);
    if (code == ARES_SUCCESS) {
        for (const struct ares_addr_port_node *node = nodes; node != NULL;
             node = node->next) {
            struct ddds_address address = {
                .length = node->family == AF_INET ? 4 : 16};
            memcpy(address.octets, &node->addr, address.length);
            ddds_servers_add(
                servers, &address,
                node->udp_port != 0 ? (uint16_t)node->udp_port : 53, families);
        }
        ares_free_data(nodes);
    }
    ares_destroy(channel);
    if (code == ARES_ENOMEM) {
        return ddds_error_no_memory(error);
    }
    return servers->count > 0
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "the system's resolver has no server of the "
                                "requested family");
}
