/* Demands of a talk on a result: the "!", "*" and "-" lines.
 *
 * SPDX-License-Identifier: MIT */
#include "talk.h"

#include <arpa/inet.h>
#include <string.h>

static bool contains(const char *text, const char *part)
{
    return text != NULL && strstr(text, part) != NULL;
}

static void demand_text(const struct talk *talk, const char *demanded,
                        const char *happened)
{
    if (strcmp(demanded, happened) != 0) {
        talk_fail(talk, demanded, happened);
    }
}

static void demand_number(struct talk *talk, const char *what,
                          const char *demanded, unsigned long happened)
{
    if (talk_number(talk, demanded, UINT32_MAX) != happened) {
        talk_fail(talk, talk_format(talk, "%s %s", what, demanded),
                  talk_format(talk, "%s %lu", what, happened));
    }
}

static void demand_part(const struct talk *talk, const char *part,
                        const char *happened)
{
    if (!contains(happened, part)) {
        talk_fail(talk, part, happened != NULL ? happened : "nothing is said");
    }
}

static const struct ddds_result *demand_result(struct talk *talk)
{
    const struct ddds_result *result = ddds_engine_result(talk->engine);
    if (result == NULL) {
        talk_fail(talk, "a result", talk_describe_result(talk));
    }
    return result;
}

/* ---- For people -------------------------------------------------------- */

static const char *describe_outcome(struct talk *talk,
                                    const struct ddds_outcome *outcome)
{
    return talk_format(talk, "%s %s", ddds_outcome_name(outcome->kind),
                       outcome->output);
}

const char *talk_describe_result(struct talk *talk)
{
    const struct ddds_result *result = ddds_engine_result(talk->engine);
    if (result == NULL) {
        return "it waits for answers";
    }
    if (result->outcome_count == 0) {
        return talk_format(talk, "%s %s: %s", ddds_reason_name(result->reason),
                           result->at != NULL ? result->at : "",
                           result->detail != NULL ? result->detail : "");
    }
    const char *all = describe_outcome(talk, &result->outcomes[0]);
    for (size_t i = 1; i < result->outcome_count; i++) {
        all = talk_format(talk, "%s, %s", all,
                          describe_outcome(talk, &result->outcomes[i]));
    }
    return all;
}

static const char *describe_endpoint(struct talk *talk,
                                     const struct ddds_endpoint *endpoint)
{
    const char *all = endpoint->host;
    if (endpoint->has_port) {
        all = talk_format(talk, "%s %u", all, endpoint->port);
    }
    if (endpoint->is_server) {
        all = talk_format(talk, "%s %u %u", all, endpoint->priority,
                          endpoint->weight);
    }
    for (size_t i = 0; i < endpoint->address_count; i++) {
        const struct ddds_address *address = &endpoint->addresses[i];
        char text[INET6_ADDRSTRLEN];
        inet_ntop(address->length == 16 ? AF_INET6 : AF_INET, address->octets,
                  text, sizeof text);
        all = talk_format(talk, "%s %s", all, text);
    }
    return endpoint->has_addresses && endpoint->address_count == 0
               ? talk_format(talk, "%s nowhere", all)
               : all;
}

static const char *describe_verdict(struct talk *talk,
                                    const struct ddds_judged_rule *judged)
{
    return talk_format(talk, "%u %u %s%s%s%s%s", judged->rule->order,
                       judged->rule->preference,
                       ddds_verdict_name(judged->verdict),
                       judged->output != NULL ? " -> " : "",
                       judged->output != NULL ? judged->output : "",
                       judged->reason != NULL ? " : " : "",
                       judged->reason != NULL ? judged->reason : "");
}

/* ---- Outcomes ---------------------------------------------------------- */

/* The outcome that is spoken of, or the place where it would be. */
static const struct ddds_outcome *present_outcome(struct talk *talk)
{
    const struct ddds_result *result = demand_result(talk);
    if (talk->demanded.outcomes == 0) {
        talk_misread(talk, "which outcome?");
    }
    return &result->outcomes[talk->demanded.outcomes - 1];
}

