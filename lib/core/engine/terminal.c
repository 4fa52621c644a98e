/* Step 6 of RFC 3402 section 3.3 for rules that name servers or a host: SRV
 * records in order, then all their addresses, asked together. URI records (RFC
 * 7553) have the same order, and need no addresses.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include <ddds/uri.h>

#include "base/domain.h"
#include "base/limits.h"
#include "engine/servers.h"

/* Allocate endpoints for the |count| hosts of the terminal rule. */
static bool begin_terminal(struct walk *walk, enum ddds_outcome_kind kind,
                           size_t count)
{
    struct terminal *terminal = &walk->terminal;
    *terminal =
        (struct terminal){.kind = kind, .count = count, .cuts = walk->cuts};
    terminal->endpoints =
        ddds_arena_array(walk->arena, count, sizeof *terminal->endpoints);
    terminal->address_steps =
        ddds_arena_array(walk->arena, count, sizeof *terminal->address_steps);
    terminal->own = ddds_path_no_reliance();
    terminal->reliance = ddds_path_reliance(walk);
    return terminal->endpoints != NULL && terminal->address_steps != NULL;
}

void ddds_terminal_rely_on(struct walk *walk, const struct ddds_step *step,
                           uint64_t now)
{
    ddds_path_rely_on(&walk->terminal.own, step, now);
    ddds_path_rely_on(&walk->terminal.reliance, step, now);
}

void ddds_terminal_rely_on_addresses(struct walk *walk,
                                     const struct ddds_step *step, uint64_t now)
{
    ddds_path_rely_on(&walk->terminal.own, step, now);
    if (ddds_path_find_fault(walk, step) != DDDS_REASON_INSECURE) {
        ddds_path_rely_on(&walk->terminal.reliance, step, now);
    }
}

void ddds_terminal_conclude(struct walk *walk)
{
    struct terminal *terminal = &walk->terminal;
    struct ddds_outcome *outcome =
        ddds_outcome_add(walk, terminal->kind, &terminal->reliance);
    if (outcome == NULL) {
        walk->status = DDDS_NO_MEMORY;
        return;
    }
    outcome->endpoints = terminal->endpoints;
    outcome->endpoint_count = terminal->count;
    outcome->note = terminal->note;
    walk->told_cuts += walk->cuts - terminal->cuts;
}

/* Record that a limit left out records or hosts of the current rule. */
static void cut(struct walk *walk, const char *detail)
{
    ddds_path_cut(walk, (struct failure){.reason = DDDS_REASON_LIMIT,
                                         .at = ddds_path_tried(walk)->output,
                                         .detail = detail,
                                         .depth = walk->depth});
}

/* Concatenate |note| and |more|; either may be NULL. */
static const char *add_note(struct walk *walk, const char *note,
                            const char *more)
{
    return note == NULL ? more
           : more == NULL
               ? note
               : ddds_arena_format(walk->arena, "%s; %s", note, more);
}

bool ddds_terminal_ask_addresses(struct walk *walk)
{
    struct terminal *terminal = &walk->terminal;
    const char *note = NULL;
    walk->state = STATE_ADDRESSES;
    for (size_t i = 0; i < terminal->count; i++) {
        size_t same = 0;
        while (same < i && strcmp(terminal->endpoints[same].host,
                                  terminal->endpoints[i].host) != 0) {
            same++;
        }
        if (same < i) {
            terminal->address_steps[i] = terminal->address_steps[same];
        } else if (ddds_path_ask(walk, DDDS_ASK_ADDRESSES,
                                 terminal->endpoints[i].host)) {
            terminal->address_steps[i] = walk->trace.count - 1;
            terminal->pending++;
        } else {
            terminal->address_steps[i] = DDDS_NO_STEP;
            note = "the query limit left some hosts without addresses";
        }
    }
    terminal->note = add_note(walk, terminal->note, note);
    if (note != NULL) { /* which hosts are left out may be chance */
        walk->cut.at = ddds_path_tried(walk)->output;
    }
    if (terminal->pending == 0) {
        ddds_path_mark(walk, "the query limit is reached");
    }
    return terminal->pending > 0;
}

