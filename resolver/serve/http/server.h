/* The server: one loop, in one thread, for connections, DNS and work.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_SERVER_H
#define SERVE_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "serve/http/serve_options.h"
#include "serve/http/metrics.h"
#include "serve/http/request_hosts.h"
#include "serve/http/rules.h"
#include "serve/peers/forwarded.h"
#include "serve/peers/shares.h"
#include "serve/http/watching.h"
#include "serve/http/work.h"

struct MHD_Daemon;
struct arrival;
struct client;
struct access_log;

/* A socket that listens. */
struct listener {
    struct watched watched;
    struct server *server;
    int socket; /* -1: closed */
};

struct server {
    const struct serve_line *options;
    struct serve_options limits; /* with the defaults filled in */
    struct rules rules;
    struct metrics metrics;
    struct hosts hosts; /* that requests may name */
    struct forwarding forwarded;
    struct forwarding x_forwarded_for;
    struct networks proxy_protocol; /* proxies that send its header */
    struct access_log *log;         /* NULL: none */
    struct shares shares;
    struct listener *listeners;
    size_t listener_count;
    size_t passed_count; /* the first of them were passed by systemd */
    struct MHD_Daemon *daemon;
    struct watched daemon_watched; /* which runs at the end of each round */
    struct watching watching;
    struct watched signals;
    int signal_descriptor;
    struct asked_servers asking;
    struct workshop workshop;
    LIST_HEAD(, client) clients; /* all connections */
    LIST_HEAD(, client) ended;   /* which are freed at the end of a round */
    size_t client_count;
    LIST_HEAD(, arrival) arrivals; /* that are not yet connections */
    size_t arrival_count;
    bool is_full;     /* no more connections are accepted */
    size_t full_at;   /* the number of clients and arrivals when that began */
    size_t resolving; /* resolutions in progress */
    uint64_t refused; /* when a refused connection was last reported */
    uint64_t stopped; /* when listening ended; 0: it goes on */
    bool is_stopping;
};

#endif
