/* ddds fetch: resolve inputs, contact their servers, and print the answers.
 *
 * Inputs are resolved and their servers contacted concurrently, so that a slow
 * server delays only its own input. --jobs limits this: it bounds the memory,
 * and protects a server that is common to all inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ddds/ddds.h>
#include <ddds/fetch.h>

#include "batch/batch.h"
#include "batch/hints.h"
#include "batch/interrupt.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "fetch/fetch_options.h"
#include "fetch/print_fetch.h"
#include "fetch/proxy.h"
#include "print/output_file.h"
#include "render/rendering.h"
#include "text/memory_report.h"
#include "zones/rule_source.h"

/* An input in progress. */
struct fetch_item {
    struct batch_job job;
    ddds_retrieval *retrieval; /* NULL: not started */
    bool is_uuid;
};

struct fetching {
    const struct fetch_line *options;
    const char *services; /* requested; NULL: any */
    ddds_fetcher *fetcher;
    struct style style;
    struct batch batch;
    struct output_file output;
    unsigned hints; /* number of hints given */
    bool shows_progress;
};

/* ---- Progress ------------------------------------------------------------ */

/* Show the received octets of pending answers on a terminal. */
static bool show_progress(void *context, uint64_t octets, uint64_t total)
{
    const struct fetching *fetching = context;
    char line[80];
    if (fetching->shows_progress && octets >= 1 << 20) {
        int used = snprintf(line, sizeof line, "fetched %.1f MiB",
                            (double)octets / (1 << 20));
        if (total > 0) {
            snprintf(line + used, sizeof line - (size_t)used, " of %.1f MiB",
                     (double)total / (1 << 20));
        }
        show_line(line);
    }
    return true;
}

static bool wants_progress(const struct fetch_line *options)
{
    return options->common.batch.progress == PROGRESS_ALWAYS ||
           (options->common.batch.progress == PROGRESS_AUTO &&
            isatty(STDERR_FILENO) == 1);
}

/* ---- An input ------------------------------------------------------------ */

static int refuse(struct fetching *fetching, const struct batch_job *job)
{
    const struct refusal refusal = {
        input_span(&job->line), job->application, &job->error,
        job->line.given,        "ddds.fetch/1",   "fetch"};
    if (fetching->options->common.output.format == FORMAT_JSON &&
        job->error.status != DDDS_BAD_OPTION) {
        print_json_refusal(fetching->output.file, &refusal);
    }
    return batch_refuse(&fetching->batch, job);
}

/* Report why nothing was fetched: the reason of the resolution, or the end of
 * the last request. */
static void explain(const struct fetch_report *report)
{
    const struct ddds_result *result = report->result;
    const struct ddds_fetched *fetched = report->fetched;
    if (fetched->end == DDDS_FETCH_END_NO_OUTCOME) {
        char *sentence = reason_with_advice(result);
        complain("%s: %s: %s", result->input, ddds_reason_name(result->reason),
                 sentence);
        free(sentence);
        return;
    }
    const struct ddds_fetch_attempt *decisive = NULL;
    const struct ddds_fetch_attempt *attempt;
    for (size_t i = 0; (attempt = ddds_fetched_attempt(fetched, i)) != NULL;
         i++) {
        if (decisive == NULL && attempt->end == fetched->end) {
            decisive = attempt;
        }
    }
    const char *detail = decisive != NULL ? decisive->detail : NULL;
    complain(
        "%s: %s: %s%s%s%s%s%s", result->input,
        ddds_fetch_end_name(fetched->end), fetch_report_text(report),
        decisive != NULL ? ": " : "", decisive != NULL ? decisive->uri : "",
        detail != NULL ? ": " : "", detail != NULL ? detail : "",
        fetched->end == DDDS_FETCH_END_PRIVATE ? "; --allow-private contacts it"
                                               : "");
}