/* End the current rule, which has no usable server at |name|: only |own| hosts,
 * or, if that is NULL, none. The verdict lists own hosts. */
static void end_without_servers(struct walk *walk, const char *name,
                                const char *own)
{
    ddds_path_end(walk, DDDS_REASON_NO_SERVERS, name,
                  own != NULL ? own
                              : "no server there has a valid name (\".\": the "
                                "service is not available)");
    if (own != NULL) {
        ddds_path_mark(walk, own);
    }
}

bool ddds_terminal_take_host(struct walk *walk, const char *host)
{
    uint16_t port = ddds_path_find_port(walk, ddds_path_tried(walk)->rule,
                                        ddds_path_protocol(walk));
    if (ddds_own_hosts_has(walk, host)) {
        end_without_servers(walk, host, "this host is the client itself");
        return false;
    }
    if (!begin_terminal(walk, DDDS_OUTCOME_HOST, 1)) {
        walk->status = DDDS_NO_MEMORY;
        return false;
    }
    walk->terminal.endpoints[0] = (struct ddds_endpoint){
        .host = host,
        .has_port = port != 0,
        .port = port,
    };
    if (walk->options->no_addresses) {
        ddds_terminal_conclude(walk);
        return false;
    }
    return ddds_terminal_ask_addresses(walk);
}

/* ---- Fallback from servers to hosts ------------------------------------- */

void ddds_terminal_note_missing(struct walk *walk, const struct ddds_step *step)
{
    enum ddds_reason fault = ddds_path_find_fault(walk, step);
    bool is_missing = fault == DDDS_REASON_NO_SERVERS ||
                      (walk->application->passes_failures &&
                       ddds_reason_class(fault) == DDDS_CLASS_TEMPORARY);
    walk->without_servers = is_missing ? ddds_path_tried(walk)->rule : NULL;
}

bool ddds_terminal_has_servers(struct walk *walk,
                               const struct ddds_judged_rule *judged)
{
    const struct ddds_rule *without = walk->without_servers;
    bool is_in_place = walk->start.host_without_servers &&
                       judged->next == DDDS_NEXT_ADDRESSES &&
                       walk->trace.steps[ddds_path_top(walk)->step].is_fallback;
    if (!is_in_place ||
        (without != NULL &&
         strcmp(without->services, judged->rule->services) == 0)) {
        return false;
    }
    ddds_path_mark(walk, "there are SRV records, or they are unknown");
    return true;
}

/* ---- Servers ------------------------------------------------------------ */

/* Remove invalid targets. The target "." means that the service is not
 * available (RFC 2782). A target that is an invalid key, such as an IP address,
 * is not returned to clients, which might connect to it. */
static size_t drop_invalid_servers(struct ddds_srv *servers, size_t count)
{
    size_t valid = 0;
    for (size_t i = 0; i < count; i++) {
        char key[DDDS_KEY_SIZE];
        const char *target = servers[i].target;
        if (ddds_domain_parse_key(target, strlen(target), key, NULL) ==
            DDDS_OK) {
            servers[valid++] = servers[i];
        }
    }
    return valid;
}

/* Remove the client itself (RFC 7585 section 3.4.4). */
static size_t drop_own_servers(const struct walk *walk,
                               struct ddds_srv *servers, size_t count)
{
    size_t others = 0;
    for (size_t i = 0; i < count; i++) {
        if (!ddds_own_hosts_has(walk, servers[i].target)) {
            servers[others++] = servers[i];
        }
    }
    return others;
}

/* Return the |count| usable servers of |step|. NULL if allocation fails. |note|
 * lists excluded hosts of the client itself, or is NULL. */
static struct ddds_srv *find_usable(struct walk *walk,
                                    const struct ddds_step *step, size_t *count,
                                    const char **note)
{
    size_t all = step->answer->server_count;
    struct ddds_srv *servers =
        ddds_arena_alloc(walk->arena, all * sizeof *servers);
    if (servers == NULL) {
        return NULL;
    }
    if (all > 0) {
        memcpy(servers, step->answer->servers, all * sizeof *servers);
    }
    size_t valid = drop_invalid_servers(servers, all);
    *count = drop_own_servers(walk, servers, valid);
    *note = NULL;
    if (*count < valid) {
        const char *own =
            ddds_own_hosts_among(walk, step->answer->servers, all);
        *note = own == NULL
                    ? NULL
                    : ddds_arena_format(walk->arena, "%s the client itself: %s",
                                        *count > 0 ? "left out as"
                                                   : "every server there is",
                                        own);
    }
    return servers;
}

