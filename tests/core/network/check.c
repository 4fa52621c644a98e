/* Results against the model and the log of losses.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/check.h"

#include <stdio.h>
#include <string.h>

#include "core/network/clock.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/zone.h"

enum {
    /* Microseconds: a lookup that began a quarter of a second ago may be
     * shared; clocks are coarse; cares.c looks at its timers now and then. */
    SHARED = 300000,
    ROUNDING = 20000,
    SECOND = 1000000,
};

/* ---- What must not be believed ------------------------------------------ */

static void refuse_text(const struct checked *checked, const char *text)
{
    demand(text == NULL || strstr(text, ZONE_FORGED) == NULL,
           "input %u: a forged answer was believed: %s", checked->input, text);
}

static void refuse_addresses(const struct checked *checked,
                             const struct ddds_address *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (same < list[i].length &&
               list[i].octets[same] == ZONE_FORGED_OCTET) {
            same++;
        }
        demand(same < list[i].length, "input %u: a forged address was believed",
               checked->input);
    }
}

/* Nothing in |result| may come from a forger. */
static void refuse_forgeries(const struct checked *checked,
                             const struct ddds_result *result)
{
    for (size_t i = 0; i < result->outcome_count; i++) {
        const struct ddds_outcome *outcome = ddds_result_outcome(result, i);
        refuse_text(checked, outcome->output);
        for (size_t k = 0; k < outcome->endpoint_count; k++) {
            const struct ddds_endpoint *endpoint =
                ddds_outcome_endpoint(outcome, k);
            refuse_text(checked, endpoint->host);
            refuse_addresses(checked, endpoint->addresses,
                             endpoint->address_count);
        }
    }
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = ddds_result_step(result, i);
        refuse_text(checked, step->name);
        for (size_t k = 0; k < step->rule_count; k++) {
            refuse_text(checked, ddds_step_rule(step, k)->output);
        }
        if (step->answer != NULL) {
            refuse_addresses(checked, step->answer->addresses,
                             step->answer->address_count);
        }
    }
}

/* ---- Data --------------------------------------------------------------- */

/* The data were true at |given| milliseconds and hold for |ttl| seconds: they
 * may not be used by a resolution that began later. Its result may not hold for
 * longer. */
static void check_age(const struct checked *checked, uint64_t given,
                      uint32_t ttl, const char *what)
{
    uint64_t rest = UINT64_C(1000000) * checked->ttl;
    uint64_t begun = given * 1000;
    uint64_t holds = begun + (uint64_t)ttl * SECOND +
                     hurts_longest_way(checked->input) + SHARED;
    demand(begun <= virtual_now(), "input %u: %s that was never given",
           checked->input, what);
    demand(holds >= checked->started,
           "input %u: %s is %llu ms older than its TTL of %u s allows",
           checked->input, what,
           (unsigned long long)(checked->started - holds) / 1000, ttl);
    demand(checked->ttl <= ttl && holds >= checked->started + rest,
           "input %u: %s has a TTL of %u s, which is too long", checked->input,
           what, checked->ttl);
}

static void check_four(const struct checked *checked,
                       const struct zone_input *input,
                       const struct ddds_address *address, uint32_t ttl)
{
    uint64_t now = virtual_now() / 1000;
    uint64_t low = (uint64_t)address->octets[1] << 16 |
                   (unsigned)address->octets[2] << 8 | address->octets[3];
    uint64_t age = (now - low) & 0xffffff; /* it comes round in four hours */
    demand(address->octets[0] == 10 && (input->families & 1) != 0,
           "input %u: a wrong address", checked->input);
    if (virtual_now() - checked->started < SECOND) {
        check_age(checked, now - age, ttl, "an address");
    }
}

