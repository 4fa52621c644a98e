/* The order of members here is that of the fields in ddds/_results.py.
 *
 * SPDX-License-Identifier: MIT */
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ddds_results_clear(struct ddds_results *results)
{
    ddds_pickle_clear(&results->pickle);
    ddds_pickle_clear(&results->trace);
    free(results->line);
}

void ddds_results_begin(struct ddds_results *results)
{
    results->count = 0;
    ddds_pickle_begin(&results->pickle);
    for (size_t i = 0; i < RESULTS_SERVICES; i++) {
        results->services[i].application = NULL;
    }
}

/* ---- Outcomes ------------------------------------------------------------ */

static void put_addresses(struct ddds_pickle *pickle,
                          const struct ddds_address *addresses, size_t count)
{
    ddds_pickle_open(pickle);
    for (size_t i = 0; i < count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        ddds_pickle_text(pickle, text);
    }
    ddds_pickle_close(pickle);
}

static void put_endpoint(struct ddds_pickle *pickle,
                         const struct ddds_endpoint *endpoint)
{
    ddds_pickle_open_record(pickle, PICKLE_ENDPOINT);
    ddds_pickle_text(pickle, endpoint->host);
    ddds_pickle_known(pickle, endpoint->has_port, endpoint->port);
    ddds_pickle_known(pickle, endpoint->is_server, endpoint->priority);
    ddds_pickle_known(pickle, endpoint->is_server, endpoint->weight);
    if (endpoint->has_addresses) {
        put_addresses(pickle, endpoint->addresses, endpoint->address_count);
    } else {
        ddds_pickle_none(pickle);
    }
    ddds_pickle_close_record(pickle);
}

static void put_endpoints(struct ddds_pickle *pickle,
                          const struct ddds_outcome *outcome)
{
    const struct ddds_endpoint *endpoint;
    ddds_pickle_open(pickle);
    for (size_t i = 0; (endpoint = ddds_outcome_endpoint(outcome, i)) != NULL;
         i++) {
        put_endpoint(pickle, endpoint);
    }
    ddds_pickle_close(pickle);
}

static void put_targets(struct ddds_pickle *pickle,
                        const struct ddds_uri_target *targets, size_t count)
{
    ddds_pickle_open(pickle);
    for (size_t i = 0; i < count; i++) {
        ddds_pickle_open_record(pickle, PICKLE_URI_TARGET);
        ddds_pickle_number(pickle, targets[i].priority);
        ddds_pickle_number(pickle, targets[i].weight);
        ddds_pickle_text(pickle, targets[i].uri);
        ddds_pickle_close_record(pickle);
    }
    ddds_pickle_close(pickle);
}

/* Set aside the services field, its first protocol, and its services, and
 * write their numbers to |memos|. */
static void read_services(struct ddds_pickle *pickle,
                          const struct ddds_application *application,
                          const char *text, uint32_t memos[3])
{
    struct ddds_services services;
    services.size = sizeof services;
    bool is_read = application->read_services(application, text, &services,
                                              NULL) == DDDS_OK;
    size_t count = is_read ? services.service_count : 0;
    bool has_protocol = is_read && services.protocol_count > 0;
    ddds_pickle_text(pickle, text[0] != '\0' ? text : NULL);
    memos[0] = ddds_pickle_set_aside(pickle);
    ddds_pickle_span(pickle, has_protocol ? services.protocols[0].text : NULL,
                     has_protocol ? services.protocols[0].length : 0);
    memos[1] = ddds_pickle_set_aside(pickle);
    ddds_pickle_open(pickle);
    for (size_t i = 0; i < count; i++) {
        ddds_pickle_span(pickle, services.services[i].text,
                         services.services[i].length);
    }
    ddds_pickle_close(pickle);
    memos[2] = ddds_pickle_set_aside(pickle);
}

static unsigned hash(const char *text)
{
    unsigned hash = 0;
    for (; *text != '\0'; text++) {
        hash = 31 * hash + (unsigned char)*text;
    }
    return hash;
}

/* What read_services has set aside. */
static struct ddds_known_services *
find_services(struct ddds_results *results,
              const struct ddds_application *application, const char *text)
{
    struct ddds_known_services *known =
        &results->services[hash(text) % RESULTS_SERVICES];
    if (known->application != application || strcmp(known->text, text) != 0) {
        read_services(&results->pickle, application, text, known->memos);
        int length = snprintf(known->text, DDDS_FIELD_SIZE, "%s", text);
        known->application = length < DDDS_FIELD_SIZE ? application : NULL;
        known->pattern.is_known = false;
    }
    return known;
}

