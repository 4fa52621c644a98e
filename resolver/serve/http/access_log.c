/* A line for each request.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dup3 */
#include "serve/http/access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/complain.h"
#include "print/json.h"
#include "serve/http/log_writer.h"
#include "serve/http/http_request.h"
#include "text/text_stream.h"

struct access_log {
    const char *path;
    bool is_json;
    int descriptor;
    struct log_writer *writer;
};

/* ---- The file -------------------------------------------------------------- */

static int open_file(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return STDOUT_FILENO;
    }
    int descriptor =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0640);
    if (descriptor < 0) {
        complain("--access-log %s: %s", path, strerror(errno));
    }
    return descriptor;
}

struct access_log *access_log_open(const char *path, bool is_json,
                                   atomic_ullong *lost)
{
    int descriptor = open_file(path);
    if (descriptor < 0) {
        return NULL;
    }
    struct access_log *log = malloc(sizeof *log);
    log->path = path;
    log->is_json = is_json;
    log->descriptor = descriptor;
    log->writer = log_writer_start(descriptor, path, lost);
    if (log->writer == NULL) {
        access_log_close(log);
        return NULL;
    }
    return log;
}

/* The number stays the same, for a thread may be writing to it. */
void access_log_reopen(struct access_log *log)
{
    if (log == NULL || strcmp(log->path, "-") == 0) {
        return;
    }
    int descriptor = open_file(log->path);
    if (descriptor >= 0) {
        (void)dup3(descriptor, log->descriptor, O_CLOEXEC);
        close(descriptor);
    }
}

void access_log_close(struct access_log *log)
{
    if (log == NULL) {
        return;
    }
    log_writer_end(log->writer);
    if (log->descriptor != STDOUT_FILENO) {
        close(log->descriptor);
    }
    free(log);
}

/* ---- Lines ------------------------------------------------------------------ */

static const char *header(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                       name);
}

/* Print |text| with all that could end quotes, or the line, as \xHH. */
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

/* The present time in UTC. */
static void read_time(struct tm *parts)
{
    time_t now = time(NULL);
    gmtime_r(&now, parts);
}

static void print_combined(FILE *out, const struct request *request)
{
    char when[40];
    struct tm parts;
    read_time(&parts);
    strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S +0000", &parts);
    fprintf(out, "%s - - [%s] \"%s ", request->client->name, when,
            request->method != NULL ? request->method : "-");
    print_octets(out, request->line);
    fprintf(out, " HTTP/1.%c\" %u %zu ", request->ask.is_http10 ? '0' : '1',
            request->status, request->answer.length);
    print_quotes(out, header(request, "Referer"));
    putc(' ', out);
    print_quotes(out, header(request, "User-Agent"));
    putc('\n', out);
}

static void print_object(FILE *out, const struct request *request,
                         uint64_t microseconds)
{
    char when[40];
    struct tm parts;
    read_time(&parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_t *object = json_object();
    put_string(object, "time", when);
    put_string(object, "client", request->client->name);
    put_string(object, "method", request->method);
    put_string(object, "target", request->line);
    put_string(object, "route", route_name(request->ask.route));
    put_number(object, "status", request->status);
    put_number(object, "octets", (json_int_t)request->answer.length);
    put_string(object, "code",
               request->answer.code[0] != '\0' ? request->answer.code : NULL);
    put_number(object, "microseconds", (json_int_t)microseconds);
    put_string(object, "agent", header(request, "User-Agent"));
    print_json_object(out, object);
}

void access_log_write(struct access_log *log, const struct request *request,
                      uint64_t microseconds)
{
    char *text = NULL;
    size_t length;
    if (log == NULL) {
        return;
    }
    FILE *out = text_stream_open(&text, &length);
    if (log->is_json) {
        print_object(out, request, microseconds);
    } else {
        print_combined(out, request);
    }
    fclose(out);
    log_writer_add(log->writer, text, length);
    free(text);
}
