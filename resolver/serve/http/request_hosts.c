/* The hosts that requests may name.
 *
 * An address in a URL cannot be made to mean another one, so addresses are safe
 * names; only whether they can be those of this server is asked.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/request_hosts.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"

struct host {
    const char *text; /* of an IPv6 address, without brackets */
    size_t length;
    bool is_v6;
    bool has_port;
};

/* RFC 3986 section 3.2.2, reg-name; a port follows ":" only. */
static bool is_name(const char *text, size_t length)
{
    static const char others[] = "-._~%!$&'()*+,;=";
    for (size_t i = 0; i < length; i++) {
        char letter = text[i];
        bool is_plain = (letter >= '0' && letter <= '9') ||
                        ((letter | 32) >= 'a' && (letter | 32) <= 'z');
        if (!is_plain && (letter == '\0' || strchr(others, letter) == NULL)) {
            return false;
        }
    }
    return true;
}

/* The octets of |host| if it is an address: their number, or 0. */
static size_t read_octets(const struct host *host, unsigned char octets[16])
{
    char text[INET6_ADDRSTRLEN];
    if (host->length >= sizeof text) {
        return 0;
    }
    memcpy(text, host->text, host->length);
    text[host->length] = '\0';
    int family = host->is_v6 ? AF_INET6 : AF_INET;
    if (inet_pton(family, text, octets) != 1) {
        return 0;
    }
    return host->is_v6 ? 16 : 4;
}

/* Split "name:80" or "[::1]:80". False: it is neither. */
static bool split(const char *text, size_t length, struct host *host)
{
    const char *end = text + length;
    const char *stop = NULL;
    unsigned char octets[16];
    host->is_v6 = length > 0 && text[0] == '[';
    stop = memchr(text, host->is_v6 ? ']' : ':', length);
    host->text = text + host->is_v6;
    host->length = (size_t)((stop != NULL ? stop : end) - host->text);
    if (host->is_v6 ? stop == NULL || read_octets(host, octets) == 0
                    : !is_name(host->text, host->length)) {
        return false;
    }
    const char *at = stop == NULL ? end : stop + host->is_v6;
    host->has_port = at < end;
    if (host->has_port && *at != ':') {
        return false;
    }
    at += host->has_port ? 1 : 0;
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    return at == end;
}

static bool is_loopback(const unsigned char *octets, size_t count)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const unsigned char own[16] = {[15] = 1};
    if (count == 16 && memcmp(octets, mapped, sizeof mapped) == 0) {
        octets += sizeof mapped;
        count = 4;
    }
    return count == 4 ? octets[0] == 127 : memcmp(octets, own, 16) == 0;
}

/* Without a final dot. */
static size_t name_length(const struct host *host)
{
    return host->length -
           (host->length > 0 && host->text[host->length - 1] == '.');
}

/* Are both one name, or one address? */
static bool is_same(const struct host *one, const struct host *other)
{
    unsigned char octets[16];
    unsigned char others[16];
    size_t count = read_octets(one, octets);
    if (count > 0) {
        return count == read_octets(other, others) &&
               memcmp(octets, others, count) == 0;
    }
    size_t length = name_length(one);
    return length > 0 && length == name_length(other) &&
           strncasecmp(one->text, other->text, length) == 0;
}

/* Is |host| one of |names|? */
static bool is_listed(const struct host *host, const char *names)
{
    for (const char *at = names; at != NULL && *at != '\0';
         at += strspn(at, ",")) {
        size_t length = strcspn(at, ",");
        struct host own;
        if ((length == 1 && at[0] == '*') ||
            (split(at, length, &own) && is_same(host, &own))) {
            return true;
        }
        at += length;
    }
    return false;
}

enum host_verdict hosts_judge(const struct hosts *hosts, const char *text,
                              size_t length)
{
    static const struct host local = {.text = "localhost", .length = 9};
    struct host host;
    unsigned char octets[16];
    if (!split(text, length, &host)) {
        return HOST_INVALID;
    }
    size_t count = read_octets(&host, octets);
    bool is_own = count > 0 ? !hosts->is_local || is_loopback(octets, count)
                            : is_same(&host, &local) ||
                                  (!hosts->is_local && hosts->names == NULL);
    return is_own || is_listed(&host, hosts->names) ? HOST_OWN : HOST_OTHER;
}

bool hosts_check(const char *names)
{
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        at += *at == ',' && at != names;
        size_t length = strcspn(at, ",");
        struct host host;
        bool is_valid = split(at, length, &host) && !host.has_port &&
                        name_length(&host) > 0 &&
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
