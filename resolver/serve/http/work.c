/* Work on texts that clients send: the server's side.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "serve/http/work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"
#include "serve/http/listening.h"
#include "serve/http/http_request.h"
#include "serve/answer/wire.h"
#include "serve/http/workers.h"

/* Requests that wait for a process, of all loops; an answer; the time that one may
 * wait for its turn; and the connections of an address for each of which it may
 * have one such request, so that one client leaves room for others. */
enum {
    MOST_WAITING = 64,
    MOST_ANSWER = 1 << 25,
    TURNS = 3,
    CONNECTIONS_EACH = 16
};

struct work {
    struct watched watched;
    struct work *next;
    struct loop *loop;
    struct request *request;
    int socket;
    char *text; /* to be sent */
    size_t length;
    size_t sent;
    char *answer; /* that came so far */
    size_t size;
    size_t received;
    uint64_t deadline;
};

/* ---- The process --------------------------------------------------------------- */

bool work_begin(struct server *server)
{
    int ends[2];
    unsigned most = (unsigned)server->loop_count + 1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        complain("cannot make a socket: %s", strerror(errno));
        return false;
    }
    pid_t child = fork();
    if (child < 0) {
        complain("cannot start a process: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (child == 0) {
        close(ends[0]);
        listening_leave();
        workers_run(ends[1], server->options, most, server->limits.work_time);
    }
    close(ends[1]);
    server->worker = ends[0];
    server->worker_process = child;
    return true;
}

void work_end(struct server *server)
{
    close(server->worker);
    while (waitpid(server->worker_process, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Pass |socket| on. False: too many are waiting, or the process has ended. */
static bool hand_over(const struct server *server, int socket)
{
    char octet = 0;
    union {
        struct cmsghdr head;
        char octets[CMSG_SPACE(sizeof(int))];
    } space;
    memset(&space, 0, sizeof space);
    struct iovec part = {&octet, 1};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &space,
                             .msg_controllen = sizeof space};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof socket);
    memcpy(CMSG_DATA(head), &socket, sizeof socket);
    return sendmsg(server->worker, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

/* ---- Limits ------------------------------------------------------------------------ */

/* The pieces of work that the client's address has. */
static atomic_ushort *count_of(const struct request *request)
{
    return &request->loop->server->works[request->client->slot];
}

static bool has_share(const struct request *request)
{
    unsigned connections = request->loop->server->limits.max_per_address;
    unsigned most =
        connections > CONNECTIONS_EACH ? connections / CONNECTIONS_EACH : 1;
    return request->client->is_exempt || atomic_load(count_of(request)) < most;
}

/* ---- One piece of work ------------------------------------------------------------ */

void work_abandon(struct work *work)
{
    if (work == NULL) {
        return;
    }
    for (struct work **at = &work->loop->works; *at != NULL;
         at = &(*at)->next) {
        if (*at == work) {
            *at = work->next;
            break;
        }
    }
    work->request->work = NULL;
    loop_unwatch(work->loop, work->socket);
    close(work->socket);
    atomic_fetch_sub(&work->loop->server->metrics.work, 1);
    atomic_fetch_sub(count_of(work->request), 1);
    free(work->text);
    free(work->answer);
    free(work);
}

static void refuse(struct request *request, unsigned status, const char *detail)
{
    request->answer.retry_after = status == 503 || status == 429 ? 1 : 0;
    answer_problem(&request->ask, &request->answer, status, "LIMIT", detail,
                   NULL);
    request_answered(request);
}

/* The other end has closed: there is an answer, or none. */
static void finish(struct work *work)
{
    struct request *request = work->request;
    struct answer answer;
    if (work->received > 0 &&
        wire_read_answer(&answer, work->answer, work->received)) {
        request->answer = answer;
        work_abandon(work);
        request_answered(request);
        return;
    }
    work_abandon(work);
    refuse(request, 422, "the work on this text takes too much time or memory");
}

static bool send_more(struct work *work)
{
    while (work->sent < work->length) {
        ssize_t count = send(work->socket, work->text + work->sent,
                             work->length - work->sent, MSG_NOSIGNAL);
        if (count < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        work->sent += (size_t)count;
    }
    (void)shutdown(work->socket, SHUT_WR);
    return loop_watch(work->loop, work->socket, EPOLLIN, &work->watched);
}

/* Read what has come; false at the end, or if it is too much. */
static bool receive_more(struct work *work)
{
    for (;;) {
        if (work->size - work->received < 4096) {
            work->size = work->size > 0 ? 2 * work->size : 32768;
            char *larger = realloc(work->answer, work->size);
            work->answer = larger;
        }
        ssize_t count = recv(work->socket, work->answer + work->received,
                             work->size - work->received, 0);
        if (count < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        work->received += (size_t)count;
        if (count == 0 || work->received > MOST_ANSWER) {
            return false;
        }
    }
}

static void go_on(struct watched *watched, unsigned events)
{
    struct work *work = (struct work *)watched;
    bool goes_on = true;
    if (work->sent < work->length && (events & EPOLLOUT) != 0) {
        goes_on = send_more(work);
    }
    if (goes_on && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
        goes_on = receive_more(work);
    }
    if (!goes_on) {
        finish(work);
    }
}

void work_start(struct request *request)
{
    struct loop *loop = request->loop;
    int ends[2];
    if (!has_share(request)) {
        refuse(request, 429, "too much work for this client is in progress");
        return;
    }
    if (atomic_load(&loop->server->metrics.work) >= MOST_WAITING ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        refuse(request, 503, "too much work is in progress");
        return;
    }
    bool is_sent = hand_over(loop->server, ends[1]);
    close(ends[1]);
    if (!is_sent) {
        close(ends[0]);
        refuse(request, 503, "too much work is in progress");
        return;
    }
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    struct work *work = malloc(sizeof *work);
    *work = (struct work){
        .watched = {go_on},
        .next = loop->works,
        .loop = loop,
        .request = request,
        .socket = ends[0],
        .deadline = clock_after(TURNS * loop->server->limits.work_time),
    };
    work->text = wire_write_ask(&request->ask, &work->length);
    loop->works = work;
    request->work = work;
    atomic_fetch_add(&loop->server->metrics.work, 1);
    atomic_fetch_add(count_of(request), 1);
    if (!loop_watch(loop, work->socket, EPOLLIN | EPOLLOUT, &work->watched)) {
        work_abandon(work);
        refuse(request, 503, "too much work is in progress");
    }
}

void work_sweep(struct loop *loop)
{
    uint64_t now = read_clock();
    struct work *next;
    for (struct work *work = loop->works; work != NULL; work = next) {
        next = work->next;
        if (now > work->deadline) {
            work->received = 0;
            finish(work);
        }
    }
}