/* Every endpoint must have been named, and a note. */
static void close_outcome(struct talk *talk)
{
    if (talk->demanded.outcomes == 0) {
        return;
    }
    const struct ddds_outcome *outcome = present_outcome(talk);
    if (talk->demanded.endpoints < outcome->endpoint_count) {
        const struct ddds_endpoint *endpoint =
            &outcome->endpoints[talk->demanded.endpoints];
        talk_fail(talk, "no more endpoints", describe_endpoint(talk, endpoint));
    }
    if (talk->demanded.targets < outcome->target_count) {
        talk_fail(talk, "no more targets",
                  outcome->targets[talk->demanded.targets].uri);
    }
    if (outcome->note != NULL && !talk->demanded.note) {
        talk_fail(talk, "no note", outcome->note);
    }
}

static void demand_outcome(struct talk *talk, const char *text)
{
    const struct ddds_result *result = demand_result(talk);
    close_outcome(talk);
    size_t next = talk->demanded.outcomes++;
    if (next >= result->outcome_count) {
        talk_fail(talk, text, talk_describe_result(talk));
    }
    demand_text(talk, text, describe_outcome(talk, &result->outcomes[next]));
    talk->demanded.endpoints = 0;
    talk->demanded.targets = 0;
    talk->demanded.note = false;
}

static void demand_uri(struct talk *talk, const char *text)
{
    const char *uri = present_outcome(talk)->uri;
    demand_text(talk, text, uri != NULL ? uri : "no URI");
}

static void demand_services(struct talk *talk, const char *text)
{
    demand_text(talk, text, present_outcome(talk)->services);
}

static void demand_ttl(struct talk *talk, const char *text)
{
    uint32_t ttl = present_outcome(talk)->ttl;
    if (strcmp(text, "none") != 0) {
        demand_number(talk, "ttl", text, ttl);
    } else if (ttl != DDDS_NO_TTL) {
        talk_fail(talk, "no ttl", talk_format(talk, "ttl %u", ttl));
    }
}

static void demand_authenticated(struct talk *talk, const char *text)
{
    if (*text != '\0' || !present_outcome(talk)->authenticated) {
        talk_fail(talk, "authenticated", "not authenticated");
    }
}

static void demand_not(struct talk *talk, const char *text)
{
    if (strcmp(text, "authenticated") != 0 ||
        present_outcome(talk)->authenticated) {
        talk_fail(talk, "not authenticated", "authenticated");
    }
}

static void demand_security(struct talk *talk, const char *text)
{
    const char *found = ddds_security_name(present_outcome(talk)->security);
    if (strcmp(text, found) != 0) {
        talk_fail(talk, text, found);
    }
}

static void demand_note(struct talk *talk, const char *text)
{
    demand_part(talk, text, present_outcome(talk)->note);
    talk->demanded.note = true;
}

static void demand_near(struct talk *talk, const char *text)
{
    const struct ddds_outcome *outcome = present_outcome(talk);
    const char *host = outcome->near != NULL ? outcome->near : "nothing";
    demand_text(talk, text,
                outcome->closeness == DDDS_COLLOCATED
                    ? talk_format(talk, "%s collocated", host)
                    : talk_format(talk, "%s %u", host, outcome->closeness));
}

static void demand_endpoint(struct talk *talk, const char *text)
{
    const struct ddds_outcome *outcome = present_outcome(talk);
    size_t next = talk->demanded.endpoints++;
    demand_text(talk, text,
                next < outcome->endpoint_count
                    ? describe_endpoint(talk, &outcome->endpoints[next])
                    : "no more endpoints");
}

static const char *describe_target(struct talk *talk,
                                   const struct ddds_uri_target *target)
{
    return talk_format(talk, "%u %u %s", target->priority, target->weight,
                       target->uri);
}

static void demand_target(struct talk *talk, const char *text)
{
    const struct ddds_outcome *outcome = present_outcome(talk);
    size_t next = talk->demanded.targets++;
    demand_text(talk, text,
                next < outcome->target_count
                    ? describe_target(talk, &outcome->targets[next])
                    : "no more targets");
}

/* ---- The whole result -------------------------------------------------- */

static void demand_reason(struct talk *talk, const char *text)
{
    const struct ddds_result *result = demand_result(talk);
    const char *happened = ddds_reason_name(result->reason);
    if (result->at != NULL) {
        happened = talk_format(talk, "%s %s", happened, result->at);
    }
    if (result->outcome_count > 0 || strcmp(text, happened) != 0) {
        talk_fail(talk, text, talk_describe_result(talk));
    }
    talk->demanded.reason = true;
}

static void demand_detail(struct talk *talk, const char *text)
{
    demand_part(talk, text, demand_result(talk)->detail);
}

static void demand_aus(struct talk *talk, const char *text)
{
    demand_text(talk, text, demand_result(talk)->aus);
}

