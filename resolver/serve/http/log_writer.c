/* A thread that writes lines.
 *
 * There are two buffers: one is filled while the other is written. Those who add
 * lines report nothing, because standard error may have the same reader.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/log_writer.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "cli/complain.h"

/* The octets of a buffer: a second of a busy server; the seconds to write what is
 * left when the server ends. */
enum { QUEUE = 1 << 20, END_TIME = 3 };

struct log_writer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int descriptor;
    const char *name;
    atomic_ullong *lost; /* in all */
    char *queue;
    size_t length;
    char *writing;
    size_t writing_length;
    size_t done;             /* octets of |writing| that have been written */
    unsigned long long news; /* lines lost and not yet reported */
    bool is_failing;         /* the last write failed: that has been reported */
    bool is_torn;            /* what is written ends within a line */
    int gives_up;            /* an eventfd: the end does not wait any longer */
    bool is_given_up;
    bool is_ending;
    bool is_done;
};

/* Can a message be written to standard error without waiting? */
static bool can_report(void)
{
    return poll(&(struct pollfd){STDERR_FILENO, POLLOUT, 0}, 1, 0) > 0;
}

static void report(const struct log_writer *writer, unsigned long long lines)
{
    complain("--access-log %s: %llu line%s lost: what is written is not read "
             "fast enough",
             writer->name, lines, lines == 1 ? "" : "s");
}

/* ---- The thread ------------------------------------------------------------- */

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 0;
    const char *end = text + length;
    while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        text++;
        count++;
    }
    return count;
}

/* Wait until a piece can be written. False: the end does not wait for that. */
static bool await_turn(const struct log_writer *writer)
{
    struct pollfd both[] = {{writer->descriptor, POLLOUT, 0},
                            {writer->gives_up, POLLIN, 0}};
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
}

/* Write what follows the first |done| octets of |writing|, as far as possible.
 * Pieces of PIPE_BUF octets do not block where poll() says so. */
static void write_all(struct log_writer *writer)
{
    while (writer->done < writer->writing_length && !writer->is_given_up) {
        bool is_torn = writer->is_torn;
        size_t left = writer->writing_length - writer->done;
        if (!await_turn(writer)) {
            writer->is_given_up = true;
            return;
        }
        ssize_t count = write(writer->descriptor,
                              is_torn ? "\n" : writer->writing + writer->done,
                              is_torn           ? 1
                              : left < PIPE_BUF ? left
                                                : PIPE_BUF);
        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            return;
        }
        writer->is_torn = is_torn && count <= 0;
        writer->done += count > 0 && !is_torn ? (size_t)count : 0;
    }
}

/* Lines of |writing| that have not been written. */
static size_t count_rest(const struct log_writer *writer)
{
    return count_lines(writer->writing + writer->done,
                       writer->writing_length - writer->done);
}

static void write_lines(struct log_writer *writer)
{
    write_all(writer);
    bool has_failed =
        !writer->is_given_up && writer->done < writer->writing_length;
    if (has_failed) {
        int reason = errno;
        if (writer->done > 0) {
            writer->is_torn = writer->writing[writer->done - 1] != '\n';
        }
        atomic_fetch_add(writer->lost, count_rest(writer));
        if (!writer->is_failing && can_report()) {
            complain("--access-log %s: %s; lines are lost", writer->name,
                     strerror(reason));
        }
    }
    writer->is_failing = has_failed;
}

static void *run(void *context)
{
    struct log_writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    while (!writer->is_given_up && (writer->length > 0 || !writer->is_ending)) {
        if (writer->length == 0) {
            pthread_cond_wait(&writer->changed, &writer->lock);
            continue;
        }
        char *text = writer->queue;
        unsigned long long news = can_report() ? writer->news : 0;
        writer->queue = writer->writing;
        writer->writing = text;
        writer->writing_length = writer->length;
        writer->done = 0;
        writer->length = 0;
        writer->news -= news;
        pthread_mutex_unlock(&writer->lock);
        if (news > 0) {
            report(writer, news);
        }
        write_lines(writer);
        pthread_mutex_lock(&writer->lock);
        if (!writer->is_given_up) {
            writer->writing_length = 0;
            writer->done = 0;
        }
    }
    writer->is_done = true;
    pthread_cond_signal(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* ---- Those who use it -------------------------------------------------------- */

static void destroy(struct log_writer *writer)
{
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    if (writer->gives_up >= 0) {
        close(writer->gives_up);
    }
    free(writer->queue);
    free(writer->writing);
    free(writer);
}

struct log_writer *log_writer_start(int descriptor, const char *name,
                                    atomic_ullong *lost)
{
    pthread_condattr_t attributes;
    struct log_writer *writer = malloc(sizeof *writer);
    *writer = (struct log_writer){.descriptor = descriptor,
                                  .name = name,
                                  .lost = lost,
                                  .gives_up = eventfd(0, EFD_CLOEXEC),
                                  .queue = malloc(QUEUE),
                                  .writing = malloc(QUEUE)};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    int status = writer->gives_up < 0
                     ? errno
                     : pthread_create(&writer->thread, NULL, run, writer);
    if (status != 0) {
        complain("cannot start a thread: %s", strerror(status));
        destroy(writer);
        return NULL;
    }
    return writer;
}

void log_writer_add(struct log_writer *writer, const char *line, size_t length)
{
    pthread_mutex_lock(&writer->lock);
    if (length > QUEUE - writer->length) {
        writer->news++;
        atomic_fetch_add(writer->lost, 1);
    } else {
        memcpy(writer->queue + writer->length, line, length);
        if (writer->length == 0) {
            pthread_cond_signal(&writer->changed);
        }
        writer->length += length;
    }
    pthread_mutex_unlock(&writer->lock);
}

void log_writer_end(struct log_writer *writer)
{
    const uint64_t one = 1;
    struct timespec end;
    int status = 0;
    if (writer == NULL) {
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += END_TIME;
    pthread_mutex_lock(&writer->lock);
    writer->is_ending = true;
    pthread_cond_signal(&writer->changed);
    while (!writer->is_done && status == 0) {
        status = pthread_cond_timedwait(&writer->changed, &writer->lock, &end);
    }
    size_t rest = writer->length;
    writer->length = 0;
    pthread_mutex_unlock(&writer->lock);
    /* It may wait for a reader that does not read. */
    (void)!write(writer->gives_up, &one, sizeof one);
    pthread_join(writer->thread, NULL);
    unsigned long long lines =
        writer->news + count_lines(writer->queue, rest) + count_rest(writer);
    if (lines > 0 && can_report()) {
        report(writer, lines);
    }
    destroy(writer);
}
