/* The part of a result that diff compares, as JSON.
 *
 * SPDX-License-Identifier: MIT */
#include "diff/diff_answer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "batch/certainty.h"
#include "print/json_members.h"
#include "render/rendering.h"

/* ---- Endpoints --------------------------------------------------------- */

static int compare_endpoints(const void *one, const void *other)
{
    const struct ddds_endpoint *a = *(const struct ddds_endpoint *const *)one;
    const struct ddds_endpoint *b = *(const struct ddds_endpoint *const *)other;
    if (a->priority != b->priority) {
        return a->priority < b->priority ? -1 : 1;
    }
    int order = strcmp(a->host, b->host);
    if (order != 0) {
        return order;
    }
    return a->port != b->port
               ? (a->port < b->port ? -1 : 1)
               : (a->weight > b->weight) - (a->weight < b->weight);
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static json_t *make_addresses(const struct ddds_endpoint *endpoint)
{
    size_t count = endpoint->address_count;
    if (!endpoint->has_addresses) {
        return json_null();
    }
    json_t *array = json_array();
    char(*texts)[DDDS_ADDRESS_TEXT_SIZE] = calloc(count + 1, sizeof *texts);
    char **sorted = calloc(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        ddds_address_format(&endpoint->addresses[i], texts[i]);
        sorted[i] = texts[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_texts);
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(array, json_string(sorted[i]));
    }
    free(texts);
    free(sorted);
    return array;
}

static json_t *make_endpoint(const struct ddds_endpoint *endpoint)
{
    json_t *object = json_object();
    put_string(object, "host", endpoint->host);
    put_known(object, "port", endpoint->has_port, endpoint->port);
    put_known(object, "priority", endpoint->is_server, endpoint->priority);
    put_known(object, "weight", endpoint->is_server, endpoint->weight);
    json_object_set_new(object, "addresses", make_addresses(endpoint));
    return object;
}

static json_t *make_endpoints(const struct ddds_outcome *outcome)
{
    size_t count = outcome->endpoint_count;
    json_t *array = json_array();
    const struct ddds_endpoint **sorted = calloc(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = ddds_outcome_endpoint(outcome, i);
    }
    qsort(sorted, count, sizeof *sorted, compare_endpoints);
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(array, make_endpoint(sorted[i]));
    }
    free(sorted);
    return array;
}

/* ---- Results ----------------------------------------------------------- */

/* Return the protocol of |outcome|: for hosts and servers that of the services
 * of the rule, which determines how clients connect. */
static struct ddds_span find_protocol(const struct ddds_application *self,
                                      const struct ddds_outcome *outcome)
{
    struct ddds_services services = {.size = sizeof services};
    bool has_hosts = outcome->kind == DDDS_OUTCOME_HOST ||
                     outcome->kind == DDDS_OUTCOME_SERVERS;
    if (outcome->protocol != NULL) {
        return (struct ddds_span){outcome->protocol, strlen(outcome->protocol)};
    }
    return has_hosts &&
                   self->read_services(self, outcome->services, &services,
                                       NULL) == DDDS_OK &&
                   services.protocol_count > 0
               ? services.protocols[0]
               : (struct ddds_span){NULL, 0};
}

static int compare_words(const void *one, const void *other)
{
    const struct ddds_span *a = one;
    const struct ddds_span *b = other;
    size_t length = a->length < b->length ? a->length : b->length;
    int order = strncasecmp(a->text, b->text, length);
    return order != 0 ? order
                      : (a->length > b->length) - (a->length < b->length);
}

/* Return the |count| words as a list in lower case and in one order: neither
 * makes a difference (RFC 3404 section 4.4). */
static json_t *make_words(struct ddds_span *words, size_t count)
{
    char lower[DDDS_FIELD_SIZE];
    json_t *array = json_array();
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < words[i].length; k++) {
            char octet = words[i].text[k];
            bool is_upper = octet >= 'A' && octet <= 'Z';
            lower[k] = (char)(is_upper ? octet - 'A' + 'a' : octet);
        }
        json_array_append_new(array, json_stringn(lower, words[i].length));
    }
    return array;
}

/* Return the protocols and services of |outcome|, for comparisons. If some were
 * requested, it offers these, and the others do not matter. */
static json_t *make_offers(const struct ddds_result *result,
                           const struct ddds_outcome *outcome)
{
    const struct ddds_application *self = result->application;
    struct ddds_services services = {.size = sizeof services};
    json_t *array = json_array();
    if (outcome->services != NULL &&
        self->read_services(self, outcome->services, &services, NULL) ==
            DDDS_OK) {
        json_array_append_new(
            array, make_words(services.protocols, result->protocols == NULL
                                                      ? services.protocol_count
                                                      : 0));
        json_array_append_new(
            array,
            make_words(services.services,
                       result->services == NULL ? services.service_count : 0));
    }
    return array;
}

static json_t *make_outcome(const struct ddds_result *result,
                            const struct ddds_outcome *outcome)
{
    const struct ddds_span protocol =
        find_protocol(result->application, outcome);
    json_t *object = json_object();
    put_string(object, "kind", ddds_outcome_name(outcome->kind));
    put_string(object, "output",
               outcome->uri != NULL ? outcome->uri : outcome->output);
    put_string(object, "services",
               outcome->services != NULL && outcome->services[0] != '\0'
                   ? outcome->services
                   : NULL);
    put_span(object, "protocol", protocol);
    json_object_set_new(object, "endpoints", make_endpoints(outcome));
    json_object_set_new(object, "offers", make_offers(result, outcome));
    return object;
}

static json_t *make_answer(struct ddds_span input, const char *status,
                           json_t *reason, json_t *results, uint32_t ttl)
{
    json_t *object = json_object();
    put_span(object, "input", input);
    json_object_set_new(object, "status", json_string(status));
    json_object_set_new(object, "reason", reason);
    json_object_set_new(object, "results", results);
    put_known(object, "ttl", ttl != DDDS_NO_TTL, ttl);
    return object;
}

static json_t *make_results(const struct ddds_result *result, uint32_t *ttl)
{
    const struct ddds_outcome *outcome;
    json_t *array = json_array();
    *ttl = DDDS_NO_TTL;
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        json_array_append_new(array, make_outcome(result, outcome));
        *ttl = outcome->ttl < *ttl ? outcome->ttl : *ttl;
    }
    return array;
}

json_t *answer_new(const char *input, const struct ddds_result *result)
{
    const struct ddds_span given = {input, strlen(input)};
    struct doubt doubt = {result->reason, result->at};
    if (!result_is_certain(result, true, &doubt) ||
        result->reason == DDDS_REASON_LIMIT) {
        return make_answer(
            given, "temporary",
            make_json_reason(ddds_reason_name(doubt.reason), doubt.at, NULL),
            json_array(), DDDS_NO_TTL);
    }
    uint32_t ttl;
    json_t *results = make_results(result, &ttl);
    json_t *reason = result->outcome_count > 0
                         ? json_null()
                         : make_json_reason(ddds_reason_name(result->reason),
                                            result->at, NULL);
    return make_answer(given, status_word(result->reason), reason, results,
                       ttl);
}

json_t *answer_of_refusal(struct ddds_span input,
                          const struct ddds_error *error)
{
    return make_answer(input, "bad_input",
                       make_json_reason("BAD_INPUT", NULL, error->detail),
                       json_array(), DDDS_NO_TTL);
}
