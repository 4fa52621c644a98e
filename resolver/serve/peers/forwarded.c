/* SPDX-License-Identifier: MIT */
#include "serve/peers/forwarded.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"

static struct ddds_span trim(struct ddds_span piece)
{
    while (piece.length > 0 && strchr(" \t", *piece.text) != NULL) {
        piece.text++;
        piece.length--;
    }
    while (piece.length > 0 &&
           strchr(" \t", piece.text[piece.length - 1]) != NULL) {
        piece.length--;
    }
    return piece;
}

/* ---- Addresses ---------------------------------------------------------- */

/* Parse "192.0.2.1", "192.0.2.1:80", "[2001:db8::1]:80" and, if |is_bare|,
 * "2001:db8::1", which X-Forwarded-For may contain. */
static bool read_node(struct ddds_span node, bool is_bare,
                      struct peer_address *address)
{
    struct host_port parts;
    if (is_bare && peer_address_read(node, address)) {
        return true;
    }
    return host_port_split(node, &parts) &&
           (parts.port.text == NULL ||
            (parts.port.length > 0 && parts.port.length <= 5)) &&
           host_port_address(&parts, address);
}

/* ---- Networks ----------------------------------------------------------- */

static struct ddds_span next_item(const char **list)
{
    size_t length = strcspn(*list, ",");
    struct ddds_span item = {*list, length};
    *list += length + ((*list)[length] == ',');
    return trim(item);
}

/* Parse "192.0.2.0/24", "2001:db8::1" or "unix". */
static bool read_network(struct ddds_span item, struct network *network)
{
    static const char unix_word[] = "unix";
    const char *slash =
        item.length > 0 ? memchr(item.text, '/', item.length) : NULL;
    struct ddds_span text = item;
    if (item.length == sizeof unix_word - 1 &&
        strncasecmp(item.text, unix_word, item.length) == 0) {
        *network = (struct network){.bits = 0};
        return true;
    }
    text.length = slash != NULL ? (size_t)(slash - item.text) : item.length;
    if (!peer_address_read(text, &network->address)) {
        return false;
    }
    bool is_v4 = memchr(text.text, ':', text.length) == NULL;
    unsigned long most = is_v4 ? 32 : 128;
    unsigned long bits = most;
    if (slash != NULL) {
        size_t digits = strspn(slash + 1, "0123456789");
        if (digits == 0 || slash + 1 + digits != item.text + item.length) {
            return false;
        }
        bits = strtoul(slash + 1, NULL, 10);
    }
    network->bits = (unsigned)(bits + 128 - most);
    return bits <= most;
}

bool networks_read(struct networks *networks, const char *option,
                   const char *list)
{
    for (const char *at = list; at != NULL && *at != '\0';) {
        struct ddds_span item = next_item(&at);
        size_t size = (networks->count + 1) * sizeof networks->items[0];
        networks->items = realloc(networks->items, size);
        if (!read_network(item, &networks->items[networks->count++])) {
            complain("%s: \"%.*s\" is not an address, a network such as "
                     "192.0.2.0/24, or \"unix\"",
                     option, (int)item.length, item.text);
            return false;
        }
    }
    return true;
}

void networks_free(struct networks *networks)
{
    free(networks->items);
}

static bool is_within(const struct peer_address *address,
                      const struct network *network)
{
    const unsigned char *octets = address->octets;
    const unsigned char *others = network->address.octets;
    unsigned whole = network->bits / 8;
    unsigned mask = 0xff00U >> network->bits % 8 & 0xff;
    return address->is_ip == network->address.is_ip &&
           memcmp(octets, others, whole) == 0 &&
           (mask == 0 || ((octets[whole] ^ others[whole]) & mask) == 0);
}

bool networks_have(const struct networks *networks,
                   const struct peer_address *address)
{
    size_t i = 0;
    while (i < networks->count && !is_within(address, &networks->items[i])) {
        i++;
    }
    return i < networks->count;
}

/* ---- Fields ------------------------------------------------------------- */

/* Return the length of the first element or pair in |rest|, up to |separator|
 * outside quotes. An unclosed quote counts as a plain character, so that it
 * cannot hide elements that a proxy appends. */
static size_t measure(struct ddds_span rest, char separator, bool has_quotes)
{
    bool is_quoted = false;
    size_t i = 0;
    for (; i < rest.length; i++) {
        if (has_quotes && rest.text[i] == '"') {
            is_quoted = !is_quoted;
        } else if (is_quoted && rest.text[i] == '\\' && i + 1 < rest.length) {
            i++;
        } else if (!is_quoted && rest.text[i] == separator) {
            return i;
        }
    }
    return is_quoted ? measure(rest, separator, false) : i;
}

void forwarded_add(struct hops *hops, const char *value)
{
    struct ddds_span rest = {value, strlen(value)};
    while (rest.length > 0) {
        size_t length = measure(rest, ',', hops->forwarding->is_standard);
        struct ddds_span element = trim((struct ddds_span){rest.text, length});
        if (element.length > 0) { /* RFC 9110 section 5.6.1: ignore */
            hops->items[hops->count++ % HOPS] = element;
        }
        length += length < rest.length;
        rest = (struct ddds_span){rest.text + length, rest.length - length};
    }
}

/* Find the value of "for" in an element of Forwarded, and remove its quotes. */
static bool find_for(struct ddds_span element, struct ddds_span *value)
{
    while (element.length > 0) {
        size_t length = measure(element, ';', true);
        struct ddds_span pair = trim((struct ddds_span){element.text, length});
        if (pair.length >= 4 && strncasecmp(pair.text, "for=", 4) == 0) {
            *value = (struct ddds_span){pair.text + 4, pair.length - 4};
            if (value->length >= 2 && value->text[0] == '"' &&
                value->text[value->length - 1] == '"') {
                value->text++;
                value->length -= 2;
            }
            return true;
        }
        length += length < element.length;
        element =
            (struct ddds_span){element.text + length, element.length - length};
    }
    return false;
}

bool forwarded_find(const struct hops *hops, struct peer_address *address)
{
    bool is_standard = hops->forwarding->is_standard;
    bool is_found = false;
    for (size_t i = 0; i < hops->count && i < HOPS; i++) {
        struct ddds_span node = hops->items[(hops->count - 1 - i) % HOPS];
        struct peer_address read;
        if ((is_standard && !find_for(node, &node)) ||
            !read_node(node, !is_standard, &read)) {
            break;
        }
        *address = read;
        is_found = true;
        if (!networks_have(&hops->forwarding->proxies, &read)) {
            break;
        }
    }
    return is_found;
}
