/* The server: one thread with one event loop for connections, DNS and workers.
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
#include "serve/peers/quotas.h"
#include "serve/http/watching.h"
#include "serve/http/work.h"

struct MHD_Daemon;
struct arrival;
struct client;
struct access_log;

/* A listening socket. */
struct listener {
    struct watched watched;
    struct server *server;
    int socket; /* -1: closed */
};

struct server {
    const struct serve_line *options;
    struct serve_options limits; /* with defaults filled in */
    struct rules rules;
    struct metrics metrics;
    struct hosts hosts; /* allowed in requests */
    struct forwarding forwarded;
    struct forwarding x_forwarded_for;
    struct networks proxy_protocol; /* proxies that send a PROXY header */
    struct access_log *log;         /* or NULL */
    int site;                       /* the folder of /help/; -1: none */
    struct quotas quotas;
    struct listener *listeners;
    size_t listener_count;
    size_t passed_count; /* the first listeners were passed by systemd */
    struct MHD_Daemon *daemon;
    struct watched daemon_watched; /* run at the end of each round */
    struct watching watching;
    struct watched signals;
    int signal_descriptor;
    struct asked_servers asking;
    struct workshop workshop;
    LIST_HEAD(, client) clients; /* all connections */
    LIST_HEAD(, client) ended;   /* freed at the end of a round */
    size_t client_count;
    LIST_HEAD(, arrival) arrivals; /* wait for their PROXY header */
    size_t arrival_count;
    bool is_full;     /* a limit is reached: do not accept connections */
    size_t full_at;   /* number of clients and arrivals at that time */
    size_t resolving; /* resolutions in progress */
    uint64_t refused; /* time of the last message about a refusal */
    uint64_t stopped; /* time when listening stopped; 0: it has not */
    bool is_stopping;
};

#endif
