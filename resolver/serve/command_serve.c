/* ddds serve: starts the threads, and waits for signals.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "serve/http/access_log.h"
#include "serve/http/listening.h"
#include "serve/http/server.h"
#include "serve/http/work.h"

/* ---- Limits ---------------------------------------------------------------------- */

static unsigned usual(unsigned given, unsigned otherwise)
{
    return given > 0 ? given : otherwise;
}

static unsigned count_threads(const struct options *options)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = usual(options->serve.threads,
                             processors > 0 ? (unsigned)processors : 1);
    const unsigned rates[] = {64, options->dns.rate,
                              options->dns.rate_per_server};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        threads = rates[i] > 0 && rates[i] < threads ? rates[i] : threads;
    }
    return threads;
}

static void set_limits(struct server *server)
{
    const struct serve_options *given = &server->options->serve;
    struct serve_options *limits = &server->limits;
    *limits = *given;
    limits->max_connections = usual(given->max_connections, 16384);
    limits->max_per_address = usual(given->max_per_address, 256);
    limits->max_body = usual(given->max_body, 1 << 20);
    limits->request_time = usual(given->request_time, 10000);
    limits->work_time = usual(given->work_time, 10000);
}

/* Each connection is a descriptor. */
static void raise_descriptors(struct server *server)
{
    enum { OTHERS = 256 };
    struct rlimit both;
    rlim_t wanted = (rlim_t)server->limits.max_connections + OTHERS;
    if (getrlimit(RLIMIT_NOFILE, &both) != 0) {
        return;
    }
    both.rlim_cur = wanted < both.rlim_max ? wanted : both.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &both);
    if (both.rlim_cur < wanted) {
        server->limits.max_connections = both.rlim_cur > (rlim_t)2 * OTHERS
                                             ? (unsigned)both.rlim_cur - OTHERS
                                             : OTHERS;
        if (server->options->serve.max_connections > 0) {
            complain("--max-connections: the system allows %u",
                     server->limits.max_connections);
        }
    }
}

/* ---- Signals ---------------------------------------------------------------------- */

static void reload(struct server *server)
{
    listening_notify("RELOADING=1");
    access_log_reopen(server->log);
    if (rules_reload(&server->rules)) {
        atomic_fetch_add(&server->metrics.reloads, 1);
    } else {
        atomic_fetch_add(&server->metrics.failed_reloads, 1);
        complain("the zones that were read before stay in use");
    }
    listening_notify("READY=1");
}

/* Until a signal ends the server. */
static void wait_for_signals(struct server *server, const sigset_t *signals)
{
    int number = 0;
    while (number != SIGTERM && number != SIGINT) {
        if (sigwait(signals, &number) == 0 && number == SIGHUP) {
            reload(server);
        }
    }
    listening_notify("STOPPING=1");
}

/* The threads inherit that these are blocked. */
static void block_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

/* ---- The whole ---------------------------------------------------------------------- */

static int run(struct server *server, const sigset_t *signals)
{
    int status = listening_open(server);
    if (status == EXIT_FOUND) {
        status = loops_start(server) ? EXIT_FOUND : EXIT_TEMPORARY;
    }
    if (status == EXIT_FOUND) {
        listening_notify("READY=1");
        listening_report(server);
        wait_for_signals(server, signals);
        loops_stop(server);
    }
    listening_close(server);
    return status;
}

static int run_with_rules(struct server *server)
{
    sigset_t signals;
    int status = EXIT_TEMPORARY;
    const struct serve_options *options = &server->options->serve;
    block_signals(&signals);
    if (options->log != NULL) {
        server->log = access_log_open(options->log, options->has_json_log,
                                      &server->metrics.lost_lines);
        if (server->log == NULL) {
            return status;
        }
    }
    if (rules_open(&server->rules, server->options, &status)) {
        status = run(server, &signals);
    }
    rules_close(&server->rules);
    access_log_close(server->log);
    return status;
}

int command_serve(const struct options *options)
{
    if (options->input_count > 0) {
        complain("serve: takes no inputs; clients send them: leave \"%s\" out",
                 options->inputs[0]);
        return EXIT_USAGE;
    }
    if (!hosts_check(options->serve.hosts)) {
        return EXIT_USAGE;
    }
    struct server *server = calloc(1, sizeof *server);
    server->options = options;
    server->loop_count = count_threads(options);
    server->loops = calloc(server->loop_count, sizeof server->loops[0]);
    set_limits(server);
    raise_descriptors(server);
    int status = EXIT_OWN_FAILURE;
    if (getrandom(server->address_key, sizeof server->address_key, 0) ==
            sizeof server->address_key &&
        work_begin(server)) {
        status = run_with_rules(server);
        work_end(server);
    }
    free(server->loops);
    free(server);
    return status;
}