/* Print the fetched content, and return its exit status. */
static int print_text_of(const struct fetching *fetching,
                         const struct fetch_report *report)
{
    const struct ddds_fetched *fetched = report->fetched;
    FILE *out = fetching->output.file;
    if (out == stdout && isatty(STDOUT_FILENO) == 1 &&
        !is_fit_for_terminal(fetched)) {
        complain("%s: the content is not text; write it to a file with -o FILE",
                 report->result->input);
        return EXIT_USAGE;
    }
    if (fetched->skipped > 0) {
        bool is_one = fetched->skipped == 1;
        complain("%s: %zu line%s of the list %s %s and %s left out",
                 report->result->input, fetched->skipped, is_one ? "" : "s",
                 is_one ? "is" : "are",
                 fetched->service != DDDS_FETCH_I2NS
                     ? (is_one ? "not a URI" : "not URIs")
                     : (is_one ? "not a URN" : "not URNs"),
                 is_one ? "was" : "were");
    }
    print_fetched(out, report);
    return EXIT_FOUND;
}

static int print_report(const struct fetching *fetching,
                        const struct fetch_report *report)
{
    const struct fetch_line *options = fetching->options;
    const struct ddds_fetched *fetched = report->fetched;
    bool is_done = fetched->end == DDDS_FETCH_END_DONE;
    int status = fetched->end == DDDS_FETCH_END_NO_OUTCOME
                     ? exit_of_reason(report->result->reason)
                     : exit_of_class(ddds_fetch_end_class(fetched->end));
    if (options->common.output.format == FORMAT_JSON) {
        print_fetched_json(fetching->output.file, report, &fetching->style);
        return status;
    }
    if (options->common.output.has_trace) {
        print_fetched_trace(stderr, report, &fetching->style);
    }
    if (!is_done) {
        explain(report);
        return status;
    }
    return print_text_of(fetching, report);
}

static bool has_uuid(const struct ddds_result *result)
{
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    return outcome != NULL && outcome->kind == DDDS_OUTCOME_UUID;
}

static void end_retrieval(ddds_retrieval *retrieval, void *context)
{
    struct fetch_item *item = context;
    (void)retrieval;
    batch_done(&item->job);
}

/* Contact the servers of a resolution as soon as it is complete. */
static bool begin_retrieval(void *context, struct batch_job *job)
{
    const struct fetching *fetching = context;
    struct fetch_item *item = (void *)job; /* its first member */
    item->is_uuid = has_uuid(ddds_resolution_result(job->resolution));
    item->retrieval =
        ddds_retrieval_start(fetching->fetcher, job->resolution,
                             fetching->services, end_retrieval, item, NULL);
    return item->retrieval != NULL;
}

static bool await_retrievals(void *context)
{
    const struct fetching *fetching = context;
    return ddds_fetcher_wait(fetching->fetcher) == DDDS_OK;
}

static void free_retrieval(void *context, struct batch_job *job)
{
    struct fetch_item *item = (void *)job;
    (void)context;
    ddds_retrieval_free(item->retrieval);
    item->retrieval = NULL;
}

static int show(void *context, const struct batch_job *job)
{
    struct fetching *fetching = context;
    const struct fetch_item *item = (const void *)job;
    if (job->resolution == NULL) {
        return refuse(fetching, job);
    }
    const struct fetch_report report = {
        ddds_resolution_result(job->resolution),
        item->retrieval != NULL ? ddds_retrieval_result(item->retrieval) : NULL,
        item->is_uuid,
    };
    if (report.fetched == NULL) {
        memory_fail();
    }
    hide_line();
    fetching->style.given = job->line.given;
    int exit = print_report(fetching, &report);
    if (report.fetched->end == DDDS_FETCH_END_NO_OUTCOME) {
        hint_application(&fetching->options->common, job->input,
                         &fetching->hints);
    }
    return exit;
}

/* ---- Options ------------------------------------------------------------- */

static bool check_services(const char *services)
{
    struct ddds_error error;
    ddds_status status = ddds_fetch_check(services, &error);
    if (status != DDDS_OK) {
        complain("fetch: %s", error.detail);
    }
    return status == DDDS_OK;
}

/* Return true if the application, such as Peppol, has its own protocols. */
static bool has_own_services(const struct fetch_line *options)
{
    const struct ddds_application *application =
        options->common.request.application;
    return application != NULL && application->services != NULL;
}

