/* Retrieval: try outcomes and servers until a server performs the service, the
 * last step of RFC 3404 appendix A.
 *
 * A retrieval is a state machine: it takes steps until it must wait, and the
 * awaited event sets the next step. So many retrievals can be in progress.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/retrieval.h"

#include <string.h>
#include <strings.h>

#include "base/clocks.h"
#include "fetch/smp.h"

void ddds_retrieval_wake(struct ddds_retrieval *retrieval,
                         enum retrieval_step step)
{
    ddds_fetcher *fetcher = retrieval->fetcher;
    retrieval->step = step;
    if (!retrieval->is_ready) {
        retrieval->is_ready = true;
        retrieval->next_ready = NULL;
        *fetcher->last_ready = retrieval;
        fetcher->last_ready = &retrieval->next_ready;
    }
}

/* ---- Result -------------------------------------------------------------- */

/* A temporary failure overrides a permanent failure. Of equal failures the
 * first is kept, because its outcome was preferred. */
static void note_end(struct ddds_retrieval *retrieval, enum ddds_fetch_end end)
{
    struct ddds_fetched *fetched = &retrieval->fetched;
    bool is_temporary = ddds_fetch_end_class(end) == DDDS_CLASS_TEMPORARY;
    bool was_temporary =
        ddds_fetch_end_class(fetched->end) == DDDS_CLASS_TEMPORARY;
    if (end == DDDS_FETCH_END_DONE || !retrieval->has_end ||
        (is_temporary && !was_temporary)) {
        fetched->end = end;
    }
    retrieval->has_end = true;
}

/* Copy |text|, which may be NULL. */
static const char *keep(struct ddds_retrieval *retrieval, const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    const char *kept = ddds_arena_string(&retrieval->arena, text);
    retrieval->is_without_memory |= kept == NULL;
    return kept;
}

static bool has_room(const struct ddds_retrieval *retrieval)
{
    return retrieval->fetched.attempt_count < LIMIT_FETCH_ATTEMPTS;
}

static struct ddds_fetch_attempt *add_attempt(struct ddds_retrieval *retrieval,
                                              const char *uri,
                                              enum ddds_fetch_end end,
                                              const char *detail)
{
    struct ddds_fetch_attempt *attempt =
        &retrieval->attempts[retrieval->fetched.attempt_count++];
    memset(attempt, 0, sizeof *attempt);
    attempt->uri = keep(retrieval, uri);
    attempt->end = end;
    attempt->detail = keep(retrieval, detail);
    return attempt;
}

/* ---- Requests ------------------------------------------------------------ */

/* Record an attempt without a request. */
static void give_up(struct ddds_retrieval *retrieval, enum ddds_fetch_end end,
                    const char *detail)
{
    retrieval->meaning = (struct meaning){.end = end};
    add_attempt(retrieval, retrieval->uri, end, detail);
    retrieval->step = STEP_JUDGE;
}

static void take_found(struct host_search *search)
{
    ddds_retrieval_wake(search->context, STEP_CONTACT);
}

static void ask_host(struct ddds_retrieval *retrieval)
{
    const struct ddds_fetch_options *options = &retrieval->fetcher->options;
    retrieval->search = (struct host_search){
        .host = retrieval->request.host,
        .database = options->hosts,
        .deadline = retrieval->deadline,
        .descriptor = retrieval->fetcher->transfers.descriptor,
        .allows_private = options->allow_private,
        .found = take_found,
        .context = retrieval,
    };
    retrieval->step = STEP_WAIT;
    ddds_host_find(&retrieval->search);
}

/* Return true if the resolution looked up addresses of servers. */
static bool has_addresses(const struct ddds_outcome *outcome)
{
    const struct ddds_endpoint *server = ddds_outcome_endpoint(outcome, 0);
    for (size_t i = 1; server != NULL && !server->has_addresses; i++) {
        server = ddds_outcome_endpoint(outcome, i);
    }
    return server != NULL;
}

