/* Selection of the reason to report from verdicts and replies.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/failure.h"

#include <stdint.h>

#include "base/text.h"

/* The weight of a reason; 0: a definite failure, or no failure. */
static const unsigned char weights[] = {
    [DDDS_REASON_YXDOMAIN] = 1, [DDDS_REASON_MALFORMED_ANSWER] = 2,
    [DDDS_REASON_LIMIT] = 3,    [DDDS_REASON_TOO_DEEP] = 4,
    [DDDS_REASON_LOOP] = 5,     [DDDS_REASON_INSECURE] = 6,
    [DDDS_REASON_TIMEOUT] = 7,  [DDDS_REASON_SERVER_FAILURE] = 7,
    [DDDS_REASON_REFUSED] = 7,  [DDDS_REASON_NETWORK] = 7,
    [DDDS_REASON_BOGUS] = 8,
};

enum ddds_reason ddds_reason_worse(enum ddds_reason one, enum ddds_reason other)
{
    return weights[other] > weights[one] ? other : one;
}

bool ddds_failure_is_worse(const struct failure *one,
                           const struct failure *other)
{
    enum ddds_reason_class class = ddds_reason_class(one->reason);
    enum ddds_reason_class other_class = ddds_reason_class(other->reason);
    if (class == DDDS_CLASS_NOT_FOUND && other_class == class) {
        return other->depth > one->depth;
    }
    if (class == DDDS_CLASS_TEMPORARY && other_class == class) {
        return false;
    }
    return ddds_reason_worse(one->reason, other->reason) != one->reason;
}

bool ddds_failure_is_final(const struct failure *failure,
                           const struct ddds_application *application)
{
    enum ddds_reason_class class = ddds_reason_class(failure->reason);
    return class > DDDS_CLASS_NOT_FOUND &&
           !(class == DDDS_CLASS_TEMPORARY && application->passes_failures);
}

/* Return true if the rule is unusable for any client. */
static bool is_unusable(enum ddds_verdict verdict)
{
    switch (verdict) {
    case DDDS_VERDICT_UNKNOWN_FLAG:
    case DDDS_VERDICT_CONFLICTING_FLAGS:
    case DDDS_VERDICT_MALFORMED:
    case DDDS_VERDICT_BOTH_FIELDS:
    case DDDS_VERDICT_NO_OUTPUT:
    case DDDS_VERDICT_ILLEGAL_KEY:
    case DDDS_VERDICT_ILLEGAL_URI:
        return true;
    case DDDS_VERDICT_CHOSEN:
    case DDDS_VERDICT_ACCEPTABLE:
    case DDDS_VERDICT_NO_MATCH:
    case DDDS_VERDICT_OTHER_SERVICE:
    case DDDS_VERDICT_ORDER_CLOSED:
    case DDDS_VERDICT_LIMIT:
    case DDDS_VERDICT_DEAD_END:
        break;
    }
    return false;
}

/* Return the first rule whose verdict |concerns| accepts, or NULL. */
static const struct ddds_judged_rule *
find_rule(const struct ddds_judged_rule *rules, size_t count,
          bool (*concerns)(enum ddds_verdict))
{
    for (size_t i = 0; i < count; i++) {
        if (concerns(rules[i].verdict)) {
            return &rules[i];
        }
    }
    return NULL;
}

static bool is_limited(enum ddds_verdict verdict)
{
    return verdict == DDDS_VERDICT_LIMIT;
}

static bool is_other_service(enum ddds_verdict verdict)
{
    return verdict == DDDS_VERDICT_OTHER_SERVICE;
}

static const char *explain_rule(const struct ddds_judged_rule *judged,
                                struct arena *arena)
{
    return ddds_arena_format(arena, "rule %u %u: %s%s%s", judged->rule->order,
                             judged->rule->preference,
                             ddds_verdict_name(judged->verdict),
                             judged->reason != NULL ? ": " : "",
                             judged->reason != NULL ? judged->reason : "");
}

/* List the offers of rules of other services, "rcds+I2C, thttp+I2L", as many as
 * fit; "" without such rules. */
static void list_offers(const struct ddds_judged_rule *rules, size_t count,
                        char offers[DDDS_DETAIL_SIZE])
{
    struct text text;
    ddds_text_init(&text, offers, DDDS_DETAIL_SIZE);
    for (size_t i = 0; i < count; i++) {
        if (is_other_service(rules[i].verdict) &&
            rules[i].rule->services[0] != '\0') {
            struct text before = text;
            ddds_text_string(&text, text.length > 0 ? ", " : "");
            ddds_text_string(&text, rules[i].rule->services);
            if (text.failed) {
                offers[before.length] = '\0';
                break;
            }
        }
    }
}

static const char *explain_offers(const struct ddds_judged_rule *rules,
                                  size_t count, struct arena *arena)
{
    char offers[DDDS_DETAIL_SIZE];
    list_offers(rules, count, offers);
    return offers[0] != '\0'
               ? ddds_arena_format(arena, "offered: %s", offers)
               : ddds_arena_string(arena, "no rule names a service");
}

void ddds_failure_add_offers(struct failure *failure, const struct trace *trace,
                             struct arena *arena)
{
    const struct ddds_step *passed_over = NULL;
    char offers[DDDS_DETAIL_SIZE] = "";
    bool has_fallback = false;
    for (size_t i = 0; i < trace->count; i++) {
        const struct ddds_step *step = &trace->steps[i];
        has_fallback |= step->is_fallback;
        if (offers[0] == '\0' && !step->is_fallback) {
            list_offers(step->rules, step->rule_count, offers);
            passed_over = step;
        }
    }
    if (!has_fallback || offers[0] == '\0' ||
        ddds_reason_class(failure->reason) != DDDS_CLASS_NOT_FOUND ||
        failure->reason == DDDS_REASON_NO_SERVICE) {
        return;
    }
    const char *detail = ddds_arena_format(
        arena, "%s%s%s offers %s",
        failure->detail != NULL ? failure->detail : "",
        failure->detail != NULL ? "; " : "", passed_over->name, offers);
    failure->detail = detail != NULL ? detail : failure->detail;
    failure->setting = DDDS_SETTING_SERVICES;
}

size_t ddds_failure_first_limited(const struct ddds_judged_rule *rules,
                                  size_t count)
{
    const struct ddds_judged_rule *limited =
        find_rule(rules, count, is_limited);
    return limited != NULL ? (size_t)(limited - rules) : count;
}

struct failure ddds_failure_of_rules(const struct ddds_judged_rule *rules,
                                     size_t count, struct arena *arena)
{
    const struct ddds_judged_rule *rule;
    struct failure failure = {.reason = DDDS_REASON_NO_MATCH};
    if ((rule = find_rule(rules, count, is_limited)) != NULL) {
        failure.reason = DDDS_REASON_LIMIT;
        failure.detail = explain_rule(rule, arena);
    } else if (find_rule(rules, count, is_other_service) != NULL) {
        failure.reason = DDDS_REASON_NO_SERVICE;
        failure.detail = explain_offers(rules, count, arena);
    } else if ((rule = find_rule(rules, count, is_unusable)) != NULL) {
        failure.reason = DDDS_REASON_NO_RULE;
        failure.detail = explain_rule(rule, arena);
    }
    return failure;
}