static void demand_queries(struct talk *talk, const char *text)
{
    demand_number(talk, "queries", text, demand_result(talk)->queries);
}

static void demand_about(struct talk *talk, const char *text)
{
    demand_part(talk, text, demand_result(talk)->note);
}

void talk_demand(struct talk *talk, const char *text)
{
    static const struct {
        const char *word;
        void (*demand)(struct talk *talk, const char *text);
    } demands[] = {
        {"as", demand_uri},
        {"services", demand_services},
        {"ttl", demand_ttl},
        {"authenticated", demand_authenticated},
        {"not", demand_not},
        {"security", demand_security},
        {"note", demand_note},
        {"near", demand_near},
        {"endpoint", demand_endpoint},
        {"target", demand_target},
        {"detail", demand_detail},
        {"aus", demand_aus},
        {"queries", demand_queries},
        {"about", demand_about},
    };
    size_t length = strcspn(text, " ");
    for (size_t i = 0; i < sizeof demands / sizeof *demands; i++) {
        if (strlen(demands[i].word) == length &&
            memcmp(text, demands[i].word, length) == 0) {
            demands[i].demand(talk, talk_behind(text, 1));
            return;
        }
    }
    if (*text >= 'A' && *text <= 'Z') {
        demand_reason(talk, text);
    } else {
        demand_outcome(talk, text);
    }
}

void talk_close_result(struct talk *talk)
{
    const struct ddds_result *result = demand_result(talk);
    if (result->outcome_count == 0 && !talk->demanded.reason) {
        talk_fail(talk, "nothing about why there is no outcome",
                  talk_describe_result(talk));
    }
    close_outcome(talk);
    if (talk->demanded.outcomes < result->outcome_count) {
        talk_fail(
            talk, "no more outcomes",
            describe_outcome(talk, &result->outcomes[talk->demanded.outcomes]));
    }
}

/* ---- Verdicts ---------------------------------------------------------- */

/* Return true if the rules of |step| are published at |name|; or, with |part|,
 * are the application's own with this part in their explanation. */
static bool are_rules_of(const struct ddds_step *step, const char *name,
                         const char *part)
{
    return step->kind == DDDS_ASK_RULES && strcmp(step->name, name) == 0 &&
           (*part == '\0'
                ? !step->is_fallback
                : step->is_fallback && contains(step->answer->detail, part));
}

void talk_open_rules(struct talk *talk, const char *text)
{
    const struct ddds_result *result = demand_result(talk);
    const char *part = talk_behind(text, 1);
    const char *name = talk_format(talk, "%.*s", (int)strcspn(text, " "), text);
    for (size_t i = result->step_count; i > 0; i--) {
        const struct ddds_step *step = &result->steps[i - 1];
        if (are_rules_of(step, name, part)) {
            talk->judged = step;
            talk->verdicts = 0;
            return;
        }
    }
    talk_fail(talk, talk_format(talk, "rules at %s", text), "never asked for");
}

/* Return true if |text| is the verdict of |judged|, with a part of its
 * reason. */
static bool is_verdict(struct talk *talk, const char *text,
                       const struct ddds_judged_rule *judged)
{
    struct ddds_judged_rule bare = *judged;
    const char *part = strstr(text, " : ");
    size_t length = part != NULL ? (size_t)(part - text) : strlen(text);
    bare.reason = NULL;
    if (strstr(text, " -> ") == NULL) {
        bare.output = NULL;
    }
    return strcmp(talk_format(talk, "%.*s", (int)length, text),
                  describe_verdict(talk, &bare)) == 0 &&
           (part == NULL || contains(judged->reason, part + 3));
}

void talk_demand_verdict(struct talk *talk, const char *text)
{
    if (talk->judged == NULL) {
        talk_misread(talk, "the verdict of which key's rules?");
    }
    size_t next = talk->verdicts++;
    if (next >= talk->judged->rule_count) {
        talk_fail(talk, text, "there are no more rules");
    }
    const struct ddds_judged_rule *judged = &talk->judged->rules[next];
    if (!is_verdict(talk, text, judged)) {
        talk_fail(talk, text, describe_verdict(talk, judged));
    }
}

void talk_close_rules(struct talk *talk)
{
    if (talk->judged != NULL && talk->verdicts < talk->judged->rule_count) {
        talk_fail(talk, "no more rules",
                  describe_verdict(talk, &talk->judged->rules[talk->verdicts]));
    }
    talk->judged = NULL;
}
