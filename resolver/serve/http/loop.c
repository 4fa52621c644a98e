/* The loop of a thread: connections, DNS and work, all waited for together.
 *
 * Each loop has a libmicrohttpd daemon, whose epoll descriptor it watches, and
 * accepts connections itself: so limits hold for all loops, there may be any
 * number of addresses, and sockets may come from systemd.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* EPOLLEXCLUSIVE */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"
#include "serve/http/clients.h"
#include "serve/http/listening.h"
#include "serve/http/http_request.h"
#include "serve/http/server.h"
#include "serve/http/work.h"

/* Milliseconds between looks at slow clients; for connections that are beginning
 * and requests in progress when the server ends. */
enum { SWEEP = 1000, STOP_SWEEP = 50, HANDSHAKE_TIME = 100, STOP_TIME = 15000 };

/* Memory of a connection: the longest target, and 16 KiB for header fields and what
 * libmicrohttpd notes of them, of which 8 KiB of one field fit, as cookies may
 * have. All of it is in use after the first request. */
enum { CONNECTION_MEMORY = LONGEST_TARGET + 16384, EVENTS = 64 };

/* Sockets of DNS have no struct of their own: their number, marked. */
static const uint64_t dns_mark = (uint64_t)1 << 63;

/* ---- Watching ----------------------------------------------------------------- */

static bool watch(const struct loop *loop, int descriptor,
                  struct epoll_event *event)
{
    return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, event) == 0 ||
           (errno == EEXIST &&
            epoll_ctl(loop->epoll, EPOLL_CTL_MOD, descriptor, event) == 0);
}

bool loop_watch(struct loop *loop, int descriptor, unsigned events,
                struct watched *watched)
{
    struct epoll_event event = {.events = events, .data.ptr = watched};
    return watch(loop, descriptor, &event);
}

