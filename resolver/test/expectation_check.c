/* Compare results with expectations, and explain differences.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation.h"

#include <assert.h>
#include <string.h>

#include "render/rendering.h"

/* ---- Comparing --------------------------------------------------------- */

static bool has_endpoint(const struct ddds_outcome *outcome, const char *value)
{
    const char *colon = strrchr(value, ':');
    size_t length = (size_t)(colon - value);
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        char port[8];
        snprintf(port, sizeof port, ":%u", endpoint->port);
        if (endpoint->has_port && strlen(endpoint->host) == length &&
            memcmp(endpoint->host, value, length) == 0 &&
            strcmp(port, colon) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_uri(const struct ddds_outcome *outcome, const char *value)
{
    for (size_t i = 0; i < outcome->target_count; i++) {
        if (strcmp(outcome->targets[i].uri, value) == 0) {
            return true;
        }
    }
    return strcmp(outcome->uri, value) == 0;
}

/* Return true if |outcome| can meet an expectation of |kind|. */
static bool is_of_kind(enum expected_kind kind,
                       const struct ddds_outcome *outcome)
{
    switch (kind) {
    case EXPECTED_URI:
        return outcome->kind == DDDS_OUTCOME_URI;
    case EXPECTED_SERVERS:
        return outcome->kind == DDDS_OUTCOME_SERVERS;
    case EXPECTED_ENDPOINT:
        return outcome->endpoint_count > 0 && outcome->endpoints[0].has_port;
    case EXPECTED_HOST:
        return outcome->kind == DDDS_OUTCOME_HOST;
    case EXPECTED_PROTOCOL:
        return outcome->kind == DDDS_OUTCOME_PROTOCOL;
    case EXPECTED_UUID:
        return outcome->kind == DDDS_OUTCOME_UUID;
    case EXPECTED_KEY:
    case EXPECTED_NONE:
        break;
    }
    return false;
}

static bool is_expected(const struct expectation *expectation,
                        const struct ddds_outcome *outcome)
{
    if (!is_of_kind(expectation->kind, outcome)) {
        return false;
    }
    switch (expectation->kind) {
    case EXPECTED_URI:
        return has_uri(outcome, expectation->value);
    case EXPECTED_ENDPOINT:
        return has_endpoint(outcome, expectation->value);
    case EXPECTED_UUID:
        return ddds_uuid_compare(&outcome->uuid, &expectation->uuid) == 0;
    default:
        return strcmp(outcome->output, expectation->value) == 0;
    }
}

static bool is_key(const struct ddds_step *step)
{
    return step->kind == DDDS_ASK_RULES;
}

static bool went_through(const struct ddds_result *result, const char *key)
{
    for (size_t i = 0; i < result->step_count; i++) {
        if (is_key(&result->steps[i]) &&
            strcmp(result->steps[i].name, key) == 0) {
            return true;
        }
    }
    return false;
}

/* Return the rule of |step| that led to |outcome|; NULL if not found. */
static const struct ddds_rule *find_rule(const struct ddds_result *result,
                                         const struct ddds_outcome *outcome,
                                         size_t step)
{
    size_t at = outcome->step;
    size_t rule = outcome->rule;
    while (at != DDDS_NO_STEP && at != step) {
        rule = result->steps[at].cause_rule;
        at = result->steps[at].cause;
    }
    return at == DDDS_NO_STEP ? NULL : result->steps[at].rules[rule].rule;
}

/* Return true if the outcome at |index| ties with the first: its rule at each
 * key has the order and preference of the best outcome's rule there. */
static bool ties_with_first(const struct ddds_result *result, size_t index)
{
    const struct ddds_outcome *outcomes = result->outcomes;
    size_t step = outcomes[index].step;
    while (step != DDDS_NO_STEP) {
        const struct ddds_rule *own = find_rule(result, &outcomes[index], step);
        const struct ddds_rule *best = NULL;
        for (size_t i = 0; best == NULL; i++) {
            best = find_rule(result, &outcomes[i], step);
        }
        assert(own != NULL);
        if (own->order != best->order || own->preference != best->preference) {
            return false;
        }
        step = result->steps[step].cause;
    }
    return true;
}

/* The first result must match, which clients use; with tied=yes, a result that
 * ties with it; with all=yes, any result. */
bool expectation_holds(const struct expectation *expectation,
                       const struct ddds_result *result)
{
    if (expectation->kind == EXPECTED_KEY) {
        return went_through(result, expectation->value);
    }
    if (expectation->kind == EXPECTED_NONE) {
        return result->outcome_count == 0 &&
               strcmp(ddds_reason_name(result->reason), expectation->value) ==
                   0;
    }
    for (size_t i = 0; i < result->outcome_count; i++) {
        if (is_expected(expectation, &result->outcomes[i]) &&
            (!expectation->is_tied || ties_with_first(result, i))) {
            return true;
        }
    }
    return false;
}

bool expectation_holds_of_refusal(const struct expectation *expectation)
{
    return expectation->kind == EXPECTED_NONE &&
           strcmp(expectation->value, "BAD_INPUT") == 0;
}

/* ---- Explaining -------------------------------------------------------- */

static void print_keys(FILE *out, const struct ddds_result *result)
{
    const char *before = "key ";
    for (size_t i = 0; i < result->step_count; i++) {
        if (is_key(&result->steps[i])) {
            fputs(before, out);
            print_escaped(out, result->steps[i].name);
            before = ", key ";
        }
    }
    if (before[0] == 'k') {
        fputs("no key", out);
    }
}

static void print_outcome(FILE *out, const struct ddds_outcome *outcome,
                          enum expected_kind wanted)
{
    if (wanted != EXPECTED_ENDPOINT || !is_of_kind(wanted, outcome)) {
        fprintf(out, "%s ", ddds_outcome_name(outcome->kind));
        print_escaped(out,
                      outcome->uri != NULL ? outcome->uri : outcome->output);
        for (size_t i = 1; i < outcome->target_count; i++) {
            fputs(", uri ", out);
            print_escaped(out, outcome->targets[i].uri);
        }
        return;
    }
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        fputs(i > 0 ? ", endpoint " : "endpoint ", out);
        print_escaped(out, outcome->endpoints[i].host);
        fprintf(out, ":%u", outcome->endpoints[i].port);
    }
}

void expectation_print_got(FILE *out, const struct expectation *expectation,
                           const struct ddds_result *result)
{
    if (expectation->kind == EXPECTED_KEY) {
        print_keys(out, result);
        return;
    }
    if (result->outcome_count == 0) {
        fprintf(out, "none %s", ddds_reason_name(result->reason));
        return;
    }
    for (size_t i = 0; i < result->outcome_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        print_outcome(out, &result->outcomes[i], expectation->kind);
    }
}

void expectation_print_reason(FILE *out, const struct expectation *expectation,
                              const struct ddds_result *result)
{
    static const char *const others[] = {
        [EXPECTED_URI] = "a different URI",
        [EXPECTED_SERVERS] = "different servers",
        [EXPECTED_ENDPOINT] = "different endpoints",
        [EXPECTED_HOST] = "a different host",
        [EXPECTED_PROTOCOL] = "a different output",
        [EXPECTED_UUID] = "a different UUID",
        [EXPECTED_NONE] = NULL,
    };
    if (result->outcome_count == 0) {
        print_reason(out, result);
    } else if (expectation->kind == EXPECTED_KEY) {
        fputs("the walk did not go through that key", out);
    } else if (expectation->kind == EXPECTED_NONE) {
        fputs("it resolved", out);
    } else if (is_of_kind(expectation->kind, &result->outcomes[0])) {
        fprintf(out, "it resolved to %s", others[expectation->kind]);
    } else {
        fputs("it resolved to a different kind of result", out);
    }
}