static void put_services(struct ddds_results *results,
                         const struct ddds_application *application,
                         const struct ddds_outcome *outcome)
{
    const uint32_t *memos =
        find_services(results, application, outcome->services)->memos;
    ddds_pickle_recall(&results->pickle, memos[0]);
    if (outcome->protocol != NULL) {
        ddds_pickle_text(&results->pickle, outcome->protocol);
    } else {
        ddds_pickle_recall(&results->pickle, memos[1]);
    }
    ddds_pickle_recall(&results->pickle, memos[2]);
}

static void put_notes(struct ddds_pickle *pickle, unsigned notes)
{
    ddds_pickle_open(pickle);
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((notes >> i & 1) != 0) {
            ddds_pickle_word(pickle, ddds_uuid_note_name(1U << i));
        }
    }
    ddds_pickle_close(pickle);
}

static void put_uuid(struct ddds_pickle *pickle, const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    char value[DDDS_UUID_TEXT_SIZE];
    char time[DDDS_UUID_TIME_SIZE];
    char node[18];
    int64_t now = INT64_MAX;
    ddds_uuid_time_now(&now, NULL);
    ddds_uuid_inspect(uuid, now, &fields);
    ddds_uuid_text(uuid, value);
    ddds_uuid_time_format(fields.time, fields.time_digits, time);
    snprintf(node, sizeof node, "%02x:%02x:%02x:%02x:%02x:%02x", fields.node[0],
             fields.node[1], fields.node[2], fields.node[3], fields.node[4],
             fields.node[5]);

    ddds_pickle_open_record(pickle, PICKLE_UUID_FIELDS);
    ddds_pickle_made(pickle, PICKLE_UUID, value);
    ddds_pickle_known(pickle, fields.version >= 0, (uint32_t)fields.version);
    ddds_pickle_word(pickle, ddds_uuid_variant_name(fields.variant));
    ddds_pickle_text(pickle, fields.has_time ? time : NULL);
    ddds_pickle_known(pickle, fields.has_sequence, fields.sequence);
    ddds_pickle_text(pickle, fields.has_sequence ? node : NULL);
    put_notes(pickle, fields.notes);
    ddds_pickle_close_record(pickle);
}

/* The output, and the URI that it is: mostly one string. */
static void put_output(struct ddds_pickle *pickle,
                       const struct ddds_outcome *outcome)
{
    ddds_pickle_text(pickle, outcome->output);
    if (outcome->uri != NULL && strcmp(outcome->uri, outcome->output) == 0) {
        ddds_pickle_again(pickle);
    } else {
        ddds_pickle_text(pickle, outcome->uri);
    }
}

static void put_outcome_members(struct ddds_results *results,
                                const struct ddds_application *application,
                                const struct ddds_outcome *outcome)
{
    struct ddds_pickle *pickle = &results->pickle;
    bool has_target = outcome->kind == DDDS_OUTCOME_SERVERS ||
                      outcome->kind == DDDS_OUTCOME_HOST;
    ddds_pickle_word(pickle, ddds_outcome_name(outcome->kind));
    put_output(pickle, outcome);
    put_targets(pickle, outcome->targets, outcome->target_count);
    put_services(results, application, outcome);
    ddds_pickle_text(pickle, has_target ? outcome->output : NULL);
    put_endpoints(pickle, outcome);
    if (outcome->kind == DDDS_OUTCOME_UUID) {
        put_uuid(pickle, &outcome->uuid);
    } else {
        ddds_pickle_none(pickle);
    }
    ddds_pickle_known(pickle, outcome->ttl != DDDS_NO_TTL, outcome->ttl);
    ddds_pickle_bool(pickle, outcome->authenticated);
    ddds_pickle_text(pickle, outcome->note);
}

static void put_outcome(struct ddds_results *results,
                        const struct ddds_application *application,
                        const struct ddds_outcome *outcome)
{
    ddds_pickle_open_record(&results->pickle, PICKLE_OUTCOME);
    put_outcome_members(results, application, outcome);
    ddds_pickle_close_record(&results->pickle);
}

