/* Outcomes: results of step 6 of RFC 3402 section 3.3, or of an input that
 * contains its answer; and rejected outcomes, which are stored so that another
 * rule does not lead to the same again (section 3.3, step 4: the client
 * continues with the next rule).
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>
#include <strings.h>

#define KIND(letter, next, outcome, ...)                                       \
    [DDDS_NEXT_##next] = DDDS_OUTCOME_##outcome,

/* Add a cleared outcome. */
static struct ddds_outcome *add_outcome(struct walk *walk)
{
    if (walk->outcome_count == walk->outcome_size) {
        size_t more = walk->outcome_count == 0 ? 1 : walk->outcome_count * 3;
        struct ddds_outcome *outcomes =
            ddds_arena_extend(walk->arena, walk->outcomes, walk->outcome_count,
                              more, sizeof *outcomes);
        if (outcomes == NULL) {
            return NULL;
        }
        walk->outcomes = outcomes;
        walk->outcome_size = walk->outcome_count + more;
    }
    struct ddds_outcome *outcome = &walk->outcomes[walk->outcome_count++];
    *outcome = (struct ddds_outcome){0};
    return outcome;
}

static bool has_q_component(const struct walk *walk)
{
    return walk->start.is_urn && walk->start.urn.q.text != NULL &&
           !walk->options->no_q;
}

/* RFC 8141 section 2.3.2: pass the q-component of the URN to the resource, as
 * the query of its locator |*uri|, unless the locator has a query. */
static bool put_q_component(struct walk *walk, struct ddds_outcome *outcome,
                            const char **uri)
{
    const struct ddds_span *q = &walk->start.urn.q;
    const char *plain = *uri;
    if (strncasecmp(plain, "urn:", 4) == 0) {
        outcome->note = "a URN is not a locator, so the q-component was left "
                        "off";
        return true;
    }
    size_t end = strcspn(plain, "#");
    if (memchr(plain, '?', end) != NULL) {
        outcome->note = "the locator has a query of its own, so the URN's "
                        "q-component was left off";
        return true;
    }
    *uri = ddds_arena_format(walk->arena, "%.*s?%.*s%s", (int)end, plain,
                             (int)q->length, q->text, plain + end);
    return *uri != NULL;
}

/* Record that the rules on the path led to an outcome: they remain chosen if a
 * later attempt fails. */
static void note_path(struct walk *walk)
{
    for (unsigned i = 0; i < walk->depth; i++) {
        const struct level *level = &walk->levels[i];
        level->led_to_outcome[ddds_path_candidate(level)->rule] = true;
    }
}

/* Step 6: the output of the terminal rule is the result. */
struct ddds_outcome *ddds_outcome_add(struct walk *walk,
                                      enum ddds_outcome_kind kind,
                                      const struct reliance *reliance)
{
    const struct level *level = ddds_path_top(walk);
    const struct ddds_judged_rule *judged = ddds_path_tried(walk);
    struct ddds_outcome *outcome = add_outcome(walk);
    if (outcome == NULL) {
        return NULL;
    }
    outcome->kind = kind;
    outcome->output = judged->output;
    outcome->services = judged->rule->services;
    outcome->ttl = reliance->ttl;
    outcome->protocol = ddds_path_protocol(walk);
    outcome->authenticated =
        reliance->authenticated && reliance->ttl != DDDS_NO_TTL;
    outcome->security = reliance->ttl != DDDS_NO_TTL ? reliance->security
                                                     : DDDS_SECURITY_UNKNOWN;
    outcome->step = level->step;
    outcome->rule = ddds_path_candidate(level)->rule;
    note_path(walk);
    if (reliance->expires < walk->outcomes_expire) {
        walk->outcomes_expire = reliance->expires;
    }
    if (kind == DDDS_OUTCOME_URI) {
        outcome->uri = outcome->output;
    }
    if (judged->next == DDDS_NEXT_URI && has_q_component(walk) &&
        !put_q_component(walk, outcome, &outcome->uri)) {
        return NULL;
    }
    return outcome;
}

bool ddds_outcome_set_targets(struct walk *walk, struct ddds_outcome *outcome,
                              struct ddds_uri_target *targets, size_t count)
{
    for (size_t i = 0; i < count && has_q_component(walk); i++) {
        if (!put_q_component(walk, outcome, &targets[i].uri)) {
            return false;
        }
    }
    outcome->targets = targets;
    outcome->target_count = count;
    outcome->uri = targets[0].uri;
    return true;
}