/* Parse the URI, and find the addresses of its host if unknown. */
static void request(struct ddds_retrieval *retrieval)
{
    const struct ddds_endpoint *server = retrieval->server;
    const char *problem;
    if (!ddds_request_read(retrieval->uri, &retrieval->arena,
                           &retrieval->request, &problem)) {
        retrieval->is_without_memory = true;
    } else if (problem != NULL) {
        bool is_of_rule = retrieval->way == WAY_URI && retrieval->followed == 0;
        give_up(retrieval,
                is_of_rule ? DDDS_FETCH_END_NOT_SPOKEN
                           : DDDS_FETCH_END_BAD_ANSWER,
                problem);
    } else if (server != NULL && retrieval->followed == 0 &&
               has_addresses(retrieval->outcome)) {
        memset(&retrieval->search, 0, sizeof retrieval->search);
        ddds_addresses_take(&retrieval->search.addresses, server->addresses,
                            server->address_count,
                            retrieval->fetcher->options.allow_private);
        retrieval->search.addresses.is_unknown = !server->has_addresses;
        retrieval->step = STEP_CONTACT;
    } else {
        ask_host(retrieval);
    }
}

static void take_transfer(struct transfer *transfer)
{
    ddds_retrieval_wake(transfer->context, STEP_ANSWER);
}

static uint64_t time_left(const struct ddds_retrieval *retrieval)
{
    uint64_t now = ddds_clock_now();
    uint64_t left = now < retrieval->deadline ? retrieval->deadline - now : 1;
    return left < retrieval->fetcher->options.timeout
               ? left
               : retrieval->fetcher->options.timeout;
}

static enum ddds_fetch_end end_without(const struct host_addresses *addresses)
{
    if (addresses->is_unknown) {
        return DDDS_FETCH_END_UNREACHABLE;
    }
    return addresses->had_private ? DDDS_FETCH_END_PRIVATE
                                  : DDDS_FETCH_END_NO_ADDRESS;
}

static void contact(struct ddds_retrieval *retrieval)
{
    const struct fetch_request *wanted = &retrieval->request;
    const struct host_addresses *addresses = &retrieval->search.addresses;
    const char *accept = retrieval->fetcher->options.accept;
    ddds_host_cancel(&retrieval->search);
    if (addresses->count == 0) {
        give_up(retrieval, end_without(addresses),
                addresses->is_unknown ? "the host could not be looked up"
                                      : NULL);
        return;
    }
    retrieval->transfer = (struct transfer){
        .uri = wanted->uri,
        .host = wanted->host,
        .port = wanted->port,
        .is_secure = wanted->is_secure,
        .addresses = addresses,
        .accept = accept != NULL ? accept
                                 : ddds_thttp_types(retrieval->fetched.service),
        .milliseconds = time_left(retrieval),
        .done = take_transfer,
        .context = retrieval,
    };
    retrieval->step = STEP_WAIT;
    retrieval->is_without_memory = !ddds_transfer_begin(
        &retrieval->fetcher->transfers, &retrieval->transfer);
}

/* ---- Answers ------------------------------------------------------------- */

static void take_content(struct ddds_retrieval *retrieval)
{
    struct transfer *transfer = &retrieval->transfer;
    struct ddds_fetched *fetched = &retrieval->fetched;
    fetched->length = transfer->length;
    fetched->type = keep(retrieval, transfer->type);
    retrieval->content = ddds_transfer_take(transfer);
    fetched->content = retrieval->content;
}

/* Check that the document of an SMP is the requested document. */
static void judge_document(const struct ddds_retrieval *retrieval,
                           struct meaning *meaning)
{
    meaning->detail = ddds_smp_judge(
        &retrieval->transfer, retrieval->fetcher->options.document == NULL);
    meaning->has_content = meaning->detail == NULL;
    meaning->end =
        meaning->has_content ? DDDS_FETCH_END_DONE : DDDS_FETCH_END_BAD_ANSWER;
}

static bool read_answer(struct ddds_retrieval *retrieval)
{
    struct transfer *transfer = &retrieval->transfer;
    struct meaning *meaning = &retrieval->meaning;
    if (transfer->is_without_memory ||
        !ddds_thttp_read(transfer, retrieval->fetched.service, retrieval->way,
                         &retrieval->arena, meaning)) {
        return false;
    }
    if (retrieval->way == WAY_SMP && meaning->has_content) {
        judge_document(retrieval, meaning);
    }
    struct ddds_fetch_attempt *attempt =
        add_attempt(retrieval, transfer->uri, meaning->end, meaning->detail);
    attempt->address = transfer->address[0] != '\0'
                           ? keep(retrieval, transfer->address)
                           : NULL;
    attempt->status = transfer->status;
    attempt->milliseconds = transfer->took;
    attempt->location = keep(retrieval, transfer->location);
    if (meaning->has_content) {
        take_content(retrieval);
    }
    return true;
}

