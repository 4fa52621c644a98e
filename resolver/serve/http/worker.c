/* The worker process for expensive requests.
 *
 * It is started before the server reads zones, and forks for each request, so
 * that a request shares little memory, and its state ends with it.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for MSG_CMSG_CLOEXEC */
#include "serve/http/work.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "serve/answer/task.h"
#include "serve/answer/wire.h"
#include "serve/http/serve_options.h"
#include "text/read_all.h"

/* Limit on memory; checking a zone of 1 MiB needs far less. */
enum { MOST_MEMORY = 1 << 29 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true /* sanitizers reserve terabytes */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED true
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED false
#endif

/* ---- One request -------------------------------------------------------- */

static void limit(int resource, rlim_t most)
{
    const struct rlimit both = {most, most};
    (void)setrlimit(resource, &both);
}

/* Limit the process: no new descriptors, no files, and an end by SIGALRM. */
static void confine(unsigned milliseconds)
{
    const struct itimerval timer = {
        .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000L}};
    (void)signal(SIGALRM, SIG_DFL);
    (void)setitimer(ITIMER_REAL, &timer, NULL);
    limit(RLIMIT_CPU, milliseconds / 1000 + 1);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    if (!IS_SANITIZED) {
        limit(RLIMIT_NOFILE, 0);
        limit(RLIMIT_AS, MOST_MEMORY);
    }
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* Let SIGIO end the process when the server closes |socket|. */
static void end_with(int socket)
{
    (void)signal(SIGIO, SIG_DFL);
    (void)fcntl(socket, F_SETOWN, getpid());
    (void)fcntl(socket, F_SETFL, O_ASYNC);
    if (poll(&(struct pollfd){socket, 0, 0}, 1, 0) > 0) {
        _exit(0);
    }
}

static _Noreturn void work(int socket, const struct serve_line *options,
                           unsigned milliseconds)
{
    struct ask ask;
    struct answer answer;
    size_t length;
    FILE *in = fdopen(socket, "r");
    FILE *out = fdopen(socket, "w");
    confine(milliseconds);
    char *text = read_all(in, SIZE_MAX - 1, &length);
    if (text != NULL && wire_read_ask(&ask, text, length)) {
        answer_begin(&answer);
        end_with(socket);
        task_answer(&ask, &options->common.request.resolving, &answer);
        (void)fcntl(socket, F_SETFL, 0);
        char *written = wire_write_answer(&answer, &length);
        fwrite(written, 1, length, out);
        fflush(out);
    }
    _exit(0);
}

/* ---- The loop of the worker --------------------------------------------- */

/* Receive the next socket; -1 at the end. */
static int receive(int control)
{
    char octet;
    union {
        struct cmsghdr head;
        char octets[CMSG_SPACE(sizeof(int))];
    } space;
    struct iovec part = {&octet, 1};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &space,
                             .msg_controllen = sizeof space};
    ssize_t count;
    do {
        count = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    const struct cmsghdr *head = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    int socket = -1;
    if (head != NULL && head->cmsg_level == SOL_SOCKET &&
        head->cmsg_type == SCM_RIGHTS) {
        memcpy(&socket, CMSG_DATA(head), sizeof socket);
    }
    return socket;
}

_Noreturn void worker_run(int control, const struct serve_line *options,
                          unsigned milliseconds)
{
    int socket;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* The server stops the worker after the requests in progress. */
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    while ((socket = receive(control)) >= 0) {
        pid_t child = fork();
        if (child == 0) {
            close(control);
            work(socket, options, milliseconds);
        }
        close(socket);
        while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    _exit(0);
}
