/* Resolve many inputs in an event loop with callbacks: libevent.
 *
 *     libevent 192.0.2.1 urn:foo:1 urn:foo:2 ...
 *
 * The database reports the sockets to watch (|watch|), and a timer calls it
 * after timeouts. With libuv, use a uv_poll_t for each socket and a uv_timer_t.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <event2/event.h>

#include <ddds/ddds.h>

/* A socket of the database. */
struct watched {
    struct watched *next;
    int descriptor;
    struct event *event;
};

struct program {
    struct event_base *loop;
    struct event *timer;
    ddds_dns *dns;
    struct watched *watched;
    unsigned left; /* resolutions in progress */
};

/* Set the timer to the next timeout of the database. Call it after each call
 * that may send queries or process answers. */
static void set_timer(struct program *program)
{
    int milliseconds = ddds_dns_timeout(program->dns);
    if (milliseconds < 0) {
        evtimer_del(program->timer);
        return;
    }
    const struct timeval left = {milliseconds / 1000,
                                 milliseconds % 1000 * 1000};
    evtimer_add(program->timer, &left);
}

/* ---- Callbacks for libevent --------------------------------------------- */

static void on_socket(evutil_socket_t descriptor, short events, void *context)
{
    struct program *program = context;
    ddds_dns_process(program->dns, descriptor, (events & EV_READ) != 0,
                     (events & EV_WRITE) != 0);
    set_timer(program);
}

static void on_timer(evutil_socket_t descriptor, short events, void *context)
{
    (void)events;
    struct program *program = context;
    ddds_dns_process(program->dns, descriptor, false, false);
    set_timer(program);
}

/* ---- Callbacks for the database ----------------------------------------- */

/* Stop watching |*place|, and free it. */
static void forget(struct watched **place)
{
    struct watched *watched = *place;
    *place = watched->next;
    event_free(watched->event);
    free(watched);
}

/* Watch |descriptor| for these events; false and false stop it. */
static void watch(void *context, int descriptor, bool readable, bool writable)
{
    struct program *program = context;
    struct watched **place = &program->watched;
    while (*place != NULL && (*place)->descriptor != descriptor) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        forget(place);
    }
    if (!readable && !writable) {
        return;
    }
    struct watched *watched = malloc(sizeof *watched);
    if (watched == NULL) {
        return; /* Lookups on this socket time out. */
    }
    short events = (short)(EV_PERSIST | (readable ? EV_READ : 0) |
                           (writable ? EV_WRITE : 0));
    *watched = (struct watched){
        program->watched, descriptor,
        event_new(program->loop, descriptor, events, on_socket, program)};
    event_add(watched->event, NULL);
    program->watched = watched;
}

/* Print the result of a resolution. The last one ends the loop. */
static void report(ddds_resolution *resolution, void *context)
{
    const struct ddds_result *result = ddds_resolution_result(resolution);
    struct program *program = context;
    const struct ddds_outcome *best = ddds_result_outcome(result, 0);
    if (best != NULL) {
        printf("%s: %s\n", result->input, best->output);
    } else {
        printf("%s: %s\n", result->input, ddds_reason_name(result->reason));
    }
    ddds_resolution_free(resolution);
    if (--program->left == 0) {
        event_base_loopbreak(program->loop);
    }
}

/* ---- Start -------------------------------------------------------------- */

/* Start to resolve |input|; false if it is invalid. */
static bool start(struct program *program, const char *input)
{
    struct ddds_error error;
    const struct ddds_options options = {.size = sizeof options,
                                         .deadline = 15000};
    ddds_resolution *resolution = ddds_resolution_new(
        ddds_dns_database(program->dns), NULL, input, &options, &error);
    if (resolution == NULL) {
        fprintf(stderr, "%s: %s\n", input, error.detail);
        return false;
    }
    program->left++;
    ddds_resolution_start(resolution, report, program);
    return true;
}

static bool open_dns(struct program *program, const char *server)
{
    struct ddds_error error;
    const char *servers[] = {server};
    const struct ddds_dns_options options = {
        .size = sizeof options,
        .servers = servers,
        .server_count = 1,
        .watch = watch,
        .watch_context = program,
    };
    program->dns = ddds_dns_new(&options, &error);
    if (program->dns == NULL) {
        fprintf(stderr, "%s\n", error.detail);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s SERVER INPUT...\n", argv[0]);
        return 2;
    }
    struct program program = {.loop = event_base_new()};
    program.timer = evtimer_new(program.loop, on_timer, &program);
    if (!open_dns(&program, argv[1])) {
        return 1;
    }
    int status = 0;
    for (int i = 2; i < argc; i++) {
        status |= start(&program, argv[i]) ? 0 : 1;
    }
    set_timer(&program);
    while (program.left > 0) {
        event_base_dispatch(program.loop);
    }
    ddds_database_free(ddds_dns_database(program.dns));
    while (program.watched != NULL) {
        forget(&program.watched);
    }
    event_free(program.timer);
    event_base_free(program.loop);
    return status;
}