/* Order |servers|, and return the number of those that are followed. */
static size_t order_servers(const struct walk *walk, struct ddds_srv *servers,
                            size_t count)
{
    size_t kept = count < LIMIT_SERVERS ? count : LIMIT_SERVERS;
    ddds_servers_select(servers, count, kept, walk->options->random != NULL);
    ddds_servers_order(servers, walk->options->random != NULL ? count : kept,
                       kept, walk->options->random,
                       walk->options->random_context);
    return kept;
}

size_t ddds_terminal_take_servers(struct walk *walk,
                                  const struct ddds_step *step)
{
    size_t count;
    const char *note;
    struct ddds_srv *servers = find_usable(walk, step, &count, &note);
    if (servers == NULL) {
        walk->status = DDDS_NO_MEMORY;
        return 0;
    }
    if (count == 0) {
        end_without_servers(walk, step->name, note);
        return 0;
    }
    size_t kept = order_servers(walk, servers, count);
    if (!begin_terminal(walk, DDDS_OUTCOME_SERVERS, kept)) {
        walk->status = DDDS_NO_MEMORY;
        return 0;
    }
    for (size_t i = 0; i < kept; i++) {
        walk->terminal.endpoints[i] = (struct ddds_endpoint){
            .host = servers[i].target,
            .has_port = true,
            .port = servers[i].port,
            .is_server = true,
            .priority = servers[i].priority,
            .weight = servers[i].weight,
        };
    }
    walk->terminal.note = add_note(walk, step->answer->detail, note);
    if (kept < count) {
        const char *more = ddds_arena_format(
            walk->arena, "only the first %zu of %zu servers are listed", kept,
            count);
        walk->terminal.note = add_note(walk, walk->terminal.note, more);
        cut(walk, more);
    }
    return kept;
}

/* Return the URI records of |answer| as servers with URIs as targets, so that
 * they are ordered likewise (RFC 7553 sections 4.2 and 4.3). Invalid URIs are
 * skipped. */
static struct ddds_srv *
take_uris(struct walk *walk, const struct ddds_answer *answer, size_t *count)
{
    struct ddds_srv *servers =
        ddds_arena_array(walk->arena, answer->target_count, sizeof *servers);
    *count = 0;
    for (size_t i = 0; servers != NULL && i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        struct ddds_uri uri;
        if (ddds_uri_parse(target->uri, &uri, NULL) == DDDS_OK) {
            servers[(*count)++] =
                (struct ddds_srv){.priority = target->priority,
                                  .weight = target->weight,
                                  .target = target->uri};
        }
    }
    return servers;
}

/* Add the outcome of |count| targets in order. */
static bool add_targets(struct walk *walk, const struct ddds_srv *servers,
                        size_t count, const char *note)
{
    struct ddds_uri_target *targets =
        ddds_arena_array(walk->arena, count, sizeof *targets);
    struct ddds_outcome *outcome =
        targets == NULL ? NULL
                        : ddds_outcome_add(walk, DDDS_OUTCOME_URI,
                                           &walk->terminal.reliance);
    for (size_t i = 0; outcome != NULL && i < count; i++) {
        targets[i] = (struct ddds_uri_target){.priority = servers[i].priority,
                                              .weight = servers[i].weight,
                                              .uri = servers[i].target};
    }
    if (outcome == NULL ||
        !ddds_outcome_set_targets(walk, outcome, targets, count)) {
        walk->status = DDDS_NO_MEMORY;
        return false;
    }
    outcome->note = note != NULL ? note : outcome->note;
    return true;
}

