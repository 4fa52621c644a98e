/* Allowed hosts of requests.
 *
 * DNS cannot rebind an address, so every address that can be the server's is
 * safe.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/request_hosts.h"

#include <string.h>
#include <strings.h>

#include <ddds/uuid.h>

#include "cli/complain.h"
#include "serve/peers/peer_address.h"

/* RFC 3986 section 3.2.2, reg-name; a port follows ":" only. */
static bool is_name(struct ddds_span name)
{
    static const char others[] = "-._~%!$&'()*+,;=";
    for (size_t i = 0; i < name.length; i++) {
        char letter = name.text[i];
        bool is_plain = (letter >= '0' && letter <= '9') ||
                        ((letter | 32) >= 'a' && (letter | 32) <= 'z');
        if (!is_plain && (letter == '\0' || strchr(others, letter) == NULL)) {
            return false;
        }
    }
    return true;
}

/* A parsed host: an address or a name. */
struct host {
    struct host_port parts;
    struct peer_address address;
    bool is_address;
};

/* Parse "name:80" or "[::1]:80"; false if it is neither. */
static bool read_host(const char *text, size_t length, struct host *host)
{
    if (!host_port_split((struct ddds_span){text, length}, &host->parts)) {
        return false;
    }
    host->is_address = host_port_address(&host->parts, &host->address);
    return host->is_address ||
           (!host->parts.is_v6 && is_name(host->parts.host));
}

/* Return the name without its final dot. */
static struct ddds_span name_of(const struct host *host)
{
    struct ddds_span name = host->parts.host;
    name.length -= name.length > 0 && name.text[name.length - 1] == '.';
    return name;
}

/* Return true if both are the same name or address. */
static bool is_same(const struct host *one, const struct host *other)
{
    struct ddds_span name = name_of(one);
    struct ddds_span others = name_of(other);
    if (one->is_address || other->is_address) {
        return one->is_address && other->is_address &&
               memcmp(one->address.octets, other->address.octets, 16) == 0;
    }
    return name.length > 0 && name.length == others.length &&
           strncasecmp(name.text, others.text, name.length) == 0;
}

/* Return true if |host| is in the list |names|. */
static bool is_listed(const struct host *host, const char *names)
{
    for (const char *at = names; at != NULL && *at != '\0';
         at += strspn(at, ",")) {
        size_t length = strcspn(at, ",");
        struct host own;
        if ((length == 1 && at[0] == '*') ||
            (read_host(at, length, &own) && is_same(host, &own))) {
            return true;
        }
        at += length;
    }
    return false;
}

enum host_verdict hosts_judge(const struct hosts *hosts, const char *text,
                              size_t length)
{
    static const struct host local = {.parts.host = {"localhost", 9}};
    struct host host;
    if (!read_host(text, length, &host)) {
        return HOST_INVALID;
    }
    bool is_own = host.is_address
                      ? !hosts->is_local || peer_address_is_local(&host.address)
                      : is_same(&host, &local) ||
                            (!hosts->is_local && hosts->names == NULL);
    return is_own || is_listed(&host, hosts->names) ? HOST_OWN : HOST_OTHER;
}

/* Return true if |name| is a domain name that a host may have. The public
 * function that reads a name of a given length is one of UUIDs. */
static bool is_domain(struct ddds_span name)
{
    struct ddds_uuid_dns_name written;
    return name.length > 0 && name.text[0] != '-' &&
           ddds_uuid_write_dns_name(name.text, name.length, DDDS_UUID_DNS_WIRE,
                                    &written, NULL) == DDDS_OK;
}

bool hosts_check(const char *names)
{
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        at += *at == ',' && at != names;
        size_t length = strcspn(at, ",");
        struct host host;
        bool is_valid = read_host(at, length, &host) &&
                        host.parts.port.text == NULL &&
                        (host.is_address || is_domain(name_of(&host))) &&
                        (length == 1 || memchr(at, '*', length) == NULL);
        if (!is_valid) {
            complain("--host: \"%.*s\" is not a name or an address alone, as "
                     "in urn.example.org or [2001:db8::1]",
                     (int)length, at);
            return false;
        }
    }
    return true;
}
