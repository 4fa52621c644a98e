/* The server: what all its threads share, and the loop of each.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_SERVER_H
#define SERVE_HTTP_SERVER_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <ddds/database.h>

#include "cli/options.h"
#include "serve/http/own_hosts.h"
#include "serve/http/metrics.h"
#include "serve/http/rules.h"

struct MHD_Daemon;
struct client;
struct access_log;
struct work;

enum { ADDRESS_COUNTERS = 65536 };

struct server {
    const struct options *options;
    struct serve_options limits; /* with the defaults filled in */
    struct rules rules;
    struct metrics metrics;
    struct hosts hosts;     /* that requests may name */
    struct access_log *log; /* NULL: none */
    int *sockets;           /* that listen */
    size_t socket_count;
    size_t passed_count; /* the first of them were passed by systemd */
    struct loop *loops;
    size_t loop_count;
    int worker; /* the socket of the process that starts others for work on
                   texts of clients */
    pid_t worker_process;
    uint64_t address_key[2];
    atomic_ushort addresses[ADDRESS_COUNTERS]; /* connections of each */
    atomic_ushort works[ADDRESS_COUNTERS];     /* pieces of work of each */
    atomic_bool is_stopping;
    sem_t deaf; /* a loop has stopped listening */
};

/* What a loop watches begins with this. |ready| is called with the events of
 * epoll. */
struct watched {
    void (*ready)(struct watched *watched, unsigned events);
};

/* One thread. */
struct loop {
    struct server *server;
    size_t index;
    pthread_t thread;
    bool is_running;
    int epoll;
    int wakener; /* an eventfd: the server is stopping */
    struct watched wakes;
    struct watched listens;
    struct watched serves;
    struct MHD_Daemon *daemon;
    ddds_dns *dns;           /* NULL: zones in memory */
    ddds_database *database; /* in front of it */
    struct client *clients;  /* all connections */
    size_t client_count;
    struct work *works;
    size_t resolving; /* resolutions in progress */
    uint64_t stopped; /* listening, at this time; 0: not yet */
};

/* Open all loops and run them in threads of their own. False if that fails: it
 * has been reported. */
bool loops_start(struct server *server);

/* End them: close the sockets that listen, and wait until no request is in
 * progress, but only for some seconds. */
void loops_stop(struct server *server);

/* Let |loop| watch |descriptor| for |events| of epoll, or no longer. */
bool loop_watch(struct loop *loop, int descriptor, unsigned events,
                struct watched *watched);
void loop_unwatch(struct loop *loop, int descriptor);

#endif
