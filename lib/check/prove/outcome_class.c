/* The class of an input, from its resolution.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/outcome_class.h"

#include <string.h>

#include "base/hash.h"

enum { FIXED = 4 };

/* ---- The signature ------------------------------------------------------- */

/* The hosts of an outcome, which SRV records name. */
static uint64_t hash_servers(const struct ddds_outcome *outcome)
{
    static const struct hash_key key = {{3, 4}};
    uint64_t hash = 0;
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        hash += ddds_hash(&key, endpoint->host, strlen(endpoint->host)) *
                (2U * endpoint->port + 1U);
    }
    return hash;
}

/* Rules of zones are identified by their addresses. Rules of the application
 * itself are created for each input. */
static uint64_t sign_rule(const struct ddds_step *step, size_t index)
{
    static const struct hash_key key = {{5, 6}};
    const struct ddds_rule *rule = step->rules[index].rule;
    return step->is_fallback
               ? ddds_hash(&key, rule->services, strlen(rule->services)) + index
               : (uint64_t)(uintptr_t)rule;
}

/* The rules that could not be used, with their verdicts. */
static uint64_t sign_unusable(const struct ddds_result *result)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        for (size_t k = 0; k < step->rule_count; k++) {
            enum ddds_verdict verdict = step->rules[k].verdict;
            if (verdict >= DDDS_VERDICT_UNKNOWN_FLAG &&
                verdict <= DDDS_VERDICT_ILLEGAL_URI) {
                sum = sum * 31 + sign_rule(step, k) + verdict;
            }
        }
    }
    return sum;
}

/* The rule determines the outcome, but SRV records its servers, and the input
 * the services of an outcome without a rule. */
static uint64_t sign_outcome(const struct ddds_result *result)
{
    static const struct hash_key key = {{9, 10}};
    if (result->outcome_count == 0) {
        return result->reason == DDDS_REASON_NO_RULE ? sign_unusable(result)
                                                     : 0;
    }
    const struct ddds_outcome *outcome = &result->outcomes[0];
    uint64_t servers =
        outcome->kind == DDDS_OUTCOME_SERVERS ? hash_servers(outcome) << 8
        : outcome->step == DDDS_NO_STEP && outcome->services != NULL
            ? ddds_hash(&key, outcome->services, strlen(outcome->services)) << 8
            : 0;
    return servers | ((uint64_t)outcome->kind + 1);
}

bool ddds_outcome_sign(const struct ddds_result *result, struct arena *arena,
                       struct signature *signature)
{
    struct tests_path *path = &signature->path;
    if (!ddds_tests_path(result, arena, path)) {
        return false;
    }
    signature->words =
        ddds_arena_array(arena, FIXED + path->count, sizeof *signature->words);
    if (signature->words == NULL) {
        return false;
    }
    signature->words[0] = result == NULL              ? DDDS_PROOF_BAD_INPUT
                          : result->outcome_count > 0 ? DDDS_PROOF_RESOLVED
                                                      : DDDS_PROOF_FAILED;
    signature->words[1] = result == NULL ? 0 : result->reason;
    signature->words[2] = result == NULL ? 0 : sign_outcome(result);
    signature->count = FIXED;
    for (size_t i = 0; result != NULL && i < path->count; i++) {
        if (path->rules[i] != DDDS_NO_STEP) {
            signature->words[signature->count++] =
                sign_rule(&result->steps[path->steps[i]], path->rules[i]);
        }
    }
    return true;
}

void ddds_outcome_sign_texts(const struct ddds_result *result,
                             const char *limit, struct signature *signature)
{
    static const struct hash_key key = {{11, 12}};
    bool has_offer = result != NULL && result->outcome_count == 0 &&
                     result->detail != NULL &&
                     (result->setting == DDDS_SETTING_SERVICES ||
                      result->reason == DDDS_REASON_NO_SERVICE);
    const char *text = has_offer ? result->detail : "";
    limit = limit != NULL ? limit : "";
    signature->words[3] = ddds_hash(&key, text, strlen(text)) * 3 +
                          ddds_hash(&key, limit, strlen(limit));
}

/* ---- Doubt --------------------------------------------------------------- */