/* Read the answer; follow it if it is a redirect. */
static void answer(struct ddds_retrieval *retrieval)
{
    struct meaning *meaning = &retrieval->meaning;
    retrieval->is_without_memory |= !read_answer(retrieval);
    ddds_transfer_end(&retrieval->transfer);
    retrieval->uri = meaning->next;
    retrieval->step = meaning->next != NULL ? STEP_REQUEST : STEP_JUDGE;
    if (meaning->next != NULL &&
        (!has_room(retrieval) ||
         ++retrieval->followed > retrieval->fetcher->options.max_redirects)) {
        *meaning = (struct meaning){.end = DDDS_FETCH_END_REDIRECTS};
        retrieval->attempts[retrieval->fetched.attempt_count - 1].end =
            DDDS_FETCH_END_REDIRECTS;
        retrieval->step = STEP_JUDGE;
    }
}

/* ---- Results of requests ------------------------------------------------- */

/* Store the result for the caller. */
static bool take_meaning(struct ddds_retrieval *retrieval,
                         const struct meaning *meaning)
{
    struct ddds_fetched *fetched = &retrieval->fetched;
    note_end(retrieval, meaning->end);
    if (meaning->end != DDDS_FETCH_END_DONE || meaning->uri_count == 0) {
        return true;
    }
    const char **uris =
        ddds_arena_array(&retrieval->arena, meaning->uri_count, sizeof *uris);
    if (uris == NULL) {
        return false;
    }
    for (size_t i = 0; i < meaning->uri_count; i++) {
        uris[i] = meaning->uris[i];
    }
    if (ddds_service_kind(fetched->service) == SERVICE_URI &&
        fetched->service == DDDS_FETCH_I2L) {
        uris[0] = ddds_request_complete(uris[0], retrieval->result->urn,
                                        !retrieval->fetcher->options.no_q,
                                        &retrieval->arena);
    }
    fetched->uris = uris;
    fetched->uri_count = meaning->uri_count;
    fetched->skipped = meaning->skipped;
    return uris[0] != NULL;
}

/* Choose the first requested service that |outcome| offers, with its spelling
 * in the rule; false if it offers none. A rule without services offers all. */
static bool choose_service(struct ddds_retrieval *retrieval,
                           const struct ddds_outcome *outcome,
                           struct ddds_span *spelled)
{
    const struct ddds_application *application = retrieval->result->application;
    struct ddds_services offered = DDDS_SERVICES_INIT;
    spelled->text = NULL;
    if (application->read_services(application, outcome->services, &offered,
                                   NULL) != DDDS_OK ||
        offered.service_count == 0) {
        retrieval->fetched.service = retrieval->wanted[0];
        return true;
    }
    for (int i = 0; i < retrieval->wanted_count; i++) {
        for (size_t j = 0; j < offered.service_count; j++) {
            enum ddds_fetch_service service;
            if (ddds_service_find(offered.services[j], &service) &&
                service == retrieval->wanted[i]) {
                retrieval->fetched.service = service;
                *spelled = offered.services[j];
                return true;
            }
        }
    }
    return false;
}

/* Return the URI scheme for |outcome|, or NULL. THTTP is the only protocol that
 * RFC 3404 specifies; rules also call it "http". */
static const char *scheme_of(const struct ddds_retrieval *retrieval,
                             const struct ddds_outcome *outcome)
{
    const struct ddds_application *application = retrieval->result->application;
    struct ddds_services offered = DDDS_SERVICES_INIT;
    if (application->read_services(application, outcome->services, &offered,
                                   NULL) != DDDS_OK ||
        offered.protocol_count == 0) {
        return "http";
    }
    const struct ddds_span *protocol = &offered.protocols[0];
    static const struct {
        const char *name;
        const char *scheme;
    } spoken[] = {{"thttp", "http"},
                  {"http", "http"},
                  {"https", "https"},
                  {"thttps", "https"}};
    for (size_t i = 0; i < sizeof spoken / sizeof spoken[0]; i++) {
        if (protocol->length == strlen(spoken[i].name) &&
            strncasecmp(protocol->text, spoken[i].name, protocol->length) ==
                0) {
            return spoken[i].scheme;
        }
    }
    return NULL;
}

/* ---- Steps --------------------------------------------------------------- */

/* True if another server of the same rule may succeed; false if this server
 * gave a definite answer. */
