/* ddds serve: open all that the server needs, and run it.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include <ddds/ddds.h>

#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "serve/http/access_log.h"
#include "serve/http/listening.h"
#include "serve/http/loop.h"
#include "serve/http/server.h"
#include "serve/http/work.h"
#include "serve/page/site.h"
#include "zones/rule_source.h"

/* ---- Limits ------------------------------------------------------------- */

static unsigned usual(unsigned given, unsigned otherwise)
{
    return given > 0 ? given : otherwise;
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

/* Raise the limit on descriptors: each connection needs some (relay.h), others
 * are for files, DNS and work. Lower the limit on connections if the system
 * allows fewer. False, with a message, if fewer than LEAST are allowed. */
static bool raise_descriptors(struct server *server)
{
    enum { EACH = 3, OTHERS = 256, LEAST = 64 };
    struct rlimit both;
    rlim_t wanted = (rlim_t)server->limits.max_connections * EACH + OTHERS;
    if (getrlimit(RLIMIT_NOFILE, &both) != 0 || both.rlim_cur >= wanted) {
        return true;
    }
    both.rlim_cur = wanted < both.rlim_max ? wanted : both.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &both);
    if (both.rlim_cur < LEAST) {
        complain("the system allows %u descriptors, and %u are needed: raise "
                 "the limit (ulimit -n)",
                 (unsigned)both.rlim_cur, (unsigned)LEAST);
        return false;
    }
    if (both.rlim_cur < wanted) {
        unsigned most = (unsigned)both.rlim_cur;
        server->limits.max_connections =
            (most > 2 * OTHERS ? most - OTHERS : most / 2) / EACH;
        if (server->options->serve.max_connections > 0) {
            complain("--max-connections: the system allows %u",
                     server->limits.max_connections);
        }
    }
    return true;
}

/* ---- The whole ---------------------------------------------------------- */

static int run(struct server *server)
{
    int status = listening_open(server);
    if (status == EXIT_FOUND) {
        status = loop_open(server);
        if (status == EXIT_FOUND) {
            listening_notify("READY=1");
            listening_report(server);
            loop_run(server);
        }
        loop_close(server);
    }
    listening_close(server);
    free(server->listeners);
    return status;
}

static int run_with_rules(struct server *server)
{
    int status = EXIT_TEMPORARY;
    const struct serve_options *options = &server->options->serve;
    if (options->log != NULL) {
        server->log = access_log_open(options->log, options->has_json_log,
                                      &server->metrics.lost_lines);
        if (server->log == NULL) {
            return status;
        }
    }
    loop_block_signals(); /* until here signals interrupt open() */
    if (rules_open(&server->rules, server->options, &status)) {
        status = run(server);
    }
    rules_close(&server->rules);
    access_log_close(server->log);
    return status;
}

static int run_with_process(struct server *server)
{
    int status = EXIT_OWN_FAILURE;
    if (!quotas_open(&server->quotas) || !watching_open(&server->watching)) {
        complain("cannot start: %s", strerror(errno));
        return status;
    }
    if (workshop_open(&server->workshop, &server->watching, server->options,
                      server->limits.work_time)) {
        status = run_with_rules(server);
        workshop_close(&server->workshop);
    }
    return status;
}

/* ---- Checking the options ----------------------------------------------- */

static void note_fault(void *context, const struct ddds_record *record,
                       const struct ddds_error *error)
{
    (void)record;
    complain("%s", error->detail);
    ++*(size_t *)context;
}

/* Read the zones of |line|, or open DNS. Return the number of faults, all
 * reported. |*status| becomes EXIT_USAGE for faults of options. */
static size_t check_zones(struct resolver_line *line, int *status)
{
    size_t faults = 0;
    int found;
    line->source.unreadable = note_fault;
    line->source.unreadable_context = &faults;
    ddds_database *database = source_open(line, &found);
    *status = database == NULL && found == EXIT_USAGE ? found : *status;
    faults += database == NULL;
    ddds_database_free(database);
    line->source.unreadable_context = NULL;
    return faults;
}

/* Check each zone file alone, so that one fault does not hide another, and then
 * all together, since they may contradict each other. */
static size_t check_sources(const struct resolver_line *all, int *status)
{
    size_t faults = 0;
    struct resolver_line line = *all;
    line.source.configurations.count = 0;
    line.source.zones.count = 1;
    for (size_t i = 0;
         all->source.zones.count > 1 && i < all->source.zones.count; i++) {
        line.source.zones.items = &all->source.zones.items[i];
        faults += check_zones(&line, status);
    }
    line = *all;
    return faults > 0 ? faults : check_zones(&line, status);
}

