/* The servers of the system's resolver: /etc/resolv.conf, read as the C library
 * reads it. c-ares takes 127.1 for 127.1.0.0.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/transport.h"

#include <errno.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "base/ascii.h"
#include "base/error.h"

#define PATH "/etc/resolv.conf"

static const char blanks[] = " \t\r\n";

/* Return true if |line| has the option "trust-ad". */
static bool line_trusts(char *line)
{
    static const char word[] = "options";
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

/* Return true if |line| was meant to have a server, also in capitals, or after
 * blanks or a byte order mark. */
static bool is_meant(const char *line)
{
    while (*line != '\0' && !ascii_is_alpha((unsigned char)*line) &&
           strchr("#;", *line) == NULL) {
        line++;
    }
    return ascii_begins_with(line, strlen(line), "nameserver");
}

/* Parse the server of |line|. An IPv4 address may have fewer than four
 * numbers. */
static bool read_server(const char *line, struct ddds_address *address)
{
    static const char word[] = "nameserver";
    char text[INET6_ADDRSTRLEN] = "";
    const char *rest = line + sizeof word - 1;
    if (strncmp(line, word, sizeof word - 1) != 0) {
        return false;
    }
    const char *begin = rest + strspn(rest, blanks);
    size_t length = strcspn(begin, blanks);
    if (begin == rest || length >= sizeof text) {
        return false;
    }
    memcpy(text, begin, length);
    const in_addr_t four = inet_addr(text);
    memcpy(address->octets, &four, sizeof four);
    address->length = four != INADDR_NONE ? 4 : 16;
    return four != INADDR_NONE ||
           inet_pton(AF_INET6, text, address->octets) == 1;
}

static ddds_status fail_to_read(struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          PATH ": %s; name a server to ask, such as 192.0.2.1",
                          strerror(errno));
}

ddds_status ddds_resolv_conf_read(FILE *file, struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error)
{
    struct ddds_address address = {.length = 4, .octets = {127, 0, 0, 1}};
    struct ddds_error why = {.status = DDDS_OK};
    char line[1024];
    bool has_server = false;
    *trusts = false;
    for (unsigned i = 1; file != NULL && fgets(line, sizeof line, file) != NULL;
         i++) {
        if (!is_meant(line)) {
            *trusts |= line_trusts(line);
        } else if (read_server(line, &address)) {
            ddds_servers_add(servers, &address, 53, families);
            has_server = true;
        } else if (why.status == DDDS_OK) {
            size_t length = strcspn(line, "\r\n");
            ddds_error_set(&why, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                           PATH ":%u: no server can be used: \"%.*s%s\"; name "
                                "one to ask, such as 192.0.2.1",
                           i, ERROR_QUOTE(line, length));
        }
    }
    if (file != NULL && ferror(file)) {
        return fail_to_read(error);
    }
    if (!has_server && why.status != DDDS_OK) {
        return ddds_error_set(error, why.status, why.offset, "%s", why.detail);
    }
    if (!has_server) {
        ddds_servers_add(servers, &address, 53, families);
    }
    return servers->count > 0
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "the system's resolver has no server of the "
                                "requested family");
}

ddds_status ddds_transport_system(struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error)
{
    FILE *file = fopen(PATH, "re");
    if (file == NULL && errno != ENOENT) {
        return fail_to_read(error);
    }
    ddds_status status =
        ddds_resolv_conf_read(file, servers, families, trusts, error);
    if (file != NULL) {
        fclose(file);
    }
    return status;
}
