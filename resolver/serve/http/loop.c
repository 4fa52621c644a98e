/* Event loop: connections, DNS, workers and signals, in one epoll set with
 * libmicrohttpd's descriptor.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/loop.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "serve/http/access_log.h"
#include "serve/http/arrivals.h"
#include "serve/http/clients.h"
#include "serve/http/http_request.h"
#include "serve/http/listening.h"
#include "serve/http/scheduler.h"

/* Milliseconds: between searches for slow clients, the same while stopping,
 * between writes to a slow log, and for requests in progress at the end. */
enum { SWEEP = 1000, STOP_SWEEP = 50, LOG_TIME = 50, STOP_TIME = 15000 };

/* Processor time, in milliseconds, for DNS answers in a round. One more answer,
 * possibly with hostile rules, may follow; others then wait less than 20 ms. */
enum { ROUND_TIME = 4 };

#define SERVER_OF(watched, member)                                             \
    ((struct server *)((char *)(watched)-offsetof(struct server, member)))

/* ---- DNS ---------------------------------------------------------------- */

static void watch_dns(void *context, int descriptor, bool readable,
                      bool writable)
{
    struct server *server = context;
    unsigned events = (readable ? EPOLLIN : 0U) | (writable ? EPOLLOUT : 0U);
    if (events != 0) {
        (void)watching_add(&server->watching, descriptor, events, NULL);
    } else {
        watching_remove(&server->watching, descriptor);
    }
}

static void process_dns(void *context, int descriptor, unsigned events)
{
    struct server *server = context;
    asking_process(&server->asking, descriptor, events);
}

/* ---- Signals ------------------------------------------------------------ */

static void reload(struct server *server)
{
    listening_notify("RELOADING=1");
    access_log_reopen(server->log);
    if (rules_reload(&server->rules)) {
        server->metrics.reloads++;
    } else {
        server->metrics.failed_reloads++;
        complain("the zones that were read before stay in use");
    }
    listening_notify("READY=1");
}

static void take_signal(struct watched *watched, unsigned events)
{
    struct server *server = SERVER_OF(watched, signals);
    struct signalfd_siginfo about;
    (void)events;
    while (read(server->signal_descriptor, &about, sizeof about) ==
           sizeof about) {
        if (about.ssi_signo == SIGHUP) {
            reload(server);
        } else {
            server->is_stopping = true;
        }
    }
}

static void list_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGHUP);
}

void loop_block_signals(void)
{
    sigset_t signals;
    list_signals(&signals);
    (void)sigprocmask(SIG_BLOCK, &signals, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

static bool watch_signals(struct server *server)
{
    sigset_t signals;
    list_signals(&signals);
    server->signals.ready = take_signal;
    server->signal_descriptor =
        signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return server->signal_descriptor >= 0 &&
           watching_add(&server->watching, server->signal_descriptor, EPOLLIN,
                        &server->signals);
}

/* ---- Connections -------------------------------------------------------- */

/* Before libmicrohttpd 1.0 STRICT_FOR_CLIENT means two checks that http_head.c
 * makes too, with problem documents. arrivals.c limits the connections. */
static bool start_daemon(struct server *server)
{
    const int is_strict = MHD_VERSION >= 0x01000000;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0,
        NULL, NULL, request_handle, server, MHD_OPTION_CONNECTION_LIMIT,
        UINT_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_NOTIFY_COMPLETED, request_end, server,
        MHD_OPTION_NOTIFY_CONNECTION, request_notify, server,
        MHD_OPTION_URI_LOG_CALLBACK, request_new, server,
        MHD_OPTION_STRICT_FOR_CLIENT, is_strict, MHD_OPTION_END);
    const union MHD_DaemonInfo *about =
        server->daemon != NULL
            ? MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)
            : NULL;
    return about != NULL && watching_add(&server->watching, about->epoll_fd,
                                         EPOLLIN, &server->daemon_watched);
}

/* ---- Running ------------------------------------------------------------ */

static void lower(int *timeout, uint64_t other)
{
    *timeout = other < (unsigned)*timeout ? (int)other : *timeout;
}

/* Send pending queries; return the milliseconds that the loop may wait. */
static int find_timeout(struct server *server, uint64_t sweep)
{
    MHD_UNSIGNED_LONG_LONG most;
    uint64_t now = read_clock();
    int timeout = sweep > now ? (int)(sweep - now) : 0;
    int of_dns = asking_timeout(&server->asking);
    if (of_dns >= 0) {
        lower(&timeout, (uint64_t)of_dns);
    }
    if (server->rules.is_dns && scheduler_is_waiting(server->rules.database)) {
        timeout = 0;
    }
    if (access_log_waits(server->log)) {
        lower(&timeout, LOG_TIME);
    }
    if (MHD_get_timeout(server->daemon, &most) == MHD_YES) {
        lower(&timeout, most);
    }
    return timeout;
}

static void run_once(struct server *server, uint64_t *sweep)
{
    int timeout = find_timeout(server, *sweep);
    if (server->rules.is_dns) {
        scheduler_begin_round(server->rules.database, ROUND_TIME);
    }
    watching_wait(&server->watching, timeout);
    asking_process(&server->asking, -1, 0);
    workshop_run(&server->workshop);
    (void)MHD_run(server->daemon);
    clients_reap(server);
    arrivals_go_on(server);
    access_log_flush(server->log);
    if (read_clock() >= *sweep) {
        *sweep = clock_after(server->is_stopping ? STOP_SWEEP : SWEEP);
        clients_sweep(server);
        arrivals_sweep(server);
        workshop_sweep(&server->workshop);
    }
}

/* Accept the connections that wait now, then stop. Leave those at passed
 * sockets to the next server. */
static void stop_listening(struct server *server)
{
    arrivals_finish(server, server->passed_count);
    listening_close(server);
    server->stopped = read_clock();
}

/* End suspended requests, as libmicrohttpd requires before it stops. */
static void end_requests(struct server *server)
{
    struct client *client;
    LIST_FOREACH(client, &server->clients, link)
    {
        if (client->request != NULL) {
            request_stop(client->request);
        }
    }
    (void)MHD_run(server->daemon);
}

void loop_run(struct server *server)
{
    uint64_t sweep = clock_after(SWEEP);
    while (!server->is_stopping) {
        run_once(server, &sweep);
    }
    listening_notify("STOPPING=1");
    stop_listening(server);
    uint64_t end = clock_after(STOP_TIME);
    sweep = read_clock();
    while (server->client_count + server->arrival_count > 0 &&
           read_clock() < end) {
        run_once(server, &sweep);
    }
    end_requests(server);
}

/* ---- Opening ------------------------------------------------------------ */

int loop_open(struct server *server)
{
    struct ddds_error error;
    if (server->rules.is_dns) {
        server->watching.ready = process_dns;
        server->watching.context = server;
        if (!rules_open_dns(&server->rules, watch_dns, server, &server->asking,
                            &server->quotas, &server->metrics.waited, &error)) {
            complain("%s", error.detail);
            return exit_of_status(error.status);
        }
    }
    bool is_open =
        watch_signals(server) && start_daemon(server) && arrivals_open(server);
    if (!is_open) {
        complain("cannot wait for connections: %s", strerror(errno));
    }
    return is_open ? EXIT_FOUND : EXIT_TEMPORARY;
}

void loop_close(struct server *server)
{
    arrivals_close(server);
    if (server->daemon != NULL) {
        MHD_stop_daemon(server->daemon);
    }
    clients_close(server);
    if (server->signal_descriptor >= 0) {
        close(server->signal_descriptor);
    }
}
