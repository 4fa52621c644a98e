/* The servers of the system's resolver: /etc/resolv.conf and similar sources,
 * as c-ares reads them.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/transport.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <netinet/in.h>
#include <sys/select.h>

#define CARES_NO_DEPRECATED
#include <ares.h>

#include "base/error.h"

/* ---- Trust -------------------------------------------------------------- */

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r';
}

/* Return true if the line from |at| to |end| has the option "trust-ad". */
static bool line_trusts(const char *at, const char *end)
{
    static const char word[] = "options";
    static const char option[] = "trust-ad";
    const size_t length = sizeof option - 1;
    if ((size_t)(end - at) <= sizeof word - 1 ||
        memcmp(at, word, sizeof word - 1) != 0) {
        return false;
    }
    for (at += sizeof word - 1; at < end; at++) {
        const char *rest = at + 1 + length;
        if (is_blank(*at) && (size_t)(end - at) > length &&
            memcmp(at + 1, option, length) == 0 &&
            (rest == end || is_blank(*rest))) {
            return true;
        }
    }
    return false;
}

bool ddds_resolv_conf_trusts(const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        line = line != NULL ? line : end;
        if (line_trusts(text, line)) {
            return true;
        }
        text = line + 1;
    }
    return false;
}

/* Return true if the system trusts the AD bit of its servers. Only the first
 * octets of the file are read. */
static bool system_trusts(void)
{
    char text[8192];
    size_t length = 0;
    ssize_t count;
    int number = open("/etc/resolv.conf", O_RDONLY | O_CLOEXEC);
    if (number < 0) {
        return false;
    }
    while ((count = read(number, text + length, sizeof text - length)) > 0) {
        length += (size_t)count;
    }
    close(number);
    return ddds_resolv_conf_trusts(text, length);
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
