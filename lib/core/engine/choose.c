/* Choice among the rules of a key: steps 3 and 4 of RFC 3402 section 3.3.
 *
 * 1. Judge every rule of the set, sorted by order and preference. Each rule
 *    gets a verdict, so that the trace shows why a rule was not chosen.
 * 2. After a rule has matched, or may have matched, its order closes the list,
 *    if the application requires this (RFC 3403 section 4.1, RFC 3404 section
 *    6): worse orders are not considered, even if all matching rules offer
 *    services that the client cannot use (lib/DECISIONS.md, "order cut-off").
 * 3. Rank the acceptable rules. The best is tried first; the others are kept as
 *    alternatives (RFC 3402 section 3.3, step 4).
 *
 * SPDX-License-Identifier: MIT */
#include "engine/choose.h"

#include <string.h>

#include <ddds/uri.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "engine/ties.h"
#include "base/domain.h"
#include "name/idna.h"
#include "name/uri.h"
#include "rule/ere_resources.h"
#include "rule/ruleset.h"
#include "rule/services.h"

/* ---- A rule ------------------------------------------------------------ */

static const char unknown_flag[] = "the application does not know this flag";

static enum ddds_verdict keep_reason(const struct chooser *chooser,
                                     struct ddds_judged_rule *judged,
                                     enum ddds_verdict verdict,
                                     const char *reason)
{
    judged->reason = ddds_arena_string(chooser->arena, reason);
    return verdict;
}

/* Return true if only the replacement of the rule is used. */
static bool goes_by_replacement(const struct chooser *chooser,
                                const struct ddds_judged_rule *judged)
{
    return chooser->application->delegates_by_replacement &&
           judged->next == DDDS_NEXT_RULES;
}

/* Check that the rule has a replacement, and that its flags allow a domain name
 * as output. */
static enum ddds_verdict check_replacement(struct ddds_judged_rule *judged)
{
    if (judged->rule->replacement[0] == '\0') {
        judged->reason = judged->rule->regexp[0] != '\0'
                             ? "no replacement, and the application ignores "
                               "the expression"
                             : "neither expression nor replacement";
        return DDDS_VERDICT_NO_OUTPUT;
    }
    if (judged->next == DDDS_NEXT_URI) {
        judged->reason = "a domain name is not a URI";
        return DDDS_VERDICT_NO_OUTPUT;
    }
    return DDDS_VERDICT_CHOSEN;
}

static bool lists_hosts(const struct chooser *chooser)
{
    return chooser->application->lists_hosts != NULL &&
           chooser->application->lists_hosts(chooser->self, chooser->key);
}

/* Check a rule in a list of hosts: its flags must be "" or "a". */
static enum ddds_verdict check_host_rule(struct ddds_judged_rule *judged)
{
    const struct ddds_rule *rule = judged->rule;
    enum ddds_next next = ddds_flags_interpret(rule->flags, "A");
    if (next == DDDS_NEXT_UNKNOWN) {
        judged->next = next;
        judged->reason = unknown_flag;
        return DDDS_VERDICT_UNKNOWN_FLAG;
    }
    judged->next = DDDS_NEXT_ADDRESSES;
    if (rule->defect != NULL || rule->regexp[0] != '\0') {
        judged->reason = rule->defect != NULL
                             ? rule->defect
                             : "the application allows no expression";
        return DDDS_VERDICT_MALFORMED;
    }
    return check_replacement(judged);
}

/* Check whether the application can use the record; return CHOSEN if so. If the
 * services field is outside of the application's grammar, |services| has no
 * protocol and SIZE_MAX services. */
static enum ddds_verdict check_record(const struct chooser *chooser,
                                      struct ruleset_entry *entry,
                                      struct ddds_judged_rule *judged,
                                      struct ddds_services *services)
{
    const struct ddds_rule *rule = judged->rule;
    struct ddds_error error;

