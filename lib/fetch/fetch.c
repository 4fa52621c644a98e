/* Fetchers: options, retrievals in progress, and their event loop.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/fetch.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/clocks.h"
#include "base/error.h"
#include "base/sized.h"
#include "db/wire/database_class.h"
#include "fetch/retrieval.h"

/* ---- Fetchers ------------------------------------------------------------ */

/* Check the certificates here, because libcurl reads the file at each
 * connection, and reports errors in it as the server's. */
static ddds_status check_certificates(const char *path,
                                      struct ddds_error *error)
{
    char line[128];
    bool has_any = false;
    errno = 0;
    FILE *file = fopen(path, "re");
    while (file != NULL && !has_any && fgets(line, sizeof line, file) != NULL) {
        has_any = strncmp(line, "-----BEGIN ", 11) == 0 &&
                  strstr(line, "CERTIFICATE-----") != NULL;
    }
    const char *why = file == NULL || ferror(file) ? strerror(errno)
                                                   : "it has no certificate";
    if (file != NULL) {
        fclose(file);
    }
    return has_any ? DDDS_OK
                   : ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                                    "%s: cannot be read: %s", path, why);
}

/* Check |accept|, which becomes a header field, so line ends are forbidden. */
static ddds_status check_accept(const char *accept, struct ddds_error *error)
{
    size_t at = 0;
    while (ascii_is_graphic((unsigned char)accept[at]) || accept[at] == ' ') {
        at++;
    }
    if (accept[at] != '\0') {
        return ddds_error_set(error, DDDS_BAD_OPTION, at,
                              "media types: expected printable ASCII at %zu",
                              at);
    }
    return at <= LIMIT_FETCH_ACCEPT
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, LIMIT_FETCH_ACCEPT,
                                "the media types have more than %d octets",
                                (int)LIMIT_FETCH_ACCEPT);
}

static ddds_status copy_options(ddds_fetcher *fetcher,
                                const struct ddds_fetch_options *options,
                                struct ddds_error *error)
{
    struct ddds_fetch_options *own = &fetcher->options;
    const char **const strings[] = {&own->http_proxy, &own->https_proxy,
                                    &own->no_proxy,   &own->ca_file,
                                    &own->accept,     &own->document};
    ddds_status status = ddds_sized_copy(options, own, sizeof *own,
                                         "DDDS_FETCH_OPTIONS_INIT", error);
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        if (status == DDDS_OK && *strings[i] != NULL) {
            *strings[i] = ddds_arena_string(&fetcher->strings, *strings[i]);
            status =
                *strings[i] == NULL ? ddds_error_no_memory(error) : DDDS_OK;
        }
    }
    own->connect_timeout =
        own->connect_timeout != 0 ? own->connect_timeout : 5000;
    own->timeout = own->timeout != 0 ? own->timeout : 30000;
    own->deadline = own->deadline != 0 ? own->deadline : 120000;
    own->max_redirects = own->max_redirects != 0 ? own->max_redirects : 10;
    own->max_size = own->max_size != 0 ? own->max_size : 64 << 20;
    return status;
}

static ddds_status check_options(const struct ddds_fetch_options *options,
                                 struct ddds_error *error)
{
    ddds_status status = options->ca_file != NULL
                             ? check_certificates(options->ca_file, error)
                             : DDDS_OK;
    if (status == DDDS_OK && options->hosts != NULL) {
        status = ddds_database_check(options->hosts, error);
    }
    return status == DDDS_OK && options->accept != NULL
               ? check_accept(options->accept, error)
               : status;
}

ddds_fetcher *ddds_fetcher_new(const struct ddds_fetch_options *options,
                               struct ddds_error *error)
{
    ddds_fetcher *fetcher = calloc(1, sizeof *fetcher);
    if (fetcher == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    fetcher->last_ready = &fetcher->ready;
    fetcher->transfers.descriptor = -1;
    ddds_status status = copy_options(fetcher, options, error);
    if (status == DDDS_OK) {
        status = check_options(&fetcher->options, error);
    }
    if (status == DDDS_OK &&
        !ddds_transfers_begin(&fetcher->transfers, &fetcher->options)) {
        status = ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                                "cannot create an epoll instance: %s",
                                strerror(errno));
    }
    if (status != DDDS_OK) {
        ddds_fetcher_free(fetcher);
        return NULL;
    }
    return fetcher;
}

void ddds_fetcher_free(ddds_fetcher *fetcher)
{
    struct ddds_retrieval *next;
    if (fetcher != NULL) {
        for (struct ddds_retrieval *one = fetcher->first; one != NULL;
             one = next) {
            next = one->next;
            ddds_retrieval_free(one);
        }
        ddds_transfers_end(&fetcher->transfers);
        ddds_arena_free(&fetcher->strings);
        free(fetcher);
    }
}