/* ---- The trace ----------------------------------------------------------- */

static void put_servers(struct ddds_pickle *pickle,
                        const struct ddds_answer *answer)
{
    ddds_pickle_open(pickle);
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        ddds_pickle_open_record(pickle, PICKLE_SERVER);
        ddds_pickle_number(pickle, srv->priority);
        ddds_pickle_number(pickle, srv->weight);
        ddds_pickle_number(pickle, srv->port);
        ddds_pickle_text(pickle, srv->target);
        ddds_pickle_close_record(pickle);
    }
    ddds_pickle_close(pickle);
}

/* What the answer holds: servers, addresses and URIs, each None if the question
 * did not ask for it. */
static void put_data(struct ddds_pickle *pickle, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    enum ddds_question_kind kind = step->kind;
    if (has_data && kind == DDDS_ASK_SERVERS) {
        put_servers(pickle, answer);
    } else {
        ddds_pickle_none(pickle);
    }
    if (has_data && kind == DDDS_ASK_ADDRESSES) {
        put_addresses(pickle, answer->addresses, answer->address_count);
    } else {
        ddds_pickle_none(pickle);
    }
    if (has_data && kind == DDDS_ASK_URIS) {
        put_targets(pickle, answer->targets, answer->target_count);
    } else {
        ddds_pickle_none(pickle);
    }
}

/* To users a name outside the zones is a missing name: the detail says more. */
static void put_answer(struct ddds_pickle *pickle, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    if (answer == NULL || step->is_fallback) {
        ddds_pickle_none(pickle);
        return;
    }
    bool is_dns = answer->server != NULL;
    ddds_pickle_open_record(pickle, PICKLE_ANSWER);
    ddds_pickle_word(pickle, ddds_reply_text(answer->reply == DDDS_REPLY_OUTSIDE
                                                 ? DDDS_REPLY_NO_NAME
                                                 : answer->reply));
    ddds_pickle_word(pickle, ddds_reply_rcode(answer->reply));
    ddds_pickle_text(pickle, answer->detail);
    ddds_pickle_number(pickle, answer->ttl);
    ddds_pickle_bool(pickle, answer->authenticated);
    ddds_pickle_text(pickle, answer->canonical);
    ddds_pickle_text(pickle, answer->server);
    ddds_pickle_word(pickle, !is_dns ? NULL : answer->tcp ? "tcp" : "udp");
    ddds_pickle_known(pickle, is_dns && !answer->cached, answer->microseconds);
    ddds_pickle_bool(pickle, answer->cached);
    ddds_pickle_bool(pickle, answer->additional);
    put_data(pickle, step);
    ddds_pickle_close_record(pickle);
}

static void put_rule(struct ddds_pickle *pickle,
                     const struct ddds_judged_rule *judged)
{
    const struct ddds_rule *rule = judged->rule;
    ddds_pickle_open_record(pickle, PICKLE_RULE);
    ddds_pickle_number(pickle, rule->order);
    ddds_pickle_number(pickle, rule->preference);
    ddds_pickle_text(pickle, rule->flags);
    ddds_pickle_text(pickle, rule->services);
    ddds_pickle_text(pickle, rule->regexp);
    ddds_pickle_text(pickle,
                     rule->replacement[0] != '\0' ? rule->replacement : NULL);
    ddds_pickle_word(pickle, ddds_verdict_name(judged->verdict));
    ddds_pickle_text(pickle, judged->reason);
    ddds_pickle_text(pickle, judged->output);
    ddds_pickle_close_record(pickle);
}

static void put_step(struct ddds_pickle *pickle, const struct ddds_step *step,
                     size_t index)
{
    const struct ddds_judged_rule *judged;
    ddds_pickle_open_record(pickle, PICKLE_STEP);
    ddds_pickle_number(pickle, (uint32_t)index);
    ddds_pickle_text(pickle, step->name);
    ddds_pickle_open_record(pickle, PICKLE_QUERY);
    ddds_pickle_text(pickle, step->name);
    ddds_pickle_word(pickle, ddds_question_types(step->kind));
    ddds_pickle_close_record(pickle);
    ddds_pickle_text(pickle, step->protocol);
    ddds_pickle_text(pickle, step->is_fallback ? step->answer->detail : NULL);
    put_answer(pickle, step);
    ddds_pickle_open(pickle);
    for (size_t i = 0; (judged = ddds_step_rule(step, i)) != NULL; i++) {
        put_rule(pickle, judged);
    }
    ddds_pickle_close(pickle);
    ddds_pickle_close_record(pickle);
}

