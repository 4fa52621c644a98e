/* From the result of a resolution to the answer of a request.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/answer/resolved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/wanted_services.h"
#include "render/rendering.h"
#include "serve/answer/drawn.h"
#include "serve/answer/location.h"
#include "text/text_stream.h"

/* What no answer limits is kept for a day. */
enum { LONGEST_AGE = 86400 };

/* ---- The request -------------------------------------------------------- */

static bool refuse(const struct ask *ask, struct answer *answer,
                   const char *detail)
{
    answer_problem(ask, answer, 400, "BAD_OPTION", detail, NULL);
    return false;
}

/* The services that THTTP's |name| asks for, in both spellings. Static
 * storage; NULL if there is no such service. */
static const char *find_services(const char *name, bool *is_list)
{
    static const struct {
        const char *name;
        const char *services;
        bool is_list;
    } rows[] = {
        {"I2L", "I2L,N2L,L2L", false},
        {"I2Ls", "I2Ls,N2Ls,L2Ls,I2L,N2L,L2L", true},
        {"I2R", "I2R,N2R,L2R", false},
        {"I2Rs", "I2Rs,N2Rs,L2Rs", false},
        {"I2C", "I2C,N2C,L2C", false},
        {"I2Cs", "I2Cs,N2Cs,L2Cs", false},
        {"I2N", "I2N,N2N,L2N", true},
        {"I2Ns", "I2Ns,N2Ns,L2Ns", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (name[0] != '\0' && strchr("INLinl", name[0]) != NULL &&
            strcasecmp(name + 1, rows[i].name + 1) == 0) {
            *is_list = rows[i].is_list;
            return rows[i].services;
        }
    }
    return NULL;
}

static bool read_thttp(const struct ask *ask, struct resolving *resolving,
                       struct answer *answer)
{
    bool is_list = false;
    resolving->options.services = find_services(ask->service, &is_list);
    resolving->options.all = is_list;
    if (resolving->options.services == NULL) {
        answer_problem(ask, answer, 501, "NO_SERVICE",
                       "there is no such service here: I2L, I2Ls, I2R, I2Rs, "
                       "I2C, I2Cs, I2N and I2Ns are known, also with N or L in "
                       "place of the first I",
                       NULL);
        return false;
    }
    return true;
}

static bool read_parameters(const struct ask *ask, struct resolving *resolving,
                            struct answer *answer)
{
    const struct parameters *parameters = &ask->parameters;
    const char *application = parameters_get(parameters, "app");
    struct ddds_options *options = &resolving->options;
    struct ddds_error error;
    resolving->input = parameters_get(parameters, "input");
    if (resolving->input == NULL || resolving->input[0] == '\0') {
        return refuse(ask, answer, "the parameter \"input\" is missing");
    }
    if (application != NULL && application[0] != '\0') {
        resolving->application = ddds_application_find(application);
        if (resolving->application == NULL) {
            return refuse(ask, answer, "there is no such application");
        }
    }
    options->services = parameters_get(parameters, "service");
    options->protocols = parameters_get(parameters, "protocol");
    options->all = parameters_is_set(parameters, "all");
    options->no_q |= parameters_is_set(parameters, "no-q");
    options->no_addresses = parameters_is_set(parameters, "no-addresses");
    if (options->services != NULL && options->services[0] == '\0') {
        options->services = NULL;
    }
    if (options->protocols != NULL && options->protocols[0] == '\0') {
        options->protocols = NULL;
    }
    if (resolving->application != ddds_application_sip() &&
        wanted_check(resolving->application != NULL ? resolving->application
                                                    : ddds_application_uri(),
                     options->services, &error) != DDDS_OK) {
        return refuse(ask, answer, error.detail);
    }
    return true;
}

bool resolving_read(const struct ask *ask, const struct ddds_options *base,
                    struct resolving *resolving, struct answer *answer)
{
    *resolving = (struct resolving){.input = ask->input, .options = *base};
    if (ask->route == ROUTE_THTTP) {
        return read_thttp(ask, resolving, answer);
    }
    return ask->route == ROUTE_LINK || read_parameters(ask, resolving, answer);
}

/* ---- How long it holds -------------------------------------------------- */

static void lower(uint32_t *age, uint32_t ttl)
{
    *age = ttl < *age ? ttl : *age;
}

/* Set how long |answer| may be kept: as long as all that it relies on. */
static void set_age(struct answer *answer, const struct ddds_result *result)
{
    const struct ddds_step *step;
    const struct ddds_outcome *outcome;
    uint32_t age = LONGEST_AGE;
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
    answer->max_age = age;
    answer->is_cacheable =
        result->outcome_count > 0 ||
        ddds_reason_class(result->reason) == DDDS_CLASS_NOT_FOUND;
}

/* ---- Without an outcome ------------------------------------------------- */

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

/* A problem, with |result|, which a page shows in its place. */
static void answer_failure(const struct ask *ask, struct answer *answer,
                           unsigned status, const char *code,
                           const char *detail, const struct ddds_result *result)
{
    const struct style style = {.has_trace = has_trace(ask)};
    char *text = NULL;
    size_t length;
    if (answer_is_html(ask)) {
        answer_shown(ask, answer, status, result, true);
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

/* Send the client to |location|, which is taken over. */
static void redirect(const struct ask *ask, struct answer *answer,
                     char *location)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    fprintf(out, "%s\r\n", location);
    fclose(out);
    answer_text(answer, MEDIA_TEXT, text, length);
    answer->location = location; /* RFC 2169 section 3.1: always */
    if (ask->route == ROUTE_THTTP && ask->wants_text) {
        return; /* it reads no redirects */
    }
    answer->status = ask->is_http10 ? 302 : 303;
}

/* The first outcome that a client can be sent to. */
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

/* Can |uri| stand on a line of a list? */
static bool is_line(const char *uri)
{
    for (; *uri != '\0'; uri++) {
        if (*uri <= ' ' || *uri > '~') {
            return false;
        }
    }
    return true;
}

/* Is the URI of the outcome |place| also that of one of those before it? */
static bool is_again(const struct ddds_result *result, size_t place)
{
    enum { LOOK_BACK = 256 }; /* in hostile results, not all */
    const char *uri = ddds_result_outcome(result, place)->uri;
    for (size_t i = place > LOOK_BACK ? place - LOOK_BACK : 0; i < place; i++) {
        const char *other = ddds_result_outcome(result, i)->uri;
        if (other != NULL && strcmp(other, uri) == 0) {
            return true;
        }
    }
    return false;
}

/* Can the answer only be one URN (RFC 2483 section 4.7)? */
static bool is_single(const struct ask *ask)
{
    return strcasecmp(ask->service + 1, "2N") == 0;
}

/* RFC 2483 section 5. */
static void answer_list(const struct ask *ask, const struct ddds_result *result,
                        struct answer *answer)
{
    char *text = NULL;
    size_t length;
    const struct ddds_outcome *outcome;
    FILE *out = text_stream_open(&text, &length);
    if (ask->media == MEDIA_URI_LIST && is_line(result->input)) {
        fputs("# ", out);
        location_print_input(out, result, true);
        fputs("\r\n", out);
    }
    bool is_done = false;
    for (size_t i = 0;
         !is_done && (outcome = ddds_result_outcome(result, i)) != NULL; i++) {
        if (outcome->uri != NULL && is_line(outcome->uri) &&
            !is_again(result, i)) {
            fprintf(out, "%s\r\n", outcome->uri);
            is_done = is_single(ask);
        }
    }
    fclose(out);
    answer_text(answer, ask->media, text, length);
}

static void answer_thttp(const struct ask *ask,
                         const struct ddds_result *result,
                         struct answer *answer)
{
    bool is_list = false;
    bool has_uri = result->outcomes[0].uri != NULL;
    (void)find_services(ask->service, &is_list);
    if (is_list && has_uri) {
        if (ask->media == MEDIA_JSON || answer_is_html(ask)) {
            answer_shown(ask, answer, 200, result, has_trace(ask));
        } else {
            answer_list(ask, result, answer);
        }
        return;
    }
    char *location = find_location(ask, result);
    if (location == NULL) {
        answer_failure(ask, answer, 404, "NO_SERVICE",
                       "the rules lead to nothing that a client of HTTP can "
                       "be sent to",
                       result);
        return;
    }
    redirect(ask, answer, location);
}

/* A link leads to where the URN leads, unless the client wants to know how. */
static void answer_link(const struct ask *ask, const struct ddds_result *result,
                        struct answer *answer)
{
    char *location = ask->prefers_json ? NULL : find_location(ask, result);
    if (location == NULL) {
        answer_shown(ask, answer, 200, result, has_trace(ask));
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
        answer_shown(ask, answer, 200, result, has_trace(ask));
    }
    set_age(answer, result);
}

/* Is the input neither a URN nor a URI, and nothing says what else it is? */
static bool lacks_application(const struct ask *ask)
{
    const char *input = parameters_get(&ask->parameters, "input");
    return ask->input == NULL && input != NULL && strchr(input, ':') == NULL &&
           parameters_get(&ask->parameters, "app") == NULL;
}

void answer_refusal(const struct ask *ask, const struct ddds_error *error,
                    struct answer *answer)
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
                       lacks_application(ask)
                           ? "not a URN or URI; for other inputs choose the "
                             "application (app)"
                           : error->detail,
                       NULL);
    }
}