bool ddds_terminal_take_targets(struct walk *walk, const struct ddds_step *step)
{
    size_t count;
    struct ddds_srv *servers = take_uris(walk, step->answer, &count);
    if (servers == NULL) {
        walk->status = DDDS_NO_MEMORY;
        return false;
    }
    if (count == 0) {
        return false;
    }
    size_t kept = order_servers(walk, servers, count);
    const char *more = NULL;
    if (kept < count) {
        more = "there are more URI records than are followed";
        cut(walk, more);
        walk->told_cuts++;
    }
    return add_targets(walk, servers, kept,
                       add_note(walk, step->answer->detail, more));
}

/* Return why addresses of the host of |step| are unknown; RESOLVED if none
 * are. */
static enum ddds_reason find_unknown(const struct walk *walk,
                                     const struct ddds_step *step)
{
    enum ddds_reason fault = ddds_path_find_fault(walk, step);
    return step->answer->security == DDDS_SECURITY_BOGUS ? DDDS_REASON_BOGUS
           : ddds_reason_class(fault) == DDDS_CLASS_NOT_FOUND
               ? DDDS_REASON_RESOLVED
               : fault;
}

/* Record unknown addresses. Addresses missing because they are bogus count as
 * relied on. */
static void note_unknown(struct walk *walk)
{
    struct terminal *terminal = &walk->terminal;
    const struct ddds_step *step = NULL;
    for (size_t i = 0; i < terminal->count; i++) {
        const struct ddds_step *other =
            terminal->address_steps[i] == DDDS_NO_STEP
                ? NULL
                : &walk->trace.steps[terminal->address_steps[i]];
        enum ddds_reason fault =
            other == NULL ? DDDS_REASON_RESOLVED : find_unknown(walk, other);
        bool is_partial = other != NULL &&
                          other->answer->reply == DDDS_REPLY_DATA &&
                          other->answer->detail != NULL;
        enum ddds_reason worse = ddds_reason_worse(terminal->fault, fault);
        if (worse != terminal->fault || (is_partial && step == NULL)) {
            terminal->fault = worse;
            step = other;
        }
    }
    if (step == NULL) {
        return;
    }
    const char *note = ddds_arena_format(
        walk->arena, "%saddresses of \"%s\" are unknown: %s",
        terminal->fault != DDDS_REASON_RESOLVED ? "" : "some ", step->name,
        terminal->fault != DDDS_REASON_RESOLVED
            ? ddds_reason_text(terminal->fault)
            : step->answer->detail);
    walk->status = note == NULL ? DDDS_NO_MEMORY : walk->status;
    terminal->note = add_note(walk, terminal->note, note);
    if (terminal->fault == DDDS_REASON_BOGUS) {
        terminal->reliance.authenticated = false;
        terminal->reliance.security = ddds_security_weaker(
            terminal->reliance.security, DDDS_SECURITY_BOGUS);
    }
}

bool ddds_terminal_fill(struct walk *walk)
{
    struct terminal *terminal = &walk->terminal;
    bool any = false;
    for (size_t i = 0; i < terminal->count; i++) {
        struct ddds_endpoint *endpoint = &terminal->endpoints[i];
        if (terminal->address_steps[i] == DDDS_NO_STEP) {
            continue;
        }
        const struct ddds_step *step =
            &walk->trace.steps[terminal->address_steps[i]];
        if (ddds_path_is_usable(walk, step)) {
            endpoint->addresses = step->answer->addresses;
            endpoint->address_count = step->answer->address_count;
            any |= endpoint->address_count > 0;
        }
        endpoint->has_addresses =
            endpoint->address_count > 0 ||
            find_unknown(walk, step) == DDDS_REASON_RESOLVED;
    }
    note_unknown(walk);
    return any && !(terminal->fault == DDDS_REASON_BOGUS &&
                    walk->options->require_authenticated);
}

void ddds_terminal_end(struct walk *walk)
{
    const struct terminal *terminal = &walk->terminal;
    ddds_path_end(walk, DDDS_REASON_NO_ADDRESSES, ddds_path_tried(walk)->output,
                  NULL);
    if (terminal->fault != DDDS_REASON_RESOLVED) {
        ddds_path_mark(walk, ddds_reason_text(terminal->fault));
    } else if (walk->cuts > terminal->cuts) {
        ddds_path_mark(walk, "a limit left out some of its hosts");
        ddds_path_fail(walk, walk->cut);
    }
    ddds_path_rely_on_dead_end(walk, &terminal->own);
}
