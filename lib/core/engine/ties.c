/* Ties: an RRset has no order (RFC 2181 section 5), and name servers rotate it.
 * For comparable results, ties are in the canonical order of RFC 4034 section
 * 6.3: by the octets of the RDATA.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/ties.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/domain.h"
#include "engine/servers.h"

/* ---- Rules -------------------------------------------------------------- */

/* Compare lengths first, because a length octet precedes the string. */
static int compare_strings(const char *one, const char *other)
{
    size_t length = strlen(one);
    size_t other_length = strlen(other);
    if (length != other_length) {
        return length < other_length ? -1 : 1;
    }
    return memcmp(one, other, length);
}

static int compare_names(const char *one, const char *other)
{
    unsigned char wire[LIMIT_NAME_WIRE];
    unsigned char other_wire[LIMIT_NAME_WIRE];
    size_t length = ddds_domain_write(one, wire);
    size_t other_length = ddds_domain_write(other, other_wire);
    size_t both = length < other_length ? length : other_length;
    int order = memcmp(wire, other_wire, both);
    return order != 0 ? order
                      : (length > other_length) - (length < other_length);
}

static int compare_rules(const struct ddds_rule *one,
                         const struct ddds_rule *other)
{
    int order = one->order != other->order
                    ? one->order - other->order
                    : one->preference - other->preference;
    order = order != 0 ? order : compare_strings(one->flags, other->flags);
    order =
        order != 0 ? order : compare_strings(one->services, other->services);
    order = order != 0 ? order : compare_strings(one->regexp, other->regexp);
    return order != 0 ? order
                      : compare_names(one->replacement, other->replacement);
}

const size_t *ddds_ties_of_rules(const ddds_ruleset *ruleset,
                                 struct arena *arena)
{
    size_t *places =
        ddds_arena_array(arena, ruleset->count + 1, sizeof *places);
    for (size_t i = 0; places != NULL && i < ruleset->count; i++) {
        size_t at = i;
        for (; at > 0 && compare_rules(&ruleset->entries[places[at - 1]].rule,
                                       &ruleset->entries[i].rule) > 0;
             at--) {
            places[at] = places[at - 1];
        }
        places[at] = i;
    }
    return places;
}

/* ---- Answers ------------------------------------------------------------ */

static int compare_servers(const void *first, const void *second)
{
    const struct ddds_srv *one = first;
    const struct ddds_srv *other = second;
    int order = ddds_servers_compare(one, other);
    return order != 0 ? order : compare_names(one->target, other->target);
}

static int compare_targets(const void *first, const void *second)
{
    const struct ddds_uri_target *one = first;
    const struct ddds_uri_target *other = second;
    int order = one->priority != other->priority
                    ? one->priority - other->priority
                    : one->weight - other->weight;
    return order != 0 ? order : strcmp(one->uri, other->uri);
}

static int compare_addresses(const void *first, const void *second)
{
    const struct ddds_address *one = first;
    const struct ddds_address *other = second;
    return one->length != other->length
               ? one->length - other->length
               : memcmp(one->octets, other->octets, one->length);
}

typedef int compare_fn(const void *first, const void *second);

static void sort(const void *list, size_t count, size_t size,
                 compare_fn *compare)
{
    if (count > 1) {
        qsort((void *)(uintptr_t)list, count, size, compare);
    }
}

void ddds_ties_sort_answer(const struct ddds_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    sort(answer->servers, answer->server_count, sizeof *answer->servers,
         compare_servers);
    sort(answer->addresses, answer->address_count, sizeof *answer->addresses,
         compare_addresses);
    sort(answer->targets, answer->target_count, sizeof *answer->targets,
         compare_targets);
}
