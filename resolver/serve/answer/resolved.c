/* SPDX-License-Identifier: MIT */
#include "serve/answer/resolved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/requested_services.h"
#include "render/rendering.h"
#include "serve/answer/choices.h"
#include "serve/answer/drawn.h"
#include "serve/answer/location.h"
#include "text/text_stream.h"

/* Maximum age, in seconds, if no DNS answer limits it: a day. */
enum { UNLIMITED_AGE = 86400 };

/* ---- The request -------------------------------------------------------- */

/* Kinds of answers of THTTP's services (RFC 2483 section 4). */
enum thttp_answer {
    THTTP_LOCATION, /* redirect to a resource */
    THTTP_CHOICE,   /* redirect to a resource, or a list if several exist */
    THTTP_URI,      /* the first URI */
    THTTP_LIST,     /* all URIs */
};

struct thttp_service {
    const char *name;
    const char *services; /* all spellings */
    enum thttp_answer answer;
};

/* Return NULL if |name| is unknown. */
static const struct thttp_service *find_service(const char *name)
{
    static const struct thttp_service services[] = {
        {"I2L", "I2L,N2L,L2L", THTTP_LOCATION},
        {"I2Ls", "I2Ls,N2Ls,L2Ls,I2L,N2L,L2L", THTTP_LIST},
        {"I2R", "I2R,N2R,L2R", THTTP_LOCATION},
        {"I2Rs", "I2Rs,N2Rs,L2Rs", THTTP_CHOICE},
        {"I2C", "I2C,N2C,L2C", THTTP_LOCATION},
        {"I2Cs", "I2Cs,N2Cs,L2Cs", THTTP_CHOICE},
        {"I2N", "I2N,N2N,L2N", THTTP_URI},
        {"I2Ns", "I2Ns,N2Ns,L2Ns", THTTP_LIST},
    };
    for (size_t i = 0; i < sizeof services / sizeof services[0]; i++) {
        if (name[0] != '\0' && strchr("INLinl", name[0]) != NULL &&
            strcasecmp(name + 1, services[i].name + 1) == 0) {
            return &services[i];
        }
    }
    return NULL;
}

/* Read the parameters of |ask|. Return NULL, or a message, maybe of |error|. */
static const char *read_parameters(const struct ask *ask,
                                   struct resolving *resolving,
                                   struct ddds_error *error)
{
    const struct parameters *parameters = &ask->parameters;
    struct ddds_options *options = &resolving->options;
    const struct ddds_application *application =
        ddds_application_find(parameters_text(parameters, "app"));
    resolving->input = parameters_text(parameters, "input");
    options->services = parameters_text(parameters, "service");
    options->protocols = parameters_text(parameters, "protocol");
    options->all = parameters_is_set(parameters, "all");
    options->no_q |= parameters_is_set(parameters, "no-q");
    options->no_addresses = parameters_is_set(parameters, "no-addresses");
    if (resolving->input == NULL) {
        return "the parameter \"input\" is missing";
    }
    resolving->application = application;
    application = application != NULL ? application : ddds_application_uri();
    return application == ddds_application_sip() ||
                   requested_check(application, options->services, error) ==
                       DDDS_OK
               ? NULL
               : error->detail;
}

bool resolving_read(const struct ask *ask, const struct ddds_options *base,
                    struct resolving *resolving, struct answer *answer)
{
    struct ddds_error error;
    const char *wrong = NULL;
    *resolving = (struct resolving){.input = ask->input, .options = *base};
    if (ask->route == ROUTE_THTTP) {
        const struct thttp_service *service = find_service(ask->service);
        if (service == NULL) {
            answer_problem(
                ask, answer, 501, "NO_SERVICE",
                "this service is unknown; write I2L, I2Ls, I2R, I2Rs, I2C, "
                "I2Cs, I2N or I2Ns, or N or L in place of the first I",
                NULL);
            return false;
        }
        resolving->options.services = service->services;
        resolving->options.all = service->answer != THTTP_LOCATION;
    } else if (ask->route != ROUTE_LINK) {
        wrong = read_parameters(ask, resolving, &error);
    }
    if (wrong != NULL) {
        answer_problem(ask, answer, 400, "BAD_OPTION", wrong, NULL);
    }
    return wrong == NULL;
}

