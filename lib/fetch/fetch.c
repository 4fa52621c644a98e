/* From outcome to outcome and from server to server, until one performs the
 * service: the last step of RFC 3404 appendix A.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/fetch.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "fetch/thttp.h"
#include "fetch/addresses.h"
#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/smp.h"
#include "fetch/transfer.h"

struct ddds_fetcher {
    struct ddds_fetch_options options;
    struct arena strings; /* of the options */
    struct http *http;

    /* The last fetch. */
    struct arena arena;
    struct ddds_fetched fetched;
    struct ddds_fetch_attempt attempts[LIMIT_FETCH_ATTEMPTS];
    bool has_end; /* an attempt, or what kept one from being made */

    /* The fetch in progress. */
    const struct ddds_result *result;
    uint64_t deadline;
    enum ddds_fetch_service wanted[SERVICE_COUNT];
    int wanted_count;
    bool is_without_memory;
};

/* ---- Fetchers ------------------------------------------------------------ */

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

ddds_fetcher *ddds_fetcher_new(const struct ddds_fetch_options *options,
                               struct ddds_error *error)
{
    ddds_fetcher *fetcher = calloc(1, sizeof *fetcher);
    if (fetcher == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    ddds_arena_init(&fetcher->strings, NULL, 0);
    ddds_arena_init(&fetcher->arena, NULL, 0);
    fetcher->fetched.end = DDDS_FETCH_END_NO_OUTCOME;
    fetcher->fetched.attempts = fetcher->attempts;
    if (copy_options(fetcher, options, error) == DDDS_OK) {
        fetcher->http = ddds_http_new(&fetcher->options, error);
    }
    if (fetcher->http == NULL) {
        ddds_fetcher_free(fetcher);
        return NULL;
    }
    return fetcher;
}

void ddds_fetcher_free(ddds_fetcher *fetcher)
{
    if (fetcher != NULL) {
        ddds_http_free(fetcher->http);
        ddds_arena_free(&fetcher->arena);
        ddds_arena_free(&fetcher->strings);
        free(fetcher);
    }
}

const struct ddds_fetched *ddds_fetcher_result(const ddds_fetcher *fetcher)
{
    return &fetcher->fetched;
}

const struct ddds_fetch_attempt *
ddds_fetched_attempt(const struct ddds_fetched *fetched, size_t index)
{
    return fetched != NULL && index < fetched->attempt_count
               ? &fetched->attempts[index]
               : NULL;
}

/* ---- How it ends --------------------------------------------------------- */

/* A failure that may pass decides over one that does not; among equals, the
 * first: it was the publisher's first choice. */
static void note_end(ddds_fetcher *fetcher, enum ddds_fetch_end end)
{
    struct ddds_fetched *fetched = &fetcher->fetched;
    bool is_temporary = ddds_fetch_end_class(end) == DDDS_CLASS_TEMPORARY;
    bool was_temporary =
        ddds_fetch_end_class(fetched->end) == DDDS_CLASS_TEMPORARY;
    if (end == DDDS_FETCH_END_DONE || !fetcher->has_end ||
        (is_temporary && !was_temporary)) {
        fetched->end = end;
    }
    fetcher->has_end = true;
}

/* Copy |text|, which may be NULL. */
static const char *keep(ddds_fetcher *fetcher, const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    const char *kept = ddds_arena_string(&fetcher->arena, text);
    fetcher->is_without_memory |= kept == NULL;
    return kept;
}

static bool has_room(const ddds_fetcher *fetcher)
{
    return fetcher->fetched.attempt_count < LIMIT_FETCH_ATTEMPTS;
}

static struct ddds_fetch_attempt *add_attempt(ddds_fetcher *fetcher,
                                              const char *uri,
                                              enum ddds_fetch_end end,
                                              const char *detail)
{
    struct ddds_fetch_attempt *attempt =
        &fetcher->attempts[fetcher->fetched.attempt_count++];
    memset(attempt, 0, sizeof *attempt);
    attempt->uri = keep(fetcher, uri);
    attempt->end = end;
    attempt->detail = keep(fetcher, detail);
    return attempt;
}

/* ---- One request and those that it redirects to ------------------------- */

static enum ddds_fetch_end end_without(const struct host_addresses *addresses)
{
    if (addresses->is_unknown) {
        return DDDS_FETCH_END_UNREACHABLE;
    }
    return addresses->had_private ? DDDS_FETCH_END_PRIVATE
                                  : DDDS_FETCH_END_NO_ADDRESS;
}

static uint64_t time_left(const ddds_fetcher *fetcher)
{
    uint64_t now = ddds_fetch_clock();
    uint64_t left = now < fetcher->deadline ? fetcher->deadline - now : 1;
    return left < fetcher->options.timeout ? left : fetcher->options.timeout;
}

static bool take_content(ddds_fetcher *fetcher, const struct transfer *transfer)
{
    struct ddds_fetched *fetched = &fetcher->fetched;
    char *content = ddds_arena_alloc(&fetcher->arena, transfer->length + 1);
    if (content == NULL) {
        return false;
    }
    memcpy(content, transfer->content, transfer->length + 1);
    fetched->content = content;
    fetched->length = transfer->length;
    fetched->type = keep(fetcher, transfer->type);
    return true;
}

/* Make one request. False without memory. */
static bool request_once(ddds_fetcher *fetcher,
                         const struct fetch_request *request,
                         const struct host_addresses *addresses, enum way way,
                         struct meaning *meaning)
{
    enum ddds_fetch_service service = fetcher->fetched.service;
    struct transfer transfer = {
        .uri = request->uri,
        .host = request->host,
        .port = request->port,
        .is_secure = request->is_secure,
        .addresses = addresses,
        .accept = fetcher->options.accept != NULL ? fetcher->options.accept
                                                  : ddds_thttp_types(service),
        .milliseconds = time_left(fetcher),
    };
    if (!ddds_http_get(fetcher->http, &transfer) ||
        !ddds_thttp_read(&transfer, service, way, &fetcher->arena, meaning)) {
        return false;
    }
    if (way == WAY_SMP && meaning->has_content) {
        meaning->detail =
            ddds_smp_judge(&transfer, fetcher->options.document == NULL);
        meaning->has_content = meaning->detail == NULL;
        meaning->end = meaning->has_content ? DDDS_FETCH_END_DONE
                                            : DDDS_FETCH_END_BAD_ANSWER;
    }
    struct ddds_fetch_attempt *attempt =
        add_attempt(fetcher, request->uri, meaning->end, meaning->detail);
    attempt->address =
        transfer.address[0] != '\0' ? keep(fetcher, transfer.address) : NULL;
    attempt->status = transfer.status;
    attempt->milliseconds = transfer.took;
    attempt->location = keep(fetcher, transfer.location);
    return !meaning->has_content || take_content(fetcher, &transfer);
}

/* End without a request to |uri|. */
static bool give_up(ddds_fetcher *fetcher, const char *uri,
                    enum ddds_fetch_end end, const char *detail,
                    struct meaning *meaning)
{
    memset(meaning, 0, sizeof *meaning);
    meaning->end = end;
    add_attempt(fetcher, uri, end, detail);
    return true;
}

/* Follow |meaning->next|, to wherever it leads. */
static bool follow(ddds_fetcher *fetcher, enum way way, struct meaning *meaning)
{
    unsigned followed = 0;
    while (meaning->next != NULL) {
        struct fetch_request request;
        struct host_addresses addresses;
        const char *next = meaning->next;
        if (!has_room(fetcher) || ++followed > fetcher->options.max_redirects) {
            meaning->next = NULL;
            meaning->end = DDDS_FETCH_END_REDIRECTS;
            fetcher->attempts[fetcher->fetched.attempt_count - 1].end =
                DDDS_FETCH_END_REDIRECTS;
            return true;
        }
        const char *problem =
            ddds_request_read(next, &fetcher->arena, &request);
        if (problem != NULL) {
            return give_up(fetcher, next, DDDS_FETCH_END_BAD_ANSWER, problem,
                           meaning);
        }
        ddds_host_find(request.host, fetcher->options.hosts, fetcher->deadline,
                       fetcher->options.allow_private, &addresses);
        if (addresses.count == 0) {
            return give_up(fetcher, next, end_without(&addresses), NULL,
                           meaning);
        }
        if (!request_once(fetcher, &request, &addresses, way, meaning)) {
            return false;
        }
    }
    return true;
}

/* Request |uri|. |endpoint| has the addresses of its host if it is not NULL and
 * they were looked up. */
static bool request_uri(ddds_fetcher *fetcher, const char *uri,
                        const struct ddds_endpoint *endpoint, enum way way,
                        struct meaning *meaning)
{
    struct fetch_request request;
    struct host_addresses addresses = {.count = 0};
    const struct ddds_fetch_options *options = &fetcher->options;
    const char *problem = ddds_request_read(uri, &fetcher->arena, &request);
    if (problem != NULL) {
        return give_up(fetcher, uri,
                       way == WAY_URI ? DDDS_FETCH_END_NOT_SPOKEN
                                      : DDDS_FETCH_END_BAD_ANSWER,
                       problem, meaning);
    }
    if (endpoint != NULL && endpoint->has_addresses) {
        ddds_addresses_take(&addresses, endpoint->addresses,
                            endpoint->address_count, options->allow_private);
    } else {
        ddds_host_find(request.host, options->hosts, fetcher->deadline,
                       options->allow_private, &addresses);
    }
    if (addresses.count == 0) {
        return give_up(fetcher, uri, end_without(&addresses), NULL, meaning);
    }
    return request_once(fetcher, &request, &addresses, way, meaning) &&
           follow(fetcher, way, meaning);
}

/* ---- One outcome --------------------------------------------------------- */

/* Keep what |meaning| has for the caller. */
static bool take_meaning(ddds_fetcher *fetcher, const struct meaning *meaning)
{
    struct ddds_fetched *fetched = &fetcher->fetched;
    note_end(fetcher, meaning->end);
    if (meaning->end != DDDS_FETCH_END_DONE || meaning->uri_count == 0) {
        return true;
    }
    const char **uris =
        ddds_arena_array(&fetcher->arena, meaning->uri_count, sizeof *uris);
    if (uris == NULL) {
        return false;
    }
    for (size_t i = 0; i < meaning->uri_count; i++) {
        uris[i] = meaning->uris[i];
    }
    if (ddds_service_kind(fetched->service) == SERVICE_URI &&
        fetched->service == DDDS_FETCH_I2L) {
        uris[0] =
            ddds_request_complete(uris[0], fetcher->result->urn,
                                  !fetcher->options.no_q, &fetcher->arena);
    }
    fetched->uris = uris;
    fetched->uri_count = meaning->uri_count;
    fetched->skipped = meaning->skipped;
    return uris[0] != NULL;
}

/* The first wanted service that |outcome| offers, and how the rule spells it;
 * false if it offers none of them. A rule without services offers all. */
static bool choose_service(ddds_fetcher *fetcher,
                           const struct ddds_outcome *outcome,
                           struct ddds_span *spelled)
{
    const struct ddds_application *application = fetcher->result->application;
    struct ddds_services offered = DDDS_SERVICES_INIT;
    spelled->text = NULL;
    if (application->read_services(application, outcome->services, &offered,
                                   NULL) != DDDS_OK ||
        offered.service_count == 0) {
        fetcher->fetched.service = fetcher->wanted[0];
        return true;
    }
    for (int i = 0; i < fetcher->wanted_count; i++) {
        for (size_t j = 0; j < offered.service_count; j++) {
            enum ddds_fetch_service service;
            if (ddds_service_find(offered.services[j], &service) &&
                service == fetcher->wanted[i]) {
                fetcher->fetched.service = service;
                *spelled = offered.services[j];
                return true;
            }
        }
    }
    return false;
}

/* The scheme with which |outcome| is contacted, or NULL: RFC 3404 names THTTP
 * as the only protocol with a specification; "http" in rules means it, too. */
static const char *scheme_of(const ddds_fetcher *fetcher,
                             const struct ddds_outcome *outcome)
{
    const struct ddds_application *application = fetcher->result->application;
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

/* Ask |endpoint| by THTTP: by the name of the service in the rule, then by its
 * other one. */
static bool ask_server(ddds_fetcher *fetcher,
                       const struct ddds_endpoint *endpoint, const char *scheme,
                       struct ddds_span spelled, struct meaning *meaning)
{
    enum ddds_fetch_service service = fetcher->fetched.service;
    uint16_t usual = strcmp(scheme, "https") == 0 ? 443 : 80;
    char old[SERVICE_NAME_SIZE];
    ddds_service_old_name(service, fetcher->result->urn != NULL, old);
    const char *new = ddds_fetch_service_name(service);
    bool is_old = spelled.text != NULL && spelled.text[0] != 'I' &&
                  spelled.text[0] != 'i';
    const char *const names[] = {is_old ? old : new, is_old ? new : old};
    const char *subject =
        ddds_request_subject(fetcher->result, service, &fetcher->arena);
    for (size_t i = 0; i < 2 && subject != NULL && has_room(fetcher); i++) {
        const char *uri = ddds_request_thttp(
            scheme, endpoint->host, endpoint->has_port ? endpoint->port : usual,
            names[i], subject, &fetcher->arena);
        if (uri == NULL ||
            !request_uri(fetcher, uri, endpoint, WAY_THTTP, meaning)) {
            return false;
        }
        if (!meaning->is_unknown_service) {
            return true;
        }
    }
    return subject != NULL;
}

/* Is there something to hope for from the next server of the same rule? Not if
 * this one knew. */
static bool is_server_at_fault(enum ddds_fetch_end end)
{
    return end != DDDS_FETCH_END_DONE && end != DDDS_FETCH_END_NOT_FOUND &&
           end != DDDS_FETCH_END_DENIED && end != DDDS_FETCH_END_STOPPED;
}

static bool ask_servers(ddds_fetcher *fetcher,
                        const struct ddds_outcome *outcome,
                        struct ddds_span spelled)
{
    const char *scheme = scheme_of(fetcher, outcome);
    if (scheme == NULL) {
        note_end(fetcher, DDDS_FETCH_END_NOT_SPOKEN);
        return true;
    }
    const struct ddds_endpoint *endpoint;
    for (size_t i = 0; has_room(fetcher) &&
                       (endpoint = ddds_outcome_endpoint(outcome, i)) != NULL;
         i++) {
        struct meaning meaning;
        if (!ask_server(fetcher, endpoint, scheme, spelled, &meaning) ||
            !take_meaning(fetcher, &meaning)) {
            return false;
        }
        if (!is_server_at_fault(meaning.end)) {
            return true;
        }
    }
    return true;
}

/* Ask the SMP at the URI |base|. Networks publish SMP 2.0 as "Meta:SMP", too:
 * what 1.0 does not have may be at the path of 2.0. */
static bool ask_smp(ddds_fetcher *fetcher, const char *base,
                    struct ddds_span service, struct meaning *meaning)
{
    unsigned first = ddds_smp_version(service) == 2 ? 2 : 1;
    struct meaning other;
    if (strpbrk(base, "?#") != NULL) {
        return give_up(fetcher, base, DDDS_FETCH_END_BAD_ANSWER,
                       "the URI of an SMP has no query and no fragment",
                       meaning);
    }
    for (unsigned i = first; i <= 2 && has_room(fetcher); i++) {
        const char *uri =
            ddds_smp_uri(base, i, fetcher->result->input,
                         fetcher->options.document, &fetcher->arena);
        if (uri == NULL || !request_uri(fetcher, uri, NULL, WAY_SMP, &other)) {
            return false;
        }
        if (i == first || other.end == DDDS_FETCH_END_DONE) {
            *meaning = other;
        }
        if (other.end != DDDS_FETCH_END_NOT_FOUND) {
            break;
        }
    }
    return true;
}

/* Contact what |outcome| is. False without memory. */
static bool try_outcome(ddds_fetcher *fetcher,
                        const struct ddds_outcome *outcome)
{
    struct ddds_span spelled;
    struct meaning meaning;
    if (!choose_service(fetcher, outcome, &spelled)) {
        note_end(fetcher, DDDS_FETCH_END_NOT_SPOKEN);
        return true;
    }
    bool is_smp = fetcher->fetched.service == DDDS_FETCH_SMP;
    switch (outcome->kind) {
    case DDDS_OUTCOME_URI:
        return (is_smp ? ask_smp(fetcher, outcome->uri, spelled, &meaning)
                       : request_uri(fetcher, outcome->uri, NULL, WAY_URI,
                                     &meaning)) &&
               take_meaning(fetcher, &meaning);
    case DDDS_OUTCOME_SERVERS:
    case DDDS_OUTCOME_HOST:
        if (!is_smp) {
            return ask_servers(fetcher, outcome, spelled);
        }
        break;
    default:
        break;
    }
    note_end(fetcher, DDDS_FETCH_END_NOT_SPOKEN);
    return true;
}

/* ---- The whole ----------------------------------------------------------- */

static void begin(ddds_fetcher *fetcher)
{
    ddds_arena_reset(&fetcher->arena);
    memset(&fetcher->fetched, 0, sizeof fetcher->fetched);
    fetcher->fetched.attempts = fetcher->attempts;
    fetcher->fetched.end = DDDS_FETCH_END_NO_OUTCOME;
    fetcher->fetched.service = fetcher->wanted[0];
    fetcher->has_end = false;
    fetcher->is_without_memory = false;
    fetcher->deadline = ddds_fetch_clock() + fetcher->options.deadline;
}

static bool is_over(const ddds_fetcher *fetcher)
{
    const struct ddds_fetched *fetched = &fetcher->fetched;
    return fetched->end == DDDS_FETCH_END_DONE ||
           fetched->end == DDDS_FETCH_END_STOPPED || !has_room(fetcher) ||
           ddds_fetch_clock() >= fetcher->deadline;
}

/* Go through all results that the application allows. False without memory. */
static bool run(ddds_fetcher *fetcher, ddds_resolution *resolution)
{
    while (fetcher->result != NULL && fetcher->result->outcome_count > 0) {
        const struct ddds_outcome *outcome;
        for (size_t i = 0;
             (outcome = ddds_result_outcome(fetcher->result, i)) != NULL; i++) {
            if (!try_outcome(fetcher, outcome) || fetcher->is_without_memory) {
                return false;
            }
            if (is_over(fetcher)) {
                return true;
            }
        }
        fetcher->result = ddds_resolution_next(resolution);
    }
    return true;
}

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

ddds_status ddds_fetch(ddds_fetcher *fetcher, ddds_resolution *resolution,
                       const char *services, struct ddds_error *error)
{
    struct ddds_span bad;
    fetcher->wanted_count =
        ddds_services_wanted(services, fetcher->wanted, &bad);
    if (fetcher->wanted_count < 0) {
        return refuse_service(bad, error);
    }
    begin(fetcher);
    fetcher->result = ddds_resolution_result(resolution);
    if (fetcher->result == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the resolution is not done");
    }
    if (!run(fetcher, resolution)) {
        begin(fetcher);
        return ddds_error_no_memory(error);
    }
    return DDDS_OK;
}