/* Report the faults that a start would find, without opening sockets. */
static int check(const struct serve_line *options)
{
    if (!listening_check(&options->serve)) {
        return EXIT_USAGE;
    }
    const char *log = options->serve.log;
    size_t faults = log != NULL && !access_log_check(log) ? 1 : 0;
    int status = EXIT_BAD_DATA;
    faults += check_sources(&options->common, &status);
    if (faults > 0) {
        return status;
    }
    puts("the options and the zones are valid");
    return EXIT_FOUND;
}

/* ---- The command -------------------------------------------------------- */

/* Return true if the library accepts the options that all requests share. */
static bool check_request(const struct request_options *request)
{
    struct ddds_error error;
    ddds_engine *engine = ddds_engine_new(
        ddds_application_urn(), "urn:example:a", &request->resolving, &error);
    if (engine == NULL) {
        complain("%s%s", error.detail, advice_on(error.setting));
    }
    ddds_engine_free(engine);
    return engine != NULL;
}

/* Return true if |text| is NULL, "*" or an origin as browsers serialise it (RFC
 * 6454 section 6.2); otherwise complain. */
static bool check_cors(const char *text)
{
    struct ddds_uri uri;
    if (text == NULL || strcmp(text, "*") == 0 ||
        (ddds_uri_parse(text, &uri, NULL) == DDDS_OK && uri.host.length > 0 &&
         uri.userinfo.text == NULL && uri.path.length == 0 &&
         uri.query.text == NULL && uri.fragment.text == NULL)) {
        return true;
    }
    complain("--cors: \"%s\" is not an origin, as in https://www.example.com "
             "or http://localhost:8080, or *",
             text);
    return false;
}

/* Exit statuses for systemd: it names those of sysexits.h, and interprets small
 * numbers as those of init scripts, for example 4 as NOPERMISSION. */
static int exit_of(int status)
{
    bool is_service =
        getenv("INVOCATION_ID") != NULL && getenv("NOTIFY_SOCKET") != NULL;
    if (!is_service) {
        return status;
    }
    switch (status) {
    case EXIT_FOUND:
        return EX_OK;
    case EXIT_USAGE:
        return EX_USAGE;
    case EXIT_BAD_DATA:
        return EX_DATAERR;
    case EXIT_TEMPORARY:
        return EX_TEMPFAIL;
    default:
        return EX_SOFTWARE;
    }
}

/* Read the options that are lists, and check those that have a syntax. */
static bool read_options(struct server *server)
{
    const struct serve_options *options = &server->options->serve;
    server->forwarded = (struct forwarding){"Forwarded", true, {NULL, 0}};
    server->x_forwarded_for =
        (struct forwarding){"X-Forwarded-For", false, {NULL, 0}};
    return hosts_check(options->hosts) &&
           networks_read(&server->forwarded.proxies, "--forwarded",
                         options->forwarded) &&
           networks_read(&server->x_forwarded_for.proxies, "--x-forwarded-for",
                         options->x_forwarded_for) &&
           networks_read(&server->proxy_protocol, "--proxy-protocol",
                         options->proxy_protocol) &&
           check_cors(options->cors) &&
           check_request(&server->options->common.request);
}

int command_serve(const void *given)
{
    const struct serve_line *options = given;
    if (options->common.words.input_count > 0) {
        complain("serve: takes no inputs; clients send them: leave \"%s\" out",
                 options->common.words.inputs[0]);
        return exit_of(EXIT_USAGE);
    }
    int status = EXIT_TEMPORARY;
    struct server *server = calloc(1, sizeof *server);
    server->options = options;
    server->signal_descriptor = -1;
    server->metrics.started = time(NULL);
    server->watching.epoll = -1;
    server->site = site_open();
    set_limits(server);
    if (!read_options(server)) {
        status = EXIT_USAGE;
    } else if (options->serve.only_checks) {
        status = check(options);
    } else if (raise_descriptors(server)) {
        status = run_with_process(server);
    }
    if (server->site >= 0) {
        close(server->site);
    }
    watching_close(&server->watching);
    quotas_close(&server->quotas);
    networks_free(&server->forwarded.proxies);
    networks_free(&server->x_forwarded_for.proxies);
    networks_free(&server->proxy_protocol);
    free(server);
    return exit_of(status);
}