static bool is_limited(const struct ddds_step *step)
{
    for (size_t i = 0; i < step->rule_count; i++) {
        if (step->rules[i].verdict == DDDS_VERDICT_LIMIT) {
            return true;
        }
    }
    return false;
}

/* Return true if |step| asks for the addresses of a host of an outcome. */
static bool is_of_outcome(const struct ddds_result *result,
                          const struct ddds_step *step)
{
    const struct ddds_step *server =
        step->cause == DDDS_NO_STEP ? NULL : &result->steps[step->cause];
    bool is = false;
    if (server != NULL && server->kind == DDDS_ASK_SERVERS) {
        step = server;
    }
    for (size_t i = 0; !is && i < result->outcome_count; i++) {
        is = result->outcomes[i].step == step->cause &&
             result->outcomes[i].rule == step->cause_rule;
    }
    return is;
}

/* Return true if |step| has the |reply|, and the result depends on it: addresses
 * of hosts that were found do not matter. */
static bool has_reply(const struct ddds_result *result,
                      const struct ddds_step *step, enum ddds_reply reply)
{
    return step->answer != NULL && step->answer->reply == reply &&
           !(step->kind == DDDS_ASK_ADDRESSES && is_of_outcome(result, step));
}

/* Return true if chance chose among rules of one order in |step|. */
static bool is_random(const struct ddds_result *result,
                      const struct ddds_step *step)
{
    struct ddds_application own;
    const struct ddds_rule *chosen = NULL;
    for (size_t i = 0; i < step->rule_count; i++) {
        enum ddds_verdict verdict = step->rules[i].verdict;
        if (verdict == DDDS_VERDICT_CHOSEN ||
            verdict == DDDS_VERDICT_ACCEPTABLE ||
            verdict == DDDS_VERDICT_DEAD_END) {
            const struct ddds_rule *rule = step->rules[i].rule;
            if (chosen != NULL && chosen->order == rule->order) {
                return ddds_tests_application(result, &own)
                    ->preference_is_weight;
            }
            chosen = rule;
        }
    }
    return false;
}

/* Return true if chance chooses among the URI records of |step|. */
static bool is_random_uri(const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    size_t first = 0; /* of the first priority */
    unsigned least = UINT16_MAX + 1U;
    bool has_uris = step->kind == DDDS_ASK_URIS && answer != NULL;
    for (size_t i = 0; has_uris && i < answer->target_count; i++) {
        unsigned priority = answer->targets[i].priority;
        first = priority < least ? 1 : first + (priority == least);
        least = priority < least ? priority : least;
    }
    return first > 1;
}

/* Return on which name in no given zone |result| depends, with the |path| to it;
 * NULL if on none, or without memory. */
static const char *find_outside(const struct ddds_result *result,
                                struct arena *arena, struct tests_path *path)
{
    size_t i = 0;
    while (i < result->step_count &&
           !has_reply(result, &result->steps[i], DDDS_REPLY_OUTSIDE)) {
        i++;
    }
    return i < result->step_count &&
                   ddds_tests_path_to(result, i, DDDS_NO_STEP, arena, path)
               ? ddds_arena_string(arena, result->steps[i].answer->detail)
               : NULL;
}

const char *ddds_outcome_doubt(const struct ddds_result *result,
                               struct arena *arena, struct tests_path *path)
{
    const char *outside = find_outside(result, arena, path);
    if (outside != NULL || arena->failed) {
        return outside;
    }
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        if (is_random(result, step)) {
            return ddds_arena_format(
                arena, "chance chooses among the rules of one order at \"%s\"",
                step->name);
        }
        if (is_random_uri(step)) {
            return ddds_arena_format(
                arena, "chance chooses among the URI records of \"%s\"",
                step->name);
        }
        if (has_reply(result, step, DDDS_REPLY_SERVER_FAILURE) &&
            result->outcome_count > 0) { /* of another rule */
            return ddds_arena_format(arena, "\"%s\" cannot be looked up",
                                     step->name);
        }
        if (is_limited(step)) {
            return ddds_arena_format(arena, "a limit was reached at \"%s\"",
                                     step->name);
        }
    }
    if (result->outcome_count > 0 && result->at != NULL) {
        return ddds_arena_format(arena, "a limit was reached at \"%s\"%s%s",
                                 result->at, result->detail != NULL ? ": " : "",
                                 result->detail != NULL ? result->detail : "");
    }
    return ddds_reason_class(result->reason) == DDDS_CLASS_LIMITED ||
                   ddds_reason_class(result->reason) == DDDS_CLASS_TEMPORARY
               ? ddds_arena_format(arena, "%s%s%s",
                                   ddds_reason_text(result->reason),
                                   result->detail != NULL ? ": " : "",
                                   result->detail != NULL ? result->detail : "")
               : NULL;
}

