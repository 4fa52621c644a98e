/* Expensive requests: the server's side.
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
#include "serve/answer/wire.h"
#include "serve/http/listening.h"

/* Limits: waiting requests; octets of an answer; waiting time, in multiples of
 * a request's time limit; milliseconds by which the worker may exceed that. */
enum { MOST_WAITING = 64, MOST_ANSWER = 1 << 25, TURNS = 3, GRACE = 2000 };

struct work {
    struct watched watched;
    struct work *next;
    struct workshop *shop;
    const struct ask *ask;
    work_done_fn *done;
    void *context;
    unsigned short owner;
    int socket; /* connection to the worker; -1: not yet sent */
    uint64_t deadline;
    char *text; /* serialised request */
    size_t length;
    size_t sent;
    char *answer; /* octets received of the serialised answer */
    size_t size;
    size_t received;
};

/* ---- The worker process ------------------------------------------------- */

bool workshop_open(struct workshop *shop, struct watching *watching,
                   const struct serve_line *options, unsigned milliseconds)
{
    int ends[2];
    *shop = (struct workshop){.watching = watching, .time = milliseconds};
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
        worker_run(ends[1], options, milliseconds);
    }
    close(ends[1]);
    shop->control = ends[0];
    shop->process = child;
    return true;
}

void workshop_close(struct workshop *shop)
{
    close(shop->control);
    while (waitpid(shop->process, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Send the descriptor |socket| to the worker. False if that has ended. */
static bool hand_over(const struct workshop *shop, int socket)
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
    return sendmsg(shop->control, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

/* ---- One request -------------------------------------------------------- */

/* Remove and free |work|. Its process ends when |socket| is closed. */
static void drop(struct work *work)
{
    struct workshop *shop = work->shop;
    for (struct work **at = &shop->works; *at != NULL; at = &(*at)->next) {
        if (*at == work) {
            *at = work->next;
            break;
        }
    }
    if (work->socket >= 0) {
        watching_remove(shop->watching, work->socket);
        close(work->socket);
        shop->present = NULL;
    }
    shop->count--;
    free(work->text);
    free(work->answer);
    free(work);
}

static void finish(struct work *work, unsigned status, struct answer *answer)
{
    work_done_fn *done = work->done;
    void *context = work->context;
    drop(work);
    done(context, status, answer);
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
    return watching_add(work->shop->watching, work->socket, EPOLLIN,
                        &work->watched);
}

/* Receive the available octets. False at the end, or beyond the limit. */
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
    struct answer answer;
    bool goes_on = true;
    if (work->sent < work->length && (events & EPOLLOUT) != 0) {
        goes_on = send_more(work);
    }
    if (goes_on && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
        goes_on = receive_more(work);
    }
    if (!goes_on) {
        bool is_whole = work->received > 0 &&
                        wire_read_answer(&answer, work->answer, work->received);
        finish(work, is_whole ? 0 : 422, &answer);
    }
}

/* ---- Scheduling --------------------------------------------------------- */

/* Choose the next request: the oldest of another client than the last one's, or
 * else the oldest. So a client with many requests does not delay others. */
static struct work *choose(const struct workshop *shop)
{
    struct work *work = shop->works;
    while (work != NULL && work->owner == shop->last) {
        work = work->next;
    }
    return work != NULL ? work : shop->works;
}

/* Send |work| to the worker. */
static bool begin(struct work *work)
{
    struct workshop *shop = work->shop;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return false;
    }
    bool is_sent = hand_over(shop, ends[1]);
    close(ends[1]);
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    work->watched.ready = go_on;
    if (!is_sent || !watching_add(shop->watching, ends[0], EPOLLIN | EPOLLOUT,
                                  &work->watched)) {
        close(ends[0]);
        return false;
    }
    work->socket = ends[0];
    work->text = wire_write_ask(work->ask, &work->length);
    work->deadline = clock_after(shop->time + GRACE);
    shop->present = work;
    shop->last = work->owner;
    return true;
}

/* ---- Interface ---------------------------------------------------------- */

struct work *work_start(struct workshop *shop, const struct ask *ask,
                        unsigned short owner, unsigned most, work_done_fn *done,
                        void *context, unsigned *status)
{
    struct work **end = &shop->works;
    unsigned count = 0;
    for (; *end != NULL; end = &(*end)->next) {
        count += (*end)->owner == owner;
    }
    if (count >= most || shop->count >= MOST_WAITING) {
        *status = count >= most ? 429 : 503;
        return NULL;
    }
    struct work *work = malloc(sizeof *work);
    *work = (struct work){.shop = shop,
                          .ask = ask,
                          .done = done,
                          .context = context,
                          .owner = owner,
                          .socket = -1,
                          .deadline = clock_after(TURNS * shop->time)};
    *end = work;
    shop->count++;
    return work;
}

void workshop_run(struct workshop *shop)
{
    while (shop->present == NULL && shop->works != NULL) {
        struct work *work = choose(shop);
        if (!begin(work)) {
            finish(work, 503, NULL);
        }
    }
}

void work_abandon(struct work *work)
{
    if (work != NULL) {
        drop(work);
    }
}

void workshop_sweep(struct workshop *shop)
{
    uint64_t now = read_clock();
    struct work *next;
    for (struct work *work = shop->works; work != NULL; work = next) {
        next = work->next;
        if (now > work->deadline) {
            finish(work, work->socket >= 0 ? 422 : 503, NULL);
        }
    }
}