/* Return true if the application cannot be guessed: none is given, and the
 * input is not a URN or URI. */
static bool lacks_application(const struct ask *ask,
                              const struct resolving *resolving)
{
    return ask->input == NULL && resolving->application == NULL &&
           strchr(resolving->input, ':') == NULL;
}

/* Answer with the reason why the input, or an option, was refused. */
static void refuse(const struct ask *ask, const struct resolving *resolving,
                   const struct ddds_error *error, struct answer *answer)
{
    switch (error->status) {
    case DDDS_BAD_OPTION:
        answer_problem(ask, answer, 400, "BAD_OPTION", error->detail, NULL);
        break;
    case DDDS_LIMIT:
        answer_problem(ask, answer, 414, "BAD_INPUT", error->detail, NULL);
        break;
    case DDDS_NO_MEMORY:
        answer_problem(ask, answer, 503, "NO_MEMORY", error->detail, NULL);
        break;
    default:
        answer_problem(ask, answer, 400, "BAD_INPUT",
                       lacks_application(ask, resolving)
                           ? "not a URN or URI; for other inputs choose the "
                             "application (app)"
                           : error->detail,
                       NULL);
    }
}

ddds_resolution *resolving_new(const struct resolving *resolving,
                               const struct ask *ask, ddds_database *database,
                               struct answer *answer)
{
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolution_new(database, resolving->application, resolving->input,
                            &resolving->options, &error);
    if (resolution == NULL) {
        refuse(ask, resolving, &error, answer);
    }
    return resolution;
}

/* ---- Caching ------------------------------------------------------------ */

static void lower(uint32_t *age, uint32_t ttl)
{
    *age = ttl < *age ? ttl : *age;
}

/* Set the maximum age of |answer|: the lowest TTL of its data. */
static void set_age(struct answer *answer, const struct ddds_result *result)
{
    const struct ddds_step *step;
    const struct ddds_outcome *outcome;
    uint32_t age = UINT32_MAX;
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        lower(&age, outcome->ttl);
    }
    for (size_t i = 0; result->outcome_count == 0 &&
                       (step = ddds_result_step(result, i)) != NULL;
         i++) {
        if (step->answer != NULL && !step->is_fallback) {
            lower(&age, step->answer->ttl);
        }
    }
    answer->max_age = age < UINT32_MAX ? age : UNLIMITED_AGE;
    answer->is_cacheable =
        result->outcome_count > 0 ||
        ddds_reason_class(result->reason) == DDDS_CLASS_NOT_FOUND;
}

/* ---- Failures ----------------------------------------------------------- */

static unsigned status_of(enum ddds_reason reason)
{
    if (reason == DDDS_REASON_TIMEOUT) {
        return 504;
    }
    switch (ddds_reason_class(reason)) {
    case DDDS_CLASS_RESOLVED:
        return 200;
    case DDDS_CLASS_NOT_FOUND:
        return 404;
    default:
        return 502;
    }
}

static bool has_trace(const struct ask *ask)
{
    return ask->route == ROUTE_TRACE ||
           parameters_is_set(&ask->parameters, "trace");
}

/* Answer with a problem that contains |result|; a page shows |result| alone. */
static void answer_failure(const struct ask *ask, struct answer *answer,
                           unsigned status, const char *code,
                           const char *detail, const struct ddds_result *result)
{
    const struct style style = {.has_trace = has_trace(ask)};
    char *text = NULL;
    size_t length;
    if (answer_is_html(ask)) {
        answer_shown(ask, answer, status, result, true, NULL);
        snprintf(answer->code, sizeof answer->code, "%s", code);
        answer->tag = 0;
        return;
    }
    FILE *out = text_stream_open(&text, &length);
    print_json(out, result, &style);
    fclose(out);
    answer_problem(ask, answer, status, code, detail, text);
    free(text);
}