    services->service_count = services->protocol_count = 0;
    if (lists_hosts(chooser)) {
        return check_host_rule(judged);
    }
    /* RFC 3404 section 4.3: check for unknown flags first, since they may
     * change the meaning of other fields. */
    judged->next = ddds_flags_meaning(entry->letters, chooser->known);
    if (judged->next == DDDS_NEXT_UNKNOWN) {
        judged->reason = unknown_flag;
        return DDDS_VERDICT_UNKNOWN_FLAG;
    }
    if (judged->next == DDDS_NEXT_CONFLICTING) {
        judged->reason = "the flags exclude each other";
        return DDDS_VERDICT_CONFLICTING_FLAGS;
    }
    if (rule->defect != NULL &&
        !(entry->has_replacement && goes_by_replacement(chooser, judged))) {
        judged->reason = rule->defect;
        return DDDS_VERDICT_MALFORMED;
    }
    if (goes_by_replacement(chooser, judged)) {
        if (entry->has_regexp) {
            judged->reason = "the application ignores the expression";
        }
        return check_replacement(judged);
    }
    if (chooser->application->read_services(chooser->self, rule->services,
                                            services, &error) != DDDS_OK) {
        services->protocol_count = 0;
        services->service_count = SIZE_MAX;
        return keep_reason(chooser, judged, DDDS_VERDICT_MALFORMED,
                           error.detail);
    }
    if (entry->has_regexp && entry->has_replacement) {
        judged->reason = "an expression and a replacement";
        return DDDS_VERDICT_BOTH_FIELDS;
    }
    return entry->has_regexp ? DDDS_VERDICT_CHOSEN : check_replacement(judged);
}

/* Return true if the application allows the expression in a rule with these
 * flags. */
static bool may_use(enum ddds_regexp_use use, enum ddds_next next,
                    const struct ddds_substitution *substitution)
{
    switch (use) {
    case DDDS_REGEXP_NONE:
        return false;
    case DDDS_REGEXP_CONSTANT:
        return next == DDDS_NEXT_URI && substitution->matches_all &&
               substitution->is_constant;
    case DDDS_REGEXP_ANY:
        return true;
    }
    return false;
}

/* Apply |by| to |aus|. Return CHOSEN on a match. */
static enum ddds_verdict rewrite(const struct chooser *chooser,
                                 const struct ere_subject *aus,
                                 const struct ddds_substitution *by,
                                 struct ddds_judged_rule *judged,
                                 ddds_status *status)
{
    char output[LIMIT_OUTPUT_SIZE];
    bool matched;
    struct text text;
    struct ddds_error error;
    struct ddds_captures captures;
    captures.group[0].text = NULL;
    ddds_text_init(&text, output, sizeof output);
    *status =
        ddds_substitution_rewrite(by, aus, &text, &matched, &captures, &error);
    if (*status == DDDS_LIMIT) {
        *status = DDDS_OK;
        return keep_reason(chooser, judged, DDDS_VERDICT_LIMIT, error.detail);
    }
    if (*status != DDDS_OK || !matched) {
        if (captures.group[0].text != NULL) {
            judged->reason = "it matches, but its output is empty";
        }
        return DDDS_VERDICT_NO_MATCH;
    }
    if (text.length > *chooser->output_budget) {
        judged->reason = "the outputs of the rules are too long in total";
        return DDDS_VERDICT_LIMIT;
    }
    *chooser->output_budget -= text.length;
    judged->output = ddds_arena_copy(chooser->arena, output, text.length);
    return DDDS_VERDICT_CHOSEN;
}

/* Apply |substitution|, if it is valid and the application allows it. */
static enum ddds_verdict use(const struct chooser *chooser,
                             const struct ere_subject *aus,
                             const struct ddds_substitution *substitution,
                             struct ddds_judged_rule *judged,
                             ddds_status *status)
{
    if (substitution->status != DDDS_OK) {
        bool is_limit = substitution->status == DDDS_LIMIT;
        if (is_limit) { /* charge for its compilation */
            (void)ddds_ere_take_steps(
                aus, LIMIT_PROGRAM / LIMIT_COMPILED_A_STEP, NULL);
        }
        return keep_reason(chooser, judged,
                           is_limit ? DDDS_VERDICT_LIMIT
                                    : DDDS_VERDICT_MALFORMED,
                           substitution->detail);
    }
    if (!may_use(chooser->application->regexp, judged->next, substitution)) {
        judged->reason = chooser->application->regexp == DDDS_REGEXP_NONE
                             ? "the application allows no expression"
                             : "the application allows only \"!.*!URI!\" "
                               "with flag U";
        return DDDS_VERDICT_MALFORMED;
    }
    return rewrite(chooser, aus, substitution, judged, status);
}

