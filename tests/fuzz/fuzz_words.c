/* Words that name servers, one a line, with TLS and without. The first octet
 * selects the address families. A refusal is one printable line; servers are of
 * those families, and no more than there may be; a server with TLS has the name
 * that was given.
 *
 * SPDX-License-Identifier: MIT */
#include <netdb.h>

#include <netinet/in.h>

#include "fuzz.h"
#include "validate/tls_server.h"

int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found);
void __wrap_freeaddrinfo(struct addrinfo *list);

/* The length of a name says how many addresses it has, or that the system
 * fails. */
int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found)
{
    static struct sockaddr_in four = {.sin_family = AF_INET};
    static struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    static struct addrinfo list[2 * LIMIT_NAME_SERVERS];
    size_t count = strlen(name) % (2 * LIMIT_NAME_SERVERS);
    if (count == 0) {
        return EAI_AGAIN;
    }
    if (count == 1) {
        return EAI_NONAME;
    }
    for (size_t i = 0; i < count; i++) {
        bool is_four = i % 2 == 0;
        list[i].ai_family = is_four ? AF_INET : AF_INET6;
        list[i].ai_addr = is_four ? (void *)&four : (void *)&six;
        list[i].ai_addrlen = is_four ? sizeof four : sizeof six;
        list[i].ai_next = i + 1 < count ? &list[i + 1] : NULL;
    }
    *found = list;
    return 0;
}

void __wrap_freeaddrinfo(struct addrinfo *list)
{
}

static void check_refusal(const struct ddds_error *error)
{
    require(error->detail[0] != '\0');
    for (const char *at = error->detail; *at != '\0'; at++) {
        require((unsigned char)*at >= ' ' && *at != 0x7f);
    }
}

/* Read |word|, which adds to |servers| and |tunnels|. */
static void read_word(const char *word, const struct ddds_dns_options *options,
                      struct tunnels *tunnels, struct ddds_dns_servers *servers)
{
    struct ddds_error error;
    size_t before = servers->count;
    size_t tunnels_before = tunnels->server_count;
    bool has_tls = ddds_server_has_tls(word);
    ddds_status status =
        has_tls ? ddds_tls_server_add(tunnels, servers, word, options, &error)
                : ddds_dns_servers_add(servers, word, options, &error);
    if (status != DDDS_OK) {
        check_refusal(&error);
        require(servers->count == before);
    }
    require(servers->count <= LIMIT_NAME_SERVERS);
    require(tunnels->server_count - tunnels_before ==
            (has_tls ? servers->count - before : 0));
    for (size_t i = tunnels_before; i < tunnels->server_count; i++) {
        require(strchr(word, '#') == NULL || tunnels->servers[i].name[0] != 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .ipv6_only = (data[0] & 1) == 0,
                                             .ipv4_only = (data[0] & 2) == 0};
    struct tunnels *tunnels = calloc(1, sizeof *tunnels);
    struct ddds_dns_servers servers = {.count = 0};
    require(tunnels != NULL);
    char *text = copy_of(data + 1, size - 1);
    for (char *word = text, *next = text; next != NULL; word = next) {
        next = strchr(word, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        read_word(word, &options, tunnels, &servers);
    }
    for (size_t i = 0; i < servers.count; i++) {
        bool is_four = servers.list[i].address.length == 4;
        require(is_four ? !options.ipv6_only : !options.ipv4_only);
        require(strlen(servers.list[i].text) < sizeof servers.list[i].text);
    }
    free(text);
    free(tunnels);
    return 0;
}
