/* Requests on a connection of ddds serve, through the relay and libmicrohttpd:
 * the input is all that a client sends, in two pieces.
 *
 * A second reader, which knows RFC 9112 and the limits, finds the requests up to
 * the first head that is invalid or incomplete: libmicrohttpd gets these, with
 * the same targets, fields and bodies, and no others. A head reads the same
 * whatever follows, and is incomplete up to its last octet.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include <microhttpd.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "serve/http/relay.h"

enum { MOST = 64, MEMORY = LONGEST_HEAD + 1280, LONGEST = 16000 };

/* A request, as a reader sees it. */
struct seen {
    char target[LONGEST_TARGET + 1];
    size_t fields;
    size_t body;
    bool may_be_last; /* the connection may end after it */
};

struct all {
    struct seen each[MOST];
    size_t count;
};

/* ---- The second reader -------------------------------------------------- */

/* The next line of |text|, which has one, without CRLF. */
static char *next_line(char **text)
{
    char *line = *text;
    char *end = strstr(line, "\r\n");
    *end = '\0';
    *text = end + 2;
    return line;
}

static bool is_token(const char *text)
{
    return text[0] != '\0' &&
           text[strspn(text, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwx"
                             "yzABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0';
}

static bool judge_line(char *line, struct seen *seen)
{
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    size_t parameters = 1;
    if (version == NULL) {
        return false;
    }
    *target++ = '\0';
    *version++ = '\0';
    const char *query = strchr(target, '?');
    for (; query != NULL && *query != '\0'; query++) {
        parameters += *query == '&';
    }
    if (!is_token(line) || target[0] == '\0' || strchr(target, '\t') != NULL ||
        strlen(target) > LONGEST_TARGET || parameters > 128 ||
        strlen(version) != 8 || strncmp(version, "HTTP/1.", 7) != 0 ||
        version[7] < '0' || version[7] > '9') {
        return false;
    }
    memcpy(seen->target, target, strlen(target) + 1);
    return true;
}

/* |lengths| and |hosts| are counted. */
static bool judge_field(char *line, struct seen *seen, size_t *lengths,
                        size_t *hosts)
{
    char *value = strchr(line, ':');
    if (value == NULL) {
        return false;
    }
    *value++ = '\0';
    value += strspn(value, " \t");
    seen->fields++;
    *hosts += strcasecmp(line, "Host") == 0;
    seen->may_be_last |= strcasecmp(line, "Connection") == 0;
    if (strcasecmp(line, "Content-Length") == 0) {
        ++*lengths;
        seen->body = strtoul(value, NULL, 10);
        return is_token(line) && value[0] != '\0' &&
               value[strspn(value, "0123456789")] == '\0' &&
               strlen(value + strspn(value, "0")) <= 18;
    }
    return is_token(line) && strcasecmp(line, "Transfer-Encoding") != 0;
}

/* Judge the |length| octets of a head, which ends with an empty line. */
static bool judge(const uint8_t *data, size_t length, struct seen *seen)
{
    char *text = copy_of(data, length);
    char *rest = text;
    size_t lengths = 0;
    size_t hosts = 0;
    seen->fields = 0;
    seen->body = 0;
    bool is_valid = memchr(data, '\0', length) == NULL;
    for (size_t i = 0; i < length && is_valid; i++) {
        is_valid = data[i] == '\r' ? data[i + 1] == '\n'
                   : data[i] == '\n'
                       ? i > 0 && data[i - 1] == '\r'
                       : (data[i] >= ' ' && data[i] != 127) || data[i] == '\t';
    }
    if (is_valid) {
        char *line = next_line(&rest);
        size_t end = strlen(line);
        bool is_old = end > 0 && line[end - 1] == '0';
        is_valid = judge_line(line, seen);
        seen->may_be_last = is_old;
        while (is_valid && *(line = next_line(&rest)) != '\0') {
            is_valid = judge_field(line, seen, &lengths, &hosts);
        }
        is_valid &= lengths <= 1 && hosts <= 1 && (hosts == 1 || is_old);
    }
    free(text);
    return is_valid;
}

/* A truncated body has the length of the received part. */
static void read_all(const uint8_t *data, size_t size, struct all *all)
{
    size_t at = 0;
    while (all->count < MOST) {
        while (size - at >= 2 && memcmp(data + at, "\r\n", 2) == 0) {
            at += 2;
        }
        const uint8_t *end = memmem(data + at, size - at, "\r\n\r\n", 4);
        struct seen *seen = &all->each[all->count];
        if (end == NULL ||
            !judge(data + at, (size_t)(end - data) + 4 - at, seen)) {
            return;
        }
        all->count++;
        at = (size_t)(end - data) + 4;
        if (seen->body > size - at) {
            return;
        }
        at += seen->body;
    }
}

/* ---- libmicrohttpd ------------------------------------------------------ */

static struct relay relay;
static struct all found;
static bool is_open;

static void *begin(void *cls, const char *target,
                   struct MHD_Connection *connection)
{
    require(found.count < MOST && strlen(target) <= LONGEST_TARGET);
    struct seen *seen = &found.each[found.count++];
    seen->body = 0;
    memcpy(seen->target, target, strlen(target) + 1);
    return seen;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *data,
                              size_t *length, void **context)
{
    struct seen *seen = *context;
    if (!is_open) {
        is_open = true;
        seen->fields = (size_t)MHD_get_connection_values(
            connection, MHD_HEADER_KIND, NULL, NULL);
        return MHD_YES;
    }
    if (*length > 0) {
        seen->body += *length;
        *length = 0;
        return MHD_YES;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result = MHD_queue_response(connection, 200, response);
    MHD_destroy_response(response);
    return result;
}

static void end(void *cls, struct MHD_Connection *connection, void **context,
                enum MHD_RequestTerminationCode code)
{
    *context = NULL;
    is_open = false;
    relay_next(&relay);
}

static void ignore(struct relay *own)
{
}

static struct MHD_Daemon *start(void)
{
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, handle, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        end, NULL, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
        MHD_OPTION_END);
    require(daemon != NULL);
    return daemon;
}

/* Go on until nothing more happens. */
static void run(struct MHD_Daemon *daemon)
{
    for (size_t i = 0; i < 4 || i < 3 * found.count + 4; i++) {
        relay_run(&relay);
        (void)MHD_run(daemon);
    }
}

static void serve(const uint8_t *data, size_t size, size_t first)
{
    static struct MHD_Daemon *daemon;
    static struct watching watching;
    const struct sockaddr address = {.sa_family = AF_UNIX};
    int pair[2];
    if (daemon == NULL) {
        daemon = start();
        require(watching_open(&watching));
    }
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    int other = relay_open(&relay, &watching, pair[1], ignore);
    require(other >= 0 &&
            MHD_add_connection(daemon, other, &address, sizeof address));
    found.count = 0;
    is_open = false;
    require(write(pair[0], data, first) == (ssize_t)first);
    run(daemon);
    require(write(pair[0], data + first, size - first) ==
                (ssize_t)(size - first) ||
            relay.is_gone);
    run(daemon);
    (void)shutdown(pair[0], SHUT_WR);
    run(daemon);
    relay_close(&relay);
    close(pair[0]);
    run(daemon);
}

/* ---- Both --------------------------------------------------------------- */

/* A head is read when its last octet arrives, not earlier, and then the
 * same. */
static void read_prefixes(const uint8_t *data, size_t size)
{
    struct head whole;
    struct head head;
    char *text = copy_of(data, size);
    if (head_read(text, size, &whole)) {
        size_t least = whole.status == 0 ? whole.length : size;
        require(head_read(text, least, &head));
        require(head.status == whole.status && head.body == whole.body);
        for (size_t i = 0; i < least && whole.status == 0; i++) {
            require(!head_read(text, i, &head));
        }
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct all wanted;
    size_t sum = 0;
    bool can_end = false;
    if (size == 0 || size > LONGEST) {
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        sum += data[i];
    }
    wanted.count = 0;
    read_all(data, size, &wanted);
    if (wanted.count == MOST) {
        return 0;
    }
    serve(data, size, sum % size);
    for (size_t i = 0; i < found.count && !can_end; i++) {
        can_end = i < wanted.count && wanted.each[i].may_be_last;
    }
    require(found.count == wanted.count + (relay.head.status != 0) ||
            (can_end && found.count <= wanted.count));
    for (size_t i = 0; i < wanted.count && i < found.count; i++) {
        const struct seen *one = &wanted.each[i];
        const struct seen *other = &found.each[i];
        require(strcmp(one->target, other->target) == 0);
        require(one->fields == other->fields);
        require(one->body == other->body ||
                (i + 1 == wanted.count && other->body < one->body));
    }
    read_prefixes(data, size);
    return 0;
}
