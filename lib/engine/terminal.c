/* Step 6 of RFC 3402 section 3.3 for rules that name servers or a host: SRV
 * records in the order to try them, then all their addresses, asked together.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/limits.h"
#include "engine/servers.h"

/* The terminal rule named |count| hosts: make room for what is learnt. */
static bool begin_terminal(struct ddds_engine *engine,
                           enum ddds_outcome_kind kind, size_t count)
{
    struct terminal *terminal = &engine->terminal;
    *terminal = (struct terminal){.kind = kind, .count = count};
    terminal->endpoints =
        ddds_arena_array(&engine->arena, count, sizeof *terminal->endpoints);
    terminal->address_steps = ddds_arena_array(&engine->arena, count,
                                               sizeof *terminal->address_steps);
    terminal->reliance = ddds_path_reliance(engine);
    return terminal->endpoints != NULL && terminal->address_steps != NULL;
}

void ddds_terminal_conclude(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    struct ddds_outcome *outcome =
        ddds_outcome_add(engine, terminal->kind, &terminal->reliance);
    if (outcome == NULL) {
        engine->status = DDDS_NO_MEMORY;
        return;
    }
    outcome->endpoints = terminal->endpoints;
    outcome->endpoint_count = terminal->count;
    outcome->note = terminal->note;
}

bool ddds_terminal_ask_addresses(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    engine->state = STATE_ADDRESSES;
    for (size_t i = 0; i < terminal->count; i++) {
        size_t same = 0;
        while (same < i && strcmp(terminal->endpoints[same].host,
                                  terminal->endpoints[i].host) != 0) {
            same++;
        }
        if (same < i) {
            terminal->address_steps[i] = terminal->address_steps[same];
        } else if (ddds_path_ask(engine, DDDS_ASK_ADDRESSES,
                                 terminal->endpoints[i].host)) {
            terminal->address_steps[i] = engine->trace.count - 1;
            terminal->pending++;
        } else {
            terminal->address_steps[i] = DDDS_NO_STEP;
            terminal->note = "the query limit left some hosts without "
                             "addresses";
        }
    }
    if (terminal->pending == 0) {
        ddds_path_mark(engine, "the query limit is reached");
    }
    return terminal->pending > 0;
}

/* The port that the input names, or else the application for what the rule
 * offers; 0 if neither does. */
static uint16_t find_port(struct ddds_engine *engine)
{
    const struct ddds_application *application = engine->application;
    struct ddds_services services;
    if (engine->start.port != 0 || application->default_port == NULL ||
        application->read_services(engine->self,
                                   ddds_path_tried(engine)->rule->services,
                                   &services, NULL) != DDDS_OK) {
        return engine->start.port;
    }
    return application->default_port(engine->self, &services);
}

bool ddds_terminal_take_host(struct ddds_engine *engine, const char *host)
{
    uint16_t port = find_port(engine);
    if (!begin_terminal(engine, DDDS_OUTCOME_HOST, 1)) {
        engine->status = DDDS_NO_MEMORY;
        return false;
    }
    engine->terminal.endpoints[0] = (struct ddds_endpoint){
        .host = host,
        .has_port = port != 0,
        .port = port,
    };
    if (engine->options.no_addresses) {
        ddds_terminal_conclude(engine);
        return false;
    }
    return ddds_terminal_ask_addresses(engine);
}

/* RFC 2782: a target of "." says that the service is decidedly not there. A
 * target that is no legal key, such as an IP address, is not handed to clients
 * who might connect to it: it fails closed, as a rule's output does. */
static size_t drop_dead_servers(struct ddds_srv *servers, size_t count)
{
    size_t alive = 0;
    for (size_t i = 0; i < count; i++) {
        char key[DDDS_KEY_SIZE];
        if (ddds_key_parse(servers[i].target, key, NULL) == DDDS_OK) {
            servers[alive++] = servers[i];
        }
    }
    return alive;
}

size_t ddds_terminal_take_servers(struct ddds_engine *engine,
                                  const struct ddds_step *step)
{
    size_t all = step->answer.server_count;
    struct ddds_srv *servers =
        ddds_arena_alloc(&engine->arena, all * sizeof *servers);
    if (servers == NULL) {
        engine->status = DDDS_NO_MEMORY;
        return 0;
    }
    if (all > 0) {
        memcpy(servers, step->answer.servers, all * sizeof *servers);
    }
    size_t count = drop_dead_servers(servers, all);
    size_t kept = count < LIMIT_SERVERS ? count : LIMIT_SERVERS;
    ddds_servers_select(servers, count, kept);
    ddds_servers_order(servers, kept, engine->options.random,
                       engine->options.random_context);
    if (kept > 0 && !begin_terminal(engine, DDDS_OUTCOME_SERVERS, kept)) {
        engine->status = DDDS_NO_MEMORY;
        return 0;
    }
    for (size_t i = 0; i < kept; i++) {
        engine->terminal.endpoints[i] = (struct ddds_endpoint){
            .host = servers[i].target,
            .has_port = true,
            .port = servers[i].port,
            .is_server = true,
            .priority = servers[i].priority,
            .weight = servers[i].weight,
        };
    }
    engine->terminal.note =
        kept < count ? "there are more servers than are followed" : NULL;
    return kept;
}

bool ddds_terminal_fill(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    bool any = false;
    for (size_t i = 0; i < terminal->count; i++) {
        struct ddds_endpoint *endpoint = &terminal->endpoints[i];
        endpoint->has_addresses = true;
        if (terminal->address_steps[i] == DDDS_NO_STEP) {
            continue;
        }
        const struct ddds_step *step =
            &engine->trace.steps[terminal->address_steps[i]];
        if (ddds_path_is_usable(engine, step)) {
            endpoint->addresses = step->answer.addresses;
            endpoint->address_count = step->answer.address_count;
            any |= endpoint->address_count > 0;
        }
    }
    return any;
}