/* ---- The class ----------------------------------------------------------- */

static bool show_path(const struct ddds_result *result,
                      const struct tests_path *path, struct arena *arena,
                      struct class *class)
{
    struct ddds_proof_class *shown = &class->shown;
    struct class_rule *kept =
        ddds_arena_array(arena, path->count, sizeof *kept);
    class->hops = ddds_arena_array(arena, path->count, sizeof *class->hops);
    if (class->hops == NULL || kept == NULL) {
        return false;
    }
    shown->path = class->hops;
    class->rules = kept;
    for (size_t i = 0; i < path->count; i++) {
        const struct ddds_step *step = &result->steps[path->steps[i]];
        if (path->rules[i] != DDDS_NO_STEP) {
            const struct ddds_judged_rule *judged =
                &step->rules[path->rules[i]];
            const struct ddds_rule *rule = judged->rule;
            kept[shown->path_count] = (struct class_rule){
                .rule = step->is_fallback ? NULL : rule,
                .is_rewriting = ddds_tests_is_rewriting(result, judged),
                .next = judged->next,
            };
            class->hops[shown->path_count++] = (struct ddds_proof_hop){
                .key = ddds_arena_string(arena, step->name),
                .order = rule->order,
                .preference = rule->preference,
            };
        }
    }
    return !arena->failed;
}

/* Return the source of the output: a replacement with its back-references, or
 * the name in a rule. */
static const char *find_shape(const struct ddds_judged_rule *judged,
                              const struct ddds_outcome *outcome,
                              struct arena *arena)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    if (judged->rule->regexp[0] == '\0') {
        return ddds_arena_string(arena, outcome->output);
    }
    ddds_substitution *by = ddds_substitution_new(judged->rule->regexp, NULL);
    if (by == NULL) {
        return ddds_arena_string(arena, outcome->output);
    }
    ddds_substitution_split(by, &parts);
    const char *shape = ddds_arena_string(arena, parts.replacement);
    ddds_substitution_free(by);
    return shape;
}

static bool show_outcome(const struct ddds_result *result, struct arena *arena,
                         struct class *class)
{
    const struct ddds_outcome *outcome = &result->outcomes[0];
    struct ddds_proof_class *shown = &class->shown;
    shown->kind = outcome->kind;
    if (outcome->services != NULL) {
        shown->services = ddds_arena_string(arena, outcome->services);
    }
    const struct ddds_judged_rule *judged =
        outcome->step == DDDS_NO_STEP
            ? NULL
            : &result->steps[outcome->step].rules[outcome->rule];
    shown->output = judged == NULL ? ddds_arena_string(arena, outcome->output)
                                   : find_shape(judged, outcome, arena);
    class->is_own =
        judged == NULL || (result->steps[outcome->step].is_fallback &&
                           judged->rule->regexp[0] == '\0');
    return !arena->failed;
}

bool ddds_outcome_show(const struct ddds_result *result,
                       const struct tests_path *path, struct arena *arena,
                       struct class *class)
{
    struct ddds_proof_class *shown = &class->shown;
    const bool is_to_outcome =
        path->count == 0 || path->rules[path->count - 1] != DDDS_NO_STEP;
    if (result == NULL) {
        shown->status = DDDS_PROOF_BAD_INPUT;
        return true;
    }
    class->is_urn = result->urn != NULL;
    shown->reason = result->reason;
    shown->status =
        result->outcome_count > 0 ? DDDS_PROOF_RESOLVED : DDDS_PROOF_FAILED;
    if (result->detail != NULL) {
        shown->because = ddds_arena_string(arena, result->detail);
    }
    return show_path(result, path, arena, class) &&
           (result->outcome_count == 0 || !is_to_outcome ||
            show_outcome(result, arena, class)) &&
           !arena->failed;
}