struct ddds_outcome *ddds_outcome_add_uuid(struct walk *walk)
{
    struct ddds_outcome *outcome = add_outcome(walk);
    if (outcome != NULL) {
        outcome->kind = DDDS_OUTCOME_UUID;
        outcome->output = walk->start.aus;
        outcome->uri = walk->start.aus;
        outcome->services = "";
        outcome->uuid = walk->start.uuid;
        outcome->ttl = DDDS_NO_TTL;
        outcome->step = DDDS_NO_STEP;
    }
    return outcome;
}

/* Add the outcome of an input that contains an address, by |rule|. */
static bool add_address(struct walk *walk, const struct ddds_rule *rule)
{
    struct ddds_outcome *outcome = add_outcome(walk);
    struct ddds_endpoint *endpoint =
        ddds_arena_alloc(walk->arena, sizeof *endpoint);
    if (outcome == NULL || endpoint == NULL) {
        return false;
    }
    uint16_t port = walk->start.offers != NULL
                        ? walk->start.port
                        : ddds_path_find_port(walk, rule, NULL);
    *endpoint = (struct ddds_endpoint){
        .host = walk->start.key,
        .has_port = port != 0,
        .port = port,
        .has_addresses = true,
        .addresses = &walk->start.address,
        .address_count = 1,
    };
    outcome->kind = DDDS_OUTCOME_HOST;
    outcome->output = walk->start.key;
    outcome->services = rule->services;
    outcome->ttl = DDDS_NO_TTL;
    outcome->endpoints = endpoint;
    outcome->endpoint_count = 1;
    outcome->step = DDDS_NO_STEP;
    return true;
}

/* Write the indices of the rules that the client accepts to |order|, the best
 * first. Return their number. */
static size_t rank_rules(struct walk *walk, const struct ddds_fallback *own,
                         size_t order[DDDS_FALLBACK_MAX])
{
    size_t ranks[DDDS_FALLBACK_MAX];
    size_t count = 0;
    walk->chooser.requested = walk->requested;
    for (size_t i = 0; i < own->count; i++) {
        struct ddds_services services;
        services.size = sizeof services;
        size_t rank;
        size_t place = count;
        const struct ddds_judged_rule judged = {.rule = &own->rules[i],
                                                .next = DDDS_NEXT_ADDRESSES,
                                                .output = walk->start.key};
        if (walk->application->read_services(walk->self, own->rules[i].services,
                                             &services, NULL) != DDDS_OK ||
            !ddds_requested_fits(&walk->chooser, &services, &rank) ||
            ddds_outcome_is_rejected(walk, &judged)) {
            continue;
        }
        for (; place > 0 && rank < ranks[place - 1]; place--) {
            ranks[place] = ranks[place - 1];
            order[place] = order[place - 1];
        }
        ranks[place] = rank;
        order[place] = i;
        count++;
    }
    return count;
}

bool ddds_outcome_add_addresses(struct walk *walk)
{
    struct ddds_fallback own = {.count = 0};
    size_t order[DDDS_FALLBACK_MAX];
    walk->fallbacks = 0;
    walk->left_out = NULL;
    if (walk->start.offers != NULL) {
        own.rules[own.count++].services = walk->start.offers;
    } else {
        ddds_path_find_fallback(walk, &own);
    }
    size_t count = rank_rules(walk, &own, order);
    bool is_added = true;
    for (size_t i = 0; is_added && i < count; i++) {
        is_added = (i > 0 && !walk->options->all) ||
                   add_address(walk, &own.rules[order[i]]);
    }
    if (count == 0) {
        ddds_path_fail(walk, (struct failure){.reason = DDDS_REASON_NO_SERVICE,
                                              .at = walk->start.key});
    }
    return is_added;
}

enum ddds_outcome_kind ddds_outcome_kind_of(enum ddds_next next)
{
    static const enum ddds_outcome_kind kinds[] = {FLAG_ROWS(KIND, KIND)};
    return kinds[next];
}

