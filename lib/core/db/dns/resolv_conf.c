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

/* ---- Trust -------------------------------------------------------------- */

/* Return true if |line| has the option "trust-ad". */
static bool line_trusts(char *line)
{
    static const char word[] = "options";
    static const char blanks[] = " \t\r\n";
    char *rest = line + sizeof word - 1;
    if (strncmp(line, word, sizeof word - 1) != 0) {
        return false;
    }
    if (*rest == '\0' || strchr(blanks, *rest) == NULL) {
        return false;
    }
    for (const char *option = strtok_r(rest, blanks, &rest); option != NULL;
         option = strtok_r(NULL, blanks, &rest)) {
        if (strcmp(option, "trust-ad") == 0) {
            return true;
        }
    }
    return false;
}

bool ddds_resolv_conf_trusts(FILE *file)
{
    char line[1024];
    bool trusts = false;
    while (!trusts && fgets(line, sizeof line, file) != NULL) {
        trusts = line_trusts(line);
    }
    return trusts;
}

/* Return true if the system trusts the AD bit of its servers. */
static bool system_trusts(void)
{
    FILE *file = fopen("/etc/resolv.conf", "re");
    bool trusts = file != NULL && ddds_resolv_conf_trusts(file);
    if (file != NULL) {
        fclose(file);
    }
    return trusts;
}

/* ---- Servers ------------------------------------------------------------ */

ddds_status ddds_transport_system(struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error)
{
    *trusts = system_trusts();
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
