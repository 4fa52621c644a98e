/* Parse the addresses of name servers. c-ares is not used, because no version
 * accepts all forms (1.18 wraps ports and refuses "[::1]").
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/server_address.h"

#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "name/idna.h"

/* RFC 1035 section 2.3.4 with dots, and a NUL. */
enum { HOST_SIZE = 256 };

void ddds_servers_add(struct ddds_dns_servers *servers,
                      const struct ddds_address *address, uint16_t port,
                      struct server_families families)
{
    bool is_ipv4 = address->length == 4;
    if (servers->count == LIMIT_NAME_SERVERS ||
        !(is_ipv4 ? families.ipv4 : families.ipv6)) {
        return;
    }
    struct ddds_dns_server *server = &servers->list[servers->count++];
    char text[DDDS_ADDRESS_TEXT_SIZE];
    server->address = *address;
    server->port = port;
    ddds_address_format(address, text);
    snprintf(server->text, sizeof server->text, is_ipv4 ? "%s:%u" : "[%s]:%u",
             text, (unsigned)port);
}

static bool read_address(const char *text, struct ddds_address *address)
{
    address->length = 4;
    if (inet_pton(AF_INET, text, address->octets) == 1) {
        return true;
    }
    address->length = 16;
    return inet_pton(AF_INET6, text, address->octets) == 1;
}

/* Parse a port, 1 to 65535. */
static bool read_port(const char *text, uint16_t *port)
{
    uint64_t value;
    const char *end = text + strlen(text);
    if (end - text > 5 || !ascii_read_number(&text, end, UINT16_MAX, &value) ||
        text != end) {
        return false;
    }
    *port = (uint16_t)value;
    return value > 0;
}

static ddds_status refuse(const char *text, const char *why,
                          struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                          "server \"%.*s%s\": %s",
                          ERROR_QUOTE(text, strlen(text)), why);
}

/* Return the end of the host in |text|, and the start of its port, or NULL if
 * it has none. Several colons belong to an IPv6 address without a port. */
static const char *split(const char *text, const char **port)
{
    const char *hash = strrchr(text, '#');
    const char *colon = strchr(text, ':');
    const char *end = text + strlen(text);
    *port = NULL;
    if (text[0] == '[') {
        const char *bracket = strchr(text, ']');
        if (bracket == NULL || bracket[1] == '\0') {
            return bracket;
        }
        *port = bracket + 2;
        return bracket[1] == ':' || bracket[1] == '#' ? bracket : NULL;
    }
    if (hash == NULL && colon != NULL && strchr(colon + 1, ':') == NULL) {
        hash = colon;
    }
    if (hash != NULL) {
        *port = hash + 1;
        return hash;
    }
    return end;
}

/* Return a hint if |text| looks like a mistake; NULL if it may be a server. */
static const char *find_mistake(const char *text)
{
    static const char loopback[] = "::1:";
    const size_t prefix = sizeof loopback - 1;
    const size_t length = strlen(text);
    if (strstr(text, "://") != NULL) {
        return "write the address alone, without a scheme, or for TLS a server "
               "as in tls://192.0.2.1; there are no queries over HTTPS or QUIC";
    }
    const char *hash = strrchr(text, '#');
    uint16_t port;
    if ((hash != NULL && ascii_is_alpha((unsigned char)hash[1])) ||
        (ascii_begins_with(text, length, "tls:") &&
         !read_port(text + sizeof "tls:" - 1, &port))) {
        return "write a server over TLS, and the name in its certificate, as "
               "in tls://192.0.2.1#dns.example";
    }
    if (strchr(text, '@') != NULL) {
        return "write a port as in 192.0.2.1:5353 or 192.0.2.1#5353";
    }
    if (text[0] == '[' && strpbrk(text, "]") == NULL) {
        return "\"]\" is missing; write [2001:db8::1]:5353";
    }
    if (strchr(text, ':') != NULL && strchr(text, '%') != NULL) {
        return "an address with a zone identifier (%) is not supported; write "
               "one that is valid on all links";
    }
    /* Valid addresses, but in a reserved range (RFC 4291 section 2.5.5). */
    if (strncmp(text, loopback, prefix) == 0 && text[prefix] != '\0' &&
        text[prefix + strspn(text + prefix, "0123456789")] == '\0') {
        return "write an IPv6 address with a port as in [::1]:5353 or "
               "::1#5353";
    }
    return NULL;
}