static bool is_same_protocol(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

/* Outcomes are equal if kind, output, services and protocol are. */
bool ddds_outcome_is_rejected(const struct walk *walk,
                              const struct ddds_judged_rule *judged)
{
    for (const struct rejected *rejected = walk->rejected; rejected != NULL;
         rejected = rejected->next) {
        if (rejected->kind == ddds_outcome_kind_of(judged->next) &&
            strcmp(rejected->output, judged->output) == 0 &&
            strcmp(rejected->services, judged->rule->services) == 0 &&
            is_same_protocol(rejected->protocol, ddds_path_protocol(walk))) {
            return true;
        }
    }
    return false;
}

/* Several names may belong to a node, which is needed once, whether it was
 * found or rejected (3GPP TS 29.303). */
const char *ddds_outcome_find_node(const struct walk *walk,
                                   const struct ddds_judged_rule *judged)
{
    bool (*is_same_node)(const struct ddds_application *, const char *,
                         const char *) = walk->application->is_same_node;
    if (is_same_node == NULL || judged->next != DDDS_NEXT_ADDRESSES) {
        return NULL;
    }
    for (size_t i = 0; i < walk->outcome_count; i++) {
        const struct ddds_outcome *outcome = &walk->outcomes[i];
        if (outcome->kind == DDDS_OUTCOME_HOST &&
            is_same_node(walk->self, outcome->output, judged->output)) {
            return outcome->output;
        }
    }
    for (const struct rejected *rejected = walk->rejected; rejected != NULL;
         rejected = rejected->next) {
        if (rejected->kind == DDDS_OUTCOME_HOST &&
            is_same_node(walk->self, rejected->output, judged->output)) {
            return rejected->output;
        }
    }
    return NULL;
}

/* The rules that led to rejected outcomes become dead ends, so the levels of
 * the path no longer count them. Rejected servers are a denial of the service:
 * fallback rules for missing servers do not apply. */
void ddds_outcome_reject_all(struct walk *walk)
{
    for (size_t i = 0; i < walk->outcome_count; i++) {
        struct rejected *rejected =
            ddds_arena_alloc(walk->arena, sizeof *rejected);
        if (rejected == NULL) {
            walk->status = DDDS_NO_MEMORY;
            return;
        }
        const struct ddds_outcome *outcome = &walk->outcomes[i];
        *rejected = (struct rejected){
            .next = walk->rejected,
            .kind = outcome->kind,
            .output = outcome->output,
            .services = outcome->services,
            .protocol = outcome->protocol,
        };
        walk->rejected = rejected;
        walk->is_denied |= outcome->kind == DDDS_OUTCOME_SERVERS;
        if (outcome->step == DDDS_NO_STEP) {
            continue;
        }
        struct ddds_judged_rule *judged =
            &walk->trace.steps[outcome->step].rules[outcome->rule];
        judged->verdict = DDDS_VERDICT_DEAD_END;
        judged->reason = "rejected by the caller";
    }
    walk->outcome_count = 0;
    walk->outcomes_expire = UINT64_MAX;
    walk->told_cuts = 0; /* the notes of these outcomes are gone */
    for (unsigned i = 0; i < walk->depth; i++) {
        struct level *level = &walk->levels[i];
        level->outcomes = 0;
        memset(level->led_to_outcome, 0,
               walk->trace.steps[level->step].rule_count *
                   sizeof *level->led_to_outcome);
    }
}

/* The outcomes may not be all, or not the best. */
static const char *note_failure(const struct walk *walk)
{
    const struct failure *failure = &walk->failure;
    const char *more = walk->wants_all ? "more results" : "a better result";
    const char *note =
        failure->at == NULL
            ? NULL
            : ddds_arena_format(walk->arena,
                                "the lookup of \"%s\" failed (%s), so a later "
                                "attempt may find %s",
                                failure->at, ddds_reason_text(failure->reason),
                                more);
    return note != NULL ? note
                        : "a lookup failed on the way, so a later attempt may "
                          "find other results";
}

const char *ddds_outcome_result_note(const struct walk *walk)
{
    if (walk->outcome_count > 0 &&
        ddds_reason_class(walk->failure.reason) == DDDS_CLASS_TEMPORARY) {
        return note_failure(walk);
    }
    if (walk->outcome_count > 0 && walk->cuts > walk->told_cuts) {
        return walk->wants_all
                   ? "a limit ended the search, so there may be more results"
                   : "a limit ended the search, so there may be a better "
                     "result";
    }
    if (walk->has_expired) {
        return "data expired twice before the resolution ended";
    }
    if (walk->run > 0) {
        return "restarted because data had expired";
    }
    if (walk->outcome_count == 0 && walk->left_out != NULL) {
        return walk->left_out;
    }
    bool is_reason =
        walk->outcome_count == 0 && walk->failure.detail == walk->start.note;
    return is_reason ? NULL : walk->start.note;
}