static bool check_options(const struct fetch_line *options)
{
    bool has_file = options->fetch.output != NULL;
    if (options->common.words.input_count == 0 &&
        options->common.batch.input_files.count == 0) {
        complain("fetch: missing inputs; give a URN or URI, or inputs with -f "
                 "FILE or -");
        return false;
    }
    if (has_file && options->common.output.format != FORMAT_JSON &&
        (options->common.words.input_count != 1 ||
         options->common.batch.input_files.count > 0)) {
        complain("fetch: -o takes the result of one input; give one, or "
                 "--json");
        return false;
    }
    if (options->fetch.document != NULL && !has_own_services(options)) {
        complain("fetch: --document goes with --app peppol and --app bdxl");
        return false;
    }
    return check_services(options->common.request.services) &&
           !hint_refuses(&options->common);
}

static struct ddds_fetch_options make_options(const struct fetching *fetching,
                                              ddds_database *hosts)
{
    const struct fetch_options *own = &fetching->options->fetch;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    proxy_read(own, &options);
    options.ca_file = own->ca_file;
    options.accept = own->accept;
    options.document = own->document;
    options.allow_private = own->allows_private;
    options.no_q = fetching->options->common.request.resolving.no_q;
    options.connect_timeout = own->connect_timeout;
    options.timeout = own->timeout;
    options.max_redirects = own->max_redirects;
    options.max_size = own->max_size;
    options.hosts = hosts;
    options.progress = show_progress;
    return options;
}

/* ---- Entry --------------------------------------------------------------- */

static int refuse_output(const struct fetching *fetching, int failure)
{
    complain("%s: cannot be written: %s", fetching->options->fetch.output,
             output_file_why(failure));
    return EXIT_OWN_FAILURE;
}

static int end_output(struct fetching *fetching, int status)
{
    int failure = 0;
    if (status == EXIT_FOUND ||
        fetching->options->common.output.format == FORMAT_JSON) {
        failure = output_file_commit(&fetching->output);
    } else {
        output_file_abandon(&fetching->output);
    }
    if (failure != 0) {
        return refuse_output(fetching, failure);
    }
    return status;
}

static int run_batch(struct fetching *fetching, ddds_database *database)
{
    struct ddds_error error;
    struct ddds_fetch_options options = make_options(fetching, database);
    options.progress_context = fetching;
    fetching->fetcher = ddds_fetcher_new(&options, &error);
    if (fetching->fetcher == NULL) {
        complain("%s%s",
                 error.status == DDDS_UNREADABLE ? "--cacert " : "fetch: ",
                 error.detail);
        return exit_of_status(error.status);
    }
    int failure =
        output_file_open(&fetching->output, fetching->options->fetch.output);
    if (failure != 0) {
        ddds_fetcher_free(fetching->fetcher);
        return refuse_output(fetching, failure);
    }
    fetching->batch.database = database;
    batch_run(&fetching->batch);
    int status = end_output(fetching, batch_end(&fetching->batch));
    ddds_fetcher_free(fetching->fetcher);
    return status;
}

/* Run |options|, whose protocols are supported. */
static int run_with(const struct fetch_line *options)
{
    struct fetching fetching = {
        .options = options,
        .services = options->common.request.services,
        .style = {.has_trace = options->common.output.has_trace,
                  .has_color = options->common.output.color.is_on},
        .shows_progress = wants_progress(options),
        .batch = {.options = &options->common,
                  .item_size = sizeof(struct fetch_item),
                  .go_on = begin_retrieval,
                  .wait = await_retrievals,
                  .cancel = free_retrieval,
                  .clear = free_retrieval,
                  .show = show},
    };
    fetching.batch.context = &fetching;
    int status;
    ddds_database *database = source_open(&options->common, &status);
    if (database != NULL) {
        status = run_batch(&fetching, database);
        ddds_database_free(database);
    }
    return status;
}

int command_fetch(const void *given)
{
    const struct fetch_line *options = given;
    struct fetch_line own = *options;
    if (!check_options(options)) {
        return EXIT_USAGE;
    }
    if (options->common.request.protocols == NULL &&
        !has_own_services(options)) {
        own.common.request.resolving.protocols = "thttp,http,https,thttps";
    }
    return run_with(&own);
}
