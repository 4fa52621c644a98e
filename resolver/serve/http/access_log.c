/* Access log.
 *
 * Requests do not wait for the log. Lines are queued, and written as fast as
 * the disk or the reader allows. If the queue is full, lines are dropped and
 * counted.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"
#include "print/json_members.h"
#include "serve/http/http_request.h"
#include "text/text_stream.h"

/* QUEUE holds a second of a busy server, in octets. Loss is reported every
 * REPORT_TIME ms; at the end END_TIME ms are spent on writing the rest. */
enum { QUEUE = 1 << 20, REPORT_TIME = 1000, END_TIME = 3000 };

struct access_log {
    const char *path;
    bool is_json;
    bool is_file; /* writes do not block */
    int descriptor;
    char *queue;
    size_t start; /* start of the unwritten octets */
    size_t end;
    unsigned long long *lost; /* dropped lines, in total */
    unsigned long long news;  /* dropped lines not yet reported */
    uint64_t reported;        /* time of the last report */
    bool is_failing;          /* the last write failed, and that was reported */
    bool is_torn;             /* the log ends within a line */
};

/* ---- The file ----------------------------------------------------------- */

/* Open the log with the additional |flags|. */
static bool open_file(struct access_log *log, int flags)
{
    struct stat about;
    int descriptor =
        strcmp(log->path, "-") == 0
            ? STDOUT_FILENO
            : open(log->path,
                   flags | O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY,
                   0640);
    if (descriptor < 0) {
        complain("--access-log %s: %s", log->path, strerror(errno));
        return false;
    }
    log->descriptor = descriptor;
    log->is_file = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    return true;
}

struct access_log *access_log_open(const char *path, bool is_json,
                                   unsigned long long *lost)
{
    struct access_log *log = malloc(sizeof *log);
    *log = (struct access_log){.path = path, .is_json = is_json, .lost = lost};
    if (!open_file(log, 0)) {
        free(log);
        return NULL;
    }
    log->queue = malloc(QUEUE);
    return log;
}

/* Return the target of the link |path|, to be freed; NULL: not a link. */
static char *follow_link(const char *path)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target);
    if (length <= 0) {
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    bool is_relative = target[0] != '/' && slash != NULL;
    size_t folder = is_relative ? (size_t)(slash - path) + 1 : 0;
    size_t size = folder + (size_t)length + 1;
    char *whole = malloc(size);
    snprintf(whole, size, "%.*s%.*s", (int)folder, path, (int)length, target);
    return whole;
}

/* Check whether the missing file |path| could be created, following symbolic
 * links. Return 0 or an errno. */
static int judge_new(const char *path)
{
    char *last = strdup(path);
    char *next;
    while ((next = follow_link(last)) != NULL) {
        free(last);
        last = next;
    }
    const char *slash = strrchr(last, '/');
    char *folder =
        slash != NULL ? strndup(last, (size_t)(slash - last) + 1) : strdup(".");
    int fault = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    free(folder);
    free(last);
    return fault;
}

bool access_log_check(const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0) {
        return true;
    }
    int fault = access(path, W_OK) == 0 ? 0 : errno;
    if (fault == 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        fault = EISDIR;
    } else if (fault == ENOENT) { /* a loop of links is ELOOP */
        fault = judge_new(path);
    }
    if (fault != 0) {
        complain("--access-log %s: %s", path, strerror(fault));
    }
    return fault == 0;
}

void access_log_reopen(struct access_log *log)
{
    if (log == NULL || strcmp(log->path, "-") == 0) {
        return;
    }
    int old = log->descriptor;
    access_log_flush(log);
    if (open_file(log, O_NONBLOCK)) { /* do not wait for the reader of a pipe */
        close(old);
    }
}

/* ---- Writing ------------------------------------------------------------ */

/* Return true if a write to standard error, which may be a full pipe, would not
 * block. */
static bool can_report(void)
{
    return poll(&(struct pollfd){STDERR_FILENO, POLLOUT, 0}, 1, 0) > 0;
}

static void report(struct access_log *log)
{
    if (log->news > 0 && can_report()) {
        complain("--access-log %s: %llu line%s lost: the reader is too slow",
                 log->path, log->news, log->news == 1 ? "" : "s");
        log->news = 0;
        log->reported = read_clock();
    }
}

static size_t count_lines(const struct access_log *log)
{
    size_t count = 0;
    for (size_t i = log->start; i < log->end; i++) {
        count += log->queue[i] == '\n';
    }
    return count;
}

/* Drop all queued lines after an error. */
static void fail(struct access_log *log, int reason)
{
    log->is_torn |= log->start > 0 && log->queue[log->start - 1] != '\n';
    *log->lost += count_lines(log);
    log->start = log->end;
    if (!log->is_failing && can_report()) {
        complain("--access-log %s: %s; lines are lost", log->path,
                 strerror(reason));
    }
    log->is_failing = true;
}

/* Write one piece. Writes up to PIPE_BUF octets do not block after poll().
 * Return false if nothing more can be written now. */
