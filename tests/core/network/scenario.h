/* Scenarios: what fails, how often, and how the library is used meanwhile.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_SCENARIO_H
#define NETWORK_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Faults of messages, servers, sockets and clocks. Numbers without a unit are
 * probabilities in millionths. */
struct weather {
    /* Each way of a datagram. */
    unsigned delay;  /* microseconds at least */
    unsigned jitter; /* and up to so many more, which reorders them */
    unsigned loss;
    unsigned duplicate;
    unsigned slow; /* takes up to three time limits */
    unsigned forge;
    unsigned damage; /* in a way that is found out */
    unsigned wild;   /* in any way: the result may be wrong */
    unsigned swell;  /* an answer with useless octets at its end */

    /* The servers. */
    unsigned truncate;
    unsigned failure; /* SERVFAIL or REFUSED */
    unsigned changes; /* milliseconds on average until one changes; 0: never */
    bool has_survivor;

    /* The system. */
    unsigned icmp;
    unsigned full;     /* EAGAIN, ENOBUFS */
    unsigned segments; /* the route does not cut messages into datagrams */
    unsigned no_port;
    unsigned descriptors; /* their number; 0: enough */
    unsigned no_random;   /* getrandom fails */
    unsigned interrupt;   /* EINTR */

    /* TCP. */
    unsigned refuse;
    unsigned cut;     /* connections that end */
    unsigned shorten; /* reads and writes of a part */

    /* The clocks. */
    unsigned oversleep; /* microseconds */
    unsigned stops;     /* of the process: milliseconds between two; 0: none */
    unsigned stop_for;  /* milliseconds at most */
    bool dates;         /* the date jumps by years */
};

/* Ways in which the caller waits. */
enum caller {
    CALLER_LOOP,  /* its own loop, with ddds_dns_sockets */
    CALLER_WATCH, /* its own loop, with a ddds_watch_fn */
    CALLER_WAIT,  /* the database's wait */
    CALLER_BLOCK, /* ddds_resolve */
};

struct scenario {
    const char *name;
    struct weather weather;
    unsigned servers;
    bool cares;
    bool tcp;
    bool cached;
    size_t cache_octets;
    enum caller caller;
    unsigned window;   /* in flight */
    unsigned pause;    /* milliseconds between two on average; 0: none */
    uint32_t names;    /* different inputs */
    unsigned deadline; /* milliseconds; 0: none */
    unsigned timeout;  /* milliseconds for a try */
    unsigned tries;
    unsigned rate;
    unsigned rate_per_server;
    uint64_t begin; /* milliseconds of the monotonic clock; 0: any */
    unsigned
        each; /* milliseconds of a resolution on average, at most; 0: any */
    unsigned meddle; /* the caller stops, frees or restarts */
    bool leaves;     /* frees a database with lookups in flight, too */
    bool is_relaxed; /* data may be damaged: results may be wrong, not forged */
};

/* Return the scenario |index|; NULL after the last. */
const struct scenario *scenario_at(size_t index);

#endif
