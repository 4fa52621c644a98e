/* Outcomes: what a chain of rules came to, and which ones were given up.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>
#include <strings.h>

static struct ddds_outcome *add_outcome(struct ddds_engine *engine)
{
    if (engine->outcome_count == engine->outcome_size) {
        size_t size = engine->outcome_size == 0 ? 1 : engine->outcome_size * 4;
        struct ddds_outcome *outcomes =
            ddds_arena_alloc(&engine->arena, size * sizeof *outcomes);
        if (outcomes == NULL) {
            return NULL;
        }
        if (engine->outcome_count > 0) {
            memcpy(outcomes, engine->outcomes,
                   engine->outcome_count * sizeof *outcomes);
        }
        engine->outcomes = outcomes;
        engine->outcome_size = size;
    }
    struct ddds_outcome *outcome = &engine->outcomes[engine->outcome_count++];
    memset(outcome, 0, sizeof *outcome);
    return outcome;
}

/* RFC 8141 section 2.3.2: the q-component of the URN goes to the resource,
 * as the query of its locator, unless that has one of its own. */
static bool put_q_component(struct ddds_engine *engine,
                            struct ddds_outcome *outcome)
{
    const struct ddds_span *q = &engine->start.urn.q;
    outcome->uri = outcome->output;
    if (!engine->start.is_urn || q->text == NULL || engine->options.no_q) {
        return true;
    }
    if (strncasecmp(outcome->output, "urn:", 4) == 0) {
        outcome->note = "a URN is not a locator, so the q-component was left "
                        "off";
        return true;
    }
    size_t end = strcspn(outcome->output, "#");
    if (memchr(outcome->output, '?', end) != NULL) {
        outcome->note = "the locator has a query of its own, so the URN's "
                        "q-component was left off";
        return true;
    }
    outcome->uri = ddds_arena_format(&engine->arena, "%.*s?%.*s%s", (int)end,
                                     outcome->output, (int)q->length, q->text,
                                     outcome->output + end);
    return outcome->uri != NULL;
}

/* The rules on the path have led to an outcome. */
static void note_path(struct ddds_engine *engine)
{
    for (unsigned i = 0; i < engine->depth; i++) {
        const struct level *level = &engine->levels[i];
        level->has_borne[level->candidates[level->next - 1].rule] = true;
    }
}

struct ddds_outcome *ddds_outcome_add(struct ddds_engine *engine,
                                      enum ddds_outcome_kind kind,
                                      const struct reliance *reliance)
{
    const struct level *level = ddds_path_top(engine);
    const struct ddds_judged_rule *judged = ddds_path_tried(engine);
    struct ddds_outcome *outcome = add_outcome(engine);
    if (outcome == NULL) {
        return NULL;
    }
    outcome->kind = kind;
    outcome->output = judged->output;
    outcome->services = judged->rule->services;
    outcome->ttl = reliance->ttl;
    outcome->protocol = ddds_path_protocol(engine);
    outcome->authenticated =
        reliance->authenticated && reliance->ttl != DDDS_NO_TTL;
    outcome->step = level->step;
    outcome->rule = level->candidates[level->next - 1].rule;
    note_path(engine);
    if (kind == DDDS_OUTCOME_URI && !put_q_component(engine, outcome)) {
        return NULL;
    }
    return outcome;
}

struct ddds_outcome *ddds_outcome_add_uuid(struct ddds_engine *engine)
{
    struct ddds_outcome *outcome = add_outcome(engine);
    if (outcome != NULL) {
        outcome->kind = DDDS_OUTCOME_UUID;
        outcome->output = engine->start.aus;
        outcome->uri = engine->start.aus;
        outcome->services = "";
        outcome->uuid = engine->start.uuid;
        outcome->ttl = DDDS_NO_TTL;
        outcome->step = DDDS_NO_STEP;
    }
    return outcome;
}

