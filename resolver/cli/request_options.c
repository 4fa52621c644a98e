/* Options of a resolution.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/request_options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/suggestion.h"
#include "cli/values.h"
#include "cli/requested_services.h"

#define SETS(what) .member = offsetof(struct request_options, what)
#define GIVES(what) .given = offsetof(struct request_options, what)

/* ---- Readers ------------------------------------------------------------- */

/* An input has a single application. */
static int check_first(const struct request_options *request,
                       const struct option_use *use)
{
    if (request->application == NULL) {
        return -1;
    }
    complain("%s: the application is already \"%s\"; give --app or --app-file "
             "only once",
             use->spelling, request->application->name);
    return EXIT_USAGE;
}

int read_application_file(void *group, const struct option_use *use)
{
    struct request_options *request = group;
    struct ddds_error error;
    int status = check_first(request, use);
    if (status >= 0) {
        return status;
    }
    request->described = ddds_application_open(use->value, &error);
    request->application = request->described;
    if (request->described != NULL) {
        return -1;
    }
    complain("%s", error.detail);
    /* An invalid description is a usage error. */
    return error.status == DDDS_SYNTAX ? EXIT_USAGE
                                       : exit_of_status(error.status);
}

int read_application(void *group, const struct option_use *use)
{
    struct request_options *request = group;
    int status = check_first(request, use);
    if (status >= 0) {
        return status;
    }
    request->application = ddds_application_find(use->value);
    if (request->application != NULL) {
        return -1;
    }
    if (strcasecmp(use->value, "eduroam") == 0) {
        complain("%s: \"%s\" is a service of radius; write --app radius "
                 "--service x-eduroam",
                 use->spelling, use->value);
        return EXIT_USAGE;
    }
    struct suggestion suggestion;
    suggestion_begin(&suggestion, use->value, strlen(use->value));
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        suggestion_try(&suggestion, (*each)->name);
    }
    complain("%s: \"%s\" is not one of %s%s", use->spelling, use->value,
             suggestion.known, suggestion_text(&suggestion));
    return EXIT_USAGE;
}

static int read_seed(void *group, const struct option_use *use)
{
    struct request_options *request = group;
    return value_number(use->spelling, use->value, 0, UINT64_MAX,
                        &request->seed);
}

/* ---- Rows -------------------------------------------------------------- */

static const struct option_row beginnings[] = {
    OPTION_VALUE("root", 0, "NAME", BOUNDED_COMMANDS,
                 "the domain of first keys, instead of urn.arpa; repeatable",
                 read_list, SETS(roots), .is_kept = true),
    OPTION_HEADING(BOUNDED_COMMANDS,
                   "  (nid:foo=NAME, scheme:http=NAME: the first key itself)"),
    OPTION_SWITCH("dns", 0,
                  ENGINE_COMMANDS &ONE_SOURCE_COMMANDS & ~COMMAND_PROVE,
                  "query DNS even for names ddds can answer itself (urn:uuid)",
                  read_switch, SETS(resolving.dns)),
    OPTION_HEADING(SOURCE_COMMANDS, "Request"),
};

static const struct option_row requests[] = {
    OPTION_VALUE("app", 0, "NAME", ENGINE_COMMANDS,
                 "the application (default: urn or uri, by the input); "
                 "ddds help applications lists them",
                 read_application, SETS(application)),
    OPTION_VALUE("app-file", 0, "FILE", ENGINE_COMMANDS,
                 "the application that FILE describes", read_application_file,
                 SETS(described)),
    OPTION_VALUE("service", 0, "LIST", ENGINE_COMMANDS,
                 "services, the preferred first: I2L,I2R", read_list,
                 SETS(services), .is_kept = true),
    OPTION_VALUE("protocol", 0, "LIST", ENGINE_COMMANDS,
                 "protocols, the preferred first: thttp", read_list,
                 SETS(protocols), .is_kept = true),
    OPTION_VALUE("own-host", 0, "LIST", BOUNDED_COMMANDS & ~COMMAND_PROVE,
                 "leave out servers that are this host itself; repeatable",
                 read_list, SETS(own_hosts), .is_kept = true),
    OPTION_VALUE("near", 0, "LIST", COMMAND_RESOLVE | COMMAND_TRACE,
                 "every result, those close to these hosts first (3gpp)",
                 read_list, SETS(near), .is_kept = true),
    OPTION_SWITCH("all", 0, ENGINE_COMMANDS & ~COMMAND_PROVE,
                  "every result, in rank order", read_switch,
                  SETS(resolving.all)),
    OPTION_SWITCH("no-addresses", 0, ENGINE_COMMANDS & ~COMMAND_FETCH,
                  "stop at host names", read_switch,
                  SETS(resolving.no_addresses)),
    OPTION_SWITCH("no-q", 0, BOUNDED_COMMANDS,
                  "do not copy the URN's q-component to the URI", read_switch,
                  SETS(resolving.no_q)),
    OPTION_SWITCH("require-ad", 0, LIVE_COMMANDS,
                  "reject unauthenticated answers", read_switch,
                  SETS(resolving.require_authenticated)),
    OPTION_VALUE("seed", 0, "N", ENGINE_COMMANDS,
                 "make the choice among servers repeatable", read_seed,
                 SETS(seed), GIVES(has_seed)),

    OPTION_HEADING(SOURCE_COMMANDS, "Limits"),
    OPTION_VALUE("max-hops", 0, "N", BOUNDED_COMMANDS,
                 "delegations on one path (16; enum: 5)", read_count,
                 SETS(resolving.max_hops), .number = 1000),
    OPTION_VALUE("max-queries", 0, "N", BOUNDED_COMMANDS,
                 "queries for one input (64)", read_count,
                 SETS(resolving.max_queries), .number = 100000),
    OPTION_VALUE("max-steps", 0, "N", BOUNDED_COMMANDS,
                 "steps of expressions (1500000; serve: 250000)", read_count,
                 SETS(resolving.max_steps), .number = UINT_MAX),
    OPTION_VALUE("deadline", 0, "DUR", LIVE_COMMANDS,
                 "time for one input: 500ms, 2s (15s)", read_duration,
                 SETS(resolving.deadline)),
};

const struct option_rows root_rows = OPTION_ROWS(beginnings);
const struct option_rows request_rows = OPTION_ROWS(requests);

/* ---- Entry --------------------------------------------------------------- */

void request_options_begin(struct request_options *request)
{
    *request = (struct request_options){.resolving = DDDS_OPTIONS_INIT};
    request->resolving.deadline = 15000;
}

void request_options_clear(struct request_options *request)
{
    ddds_application_free(request->described);
}

/* URNs and URIs share a grammar of services. sip has no services, and reports
 * this itself. */
static int check_services(const struct request_options *request)
{
    const struct ddds_application *application = request->application != NULL
                                                     ? request->application
                                                     : ddds_application_uri();
    struct ddds_error error;
    if (application == ddds_application_sip() ||
        requested_check(application, request->services, &error) == DDDS_OK) {
        return -1;
    }
    complain("%s", error.detail);
    return EXIT_USAGE;
}

int request_options_complete(struct request_options *request)
{
    request->resolving.services = request->services;
    request->resolving.protocols = request->protocols;
    request->resolving.roots = request->roots;
    request->resolving.own_hosts = request->own_hosts;
    request->resolving.near = request->near;
    return check_services(request);
}
