/* In which order rules that would do are tried, where an application has more
 * to say about that than rank: by chance, or one protocol after another.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "engine/servers.h"

/* ---- Preferences that are weights -------------------------------------- */

/* 3GPP TS 29.303: among rules of one order the load is shared out as among
 * servers of one priority (RFC 2782), a smaller preference weighing more. */
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
        weights[i].port = (uint16_t)i; /* which one it is */
    }
    ddds_servers_order(weights, level->count, walk->options->random,
                       walk->options->random_context);
    for (size_t i = 0; i < level->count; i++) {
        level->candidates[i] = ranked[weights[i].port];
    }
    return true;
}

/* ---- One protocol after another ---------------------------------------- */

/* What one candidate of the key offers. */
struct offer {
    struct candidate candidate;
    bool is_terminal;
    const struct ddds_span *protocols;
    size_t protocol_count;
};

/* The protocols to pursue, the best first. */
struct pursuit {
    struct ddds_span protocols[LIMIT_SERVICES];
    size_t count;
};

static void join(struct pursuit *pursuit, struct ddds_span protocol)
{
    for (size_t i = 0; i < pursuit->count; i++) {
        const struct ddds_span *other = &pursuit->protocols[i];
        if (other->length == protocol.length &&
            ascii_equal_span(other->text, protocol.text, protocol.length)) {
            return;
        }
    }
    if (pursuit->count < LIMIT_SERVICES) {
        pursuit->protocols[pursuit->count++] = protocol;
    }
}

static bool offers(const struct walk *walk, const struct offer *offer,
                   struct ddds_span protocol)
{
    return ddds_engine_is_offered(walk->application, protocol, offer->protocols,
                                  offer->protocol_count);
}

/* Those of the client's that the key offers, in the client's order; or all
 * that it offers, as they are ranked there, if the client takes any. */
static void find_protocols(const struct walk *walk, const struct offer *all,
                           size_t count, struct pursuit *pursuit)
{
    const struct wanted *wanted = &walk->wanted;
    pursuit->count = 0;
    for (size_t i = 0; i < wanted->protocol_count; i++) {
        size_t first = 0;
        while (first < count &&
               !offers(walk, &all[first], wanted->protocols[i])) {
            first++;
        }
        if (first < count) {
            join(pursuit, wanted->protocols[i]);
        }
    }
    for (size_t i = 0; wanted->protocol_count == 0 && i < count; i++) {
        for (size_t j = 0; j < all[i].protocol_count; j++) {
            join(pursuit, all[i].protocols[j]);
        }
    }
}

static void add_candidate(struct level *level, const struct offer *offer,
                          const char *protocol)
{
    if (level->count < LIMIT_CANDIDATES) {
        level->candidates[level->count] = offer->candidate;
        level->candidates[level->count++].protocol = protocol;
    }
}

/* Add those candidates that lead to |protocol|, the |pass|th, or state none. A
 * terminal rule that states none leads to the same for all of them: once is
 * enough. */
static bool add_pass(struct walk *walk, struct level *level,
                     const struct offer *all, size_t count,
                     struct ddds_span protocol, size_t pass)
{
    const char *name =
        ddds_arena_copy(walk->arena, protocol.text, protocol.length);
    for (size_t i = 0; name != NULL && i < count; i++) {
        if (all[i].protocol_count > 0 ? offers(walk, &all[i], protocol)
                                      : !all[i].is_terminal) {
            add_candidate(level, &all[i], name);
        } else if (all[i].protocol_count == 0 && pass == 0) {
            add_candidate(level, &all[i], NULL);
        }
    }
    return name != NULL;
}

/* What the rule of |candidate| offers. Services that cannot be read are those
 * of a rule that goes by its replacement alone. False without memory. */
static bool read_offer(struct walk *walk, const struct level *level,
                       const struct candidate *candidate, struct offer *offer)
{
    const struct ddds_judged_rule *judged =
        &walk->trace.steps[level->step].rules[candidate->rule];
    struct ddds_services services;
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
    *offer = (struct offer){
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

/* RFC 3958 section 2.2.5: a client that supports several protocols resolves
 * completely for one before it turns to another, and only for those that the
 * first key names. So its candidates stand there once for each. If nothing is
 * named there, the next key that does decides. */
static bool pursue(struct walk *walk, struct level *level)
{
    size_t count = level->count;
    struct offer *all = ddds_arena_array(walk->arena, count, sizeof *all);
    struct pursuit pursuit;
    bool ok = all != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        ok = read_offer(walk, level, &level->candidates[i], &all[i]);
    }
    if (!ok) {
        return false;
    }
    find_protocols(walk, all, count, &pursuit);
    if (pursuit.count == 0) {
        return true;
    }
    level->count = 0;
    level->candidates = ddds_arena_array(
        walk->arena, least(count * pursuit.count, LIMIT_CANDIDATES),
        sizeof *level->candidates);
    ok = level->candidates != NULL;
    for (size_t i = 0; ok && i < pursuit.count; i++) {
        if (level->count == LIMIT_CANDIDATES) {
            fail_for_too_many(walk);
            break;
        }
        ok = add_pass(walk, level, all, count, pursuit.protocols[i], i);
    }
    return ok;
}

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
