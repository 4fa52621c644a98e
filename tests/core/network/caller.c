/* The database of a run, and the loops around it.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/caller.h"

#include <poll.h>

#include "core/network/clock.h"
#include "core/network/journal.h"
#include "core/network/kernel.h"

int __wrap_poll(struct pollfd *list, nfds_t count, int timeout);

static struct {
    const struct scenario *scenario;
    ddds_dns *dns;
    ddds_database *database; /* |dns|, or a cache before it */
    struct pollfd watched[FAKES_MAX];
    nfds_t watched_count;
    uint64_t turns;
} caller;

/* ---- What is watched ---------------------------------------------------- */

/* Called by the library. */
static void watch(void *context, int descriptor, bool readable, bool writable)
{
    nfds_t i = 0;
    while (i < caller.watched_count && caller.watched[i].fd != descriptor) {
        i++;
    }
    if (!readable && !writable) {
        if (i < caller.watched_count) {
            caller.watched[i] = caller.watched[--caller.watched_count];
        }
        return;
    }
    caller.watched_count += i == caller.watched_count;
    demand(caller.watched_count < FAKES_MAX, "too many sockets are watched");
    caller.watched[i] = (struct pollfd){
        .fd = descriptor,
        .events = (short)((readable ? POLLIN : 0) | (writable ? POLLOUT : 0))};
}

/* List the sockets that the library names. */
static nfds_t list_sockets(struct pollfd *list)
{
    struct ddds_dns_socket sockets[FAKES_MAX];
    size_t count = ddds_dns_sockets(caller.dns, sockets, FAKES_MAX);
    demand(count <= FAKES_MAX, "too many sockets");
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct pollfd){
            .fd = sockets[i].descriptor,
            .events = (short)((sockets[i].readable ? POLLIN : 0) |
                              (sockets[i].writable ? POLLOUT : 0))};
    }
    return count;
}

/* Drop the sockets that were closed since. */
static nfds_t drop_closed(struct pollfd *list, nfds_t count)
{
    nfds_t kept = 0;
    for (nfds_t i = 0; i < count; i++) {
        if (kernel_find(list[i].fd)->is_open) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

/* The descriptors reported to the watch function are those that the library
 * lists. */
static void compare_watched(const struct pollfd *list, nfds_t count)
{
    demand(count == caller.watched_count,
           "%u sockets are listed, and %u are to be watched", (unsigned)count,
           (unsigned)caller.watched_count);
    for (nfds_t i = 0; i < count; i++) {
        nfds_t k = 0;
        while (k < count && caller.watched[k].fd != list[i].fd) {
            k++;
        }
        demand(k < count && caller.watched[k].events == list[i].events,
               "a socket is listed and watched for different events");
    }
}

/* ---- Waiting ------------------------------------------------------------ */

/* One turn of a loop, which waits for at most |most| milliseconds; -1: as long
 * as the library allows. Returns the library's own limit. */
static int turn_loop(int most)
{
    struct pollfd list[FAKES_MAX];
    nfds_t count = list_sockets(list);
    int timeout = ddds_dns_timeout(caller.dns);
    if (caller.scenario->caller == CALLER_WATCH || ++caller.turns % 2 == 0) {
        count = list_sockets(list);
    } else { /* a caller may list them before, and not learn of changes */
        count = drop_closed(list, count);
    }
    if (caller.scenario->caller == CALLER_WATCH) {
        compare_watched(list, count);
    }
    bool is_limited = most >= 0 && (timeout < 0 || most < timeout);
    int ready = __wrap_poll(list, count, is_limited ? most : timeout);
    for (nfds_t i = 0; ready > 0 && i < count; i++) {
        if (list[i].revents != 0) {
            ddds_dns_process(caller.dns, list[i].fd,
                             (list[i].revents & (POLLIN | POLLERR)) != 0,
                             (list[i].revents & POLLOUT) != 0);
        }
    }
    ddds_dns_process(caller.dns, -1, false, false);
    return timeout;
}

void caller_wait(uint64_t running)
{
    bool is_loop = caller.scenario->caller == CALLER_LOOP ||
                   caller.scenario->caller == CALLER_WATCH;
    if (is_loop) {
        turn_loop(-1);
    } else if (running > 0) {
        demand(ddds_database_wait(caller.database) == DDDS_OK,
               "the database does not wait, with %llu resolutions in flight",
               (unsigned long long)running);
    } else if (caller.scenario->caller != CALLER_BLOCK) {
        kernel_rest(); /* tries without a waiter may be in flight */
    }
}

/* ---- The database ------------------------------------------------------- */

void caller_open(const struct scenario *scenario)
{
    static const char *const servers[] = {"192.0.2.1", "[2001:db8::2]:53",
                                          "192.0.2.3#53", "2001:db8::4"};
    const struct ddds_dns_options options = {
        .size = sizeof options,
        .servers = servers,
        .server_count = scenario->servers,
        .tcp = scenario->tcp,
        .timeout = scenario->timeout,
        .tries = scenario->tries,
        .transport =
            scenario->cares ? DDDS_TRANSPORT_CARES : DDDS_TRANSPORT_UDP,
        .watch = scenario->caller == CALLER_WATCH ? watch : NULL,
        .rate = scenario->rate,
        .rate_per_server = scenario->rate_per_server,
    };
    caller.scenario = scenario;
    caller.watched_count = 0;
    caller.turns = 0;
    caller.dns = ddds_dns_new(&options, NULL);
    caller.database = ddds_dns_database(caller.dns);
    demand(caller.dns != NULL, "no database");
    if (scenario->cached) {
        ddds_cache *cache = ddds_cache_new(scenario->cache_octets, NULL);
        caller.database = ddds_cached_new(caller.database, cache, NULL);
        demand(caller.database != NULL, "no cached database");
        ddds_cache_free(cache);
    }
}

ddds_database *caller_database(void)
{
    return caller.database;
}

void caller_close(void)
{
    uint64_t turns = 0;
    enum { TURNS_MAX = 100000, STEP = 1000 };
    while (turn_loop(STEP) >= 0) {
        demand(++turns < TURNS_MAX, "timers run though nothing is in flight");
    }
    struct pollfd list[FAKES_MAX];
    demand(list_sockets(list) == 0,
           "sockets are watched though nothing is in flight");
    ddds_database_free(caller.database);
    demand(caller.watched_count == 0, "a socket is watched that was closed");
}