/* Step 3: apply the expression to the AUS, never to the key. Return CHOSEN on a
 * match. */
static enum ddds_verdict apply(const struct chooser *chooser,
                               const ddds_ruleset *ruleset, size_t index,
                               struct ddds_judged_rule *judged,
                               ddds_status *status)
{
    struct ddds_error error;
    const struct ere_subject aus = {chooser->aus, chooser->aus_length,
                                    chooser->steps_left, false};
    if (ddds_ere_take_steps(&aus, aus.length / LIMIT_READ_A_STEP, &error) !=
        DDDS_OK) {
        return keep_reason(chooser, judged, DDDS_VERDICT_LIMIT, error.detail);
    }
    struct ddds_substitution *substitution =
        ddds_ruleset_substitution(ruleset, index);
    if (substitution == NULL) {
        *status = DDDS_NO_MEMORY;
        return DDDS_VERDICT_LIMIT;
    }
    enum ddds_verdict verdict =
        use(chooser, &aus, substitution, judged, status);
    ddds_ruleset_leave(ruleset, index, substitution);
    return verdict;
}

/* Check that the output is a URI. For ENUM it must not be empty after the
 * scheme, and must not have a fragment (RFC 6116 section 3.4.1). */
static enum ddds_verdict check_uri(const struct chooser *chooser,
                                   struct ddds_judged_rule *judged)
{
    struct ddds_uri uri;
    struct ddds_error error;
    if (ddds_uri_is_plain(judged->output)) {
        return DDDS_VERDICT_ACCEPTABLE;
    }
    if (ddds_uri_parse(judged->output, &uri, &error) != DDDS_OK) {
        return keep_reason(chooser, judged, DDDS_VERDICT_ILLEGAL_URI,
                           error.detail);
    }
    if (chooser->application->uri_is_absolute && uri.host.text == NULL &&
        uri.path.length == 0) {
        judged->reason = "nothing follows the scheme";
        return DDDS_VERDICT_ILLEGAL_URI;
    }
    if (chooser->application->uri_is_absolute && uri.fragment.text != NULL) {
        judged->reason = "an absolute URI has no fragment (RFC 3986 4.3)";
        return DDDS_VERDICT_ILLEGAL_URI;
    }
    return DDDS_VERDICT_ACCEPTABLE;
}

/* The output for another protocol (flag P) may be any text without spaces and
 * control characters (lib/DECISIONS.md, "fields"). */
static enum ddds_verdict check_hand_over(struct ddds_judged_rule *judged)
{
    for (const char *at = judged->output; *at != '\0'; at++) {
        if (*at == ' ' || ascii_is_control((unsigned char)*at)) {
            judged->reason = "it contains a space or a control character";
            return DDDS_VERDICT_ILLEGAL_URI;
        }
    }
    return DDDS_VERDICT_ACCEPTABLE;
}

/* Parse the next key. A replacement may be any domain name; the output of an
 * expression, which may depend on the input, must be a host name
 * (lib/DECISIONS.md, "legal keys"). */
static ddds_status parse_key(const struct ddds_judged_rule *judged,
                             char key[LIMIT_NAME_SIZE],
                             struct ddds_error *error)
{
    const char *output = judged->output;
    return output == judged->rule->replacement
               ? ddds_domain_parse_replacement(output, strlen(output), key,
                                               error)
               : ddds_idna_parse_output(output, strlen(output), key, error);
}

/* Refuse a key. If only this system cannot convert it, it may be valid
 * elsewhere. A NULL output means out of memory. */
