/* The order of candidates: step 4 of RFC 3402 section 3.3 for applications that
 * need more than order, preference and rank. 3GPP balances load at random; RFC
 * 3958 pursues one protocol after another.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "engine/servers.h"

/* ---- Preferences as weights -------------------------------------------- */

/* Return the number of leading candidates with the service of the first, if the
 * service decides before the order; otherwise all. */
static size_t measure_service(const struct walk *walk,
                              const struct candidate *candidates, size_t count)
{
    size_t service = ddds_requested_service_of(candidates[0].rank);
    size_t length = 1;
    while (length < count &&
           (!walk->application->service_decides ||
            ddds_requested_service_of(candidates[length].rank) == service)) {
        length++;
    }
    return length;
}

/* 3GPP TS 29.303: rules of the same order share the load like servers of the
 * same priority (RFC 2782); a smaller preference is a greater weight. */
static bool weigh(struct walk *walk, struct level *level)
{
    const struct ddds_judged_rule *rules = walk->trace.steps[level->step].rules;
    struct candidate *ranked =
        ddds_arena_array(walk->arena, level->count, sizeof *ranked);
    struct ddds_srv *weights =
        ddds_arena_array(walk->arena, level->count, sizeof *weights);
    if (ranked == NULL || weights == NULL) {
        return false;
    }
    for (size_t i = 0; i < level->count; i++) {
        const struct ddds_rule *rule = rules[level->candidates[i].rule].rule;
        ranked[i] = level->candidates[i];
        weights[i].priority = rule->order;
        weights[i].weight = (uint16_t)(UINT16_MAX - rule->preference);
        weights[i].port = (uint16_t)i; /* index of the candidate */
    }
    for (size_t i = 0; i < level->count;) {
        size_t count = measure_service(walk, ranked + i, level->count - i);
        /* Ordering is quadratic: others follow in the order of the rules. */
        size_t ordered = count < LIMIT_SERVERS ? count : LIMIT_SERVERS;
        ddds_servers_order(weights + i, ordered, ordered, walk->options->random,
                           walk->options->random_context);
        i += count;
    }
    for (size_t i = 0; i < level->count; i++) {
        level->candidates[i] = ranked[weights[i].port];
    }
    return true;
}

/* ---- Pursuit of protocols ---------------------------------------------- */

/* The protocols that a candidate of the key offers. */
struct candidate_offer {
    struct candidate candidate;
    bool is_terminal;
    const struct ddds_span *protocols;
    size_t protocol_count;
};

/* The protocols to pursue, in order. */
struct pursuit {
    struct ddds_span protocols[LIMIT_SERVICES];
    size_t count;
    bool is_cut; /* the list is full */
};

/* Add |protocol| unless it is present, ignoring case. */
static void join(struct pursuit *pursuit, struct ddds_span protocol)
{
    for (size_t i = 0; i < pursuit->count; i++) {
        if (ascii_same(pursuit->protocols[i], protocol)) {
            return;
        }
    }
    if (pursuit->count < LIMIT_SERVICES) {
        pursuit->protocols[pursuit->count++] = protocol;
    } else {
        pursuit->is_cut = true;
    }
}

static bool offers(const struct walk *walk, const struct candidate_offer *offer,
                   struct ddds_span protocol)
{
    return (offer->protocol_count == 0 &&
            walk->application->protocol_is_optional) ||
           ddds_engine_is_offered(walk->application, walk->self, protocol,
                                  offer->protocols, offer->protocol_count);
}

/* Return the number of leading candidates that are ranked together: those with
 * the order and preference of the first, if the application ranks protocols so;
 * otherwise all. */
static size_t measure_rank(const struct walk *walk, const struct level *level,
                           const struct candidate_offer *all, size_t count)
{
    const struct ddds_judged_rule *rules = walk->trace.steps[level->step].rules;
    const struct ddds_rule *first = rules[all[0].candidate.rule].rule;
    size_t length = 1;
    while (length < count) {
        const struct ddds_rule *rule = rules[all[length].candidate.rule].rule;
        if (walk->application->ranks_protocols &&
            (rule->order != first->order ||
             rule->preference != first->preference)) {
            break;
        }
        length++;
    }
    return length;
}

/* Add the client's protocols that the rules offer, in the client's order. If
 * the client accepts any, add all offered protocols in the order of the
 * rules. */
static void join_offers(const struct walk *walk,
                        const struct candidate_offer *all, size_t count,
                        struct pursuit *pursuit)
{
    const struct requested *requested = &walk->requested;
    for (size_t i = 0; i < requested->protocol_count; i++) {
        size_t first = 0;
        while (first < count &&
               !offers(walk, &all[first], requested->protocols[i])) {
            first++;
        }
        if (first < count) {
            join(pursuit, requested->protocols[i]);
        }
    }
    for (size_t i = 0; requested->protocol_count == 0 && i < count; i++) {
        for (size_t j = 0; j < all[i].protocol_count; j++) {
            join(pursuit, all[i].protocols[j]);
        }
    }
}

/* Find the protocols to pursue. */
static void find_protocols(const struct walk *walk, const struct level *level,
                           const struct candidate_offer *all, size_t count,
                           struct pursuit *pursuit)
{
    pursuit->count = 0;
    pursuit->is_cut = false;
    for (size_t i = 0; i < count;) {
        size_t length = measure_rank(walk, level, all + i, count - i);
        join_offers(walk, all + i, length, pursuit);
        i += length;
    }
}

