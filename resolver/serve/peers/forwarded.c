/* Who a request is from, behind proxies.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/peers/forwarded.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"

struct slice {
    const char *text;
    size_t length;
};

static struct slice trim(struct slice piece)
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

static bool is_word(struct slice piece, const char *word)
{
    return piece.length == strlen(word) &&
           strncasecmp(piece.text, word, piece.length) == 0;
}

/* ---- Addresses ---------------------------------------------------------- */

static bool read_address(struct slice piece, struct origin *origin)
{
    static const unsigned char v4[12] = {[10] = 0xff, [11] = 0xff};
    char text[INET6_ADDRSTRLEN];
    if (piece.length >= sizeof text ||
        memchr(piece.text, '\0', piece.length) != NULL) {
        return false;
    }
    memcpy(text, piece.text, piece.length);
    text[piece.length] = '\0';
    if (inet_pton(AF_INET6, text, origin->octets) == 1) {
        return true;
    }
    memcpy(origin->octets, v4, sizeof v4);
    return inet_pton(AF_INET, text, origin->octets + sizeof v4) == 1;
}

static bool is_port(struct slice piece)
{
    size_t digits = 0;
    while (digits < piece.length && piece.text[digits] >= '0' &&
           piece.text[digits] <= '9') {
        digits++;
    }
    return digits == piece.length && digits > 0 && digits <= 5;
}

/* "192.0.2.1", "192.0.2.1:80", "[2001:db8::1]:80", and "2001:db8::1" if
 * |is_bare|, as X-Forwarded-For has it. */
static bool read_node(struct slice node, bool is_bare, struct origin *origin)
{
    if (is_bare && read_address(node, origin)) {
        return true;
    }
    bool is_wide = node.length > 0 && node.text[0] == '[';
    const char *end = node.length > 0
                          ? memchr(node.text, is_wide ? ']' : ':', node.length)
                          : NULL;
    struct slice host = node;
    struct slice rest = {NULL, 0};
    if (end != NULL) {
        host.length = (size_t)(end - node.text);
        rest =
            (struct slice){end + is_wide, node.length - host.length - is_wide};
    }
    if (is_wide) {
        host.text++;
        host.length -= host.length > 0;
    }
    bool is_v6 = memchr(host.text, ':', host.length) != NULL;
    if (is_wide != is_v6 || (is_wide && end == NULL) ||
        !read_address(host, origin)) {
        return false;
    }
    return rest.length == 0 ||
           (rest.text[0] == ':' &&
            is_port((struct slice){rest.text + 1, rest.length - 1}));
}

/* ---- Networks ----------------------------------------------------------- */

static struct slice next_item(const char **list)
{
    size_t length = strcspn(*list, ",");
    struct slice item = {*list, length};
    *list += length + ((*list)[length] == ',');
    return trim(item);
}

/* "192.0.2.0/24", "2001:db8::1". */
static bool read_network(struct slice item, struct origin *origin,
                         unsigned *bits)
{
    const char *slash =
        item.length > 0 ? memchr(item.text, '/', item.length) : NULL;
    struct slice address = item;
    struct slice number = {NULL, 0};
    if (slash != NULL) {
        address.length = (size_t)(slash - item.text);
        number = (struct slice){slash + 1, item.length - address.length - 1};
    }
    if (!read_address(address, origin)) {
        return false;
    }
    bool is_v4 = memchr(address.text, ':', address.length) == NULL;
    unsigned most = is_v4 ? 32 : 128;
    *bits = most;
    if (slash != NULL) {
        if (!is_port(number)) {
            return false;
        }
        *bits = (unsigned)strtoul(number.text, NULL, 10);
    }
    if (*bits > most) {
        return false;
    }
    *bits += 128 - most;
    return true;
}

bool forwarded_check(const char *option, const char *list)
{
    struct origin origin;
    unsigned bits;
    for (const char *at = list; at != NULL && *at != '\0';) {
        struct slice item = next_item(&at);
        if (!is_word(item, "unix") && !read_network(item, &origin, &bits)) {
            complain("%s: \"%.*s\" is not an address, a network such as "
                     "192.0.2.0/24, or \"unix\"",
                     option, (int)item.length, item.text);
            return false;
        }
    }
    return true;
}

static bool is_within(const struct origin *origin, const struct origin *network,
                      unsigned bits)
{
    unsigned octets = bits / 8;
    unsigned mask = 0xff00U >> bits % 8 & 0xff;
    return memcmp(origin->octets, network->octets, octets) == 0 &&
           (mask == 0 ||
            ((origin->octets[octets] ^ network->octets[octets]) & mask) == 0);
}

bool forwarded_trusts(const char *list, const struct origin *origin)
{
    struct origin network;
    unsigned bits;
    while (list != NULL && *list != '\0') {
        struct slice item = next_item(&list);
        bool is_listed = origin == NULL ? is_word(item, "unix")
                                        : read_network(item, &network, &bits) &&
                                              is_within(origin, &network, bits);
        if (is_listed) {
            return true;
        }
    }
    return false;
}

/* ---- Fields ------------------------------------------------------------- */

/* The length of the element or pair that |rest| begins with: up to the
 * |separator| outside quotes. A quote that is not closed is a plain character:
 * it must not hide what a proxy appends. */
static size_t measure(struct slice rest, char separator, bool has_quotes)
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

void forwarded_add(struct hops *hops, const char *value, bool is_standard)
{
    struct slice rest = {value, strlen(value)};
    while (rest.length > 0) {
        size_t length = measure(rest, ',', is_standard);
        struct slice element = trim((struct slice){rest.text, length});
        if (element.length > 0) { /* RFC 9110 section 5.6.1 */
            hops->text[hops->count % HOPS] = element.text;
            hops->length[hops->count % HOPS] = element.length;
            hops->count++;
        }
        length += length < rest.length;
        rest = (struct slice){rest.text + length, rest.length - length};
    }
}

/* The value of "for" in an element of Forwarded, without its quotes. */
static bool find_for(struct slice element, struct slice *value)
{
    while (element.length > 0) {
        size_t length = measure(element, ';', true);
        struct slice pair = trim((struct slice){element.text, length});
        if (pair.length >= 4 && strncasecmp(pair.text, "for=", 4) == 0) {
            *value = (struct slice){pair.text + 4, pair.length - 4};
            if (value->length >= 2 && value->text[0] == '"' &&
                value->text[value->length - 1] == '"') {
                value->text++;
                value->length -= 2;
            }
            return true;
        }
        length += length < element.length;
        element =
            (struct slice){element.text + length, element.length - length};
    }
    return false;
}

bool forwarded_find(const struct hops *hops, const char *list, bool is_standard,
                    struct origin *origin)
{
    bool is_found = false;
    for (size_t i = 0; i < hops->count && i < HOPS; i++) {
        size_t place = (hops->count - 1 - i) % HOPS;
        struct slice node = {hops->text[place], hops->length[place]};
        struct origin read;
        if ((is_standard && !find_for(node, &node)) ||
            !read_node(node, !is_standard, &read)) {
            break;
        }
        *origin = read;
        is_found = true;
        if (!forwarded_trusts(list, &read)) {
            break;
        }
    }
    return is_found;
}