static enum ddds_verdict refuse_key(const struct chooser *chooser,
                                    struct ddds_judged_rule *judged,
                                    ddds_status status, const char *why)
{
    if (status == DDDS_NO_MEMORY) {
        judged->output = NULL;
    }
    return keep_reason(chooser, judged,
                       status == DDDS_LIMIT ? DDDS_VERDICT_LIMIT
                                            : DDDS_VERDICT_ILLEGAL_KEY,
                       why);
}

/* Verify the output, as RFC 3402 section 3.3 requires, and canonicalise
 * keys. */
static enum ddds_verdict check_output(const struct chooser *chooser,
                                      struct ddds_judged_rule *judged)
{
    char key[LIMIT_NAME_SIZE];
    struct ddds_error error;
    if (!flags_make_name(judged->next)) {
        return judged->next == DDDS_NEXT_URI ? check_uri(chooser, judged)
                                             : check_hand_over(judged);
    }
    ddds_status status = parse_key(judged, key, &error);
    if (status != DDDS_OK) {
        return refuse_key(chooser, judged, status, error.detail);
    }
    if (strcmp(judged->output, key) != 0) {
        judged->output = ddds_arena_string(chooser->arena, key);
    }
    return DDDS_VERDICT_ACCEPTABLE;
}

/* Find out whether a rule with an invalid services field matches. If so it
 * closes its order like a rule of another service (lib/DECISIONS.md, "order
 * cut-off"). */
static ddds_status match_unreadable(const struct chooser *chooser,
                                    const ddds_ruleset *ruleset, size_t index,
                                    struct ddds_judged_rule *judged,
                                    bool *matched)
{
    struct ddds_judged_rule trial = *judged;
    ddds_status status = DDDS_OK;
    bool has_replacement = judged->rule->replacement[0] != '\0';
    if (judged->rule->regexp[0] == '\0' || has_replacement) {
        *matched = judged->rule->regexp[0] == '\0' &&
                   check_replacement(&trial) == DDDS_VERDICT_CHOSEN;
        return DDDS_OK;
    }
    enum ddds_verdict verdict = apply(chooser, ruleset, index, &trial, &status);
    *matched = verdict == DDDS_VERDICT_CHOSEN;
    if (verdict == DDDS_VERDICT_LIMIT) {
        *judged = trial;
        judged->verdict = DDDS_VERDICT_LIMIT;
    }
    return status;
}

/* Judge a rule: its verdict, its rank, and whether it matched although the
 * verdict is MALFORMED. */
static ddds_status judge_rule(const struct chooser *chooser,
                              const ddds_ruleset *ruleset, size_t index,
                              struct ddds_judged_rule *judged, size_t *rank,
                              bool *matched)
{
    struct ruleset_entry *entry = ddds_ruleset_entry(ruleset, index);
    struct ddds_services services;
    services.size = sizeof services;
    ddds_status status = DDDS_OK;
    *matched = false;
    ddds_requested_note_name(chooser, judged->rule);
    judged->verdict = check_record(chooser, entry, judged, &services);
    if (services.service_count == SIZE_MAX &&
        chooser->application->order_closes) {
        return match_unreadable(chooser, ruleset, index, judged, matched);
    }
    if (judged->verdict != DDDS_VERDICT_CHOSEN) {
        return DDDS_OK;
    }
    if (entry->has_regexp && !goes_by_replacement(chooser, judged)) {
        judged->verdict = apply(chooser, ruleset, index, judged, &status);
    } else {
        judged->output = judged->rule->replacement;
    }
    if (judged->verdict != DDDS_VERDICT_CHOSEN || status != DDDS_OK) {
        return status;
    }
    bool is_tagged = lists_hosts(chooser) ||
                     goes_by_replacement(chooser, judged) ||
                     ddds_requested_names_enough(chooser, &services);
    if (!ddds_requested_fits(chooser, &services, rank) || !is_tagged) {
        judged->verdict = DDDS_VERDICT_OTHER_SERVICE;
        return DDDS_OK;
    }
    if (judged->output != NULL) {
        judged->verdict = check_output(chooser, judged);
    }
    return judged->output != NULL ? DDDS_OK : DDDS_NO_MEMORY;
}