static uint32_t read_u32(const uint8_t *octets)
{
    return (uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 |
           (uint32_t)octets[2] << 8 | octets[3];
}

static void check_six(const struct checked *checked,
                      const struct zone_input *input,
                      const struct ddds_address *address, uint32_t ttl)
{
    const uint8_t *octets = address->octets;
    demand(read_u32(octets) == 0x20010db8 &&
               read_u32(octets + 4) == checked->input &&
               (input->families & 2) != 0,
           "input %u: a wrong address", checked->input);
    check_age(checked,
              (uint64_t)read_u32(octets + 8) << 32 | read_u32(octets + 12), ttl,
              "an address");
}

static void check_endpoint(const struct checked *checked,
                           const struct zone_input *input,
                           const struct ddds_endpoint *endpoint, uint32_t ttl)
{
    struct zone_name name = {0};
    demand(zone_read_host(endpoint->host, &name) &&
               name.input == checked->input && name.number < 2,
           "input %u: the host of another one: %s", checked->input,
           endpoint->host);
    check_age(checked, name.given, ttl, "a host");
    uint32_t address_ttl = zone_ttl(checked->input, PART_HOST, name.number);
    demand(!endpoint->is_server ||
               endpoint->port == zone_port(checked->input, name.number),
           "input %u: a wrong port", checked->input);
    for (size_t i = 0; i < endpoint->address_count; i++) {
        const struct ddds_address *address = &endpoint->addresses[i];
        if (address->length == 4) {
            check_four(checked, input, address, address_ttl);
        } else {
            check_six(checked, input, address, address_ttl);
        }
    }
}

static void check_uri(struct checked *checked, const struct zone_input *input,
                      const struct ddds_outcome *outcome, uint32_t ttl)
{
    unsigned number = 0;
    unsigned long long given = 0;
    demand(outcome->kind == DDDS_OUTCOME_URI &&
               sscanf(outcome->uri, "http://u.sim/%u/%llx", &number, &given) ==
                   2 &&
               number == checked->input,
           "input %u: a wrong URI: %s", checked->input, outcome->output);
    demand(!checked->is_next || given != checked->rejected,
           "input %u: a URI that the caller rejected", checked->input);
    demand(input->depth > 1 || zone_is_there(input, given),
           "input %u: a URI that was never published", checked->input);
    check_age(checked, given, ttl, "a URI");
    checked->rejected = given;
}

/* The TTL of a key: that of its rules, or of the alias that leads to them. */
static uint32_t key_ttl(const struct zone_input *input, unsigned key)
{
    uint32_t ttl = zone_ttl(input->number, PART_KEY, key);
    uint32_t alias = zone_ttl(input->number, PART_ALIAS, key);
    bool is_alias = (input->aliases >> key & 1) != 0;
    return is_alias && alias < ttl ? alias : ttl;
}

static void check_path(const struct checked *checked,
                       const struct zone_input *input)
{
    for (unsigned key = 0; key < input->depth; key++) {
        demand(checked->ttl <= key_ttl(input, key),
               "input %u: its TTL of %u s is longer than that of a key",
               checked->input, checked->ttl);
    }
}

static void check_outcome(struct checked *checked,
                          const struct ddds_result *result)
{
    struct zone_input input = zone_input(checked->input);
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    uint32_t ttl = key_ttl(&input, input.depth - 1);
    demand(result->outcome_count == 1, "input %u: too many outcomes",
           checked->input);
    checked->ttl = outcome->ttl;
    check_path(checked, &input);
    if (input.end == ZONE_URI) {
        check_uri(checked, &input, outcome, ttl);
        return;
    }
    bool is_host = input.end == ZONE_HOST;
    demand((is_host && outcome->kind == DDDS_OUTCOME_HOST) ||
               (input.end == ZONE_SERVERS &&
                outcome->kind == DDDS_OUTCOME_SERVERS),
           "input %u: a wrong kind of outcome: %s", checked->input,
           outcome->output);
    demand(outcome->endpoint_count > 0, "input %u: no host", checked->input);
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        check_endpoint(checked, &input, ddds_outcome_endpoint(outcome, i),
                       is_host ? ttl
                               : zone_ttl(checked->input, PART_SERVER, 0));
    }
}

