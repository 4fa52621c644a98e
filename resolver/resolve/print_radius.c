/* Configuration of radsecproxy and FreeRADIUS for the servers of a realm.
 *
 *     server dynamic_radsec.example.org {
 *             # radius1.example.org
 *             host 192.0.2.1:2083
 *             type TLS
 *     }
 *
 * Records are untrusted, and must not inject text into a configuration
 * (CVE-2021-32642). Only host names, which are validated again, numbers and
 * addresses are printed; names are comments. The number of addresses is
 * limited.
 *
 * SPDX-License-Identifier: MIT */
#include "resolve/print_radius.h"

#include <string.h>
#include <strings.h>

#include "cli/complain.h"
#include "render/rendering.h"

/* Limit on the addresses of a realm; a proxy tries them one after the other. */
enum { ADDRESSES_MAX = 64 };

/* An address and port to connect to. */
struct radius_server {
    const char *host;
    const struct ddds_address *address;
    uint16_t port;
    const struct ddds_outcome *outcome;
};

struct radius_servers {
    struct radius_server items[ADDRESSES_MAX];
    size_t count;
    size_t omitted;  /* addresses beyond the limit */
    size_t portless; /* servers whose port is 0 */
};

static bool is_known(const struct radius_servers *servers,
                     const struct radius_server *server)
{
    for (size_t i = 0; i < servers->count; i++) {
        const struct radius_server *other = &servers->items[i];
        if (other->port == server->port &&
            other->address->length == server->address->length &&
            memcmp(other->address->octets, server->address->octets,
                   server->address->length) == 0) {
            return true;
        }
    }
    return false;
}

/* Return true if |text| is a name that is safe in a configuration. */
static bool is_name(const char *text)
{
    char key[DDDS_KEY_SIZE];
    return ddds_key_parse(text, key, NULL) == DDDS_OK && strcmp(text, key) == 0;
}

static void add_endpoint(struct radius_servers *servers, const char *realm,
                         const struct ddds_outcome *outcome,
                         const struct ddds_endpoint *endpoint)
{
    if (!is_name(endpoint->host)) {
        return;
    }
    if (endpoint->port == 0) {
        complain("%s: %s:0 is left out: nothing can connect to port 0", realm,
                 endpoint->host);
        servers->portless++;
        return;
    }
    for (size_t i = 0; i < endpoint->address_count; i++) {
        const struct radius_server server = {
            endpoint->host, &endpoint->addresses[i], endpoint->port, outcome};
        if (is_known(servers, &server)) {
            continue;
        }
        if (servers->count < ADDRESSES_MAX) {
            servers->items[servers->count++] = server;
        } else {
            servers->omitted++;
        }
    }
}

/* Return true if |text| begins with |tag|, ignoring case. */
static bool begins_with(const char *text, const char *tag)
{
    return text != NULL && strncasecmp(text, tag, strlen(tag)) == 0;
}

/* True for RADIUS/DTLS, false for RADIUS/TLS (RFC 7585 section 2.1.1.1). */
static bool is_dtls(const struct ddds_outcome *outcome)
{
    return begins_with(outcome->protocol, "radius.dtls");
}

/* FreeRADIUS 3 supports neither DTLS nor dynamic authorization here. */
static bool is_for_freeradius(const struct ddds_outcome *outcome)
{
    return !is_dtls(outcome) && !begins_with(outcome->services, "aaa+dynauth:");
}

static bool is_for_radsecproxy(const struct ddds_outcome *outcome)
{
    (void)outcome;
    return true;
}

/* Collect the addresses of outcomes for which |is_taken| is true. All must have
 * the transport of the first: a configuration has a single transport. */
static void find_servers(const struct ddds_result *result,
                         bool (*is_taken)(const struct ddds_outcome *outcome),
                         struct radius_servers *servers)
{
    servers->count = servers->omitted = servers->portless = 0;
    for (size_t i = 0; i < result->outcome_count && is_name(result->aus); i++) {
        const struct ddds_outcome *outcome = &result->outcomes[i];
        if (!is_taken(outcome) ||
            (servers->count > 0 &&
             is_dtls(outcome) != is_dtls(servers->items[0].outcome))) {
            continue;
        }
        for (size_t j = 0; j < outcome->endpoint_count; j++) {
            add_endpoint(servers, result->aus, outcome, &outcome->endpoints[j]);
        }
    }
    if (servers->omitted > 0) {
        complain("%s: %zu of its addresses are left out: a configuration has "
                 "at most %d",
                 result->aus, servers->omitted, ADDRESSES_MAX);
    }
}