static bool is_server_at_fault(enum ddds_fetch_end end)
{
    return end != DDDS_FETCH_END_DONE && end != DDDS_FETCH_END_NOT_FOUND &&
           end != DDDS_FETCH_END_DENIED;
}

static bool is_over(const struct ddds_retrieval *retrieval)
{
    return retrieval->fetched.end == DDDS_FETCH_END_DONE ||
           retrieval->fetched.end == DDDS_FETCH_END_STOPPED ||
           !has_room(retrieval) || ddds_clock_now() >= retrieval->deadline;
}

/* Skip an outcome that cannot be contacted. */
static void pass_over(struct ddds_retrieval *retrieval)
{
    note_end(retrieval, DDDS_FETCH_END_NOT_SPOKEN);
    retrieval->step = STEP_OUTCOME;
}

static void ask(struct ddds_retrieval *retrieval, enum way way, unsigned turn)
{
    retrieval->way = way;
    retrieval->turn = turn;
    retrieval->step = STEP_QUESTION;
}

static void take_outcome(struct ddds_retrieval *retrieval)
{
    const struct ddds_outcome *outcome = retrieval->outcome;
    bool is_of_servers = outcome->kind == DDDS_OUTCOME_SERVERS ||
                         outcome->kind == DDDS_OUTCOME_HOST;
    retrieval->servers = 0;
    retrieval->server = NULL;
    if (!choose_service(retrieval, outcome, &retrieval->spelled)) {
        pass_over(retrieval);
        return;
    }
    bool is_smp = retrieval->fetched.service == DDDS_FETCH_SMP;
    if (outcome->kind == DDDS_OUTCOME_URI && is_smp) {
        ask(retrieval, WAY_SMP,
            ddds_smp_version(retrieval->spelled) == 2 ? 2 : 1);
    } else if (outcome->kind == DDDS_OUTCOME_URI) {
        ask(retrieval, WAY_URI, 0);
    } else if (is_of_servers && !is_smp &&
               scheme_of(retrieval, outcome) != NULL) {
        retrieval->step = STEP_SERVER;
    } else {
        pass_over(retrieval);
    }
}

static void take_result(ddds_resolution *resolution, void *context)
{
    struct ddds_retrieval *retrieval = context;
    if (retrieval->is_resolving) {
        retrieval->is_resolving = false;
        retrieval->is_without_memory |=
            ddds_resolution_status(resolution) != DDDS_OK;
        retrieval->result = ddds_resolution_result(resolution);
        retrieval->outcomes = 0;
        ddds_retrieval_wake(retrieval, retrieval->result->outcome_count > 0
                                           ? STEP_OUTCOME
                                           : STEP_END);
    }
}

/* Go to the next outcome, or the next result that the application allows. */
static void go_to_outcome(struct ddds_retrieval *retrieval)
{
    if (is_over(retrieval)) {
        retrieval->step = STEP_END;
        return;
    }
    retrieval->outcome =
        ddds_result_outcome(retrieval->result, retrieval->outcomes++);
    if (retrieval->outcome != NULL) {
        take_outcome(retrieval);
        return;
    }
    retrieval->step = STEP_WAIT;
    retrieval->is_resolving = true;
    if (retrieval->is_waited_for) {
        ddds_resolution_next(retrieval->resolution);
        take_result(retrieval->resolution, retrieval);
    } else {
        ddds_resolution_next_start(retrieval->resolution, take_result,
                                   retrieval);
    }
}

static void go_to_server(struct ddds_retrieval *retrieval)
{
    retrieval->server =
        ddds_outcome_endpoint(retrieval->outcome, retrieval->servers++);
    if (retrieval->server == NULL || is_over(retrieval)) {
        retrieval->step = STEP_OUTCOME;
    } else {
        ask(retrieval, WAY_THTTP, 0);
    }
}

/* Return the URI for THTTP, with the rule's spelling of the service, in the
 * second turn with the other. */