/* ---- The set ----------------------------------------------------------- */

/* Return true if the rule has matched, or may have matched (after a limit),
 * regardless of later faults. */
static bool has_matched(enum ddds_verdict verdict)
{
    return verdict == DDDS_VERDICT_ACCEPTABLE ||
           verdict == DDDS_VERDICT_OTHER_SERVICE ||
           verdict == DDDS_VERDICT_ILLEGAL_KEY ||
           verdict == DDDS_VERDICT_ILLEGAL_URI || verdict == DDDS_VERDICT_LIMIT;
}

/* Return true if |joining|, whose rule follows that of |other|, has to be tried
 * first. */
static bool overtakes(const struct chooser *chooser,
                      const struct ddds_judged_rule *rules,
                      const struct candidate *joining,
                      const struct candidate *other)
{
    const struct ddds_rule *rule = rules[joining->rule].rule;
    const struct ddds_rule *before = rules[other->rule].rule;
    if (chooser->application->service_decides &&
        ddds_requested_service_of(joining->rank) !=
            ddds_requested_service_of(other->rank)) {
        return joining->rank < other->rank;
    }
    return rule->order == before->order &&
           rule->preference == before->preference &&
           joining->rank < other->rank;
}

/* Insert |joining|, whose rule follows those of the candidates. */
static void insert(const struct chooser *chooser, struct candidate *candidates,
                   size_t count, struct candidate joining,
                   const struct ddds_judged_rule *rules)
{
    size_t place = count;
    while (place > 0 &&
           overtakes(chooser, rules, &joining, &candidates[place - 1])) {
        candidates[place] = candidates[place - 1];
        place--;
    }
    candidates[place] = joining;
}

/* Skip a rule after a closed order, but report an unknown flag, which hides the
 * rule completely (RFC 3404 section 4.3). */
static void close_order(const struct chooser *chooser,
                        const struct ruleset_entry *entry,
                        struct ddds_judged_rule *judged)
{
    judged->verdict = DDDS_VERDICT_ORDER_CLOSED;
    if (ddds_flags_meaning(entry->letters, chooser->known) ==
        DDDS_NEXT_UNKNOWN) {
        judged->next = DDDS_NEXT_UNKNOWN;
        judged->reason = unknown_flag;
        judged->verdict = DDDS_VERDICT_UNKNOWN_FLAG;
    }
}

ddds_status ddds_engine_choose(const struct chooser *chooser,
                               const ddds_ruleset *ruleset,
                               struct ddds_judged_rule *rules,
                               struct candidate *candidates, size_t *count)
{
    unsigned open_order = UINT16_MAX;
    const size_t *places = chooser->sorts_ties
                               ? ddds_ties_of_rules(ruleset, chooser->arena)
                               : NULL;
    *count = 0;
    if (chooser->sorts_ties && places == NULL) {
        return DDDS_NO_MEMORY;
    }
    for (size_t i = 0; i < ruleset->count; i++) {
        struct ddds_judged_rule *judged = &rules[i];
        const size_t place = places != NULL ? places[i] : i;
        size_t rank;
        bool matched;
        memset(judged, 0, sizeof *judged);
        judged->rule = &ruleset->entries[place].rule;
        if (judged->rule->order > open_order) {
            close_order(chooser, ddds_ruleset_entry(ruleset, place), judged);
            continue;
        }
        ddds_status status =
            judge_rule(chooser, ruleset, place, judged, &rank, &matched);
        if (status != DDDS_OK) {
            return status;
        }
        if (chooser->application->order_closes &&
            (matched || has_matched(judged->verdict))) {
            open_order = judged->rule->order;
        }
        if (judged->verdict == DDDS_VERDICT_ACCEPTABLE) {
            insert(chooser, candidates, (*count)++,
                   (struct candidate){i, rank, NULL}, rules);
        }
    }
    return DDDS_OK;
}