void loop_unwatch(struct loop *loop, int descriptor)
{
    (void)epoll_ctl(loop->epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

static void watch_dns(void *context, int descriptor, bool readable,
                      bool writable)
{
    struct loop *loop = context;
    struct epoll_event event = {.events = (readable ? EPOLLIN : 0U) |
                                          (writable ? EPOLLOUT : 0U),
                                .data.u64 = dns_mark | (uint64_t)descriptor};
    if (readable || writable) {
        (void)watch(loop, descriptor, &event);
    } else {
        loop_unwatch(loop, descriptor);
    }
}

/* ---- Events ------------------------------------------------------------------- */

#define LOOP_OF(watched, member)                                               \
    ((struct loop *)((char *)(watched)-offsetof(struct loop, member)))

static void accept_more(struct watched *watched, unsigned events)
{
    struct loop *loop = LOOP_OF(watched, listens);
    (void)events;
    for (size_t i = 0; i < loop->server->socket_count; i++) {
        (void)clients_accept(loop, loop->server->sockets[i]);
    }
}

static void wake(struct watched *watched, unsigned events)
{
    struct loop *loop = LOOP_OF(watched, wakes);
    uint64_t count;
    (void)events;
    (void)!read(loop->wakener, &count, sizeof count);
}

/* libmicrohttpd runs at the end of each round. */
static void serve(struct watched *watched, unsigned events)
{
    (void)watched;
    (void)events;
}

static void handle(struct loop *loop, const struct epoll_event *event)
{
    if ((event->data.u64 & dns_mark) != 0) {
        ddds_dns_process(loop->dns, (int)(event->data.u64 & ~dns_mark),
                         (event->events & ~(unsigned)EPOLLOUT) != 0,
                         (event->events & (EPOLLOUT | EPOLLERR)) != 0);
        return;
    }
    struct watched *watched = event->data.ptr;
    watched->ready(watched, event->events);
}

/* The milliseconds that the loop may wait. What resolutions ask is sent now. */
static int find_timeout(struct loop *loop, uint64_t sweep)
{
    MHD_UNSIGNED_LONG_LONG most;
    uint64_t now = read_clock();
    int timeout = sweep > now ? (int)(sweep - now) : 0;
    int of_dns = loop->dns != NULL ? ddds_dns_timeout(loop->dns) : -1;
    if (of_dns >= 0 && of_dns < timeout) {
        timeout = of_dns;
    }
    if (MHD_get_timeout(loop->daemon, &most) == MHD_YES &&
        most < (unsigned)timeout) {
        timeout = (int)most;
    }
    return timeout;
}

/* ---- The end ------------------------------------------------------------------- */

/* Accept what waits already, and no more. What waits at sockets that were passed
 * is for the next server. */
static void stop_listening(struct loop *loop)
{
    struct server *server = loop->server;
    for (size_t i = 0; i < server->socket_count; i++) {
        while (i >= server->passed_count &&
               clients_accept(loop, server->sockets[i])) {
        }
        loop_unwatch(loop, server->sockets[i]);
    }
    (void)MHD_run(loop->daemon); /* which begins the connections */
    loop->stopped = read_clock();
    (void)sem_post(&server->deaf);
}

/* Requests that wait are ended: libmicrohttpd must not stop before. */
static void end_requests(struct loop *loop)
{
    for (struct client *client = loop->clients; client != NULL;
         client = client->next) {
        struct request *request = client->request;
        if (request != NULL && request->is_suspended) {
            work_abandon(request->work);
            answer_problem(&request->ask, &request->answer, 503, "STOPPING",
                           "the server is stopping", NULL);
            request_answered(request);
        }
    }
    (void)MHD_run(loop->daemon);
}

/* ---- Running --------------------------------------------------------------------- */

static void run_once(struct loop *loop, uint64_t *sweep)
{
    struct epoll_event events[EVENTS];
    bool is_stopping = atomic_load(&loop->server->is_stopping);
    int count =
        epoll_wait(loop->epoll, events, EVENTS, find_timeout(loop, *sweep));
    for (int i = 0; i < count; i++) {
        handle(loop, &events[i]);
    }
    if (loop->dns != NULL) {
        ddds_dns_process(loop->dns, -1, false, false);
    }
    (void)MHD_run(loop->daemon);
    if (read_clock() >= *sweep) {
        *sweep = clock_after(is_stopping ? STOP_SWEEP : SWEEP);
        clients_sweep(loop);
        work_sweep(loop);
    }
}

static void *run(void *context)
{
    struct loop *loop = context;
    uint64_t sweep = clock_after(SWEEP);
    uint64_t end = 0;
    while (end == 0 || (loop->client_count > 0 && read_clock() < end)) {
        run_once(loop, &sweep);
        if (atomic_load(&loop->server->is_stopping) && end == 0) {
            end = clock_after(STOP_TIME);
            sweep = read_clock();
            stop_listening(loop);
        }
    }
    end_requests(loop);
    return NULL;
}

/* ---- Opening ---------------------------------------------------------------------- */

/* Before 1.0, the checks of STRICT_FOR_CLIENT are two of ours, without a problem
 * document. */
static struct MHD_Daemon *start_daemon(struct loop *loop)
{
    const int is_strict = MHD_VERSION >= 0x01000000;
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0,
        NULL, NULL, request_handle, loop, MHD_OPTION_CONNECTION_LIMIT,
        loop->server->limits.max_connections + 1,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_NOTIFY_COMPLETED, request_end, loop,
        MHD_OPTION_NOTIFY_CONNECTION, clients_notify, loop,
        MHD_OPTION_URI_LOG_CALLBACK, request_new, loop,
        MHD_OPTION_STRICT_FOR_CLIENT, is_strict, MHD_OPTION_END);
}

static bool open_loop(struct loop *loop)
{
    struct server *server = loop->server;
    struct ddds_error error;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wakener = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    loop->wakes.ready = wake;
    loop->listens.ready = accept_more;
    loop->serves.ready = serve;
    loop->daemon = start_daemon(loop);
    if (loop->epoll < 0 || loop->wakener < 0 || loop->daemon == NULL) {
        complain("cannot start a thread: %s", strerror(errno));
        return false;
    }
    if (server->rules.is_dns) {
        loop->database = rules_open_dns(&server->rules, loop->index,
                                        (unsigned)server->loop_count, watch_dns,
                                        loop, &loop->dns, &error);
        if (loop->database == NULL) {
            complain("%s", error.detail);
            return false;
        }
    }
    const union MHD_DaemonInfo *about =
        MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    bool is_watching =
        about != NULL &&
        loop_watch(loop, about->epoll_fd, EPOLLIN, &loop->serves) &&
        loop_watch(loop, loop->wakener, EPOLLIN, &loop->wakes);
    for (size_t i = 0; i < server->socket_count; i++) {
        is_watching &= loop_watch(loop, server->sockets[i],
                                  EPOLLIN | EPOLLEXCLUSIVE, &loop->listens);
    }
    if (!is_watching) {
        complain("cannot wait for connections: %s", strerror(errno));
    }
    return is_watching;
}

static void close_loop(struct loop *loop)
{
    if (loop->daemon != NULL) {
        MHD_stop_daemon(loop->daemon);
    }
    ddds_database_free(loop->database);
    if (loop->epoll >= 0) {
        close(loop->epoll);
    }
    if (loop->wakener >= 0) {
        close(loop->wakener);
    }
}

bool loops_start(struct server *server)
{
    bool is_open = true;
    (void)sem_init(&server->deaf, 0, 0);
    for (size_t i = 0; i < server->loop_count; i++) {
        struct loop *loop = &server->loops[i];
        *loop = (struct loop){
            .server = server, .index = i, .epoll = -1, .wakener = -1};
    }
    for (size_t i = 0; i < server->loop_count && is_open; i++) {
        is_open = open_loop(&server->loops[i]);
    }
    for (size_t i = 0; i < server->loop_count && is_open; i++) {
        struct loop *loop = &server->loops[i];
        int status = pthread_create(&loop->thread, NULL, run, loop);
        loop->is_running = status == 0;
        is_open = status == 0;
        if (!is_open) {
            complain("cannot start a thread: %s", strerror(status));
        }
    }
    if (!is_open) {
        loops_stop(server);
    }
    return is_open;
}

void loops_stop(struct server *server)
{
    const uint64_t one = 1;
    listening_drain(server);
    (void)poll(NULL, 0, HANDSHAKE_TIME);
    atomic_store(&server->is_stopping, true);
    for (size_t i = 0; i < server->loop_count; i++) {
        if (server->loops[i].is_running) {
            (void)!write(server->loops[i].wakener, &one, sizeof one);
        }
    }
    for (size_t i = 0; i < server->loop_count; i++) {
        while (server->loops[i].is_running && sem_wait(&server->deaf) != 0) {
        }
    }
    listening_close(server);
    for (size_t i = 0; i < server->loop_count; i++) {
        if (server->loops[i].is_running) {
            pthread_join(server->loops[i].thread, NULL);
        }
        close_loop(&server->loops[i]);
    }
    (void)sem_destroy(&server->deaf);
}