/* The trace is a pickle of its own, which is read when it is looked at. */
static void put_trace(struct ddds_results *results,
                      const struct ddds_result *result)
{
    const struct ddds_step *step;
    if (!results->has_trace) {
        ddds_pickle_none(&results->pickle);
        return;
    }
    ddds_pickle_begin(&results->trace);
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        put_step(&results->trace, step, i);
    }
    ddds_pickle_end(&results->trace);
    ddds_pickle_nested(&results->pickle, PICKLE_TRACE, &results->trace);
}

/* ---- Whole results ------------------------------------------------------- */

static const char *status_word(enum ddds_reason reason)
{
    return ddds_reason_class_name(ddds_reason_class(reason));
}

static void put_reason(struct ddds_pickle *pickle, const char *code,
                       const char *at, const char *detail)
{
    ddds_pickle_open_record(pickle, PICKLE_REASON);
    ddds_pickle_word(pickle, code);
    ddds_pickle_text(pickle, at);
    ddds_pickle_text(pickle, detail);
    ddds_pickle_close_record(pickle);
}

static void put_why(struct ddds_pickle *pickle,
                    const struct ddds_result *result)
{
    if (result->reason == DDDS_REASON_RESOLVED) {
        ddds_pickle_none(pickle);
        return;
    }
    put_reason(pickle, ddds_reason_name(result->reason), result->at,
               result->detail != NULL ? result->detail
                                      : ddds_reason_text(result->reason));
}

static void put_input(struct ddds_results *results, const char *input)
{
    if (results->has_inputs) {
        ddds_pickle_input(&results->pickle);
    } else {
        ddds_pickle_text(&results->pickle, input);
    }
}

/* All members of |result| but the input. */
static void put_members(struct ddds_results *results,
                        const struct ddds_result *result)
{
    struct ddds_pickle *pickle = &results->pickle;
    const struct ddds_outcome *outcome;
    ddds_pickle_word(pickle, result->application->name);
    ddds_pickle_word(pickle, status_word(result->reason));
    put_why(pickle, result);
    ddds_pickle_open(pickle);
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        put_outcome(results, result->application, outcome);
    }
    ddds_pickle_close(pickle);
    ddds_pickle_number(pickle, result->queries);
    ddds_pickle_text(pickle, result->note);
    ddds_pickle_bool(pickle, result->urn != NULL);
    put_trace(results, result);
}

/* ---- Results that are alike ---------------------------------------------- */

/* The outcome of |result| if it is nothing but a URI; or NULL. */
static const struct ddds_outcome *
plain_outcome(const struct ddds_results *results,
              const struct ddds_result *result)
{
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    bool is_alone = result->reason == DDDS_REASON_RESOLVED &&
                    result->outcome_count == 1 && result->note == NULL &&
                    !results->has_trace;
    bool is_plain = is_alone && outcome->kind == DDDS_OUTCOME_URI &&
                    outcome->target_count == 0 &&
                    outcome->endpoint_count == 0 && outcome->protocol == NULL &&
                    outcome->note == NULL;
    return is_plain && strcmp(outcome->output, outcome->uri) == 0 ? outcome
                                                                  : NULL;
}

/* Does |pattern| have the members of |result|? If not, it is changed. */
static bool fits(struct ddds_pattern *pattern, const struct ddds_result *result,
                 const struct ddds_outcome *outcome)
{
    bool is_urn = result->urn != NULL;
    if (pattern->is_known && pattern->ttl == outcome->ttl &&
        pattern->queries == result->queries &&
        pattern->authenticated == outcome->authenticated &&
        pattern->is_urn == is_urn) {
        return true;
    }
    *pattern = (struct ddds_pattern){.ttl = outcome->ttl,
                                     .queries = result->queries,
                                     .authenticated = outcome->authenticated,
                                     .is_urn = is_urn,
                                     .is_known = true};
    return false;
}