/* ---- Retrievals ---------------------------------------------------------- */

static ddds_status refuse_service(struct ddds_span bad,
                                  struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                          "service \"%.*s%s\" cannot be fetched; write I2L, "
                          "I2Ls, I2R, I2Rs, I2C, I2Cs, I2N, I2Ns or Meta",
                          ddds_error_quoted(bad.text, bad.length), bad.text,
                          ddds_error_ellipsis(bad.length));
}

ddds_status ddds_fetch_check(const char *services, struct ddds_error *error)
{
    enum ddds_fetch_service wanted[SERVICE_COUNT];
    struct ddds_span bad;
    return ddds_services_wanted(services, wanted, &bad) < 0
               ? refuse_service(bad, error)
               : DDDS_OK;
}

static struct ddds_retrieval *take_ready(ddds_fetcher *fetcher)
{
    struct ddds_retrieval *retrieval = fetcher->ready;
    if (retrieval != NULL) {
        fetcher->ready = retrieval->next_ready;
        retrieval->is_ready = false;
        if (fetcher->ready == NULL) {
            fetcher->last_ready = &fetcher->ready;
        }
    }
    return retrieval;
}

/* Remove |retrieval| from the lists of those in progress. */
static void leave(struct ddds_retrieval *retrieval)
{
    ddds_fetcher *fetcher = retrieval->fetcher;
    struct ddds_retrieval **ready = &fetcher->ready;
    *(retrieval->previous != NULL ? &retrieval->previous->next
                                  : &fetcher->first) = retrieval->next;
    if (retrieval->next != NULL) {
        retrieval->next->previous = retrieval->previous;
    }
    while (*ready != NULL && *ready != retrieval) {
        ready = &(*ready)->next_ready;
    }
    if (*ready != NULL) {
        *ready = retrieval->next_ready;
        fetcher->last_ready = *ready == NULL ? ready : fetcher->last_ready;
    }
    retrieval->is_done = true;
}

static void enter(struct ddds_retrieval *retrieval)
{
    ddds_fetcher *fetcher = retrieval->fetcher;
    retrieval->next = fetcher->first;
    if (retrieval->next != NULL) {
        retrieval->next->previous = retrieval;
    }
    fetcher->first = retrieval;
    retrieval->deadline = ddds_clock_now() + fetcher->options.deadline;
    ddds_retrieval_wake(retrieval, retrieval->result->outcome_count > 0
                                       ? STEP_OUTCOME
                                       : STEP_END);
}

ddds_retrieval *ddds_retrieval_start(ddds_fetcher *fetcher,
                                     ddds_resolution *resolution,
                                     const char *services,
                                     ddds_retrieved_fn *done, void *context,
                                     struct ddds_error *error)
{
    struct ddds_span bad;
    struct ddds_retrieval *retrieval = calloc(1, sizeof *retrieval);
    if (retrieval == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    retrieval->fetcher = fetcher;
    retrieval->done = done;
    retrieval->context = context;
    retrieval->resolution = resolution;
    retrieval->result = ddds_resolution_result(resolution);
    retrieval->wanted_count =
        ddds_services_wanted(services, retrieval->wanted, &bad);
    if (retrieval->result == NULL || retrieval->wanted_count < 0) {
        retrieval->wanted_count < 0
            ? refuse_service(bad, error)
            : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                             "the resolution is not done");
        free(retrieval);
        return NULL;
    }
    retrieval->fetched.attempts = retrieval->attempts;
    retrieval->fetched.end = DDDS_FETCH_END_NO_OUTCOME;
    retrieval->fetched.service = retrieval->wanted[0];
    enter(retrieval);
    return retrieval;
}

const struct ddds_fetched *
ddds_retrieval_result(const ddds_retrieval *retrieval)
{
    return retrieval->is_done && !retrieval->is_without_memory
               ? &retrieval->fetched
               : NULL;
}

const struct ddds_fetch_attempt *
ddds_fetched_attempt(const struct ddds_fetched *fetched, size_t index)
{
    return fetched != NULL && index < fetched->attempt_count
               ? &fetched->attempts[index]
               : NULL;
}

void ddds_retrieval_free(ddds_retrieval *retrieval)
{
    if (retrieval != NULL) {
        if (!retrieval->is_done) {
            leave(retrieval);
            ddds_retrieval_cancel(retrieval);
        }
        ddds_arena_free(&retrieval->arena);
        free(retrieval->content);
        free(retrieval);
    }
}

/* ---- Event loop ---------------------------------------------------------- */

enum { PROGRESS_INTERVAL = 500 };

int ddds_fetcher_descriptor(const ddds_fetcher *fetcher)
{
    return fetcher->transfers.descriptor;
}