static void fail_for_too_many(struct walk *walk)
{
    unsigned depth = walk->depth - 1;
    ddds_path_fail(walk,
                   (struct failure){.reason = DDDS_REASON_LIMIT,
                                    .at = ddds_path_key(walk, depth),
                                    .detail = "too many rules for too many "
                                              "protocols at one key",
                                    .depth = depth});
}

/* The limit bounds the product of rules and protocols. */
static void add_candidate(struct walk *walk, struct level *level,
                          const struct candidate_offer *offer,
                          const char *protocol)
{
    if (level->count == LIMIT_CANDIDATES) {
        fail_for_too_many(walk);
        return;
    }
    level->candidates[level->count] = offer->candidate;
    level->candidates[level->count++].protocol = protocol;
}

/* Add the candidates for |protocol|, the number |pass|: those that offer it,
 * and those without a protocol. A terminal rule without a protocol has the same
 * outcome for all protocols, so it is only added once. */
static bool add_pass(struct walk *walk, struct level *level,
                     const struct candidate_offer *all, size_t count,
                     struct ddds_span protocol, size_t pass)
{
    const char *name =
        ddds_arena_copy(walk->arena, protocol.text, protocol.length);
    for (size_t i = 0; name != NULL && i < count; i++) {
        if (offers(walk, &all[i], protocol) ||
            (all[i].protocol_count == 0 && !all[i].is_terminal)) {
            add_candidate(walk, level, &all[i], name);
        } else if (all[i].protocol_count == 0 && pass == 0) {
            add_candidate(walk, level, &all[i], NULL);
        }
    }
    return name != NULL;
}

/* Read the protocols of the rule of |candidate|. If its services field is
 * malformed, only its replacement is used, and it has no protocol. Return false
 * if allocation fails. */
static bool read_offer(struct walk *walk, const struct level *level,
                       const struct candidate *candidate,
                       struct candidate_offer *offer)
{
    const struct ddds_judged_rule *judged =
        &walk->trace.steps[level->step].rules[candidate->rule];
    struct ddds_services services;
    services.size = sizeof services;
    if (walk->application->read_services(walk->self, judged->rule->services,
                                         &services, NULL) != DDDS_OK) {
        services.protocol_count = 0;
    }
    struct ddds_span *protocols = ddds_arena_array(
        walk->arena, services.protocol_count, sizeof *protocols);
    if (protocols == NULL) {
        return false;
    }
    if (services.protocol_count > 0) {
        memcpy(protocols, services.protocols,
               services.protocol_count * sizeof *protocols);
    }
    *offer = (struct candidate_offer){
        .candidate = *candidate,
        .is_terminal = judged->next != DDDS_NEXT_RULES,
        .protocols = protocols,
        .protocol_count = services.protocol_count,
    };
    return true;
}

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* Add the candidates for each protocol to pursue; without protocols, all
 * unchanged. Return false if allocation fails. */
static bool add_passes(struct walk *walk, struct level *level,
                       const struct candidate_offer *all, size_t count,
                       const struct pursuit *pursuit)
{
    bool ok = true;
    for (size_t i = 0; pursuit->count == 0 && i < count; i++) {
        add_candidate(walk, level, &all[i], NULL);
    }
    if (pursuit->is_cut) {
        fail_for_too_many(walk);
    }
    for (size_t i = 0; ok && i < pursuit->count; i++) {
        if (level->count == LIMIT_CANDIDATES) {
            fail_for_too_many(walk);
            break;
        }
        ok = add_pass(walk, level, all, count, pursuit->protocols[i], i);
    }
    return ok;
}

/* RFC 3958 section 2.2.5: a client with several protocols resolves completely
 * for a protocol before it starts with the next, and only for protocols of the
 * first key. So the list contains a candidate once for each protocol. If the
 * first key has no protocol, the next key with a protocol decides. If services
 * decide before orders, they decide before protocols, too. */
static bool pursue(struct walk *walk, struct level *level)
{
    size_t count = level->count;
    size_t room = 0;
    const struct candidate *before = level->candidates;
    struct candidate_offer *all =
        ddds_arena_array(walk->arena, count, sizeof *all);
    struct pursuit pursuit;
    bool ok = all != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        ok = read_offer(walk, level, &before[i], &all[i]);
    }
    for (size_t i = 0, length; ok && i < count; i += length) {
        length = measure_service(walk, before + i, count - i);
        find_protocols(walk, level, all + i, length, &pursuit);
        room += length * (pursuit.count > 0 ? pursuit.count : 1);
    }
    level->candidates =
        ok ? ddds_arena_array(walk->arena, least(room, LIMIT_CANDIDATES),
                              sizeof *level->candidates)
           : NULL;
    level->count = 0;
    ok = level->candidates != NULL;
    for (size_t i = 0, length; ok && i < count; i += length) {
        length = measure_service(walk, before + i, count - i);
        find_protocols(walk, level, all + i, length, &pursuit);
        ok = add_passes(walk, level, all + i, length, &pursuit);
    }
    return ok;
}

/* After a protocol was chosen, keys keep their order: the chooser accepts only
 * that protocol. */
bool ddds_candidates_arrange(struct walk *walk)
{
    const struct ddds_application *application = walk->application;
    struct level *level = ddds_path_top(walk);
    if (application->preference_is_weight && level->count > 1 &&
        !weigh(walk, level)) {
        return false;
    }
    return !application->pursues_one_protocol || level->count == 0 ||
           ddds_path_protocol(walk) != NULL || pursue(walk, level);
}