static void add_found(struct ddds_dns_servers *servers,
                      const struct addrinfo *found, uint16_t port,
                      struct server_families families)
{
    struct ddds_address address;
    if (found->ai_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, found->ai_addr, sizeof four);
        address.length = 4;
        memcpy(address.octets, &four.sin_addr, 4);
    } else if (found->ai_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, found->ai_addr, sizeof six);
        address.length = 16;
        memcpy(address.octets, &six.sin6_addr, 16);
    } else {
        return;
    }
    ddds_servers_add(servers, &address, port, families);
}

/* Append the addresses of |host| according to the system. Return 0 or an error
 * of getaddrinfo. */
static int add_host(struct ddds_dns_servers *servers, const char *host,
                    uint16_t port, struct server_families families)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found;
    int code = getaddrinfo(host, NULL, &hints, &found);
    if (code != 0) {
        return code;
    }
    for (const struct addrinfo *each = found; each != NULL;
         each = each->ai_next) {
        add_found(servers, each, port, families);
    }
    freeaddrinfo(found);
    return 0;
}

/* Convert the name |host|, of the server |text|, to A-labels. */
static ddds_status convert_host(const char *text, const char *host,
                                char ascii[LIMIT_NAME_SIZE],
                                struct ddds_error *error)
{
    struct ddds_error why;
    size_t length = strlen(host);
    if (utf8_is_ascii(host, length)) {
        memcpy(ascii, host, length + 1);
        return DDDS_OK;
    }
    ddds_status status = ddds_idna_convert(host, length, ascii, &why);
    return status == DDDS_OK
               ? DDDS_OK
               : ddds_error_set(
                     error, status == DDDS_MALFORMED ? DDDS_BAD_OPTION : status,
                     DDDS_NO_OFFSET, "server \"%.100s\": %s", text, why.detail);
}

/* Append the addresses of the name |host|, of the server |text|. */
static ddds_status find_host(struct ddds_dns_servers *servers, const char *text,
                             const char *host, uint16_t port,
                             struct server_families families,
                             struct ddds_error *error)
{
    char ascii[LIMIT_NAME_SIZE];
    ddds_status status = convert_host(text, host, ascii, error);
    if (status != DDDS_OK) {
        return status;
    }
    int code = add_host(servers, ascii, port, families);
    if (code == EAI_MEMORY) {
        return ddds_error_no_memory(error);
    }
    if (code == EAI_AGAIN) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "server \"%.200s\": %s", text,
                              gai_strerror(code));
    }
    return code == 0 ? DDDS_OK
                     : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                      "server \"%.200s\": no address was "
                                      "found for this name: %s",
                                      text, gai_strerror(code));
}

ddds_status ddds_servers_parse(struct ddds_dns_servers *servers,
                               const char *text, uint16_t port,
                               struct server_families families,
                               struct ddds_error *error)
{
    char host[HOST_SIZE];
    const char *port_text;
    struct ddds_address address;
    const char *end = split(text, &port_text);
    const char *begin = text[0] == '[' ? text + 1 : text;
    const char *mistake = find_mistake(text);
    if (mistake != NULL) {
        return refuse(text, mistake, error);
    }
    if (end == NULL || end <= begin || (size_t)(end - begin) >= sizeof host) {
        return refuse(text,
                      text[0] == '[' && text[1] != ']'
                          ? "write an IPv6 address with a port as in "
                            "[2001:db8::1]:5353"
                          : "neither an address nor a name",
                      error);
    }
    if (port_text != NULL && !read_port(port_text, &port)) {
        return refuse(text, "the port is not a number from 1 to 65535", error);
    }
    memcpy(host, begin, (size_t)(end - begin));
    host[end - begin] = '\0';
    size_t before = servers->count;
    if (read_address(host, &address)) {
        ddds_servers_add(servers, &address, port, families);
    } else if (begin != text || strpbrk(host, ":%/ ") != NULL) {
        return refuse(text,
                      strchr(host, ':') != NULL && begin == text
                          ? "invalid address; write an IPv6 address with a "
                            "port as in [2001:db8::1]:5353"
                          : "invalid address",
                      error);
    } else {
        ddds_status status =
            find_host(servers, text, host, port, families, error);
        if (status != DDDS_OK) {
            return status;
        }
    }
    if (servers->count > before) {
        return DDDS_OK;
    }
    return refuse(text,
                  before == LIMIT_NAME_SERVERS
                      ? "too many servers"
                      : "no address of the requested family",
                  error);
}