int ddds_fetcher_timeout(ddds_fetcher *fetcher)
{
    if (fetcher->ready != NULL) {
        return 0;
    }
    int timeout = ddds_transfers_timeout(&fetcher->transfers);
    bool has_progress =
        fetcher->options.progress != NULL && fetcher->transfers.first != NULL;
    return has_progress && (timeout < 0 || timeout > PROGRESS_INTERVAL)
               ? PROGRESS_INTERVAL
               : timeout;
}

/* Report the progress of all answers; total 0 if a length is unknown. */
static void report_progress(ddds_fetcher *fetcher)
{
    const struct ddds_fetch_options *options = &fetcher->options;
    uint64_t now = ddds_clock_now();
    uint64_t octets = 0;
    uint64_t total = 0;
    bool is_known = true;
    if (options->progress == NULL || now < fetcher->next_progress) {
        return;
    }
    fetcher->next_progress = now + PROGRESS_INTERVAL;
    struct transfer *transfer = fetcher->transfers.first;
    for (; transfer != NULL; transfer = transfer->next) {
        uint64_t its_octets;
        uint64_t its_total;
        ddds_transfer_measure(transfer, &its_octets, &its_total);
        octets += its_octets;
        total += its_total;
        is_known &= its_total > 0;
    }
    transfer = fetcher->transfers.first;
    if (transfer != NULL && !options->progress(options->progress_context,
                                               octets, is_known ? total : 0)) {
        for (; transfer != NULL; transfer = transfer->next) {
            ddds_transfer_stop(transfer);
        }
    }
}

/* Finish |retrieval|; |done| may free it. */
static void finish(struct ddds_retrieval *retrieval)
{
    leave(retrieval);
    ddds_retrieval_cancel(retrieval);
    if (retrieval->done != NULL) {
        retrieval->done(retrieval, retrieval->context);
    }
}

static void check_lookups(ddds_fetcher *fetcher)
{
    struct ddds_retrieval *retrieval = fetcher->first;
    for (; retrieval != NULL; retrieval = retrieval->next) {
        ddds_host_check(&retrieval->search);
    }
}

void ddds_fetcher_process(ddds_fetcher *fetcher)
{
    struct ddds_retrieval *retrieval;
    ddds_transfers_process(&fetcher->transfers);
    check_lookups(fetcher);
    report_progress(fetcher);
    while ((retrieval = take_ready(fetcher)) != NULL) {
        ddds_retrieval_advance(retrieval);
        if (retrieval->step == STEP_END) {
            finish(retrieval);
        }
    }
}

/* Fail lookups that can never end. */
static void fail_lookups(ddds_fetcher *fetcher)
{
    struct ddds_retrieval *retrieval = fetcher->first;
    for (; retrieval != NULL; retrieval = retrieval->next) {
        const struct host_search *search = &retrieval->search;
        if (search->is_pending && search->lookup == NULL) {
            ddds_host_cancel(&retrieval->search);
            retrieval->search.addresses.is_unknown = true;
            ddds_retrieval_wake(retrieval, STEP_CONTACT);
        } else if (retrieval->is_resolving) {
            ddds_resolution_stop(retrieval->resolution, DDDS_REASON_NETWORK);
        }
    }
}

ddds_status ddds_fetcher_wait(ddds_fetcher *fetcher)
{
    struct pollfd descriptor = {.fd = fetcher->transfers.descriptor,
                                .events = POLLIN};
    ddds_database *hosts = fetcher->options.hosts;
    int timeout = ddds_fetcher_timeout(fetcher);
    ddds_status status = DDDS_LIMIT;
    if (fetcher->first == NULL) {
        return status;
    }
    if (hosts != NULL) {
        status = ddds_database_wait_for(hosts, descriptor.fd, timeout);
    }
    if (status != DDDS_OK) {
        fail_lookups(fetcher);
        poll(&descriptor, 1, ddds_fetcher_timeout(fetcher));
    }
    ddds_fetcher_process(fetcher);
    return status == DDDS_LIMIT ? DDDS_OK : status;
}

ddds_retrieval *ddds_fetch(ddds_fetcher *fetcher, ddds_resolution *resolution,
                           const char *services, struct ddds_error *error)
{
    ddds_retrieval *retrieval =
        ddds_retrieval_start(fetcher, resolution, services, NULL, NULL, error);
    if (retrieval != NULL) {
        retrieval->is_waited_for = true;
    }
    while (retrieval != NULL && !retrieval->is_done) {
        ddds_fetcher_wait(fetcher);
    }
    if (retrieval != NULL && retrieval->is_without_memory) {
        ddds_retrieval_free(retrieval);
        ddds_error_no_memory(error);
        return NULL;
    }
    return retrieval;
}