/* Notes contain text of others; print what is plain in a comment. */
static void print_note(FILE *out, const char *note)
{
    fputs("\t# note: ", out);
    for (size_t i = 0; note[i] != '\0'; i++) {
        bool is_plain = note[i] >= ' ' && note[i] <= '~' && note[i] != '\\';
        putc(is_plain ? note[i] : '?', out);
    }
    putc('\n', out);
}

/* Say in the configuration, too, that it is incomplete. */
static void print_omitted(FILE *out, const struct ddds_result *result,
                          const struct radius_servers *servers)
{
    const char *note;
    for (size_t i = 0; (note = next_note(result, &i)) != NULL;) {
        print_note(out, note);
    }
    if (servers->portless > 0) {
        fprintf(out, "\t# servers left out because their port is 0: %zu\n",
                servers->portless);
    }
    if (servers->omitted > 0) {
        fprintf(out, "\t# %zu addresses are left out\n", servers->omitted);
    }
}

bool print_radsecproxy(FILE *out, const struct ddds_result *result)
{
    struct radius_servers servers;
    find_servers(result, is_for_radsecproxy, &servers);
    if (servers.count == 0) {
        return false;
    }
    fprintf(out, "server dynamic_radsec.%s {\n", result->aus);
    for (size_t i = 0; i < servers.count; i++) {
        const struct radius_server *server = &servers.items[i];
        char text[DDDS_ADDRESS_TEXT_SIZE];
        bool is_long = server->address->length == 16;
        ddds_address_format(server->address, text);
        if (i == 0 || server->host != servers.items[i - 1].host) {
            fprintf(out, "\t# %s\n", server->host);
        }
        fprintf(out, "\thost %s%s%s:%u\n", is_long ? "[" : "", text,
                is_long ? "]" : "", server->port);
    }
    print_omitted(out, result, &servers);
    fprintf(out, "\ttype %s\n}\n",
            is_dtls(servers.items[0].outcome) ? "DTLS" : "TLS");
    return true;
}

/* Return the type of a server by its tag (RFC 7585 section 2.1.1.1). */
static const char *server_type(const struct ddds_outcome *outcome)
{
    return begins_with(outcome->services, "aaa+auth:")   ? "auth"
           : begins_with(outcome->services, "aaa+acct:") ? "acct"
                                                         : "auth+acct";
}

/* The first server has the name of its realm, as radmin requires. */
static void print_server_name(FILE *out, const char *realm, size_t index)
{
    fputs(realm, out);
    if (index > 0) {
        fprintf(out, "_%zu", index + 1);
    }
}

static void print_home_server(FILE *out, const char *realm,
                              const struct radius_server *server, size_t index)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    ddds_address_format(server->address, text);
    fputs("home_server ", out);
    print_server_name(out, realm, index);
    fprintf(out,
            " {\n\t# %s\n\t%s = %s\n\tport = %u\n\ttype = %s\n\tproto = tcp\n"
            "\tsecret = radsec\n\t$INCLUDE tls.conf\n}\n",
            server->host,
            server->address->length == 16 ? "ipv6addr" : "ipv4addr", text,
            server->port, server_type(server->outcome));
}

bool print_freeradius(FILE *out, const struct ddds_result *result)
{
    struct radius_servers servers;
    find_servers(result, is_for_freeradius, &servers);
    if (servers.count == 0) {
        return false;
    }
    for (size_t i = 0; i < servers.count; i++) {
        print_home_server(out, result->aus, &servers.items[i], i);
    }
    fprintf(out, "home_server_pool %s {\n\ttype = fail-over\n", result->aus);
    for (size_t i = 0; i < servers.count; i++) {
        fputs("\thome_server = ", out);
        print_server_name(out, result->aus, i);
        putc('\n', out);
    }
    print_omitted(out, result, &servers);
    fputs("}\n", out);
    return true;
}