static const char *make_thttp_uri(struct ddds_retrieval *retrieval)
{
    const struct ddds_endpoint *server = retrieval->server;
    const struct ddds_span *spelled = &retrieval->spelled;
    enum ddds_fetch_service service = retrieval->fetched.service;
    const char *scheme = scheme_of(retrieval, retrieval->outcome);
    uint16_t usual = strcmp(scheme, "https") == 0 ? 443 : 80;
    char old[SERVICE_NAME_SIZE];
    ddds_service_old_name(service, retrieval->result->urn != NULL, old);
    bool is_old = spelled->text != NULL && spelled->text[0] != 'I' &&
                  spelled->text[0] != 'i';
    bool takes_old = is_old == (retrieval->turn == 0);
    const char *subject =
        ddds_request_subject(retrieval->result, service, &retrieval->arena);
    return subject != NULL
               ? ddds_request_thttp(
                     scheme, server->host,
                     server->has_port ? server->port : usual,
                     takes_old ? old : ddds_fetch_service_name(service),
                     subject, &retrieval->arena)
               : NULL;
}

static const char *make_uri(struct ddds_retrieval *retrieval)
{
    switch (retrieval->way) {
    case WAY_THTTP:
        return make_thttp_uri(retrieval);
    case WAY_SMP:
        return ddds_smp_uri(
            retrieval->outcome->uri, retrieval->turn, retrieval->result->input,
            retrieval->fetcher->options.document, &retrieval->arena);
    default:
        return retrieval->outcome->uri;
    }
}

static void put_question(struct ddds_retrieval *retrieval)
{
    retrieval->followed = 0;
    if (retrieval->way == WAY_SMP &&
        strpbrk(retrieval->outcome->uri, "?#") != NULL) {
        retrieval->uri = retrieval->outcome->uri;
        give_up(retrieval, DDDS_FETCH_END_BAD_ANSWER,
                "the URI of an SMP has no query and no fragment");
        return;
    }
    retrieval->uri = make_uri(retrieval);
    retrieval->is_without_memory |= retrieval->uri == NULL;
    retrieval->step = STEP_REQUEST;
}

/* Networks also publish SMP 2.0 as "Meta:SMP". If SMP 1.0 does not find the
 * document, return true to try the path of 2.0. */
static bool has_other_version(struct ddds_retrieval *retrieval)
{
    struct meaning *meaning = &retrieval->meaning;
    bool is_first =
        ddds_smp_version(retrieval->spelled) == 2 || retrieval->turn == 1;
    if (is_first) {
        retrieval->first_meaning = *meaning;
    }
    if (meaning->end == DDDS_FETCH_END_NOT_FOUND && retrieval->turn == 1 &&
        has_room(retrieval)) {
        return true;
    }
    if (meaning->end != DDDS_FETCH_END_DONE) {
        *meaning = retrieval->first_meaning;
    }
    return false;
}

static void judge(struct ddds_retrieval *retrieval)
{
    const struct meaning *meaning = &retrieval->meaning;
    if (meaning->end == DDDS_FETCH_END_STOPPED) {
        retrieval->fetched.end = DDDS_FETCH_END_STOPPED;
        retrieval->step = STEP_END;
        return;
    }
    if (retrieval->way == WAY_SMP && has_other_version(retrieval)) {
        ask(retrieval, WAY_SMP, 2);
        return;
    }
    if (meaning->is_unknown_service && retrieval->turn == 0 &&
        has_room(retrieval)) {
        ask(retrieval, WAY_THTTP, 1);
        return;
    }
    retrieval->is_without_memory |= !take_meaning(retrieval, meaning);
    retrieval->step =
        retrieval->way == WAY_THTTP && is_server_at_fault(meaning->end)
            ? STEP_SERVER
            : STEP_OUTCOME;
}

void ddds_retrieval_advance(struct ddds_retrieval *retrieval)
{
    static void (*const steps[])(struct ddds_retrieval * retrieval) = {
        [STEP_OUTCOME] = go_to_outcome, [STEP_SERVER] = go_to_server,
        [STEP_QUESTION] = put_question, [STEP_REQUEST] = request,
        [STEP_CONTACT] = contact,       [STEP_ANSWER] = answer,
        [STEP_JUDGE] = judge,
    };
    while (retrieval->step < STEP_WAIT && !retrieval->is_without_memory) {
        steps[retrieval->step](retrieval);
    }
    if (retrieval->is_without_memory) {
        retrieval->step = STEP_END;
    }
}

void ddds_retrieval_cancel(struct ddds_retrieval *retrieval)
{
    bool was_resolving = retrieval->is_resolving;
    retrieval->is_resolving = false;
    if (was_resolving) {
        ddds_resolution_stop(retrieval->resolution, DDDS_REASON_NETWORK);
    }
    ddds_host_cancel(&retrieval->search);
    ddds_transfer_end(&retrieval->transfer);
}
