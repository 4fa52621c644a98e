/* The fields Forwarded and X-Forwarded-For, and the networks of proxies.
 *
 * The first octet chooses the field and the networks; the lines after it are
 * fields of one request, the last of them a list of networks.
 *
 * An address that was found is printed and read as the same. A list of networks
 * is accepted, or refused with a single message.
 *
 * SPDX-License-Identifier: MIT */
#include "complaints.h"
#include "serve/peers/forwarded.h"

enum { FIELDS_MAX = 32 };

static void check_found(const struct peer_address *address)
{
    char name[PEER_NAME_SIZE];
    struct peer_address again;
    require(address->is_ip);
    peer_address_print(address, name);
    const struct ddds_span text = {name, strlen(name)};
    require(peer_address_read(text, &again));
    require(memcmp(again.octets, address->octets, sizeof again.octets) == 0);
}

static void find(const struct forwarding *forwarding, char **fields,
                 size_t count)
{
    struct hops hops = {.forwarding = forwarding};
    struct peer_address address;
    for (size_t i = 0; i < count; i++) {
        forwarded_add(&hops, fields[i]);
    }
    if (forwarded_find(&hops, &address)) {
        check_found(&address);
    }
}

/* Split |text| into lines, each in memory of its own. */
static size_t split(char *text, char *lines[FIELDS_MAX])
{
    size_t count = 0;
    char *end = text;
    while (end != NULL && count < FIELDS_MAX) {
        text = end;
        end = strchr(text, '\n');
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        end = end != NULL ? end + 1 : NULL;
        lines[count++] = copy_of((const uint8_t *)text, length);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const lists[] = {"127.0.0.1,10.0.0.0/8,::1,unix",
                                        "192.0.2.0/24,2001:db8::/32"};
    char *lines[FIELDS_MAX];
    struct networks own = {.items = NULL};
    if (size == 0) {
        return 0;
    }
    char *text = copy_of(data + 1, size - 1);
    size_t count = split(text, lines);
    struct forwarding forwarding = {.field = "Forwarded",
                                    .is_standard = (data[0] & 1) != 0};
    complaints = 0;
    bool is_list = networks_read(&own, "--forwarded", lines[count - 1]);
    require(complaints == !is_list);
    networks_free(&own);
    require(networks_read(&forwarding.proxies, "--forwarded",
                          lists[data[0] >> 1 & 1]));
    find(&forwarding, lines, count);
    networks_free(&forwarding.proxies);
    for (size_t i = 0; i < count; i++) {
        free(lines[i]);
    }
    free(text);
    return 0;
}