struct ddds_outcome *ddds_outcome_add_address(struct ddds_engine *engine)
{
    struct ddds_outcome *outcome = add_outcome(engine);
    struct ddds_endpoint *endpoint =
        ddds_arena_alloc(&engine->arena, sizeof *endpoint);
    if (outcome == NULL || endpoint == NULL) {
        return NULL;
    }
    *endpoint = (struct ddds_endpoint){
        .host = engine->start.key,
        .has_port = engine->start.port != 0,
        .port = engine->start.port,
        .has_addresses = true,
        .addresses = &engine->start.address,
        .address_count = 1,
    };
    outcome->kind = DDDS_OUTCOME_HOST;
    outcome->output = engine->start.key;
    outcome->services =
        engine->start.offers != NULL ? engine->start.offers : "";
    outcome->ttl = DDDS_NO_TTL;
    outcome->endpoints = endpoint;
    outcome->endpoint_count = 1;
    outcome->step = DDDS_NO_STEP;
    return outcome;
}

enum ddds_outcome_kind ddds_outcome_kind_of(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_SERVERS:
        return DDDS_OUTCOME_SERVERS;
    case DDDS_NEXT_ADDRESSES:
        return DDDS_OUTCOME_HOST;
    case DDDS_NEXT_URI:
        return DDDS_OUTCOME_URI;
    default:
        return DDDS_OUTCOME_PROTOCOL;
    }
}

static bool is_same_protocol(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

bool ddds_outcome_was_given_up(const struct ddds_engine *engine,
                               const struct ddds_judged_rule *judged)
{
    for (const struct given_up *gone = engine->given_up; gone != NULL;
         gone = gone->next) {
        if (gone->kind == ddds_outcome_kind_of(judged->next) &&
            strcmp(gone->output, judged->output) == 0 &&
            strcmp(gone->services, judged->rule->services) == 0 &&
            is_same_protocol(gone->protocol, ddds_path_protocol(engine))) {
            return true;
        }
    }
    return false;
}

const char *ddds_outcome_find_node(const struct ddds_engine *engine,
                                   const struct ddds_judged_rule *judged)
{
    bool (*is_same_node)(const char *, const char *) =
        engine->application->is_same_node;
    if (is_same_node == NULL || judged->next != DDDS_NEXT_ADDRESSES) {
        return NULL;
    }
    for (size_t i = 0; i < engine->outcome_count; i++) {
        const struct ddds_outcome *outcome = &engine->outcomes[i];
        if (outcome->kind == DDDS_OUTCOME_HOST &&
            is_same_node(outcome->output, judged->output)) {
            return outcome->output;
        }
    }
    for (const struct given_up *gone = engine->given_up; gone != NULL;
         gone = gone->next) {
        if (gone->kind == DDDS_OUTCOME_HOST &&
            is_same_node(gone->output, judged->output)) {
            return gone->output;
        }
    }
    return NULL;
}

void ddds_outcome_give_up(struct ddds_engine *engine)
{
    for (size_t i = 0; i < engine->outcome_count; i++) {
        struct given_up *gone = ddds_arena_alloc(&engine->arena, sizeof *gone);
        if (gone == NULL) {
            engine->status = DDDS_NO_MEMORY;
            return;
        }
        const struct ddds_outcome *outcome = &engine->outcomes[i];
        *gone = (struct given_up){
            .next = engine->given_up,
            .kind = outcome->kind,
            .output = outcome->output,
            .services = outcome->services,
            .protocol = outcome->protocol,
        };
        engine->given_up = gone;
        engine->is_denied |= outcome->kind == DDDS_OUTCOME_SERVERS;
        if (outcome->step == DDDS_NO_STEP) {
            continue;
        }
        struct ddds_judged_rule *judged =
            &engine->trace.steps[outcome->step].rules[outcome->rule];
        judged->verdict = DDDS_VERDICT_DEAD_END;
        judged->reason = "rejected by the caller";
    }
    engine->outcome_count = 0;
    for (unsigned i = 0; i < engine->depth; i++) {
        struct level *level = &engine->levels[i];
        level->outcomes = 0;
        memset(level->has_borne, 0,
               engine->trace.steps[level->step].rule_count *
                   sizeof *level->has_borne);
    }
}
