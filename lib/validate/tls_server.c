/* Parser for DNS servers with TLS: tls://192.0.2.1:853#dns.example.
 *
 * SPDX-License-Identifier: MIT */
#include "validate/tls_server.h"

#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/domain.h"

enum { PORT = 853, SCHEME = sizeof TLS_SCHEME - 1 };

bool ddds_server_has_tls(const char *text)
{
    return ascii_begins_with(text, strlen(text), TLS_SCHEME);
}

/* Return true if the host of |server|, which may have a port, is a name. */
static bool is_name(const char *server)
{
    char host[LIMIT_NAME_SIZE];
    struct in6_addr address;
    size_t length = strcspn(server, ":");
    if (server[0] == '[' || length == 0 || length >= sizeof host ||
        inet_pton(AF_INET6, server, &address) == 1) {
        return false;
    }
    memcpy(host, server, length);
    host[length] = '\0';
    return inet_pton(AF_INET, host, &address) != 1;
}

ddds_status ddds_tls_server_add(struct tunnels *tunnels,
                                struct ddds_dns_servers *servers,
                                const char *text,
                                const struct ddds_dns_options *options,
                                struct ddds_error *error)
{
    char address[2 * LIMIT_NAME_SIZE];
    char name[LIMIT_NAME_SIZE] = "";
    const char *begin = text + SCHEME;
    size_t length = strcspn(begin, "#");
    const char *hash = begin[length] == '#' ? begin + length : NULL;
    size_t before = servers->count;
    if (length >= sizeof address) {
        length = 0;
    }
    memcpy(address, begin, length);
    address[length] = '\0';
    const char *named = hash != NULL       ? hash + 1
                        : is_name(address) ? address
                                           : NULL;
    size_t name_length = named == NULL  ? 0
                         : hash != NULL ? strlen(named)
                                        : strcspn(named, ":");
    if (named != NULL &&
        ddds_domain_parse_key(named, name_length, name, NULL) != DDDS_OK) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "server \"%.200s\": after the address comes a "
                              "port, as in " TLS_SCHEME "192.0.2.1:853, or # "
                              "and the name in the certificate",
                              text);
    }
    struct ddds_dns_options own = *options;
    own.port = PORT;
    ddds_status status = ddds_dns_servers_add(servers, address, &own, error);
    for (size_t i = before; status == DDDS_OK && i < servers->count; i++) {
        struct tls_server *server = &tunnels->servers[tunnels->server_count++];
        server->address = servers->list[i];
        memcpy(server->name, name, sizeof name);
    }
    return status;
}