static bool write_piece(struct access_log *log)
{
    size_t length = log->end - log->start;
    struct pollfd can_write = {log->descriptor, POLLOUT, 0};
    if (!log->is_file && poll(&can_write, 1, 0) <= 0) {
        return false;
    }
    if (!log->is_file && length > PIPE_BUF) {
        length = PIPE_BUF;
    }
    bool is_torn = log->is_torn;
    ssize_t count =
        is_torn ? write(log->descriptor, "\n", 1)
                : write(log->descriptor, log->queue + log->start, length);
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        fail(log, errno);
        return false;
    }
    if (count > 0) {
        log->is_torn = false;
        log->is_failing = false;
        log->start += is_torn ? 0 : (size_t)count;
    }
    return count > 0;
}

void access_log_flush(struct access_log *log)
{
    if (log == NULL) {
        return;
    }
    while (log->start < log->end && write_piece(log)) {
    }
    if (log->start == log->end) {
        log->start = 0;
        log->end = 0;
    }
    if (log->news > 0 && read_clock() - log->reported > REPORT_TIME) {
        report(log);
    }
}

bool access_log_waits(const struct access_log *log)
{
    return log != NULL && log->start < log->end;
}

/* Queue |line| of |length| octets, or drop it if the queue is full. */
static void add(struct access_log *log, const char *line, size_t length)
{
    if (length > QUEUE - log->end && log->start > 0) {
        memmove(log->queue, log->queue + log->start, log->end - log->start);
        log->end -= log->start;
        log->start = 0;
    }
    if (length > QUEUE - log->end) {
        log->news++;
        ++*log->lost;
        return;
    }
    memcpy(log->queue + log->end, line, length);
    log->end += length;
}

void access_log_close(struct access_log *log)
{
    if (log == NULL) {
        return;
    }
    uint64_t end = clock_after(END_TIME);
    access_log_flush(log);
    for (uint64_t now = read_clock(); log->start < log->end && now < end;
         now = read_clock()) {
        struct pollfd can_write = {log->descriptor, POLLOUT, 0};
        (void)poll(&can_write, 1, (int)(end - now));
        access_log_flush(log);
    }
    log->news += count_lines(log);
    report(log);
    if (log->descriptor != STDOUT_FILENO) {
        close(log->descriptor);
    }
    free(log->queue);
    free(log);
}

/* ---- Formats ------------------------------------------------------------ */

/* Print |text|, escaping quotes, backslashes and unprintable octets as \xHH. */
static void print_octets(FILE *out, const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < ' ' || *at > '~' || *at == '"' || *at == '\\') {
            fprintf(out, "\\x%02x", (unsigned char)*at);
        } else {
            putc(*at, out);
        }
    }
}

static void print_quotes(FILE *out, const char *text)
{
    putc('"', out);
    print_octets(out, text != NULL ? text : "-");
    putc('"', out);
}

/* Current time in UTC. */
static void read_time(struct tm *parts)
{
    time_t now = time(NULL);
    gmtime_r(&now, parts);
}

/* Return the octets of the answer that were sent after its head. */
static size_t count_octets(const struct request *request)
{
    bool is_head =
        request->method != NULL && strcmp(request->method, "HEAD") == 0;
    return is_head ? 0 : request->answer.length;
}

static void print_combined(FILE *out, const struct request *request,
                           const char *client)
{
    char when[40];
    struct tm parts;
    read_time(&parts);
    strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S +0000", &parts);
    fprintf(out, "%s - - [%s] \"", client, when);
    if (request->client->relay.is_replaced) {
        putc('-', out);
    } else {
        print_octets(out, request->sent[0] != '\0' ? request->sent : "-");
        putc(' ', out);
        print_octets(out, request->line);
        fprintf(out, " HTTP/1.%c",
                request->minor != '\0' ? request->minor : '1');
    }
    fprintf(out, "\" %u %zu ", request->status, count_octets(request));
    print_quotes(out, MHD_lookup_connection_value(request->connection,
                                                  MHD_HEADER_KIND, "Referer"));
    putc(' ', out);
    print_quotes(out, MHD_lookup_connection_value(
                          request->connection, MHD_HEADER_KIND, "User-Agent"));
    putc('\n', out);
}

static void print_object(FILE *out, const struct request *request,
                         const char *client, uint64_t microseconds)
{
    char when[40];
    struct tm parts;
    read_time(&parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_t *object = json_object();
    put_string(object, "time", when);
    put_string(object, "client", client);
    bool is_read = !request->client->relay.is_replaced;
    put_string(object, "method",
               is_read && request->sent[0] != '\0' ? request->sent : NULL);
    put_string(object, "target", is_read ? request->line : NULL);
    put_string(object, "route", paths[request->ask.route].name);
    put_number(object, "status", request->status);
    put_number(object, "octets", (json_int_t)count_octets(request));
    put_string(object, "code",
               request->answer.code[0] != '\0' ? request->answer.code : NULL);
    put_number(object, "microseconds", (json_int_t)microseconds);
    put_string(object, "agent",
               MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                           "User-Agent"));
    print_json_object(out, object);
}

void access_log_write(struct access_log *log, const struct request *request,
                      uint64_t microseconds)
{
    char client[PEER_NAME_SIZE];
    char *text = NULL;
    size_t length;
    if (log == NULL) {
        return;
    }
    peer_address_print(&request->sender.address, client);
    FILE *out = text_stream_open(&text, &length);
    if (log->is_json) {
        print_object(out, request, client, microseconds);
    } else {
        print_combined(out, request, client);
    }
    fclose(out);
    add(log, text, length);
    free(text);
}