static void write_pattern(struct ddds_results *results,
                          struct ddds_pattern *pattern,
                          const struct ddds_result *result,
                          const struct ddds_outcome *outcome)
{
    struct ddds_pickle *pickle = &results->pickle;
    ddds_pickle_open(pickle);
    ddds_pickle_open(pickle);
    ddds_pickle_open(pickle);
    put_outcome_members(results, result->application, outcome);
    ddds_pickle_close(pickle);
    ddds_pickle_close(pickle);
    ddds_pickle_open(pickle);
    ddds_pickle_open(pickle);
    ddds_pickle_none(pickle);
    put_members(results, result);
    ddds_pickle_close(pickle);
    ddds_pickle_close(pickle);
    ddds_pickle_close(pickle);
    pattern->memo = ddds_pickle_set_aside(pickle);
    pattern->is_written = true;
}

/* Most results differ from one before only in their input and their URI. Of the
 * second one that is alike a pattern is made. Returns false if there is
 * none. */
static bool put_alike(struct ddds_results *results,
                      const struct ddds_result *result)
{
    const struct ddds_outcome *outcome = plain_outcome(results, result);
    if (outcome == NULL) {
        return false;
    }
    struct ddds_known_services *known =
        find_services(results, result->application, outcome->services);
    if (known->application == NULL || !fits(&known->pattern, result, outcome)) {
        return false;
    }
    if (!known->pattern.is_written) {
        write_pattern(results, &known->pattern, result, outcome);
    }
    ddds_pickle_open_like(&results->pickle, known->pattern.memo);
    put_input(results, result->input);
    ddds_pickle_text(&results->pickle, outcome->output);
    ddds_pickle_close_like(&results->pickle);
    return true;
}

/* ---- Lines -------------------------------------------------------------- */

/* Is there memory for a text of |length| octets, which did not fit? */
static bool grow_line(struct ddds_results *results, size_t length)
{
    free(results->line);
    results->line = malloc(length + 1);
    results->line_size = results->line != NULL ? length + 1 : 0;
    results->pickle.is_failed |= results->line == NULL;
    return results->line != NULL;
}

static void put_line(struct ddds_results *results,
                     const struct ddds_result *result)
{
    unsigned parts = results->has_trace ? DDDS_JSON_TRACE : 0;
    size_t length;
    while ((length = ddds_result_json(result, parts, results->line,
                                      results->line_size)) >=
           results->line_size) {
        if (!grow_line(results, length)) {
            return;
        }
    }
    ddds_pickle_span(&results->pickle, results->line, length);
}

static void put_refused_line(struct ddds_results *results,
                             const struct ddds_application *application,
                             const char *input, const struct ddds_error *error)
{
    size_t length;
    while ((length = ddds_refusal_json(input, application, error, results->line,
                                       results->line_size)) >=
           results->line_size) {
        if (!grow_line(results, length)) {
            return;
        }
    }
    ddds_pickle_span(&results->pickle, results->line, length);
}

/* ---- Lists -------------------------------------------------------------- */

void ddds_results_add(struct ddds_results *results,
                      const struct ddds_result *result)
{
    if (results->as_lines) {
        put_line(results, result);
    } else if (!put_alike(results, result)) {
        ddds_pickle_open_record(&results->pickle, PICKLE_RESULT);
        put_input(results, result->input);
        put_members(results, result);
        ddds_pickle_close_record(&results->pickle);
    }
    results->count++;
}

static void put_refusal(struct ddds_results *results,
                        const struct ddds_application *application,
                        const char *input, const struct ddds_error *error)
{
    struct ddds_pickle *pickle = &results->pickle;
    ddds_pickle_open_record(pickle, PICKLE_RESULT);
    put_input(results, input);
    ddds_pickle_word(pickle, application->name);
    ddds_pickle_word(pickle, "bad_input");
    put_reason(pickle, "BAD_INPUT", NULL, error->detail);
    ddds_pickle_open(pickle);
    ddds_pickle_close(pickle);
    ddds_pickle_number(pickle, 0);
    ddds_pickle_none(pickle);
    ddds_pickle_bool(pickle, false);
    ddds_pickle_none(pickle);
    ddds_pickle_close_record(pickle);
}

void ddds_results_refuse(struct ddds_results *results,
                         const struct ddds_application *application,
                         const char *input, const struct ddds_error *error)
{
    if (results->as_lines) {
        put_refused_line(results, application, input, error);
    } else {
        put_refusal(results, application, input, error);
    }
    results->count++;
}