/* ---- Reasons for failures ---------------------------------------------- */

/* Return true if |input| was missing at a time from which a negative answer may
 * be cached. */
static bool was_missing(const struct checked *checked,
                        const struct zone_input *input)
{
    uint64_t ago = hurts_longest_way(checked->input) + SHARED +
                   (uint64_t)zone_negative_ttl(checked->input) * SECOND;
    uint64_t at = checked->started > ago ? checked->started - ago : 0;
    at /= 1000;
    uint64_t now = virtual_now() / 1000;
    if (input->blinks == 0) {
        return false;
    }
    return !zone_is_there(input, at) || !zone_is_there(input, now) ||
           now - at >= input->blinks;
}

/* Return true if repetitions have spent the limit of queries, which is one for
 * all results of a resolution, and for its restart. */
static bool is_spent(const struct checked *checked,
                     const struct ddds_result *result)
{
    return (result->setting == DDDS_SETTING_MAX_QUERIES ||
            (result->detail != NULL &&
             strstr(result->detail, "no more queries") != NULL)) &&
           hurts_anywhere(checked->input, checked->started);
}

static bool is_expected(const struct checked *checked, enum ddds_reason reason)
{
    struct zone_input input = zone_input(checked->input);
    if (reason == DDDS_REASON_NO_NAME && was_missing(checked, &input)) {
        return true;
    }
    if (checked->is_next && reason == DDDS_REASON_REJECTED) {
        return true;
    }
    return (reason == DDDS_REASON_NO_NAME && input.end == ZONE_NO_NAME) ||
           (reason == DDDS_REASON_NO_DATA && input.end == ZONE_NO_DATA) ||
           (reason == DDDS_REASON_NO_MATCH && input.end == ZONE_NO_MATCH);
}

/* Return true if the resolution has a cause to fail. */
static bool has_cause(const struct checked *checked,
                      const struct ddds_result *result)
{
    const struct scenario *scenario = checked->scenario;
    uint64_t since = checked->began > SHARED ? checked->began - SHARED : 0;
    uint64_t took = virtual_now() - checked->began;
    bool is_late = scenario->deadline > 0 &&
                   took + ROUNDING >= UINT64_C(1000) * scenario->deadline;
    bool waits =
        scenario->rate > 0 || scenario->rate_per_server > 0 || scenario->tcp;
    if (is_spent(checked, result) || hurts_everywhere(checked->input, since)) {
        return true;
    }
    return is_late && result->reason == DDDS_REASON_TIMEOUT &&
           (waits || hurts_anywhere(checked->input, since));
}

enum check_kind check_result(struct checked *checked,
                             const struct ddds_result *result)
{
    demand(result != NULL, "input %u: a callback without a result",
           checked->input);
    refuse_forgeries(checked, result);
    enum ddds_reason_class class = ddds_reason_class(result->reason);
    bool is_failure = class == DDDS_CLASS_TEMPORARY ||
                      result->reason == DDDS_REASON_MALFORMED_ANSWER;
    if (checked->is_stopped || checked->scenario->is_relaxed) {
        return result->outcome_count > 0 ? CHECK_RESOLVED
               : is_failure              ? CHECK_FAILED
                                         : CHECK_NEGATIVE;
    }
    if (result->reason == DDDS_REASON_RESOLVED) {
        check_outcome(checked, result);
        return CHECK_RESOLVED;
    }
    if (is_failure) {
        demand(has_cause(checked, result),
               "input %u: it failed without a cause: %s, %s", checked->input,
               ddds_reason_name(result->reason),
               result->detail != NULL ? result->detail : "");
        return CHECK_FAILED;
    }
    demand(is_expected(checked, result->reason) || is_spent(checked, result),
           "input %u: a wrong result: %s", checked->input,
           ddds_reason_name(result->reason));
    return CHECK_NEGATIVE;
}