static void answer_reason(const struct ask *ask,
                          const struct ddds_result *result,
                          struct answer *answer)
{
    char *sentence = reason_sentence(result);
    answer_failure(ask, answer, status_of(result->reason),
                   ddds_reason_name(result->reason), sentence, result);
    free(sentence);
    set_age(answer, result);
}

/* ---- Redirects and lists ------------------------------------------------ */

/* Redirect the client to |location|, which is taken over. */
static void redirect(const struct ask *ask, struct answer *answer,
                     char *location)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    fprintf(out, "%s\r\n", location);
    fclose(out);
    answer_text(answer, MEDIA_TEXT, text, length);
    answer->location = location; /* RFC 2169 section 3.1: in every case */
    if (ask->route == ROUTE_THTTP && ask->wants_text) {
        return; /* status 200: the client does not follow redirects */
    }
    answer->status = ask->is_http10 ? 302 : 303;
}

/* Return the URI of the first outcome to which a client can be redirected. */
static char *find_location(const struct ask *ask,
                           const struct ddds_result *result)
{
    const struct ddds_outcome *outcome;
    char *location = NULL;
    for (size_t i = 0;
         location == NULL && (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        location = location_make(result, outcome, ask->service);
    }
    return location;
}

/* Collect the URIs for the answer of |service|. */
static void collect(const struct thttp_service *service, const struct ask *ask,
                    const struct ddds_result *result, struct choices *list)
{
    if (service->answer == THTTP_CHOICE) {
        choices_add_locations(list, result, ask->service);
    } else if (service->answer != THTTP_LOCATION) {
        choices_add_uris(list, result);
    }
    if (service->answer == THTTP_URI && list->count > 1) {
        choices_cut(list, 1);
    }
}

/* Answer with |list|. Clients that do not choose go to the first resource. */
static void answer_list(const struct thttp_service *service,
                        const struct ask *ask, const struct ddds_result *result,
                        const struct choices *list, struct answer *answer)
{
    answer->status = service->answer == THTTP_CHOICE ? 300 : 200;
    if (ask->media == MEDIA_JSON) {
        answer_shown(ask, answer, answer->status, result, has_trace(ask), NULL);
    } else {
        choices_answer(list, ask, result, answer);
    }
    if (service->answer == THTTP_CHOICE) {
        answer->location = strdup(list->items[0]);
    }
}

static void answer_thttp(const struct ask *ask,
                         const struct ddds_result *result,
                         struct answer *answer)
{
    const struct thttp_service *service = find_service(ask->service);
    struct choices list = {NULL, 0};
    collect(service, ask, result, &list);
    char *location = NULL;
    if (list.count > (service->answer == THTTP_CHOICE ? 1 : 0)) {
        answer_list(service, ask, result, &list, answer);
    } else if ((location = find_location(ask, result)) != NULL) {
        redirect(ask, answer, location);
    } else {
        answer_failure(ask, answer, 404, "NO_SERVICE",
                       "the rules lead to nothing that a client of HTTP can "
                       "be sent to",
                       result);
    }
    choices_free(&list);
}

/* Redirect to the resource of the URN, unless the client prefers JSON. */
static void answer_link(const struct ask *ask, const struct ddds_result *result,
                        struct answer *answer)
{
    char *location = ask->prefers_json ? NULL : find_location(ask, result);
    if (location == NULL) {
        answer_shown(ask, answer, 200, result, has_trace(ask), NULL);
        return;
    }
    redirect(ask, answer, location);
}

void answer_result(const struct ask *ask, const struct ddds_result *result,
                   struct answer *answer)
{
    if (ask->route == ROUTE_GRAPH) {
        answer_walk(ask, result, answer);
        set_age(answer, result);
        return;
    }
    if (result->outcome_count == 0) {
        answer_reason(ask, result, answer);
        return;
    }
    if (ask->route == ROUTE_THTTP) {
        answer_thttp(ask, result, answer);
    } else if (ask->route == ROUTE_LINK) {
        answer_link(ask, result, answer);
    } else {
        answer_shown(ask, answer, 200, result, has_trace(ask), NULL);
    }
    set_age(answer, result);
}
