/* RFC 2782, "Usage rules": lowest priority first, and among equal priorities a
 * weighted choice that rarely selects servers of weight 0.
 *
 * 1. Sort by priority. With a random source, sort by all fields, so that the
 *    choice does not depend on the order of the answer, which name servers
 *    rotate. Then shuffle the servers of each priority, with those of weight 0
 *    first, so that their running sum is 0. The RFC allows any order; shuffling
 *    makes equal weights equally likely (lib/DECISIONS.md, "servers").
 * 2. Draw a number from 0 to the sum of the weights, inclusive, and take the
 *    first server whose running sum is not less. Repeat with the rest.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/servers.h"

#include <stdlib.h>
#include <string.h>

/* Return true if |one| precedes |other|, before random choices. */
static bool is_before(const struct ddds_srv *one, const struct ddds_srv *other,
                      bool is_random)
{
    if (one->priority != other->priority) {
        return one->priority < other->priority;
    }
    return is_random ? one->weight == 0 && other->weight != 0
                     : one->weight > other->weight;
}

/* Move the server at |from| up to |to|, shifting the others down. */
static void move_up(struct ddds_srv *servers, size_t from, size_t to)
{
    struct ddds_srv moved = servers[from];
    memmove(servers + to + 1, servers + to, (from - to) * sizeof *servers);
    servers[to] = moved;
}

/* Step 1: a stable insertion sort, since sets are small and mostly sorted. */
static void sort_servers(struct ddds_srv *servers, size_t count, bool is_random)
{
    for (size_t i = 1; i < count; i++) {
        size_t to = i;
        while (to > 0 && is_before(&servers[i], &servers[to - 1], is_random)) {
            to--;
        }
        move_up(servers, i, to);
    }
}

/* Draw a number from 0 to |most|. Sums of weights are small compared with 2^32,
 * so the bias of scaling is negligible. */
static uint32_t draw(uint32_t most, uint32_t (*random_bits)(void *context),
                     void *context)
{
    return (uint32_t)(((uint64_t)random_bits(context) * ((uint64_t)most + 1)) >>
                      32);
}

/* Step 1, for |count| servers of the same priority: Fisher-Yates shuffle, then
 * weight 0 first. */
static void shuffle(struct ddds_srv *servers, size_t count,
                    uint32_t (*random_bits)(void *context), void *context)
{
    for (size_t next = 0; next + 1 < count; next++) {
        size_t taken =
            next + draw((uint32_t)(count - next - 1), random_bits, context);
        struct ddds_srv moved = servers[taken];
        servers[taken] = servers[next];
        servers[next] = moved;
    }
    sort_servers(servers, count, true);
}

/* Step 2, for the first |most| of |count| servers of the same priority. */
static void draw_servers(struct ddds_srv *servers, size_t count, size_t most,
                         uint32_t (*random_bits)(void *context), void *context)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += servers[i].weight;
    }
    for (size_t next = 0; next < most && next + 1 < count; next++) {
        uint32_t drawn = draw(sum, random_bits, context);
        uint32_t running = servers[next].weight;
        size_t taken = next;
        while (running < drawn) {
            running += servers[++taken].weight;
        }
        sum -= servers[taken].weight;
        move_up(servers, taken, next);
    }
}

/* Targets may be URIs: their octets decide, not the order of names (ties.h). */
static int compare(const void *first, const void *second)
{
    const struct ddds_srv *one = first;
    const struct ddds_srv *other = second;
    int order = ddds_servers_compare(one, other);
    return order != 0 ? order : strcmp(one->target, other->target);
}

void ddds_servers_select(struct ddds_srv *servers, size_t count, size_t most,
                         bool is_random)
{
    if (is_random && count > 1) {
        qsort(servers, count, sizeof *servers, compare);
    }
    for (size_t next = 0; next < most && most < count; next++) {
        size_t best = next;
        for (size_t i = next + 1; i < count; i++) {
            if (servers[i].priority < servers[best].priority) {
                best = i;
            }
        }
        move_up(servers, best, next);
    }
}

void ddds_servers_order(struct ddds_srv *servers, size_t count, size_t most,
                        uint32_t (*random_bits)(void *context), void *context)
{
    sort_servers(servers, count, random_bits != NULL);
    for (size_t begin = 0, end; random_bits != NULL && begin < most;
         begin = end) {
        end = begin + 1;
        while (end < count &&
               servers[end].priority == servers[begin].priority) {
            end++;
        }
        if (end - begin > 1) {
            shuffle(servers + begin, end - begin, random_bits, context);
            draw_servers(servers + begin, end - begin, most - begin,
                         random_bits, context);
        }
    }
}
