/* Properties as users write them, and of one result.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/property.h"

#include <string.h>

#include <ddds/record.h>
#include <ddds/uuid.h>

#include "base/ascii.h"
#include "base/domain.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/utf8.h"
#include "check/prove/set_read.h"
#include "check/sets/write_ere.h"
#include "rule/flags.h"

static ddds_status refuse(const char *text, const char *at, const char *why,
                          struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_MALFORMED, (size_t)(at - text), "%s",
                          why);
}

/* Return the text after the words |begin| and blanks in |text|; NULL if it
 * begins with other words. */
static const char *after(const char *text, const char *begin)
{
    size_t length = strlen(begin);
    if (strncmp(text, begin, length) != 0 || text[length] != ' ') {
        return NULL;
    }
    return text + length + strspn(text + length, " ");
}

/* ---- Words --------------------------------------------------------------- */

static ddds_status read_kind(const char *text, const char *word,
                             struct property *property,
                             struct ddds_error *error)
{
    property->kind = PROPERTY_KIND;
    for (int kind = DDDS_OUTCOME_URI; kind <= DDDS_OUTCOME_UUID; kind++) {
        property->outcome = (enum ddds_outcome_kind)kind;
        if (strcmp(word, ddds_outcome_name(property->outcome)) == 0) {
            return DDDS_OK;
        }
    }
    return refuse(text, word,
                  "not a kind; write uri, servers, host, protocol or uuid",
                  error);
}

static ddds_status read_reason(const char *text, const char *word,
                               struct property *property,
                               struct ddds_error *error)
{
    property->kind =
        strcmp(word, "BAD_INPUT") == 0 ? PROPERTY_ACCEPTED : PROPERTY_NOT;
    if (property->kind == PROPERTY_ACCEPTED) {
        return DDDS_OK;
    }
    for (int reason = DDDS_REASON_NO_NAME; reason <= DDDS_REASON_BOGUS;
         reason++) {
        property->reason = (enum ddds_reason)reason;
        if (strcmp(word, ddds_reason_name(property->reason)) == 0) {
            return DDDS_OK;
        }
    }
    return refuse(text, word, "not a reason; write NO_MATCH, LOOP or another",
                  error);
}

static ddds_status read_hops(const char *text, const char *number,
                             struct property *property,
                             struct ddds_error *error)
{
    size_t digits = strspn(number, "0123456789");
    property->kind = PROPERTY_HOPS;
    for (size_t i = 0; i < digits && digits <= 4; i++) {
        property->hops = property->hops * 10 + (unsigned)(number[i] - '0');
    }
    return digits > 0 && digits <= 4 && number[digits] == '\0'
               ? DDDS_OK
               : refuse(text, number, "not a number of delegations", error);
}

/* ---- Sets ---------------------------------------------------------------- */

/* Add the |length| octets at |literal| to the expression |text|. */
static void add_literal(struct text *text, const char *literal, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        ddds_write_literal(text, (unsigned char)literal[i]);
    }
}

/* Parse the set of the expression |ere|, which was made from the text at
 * |offset|. */
static ddds_status read_set(const struct text *ere, bool ignores_case,
                            size_t offset, struct dfa_budget *budget,
                            struct property *property, struct ddds_error *error)
{
    struct ddds_error own;
    error = error != NULL ? error : &own;
    if (ere->failed) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the property is too long");
    }
    ddds_status status =
        ddds_set_read(ere->bytes, ignores_case, budget, &property->set, error);
    if (status == DDDS_MALFORMED && error->offset != DDDS_NO_OFFSET) {
        error->offset += offset;
    }
    return status;
}

/* Parse "/ERE/", "PREFIX*" or a URI. */
static ddds_status read_uri(const char *text, const char *uri,
                            struct dfa_budget *budget,
                            struct property *property, struct ddds_error *error)
{
    char memory[LIMIT_STRING];
    struct text ere;
    size_t length = strlen(uri);
    bool is_ere = length > 2 && uri[0] == '/' && uri[length - 1] == '/';
    bool is_prefix = length > 0 && uri[length - 1] == '*';
    ddds_text_init(&ere, memory, sizeof memory);
    property->kind = PROPERTY_URI;
    if (length == 0 || (uri[0] == '/' && !is_ere)) {
        return refuse(text, uri, "expected a URI, PREFIX* or /ERE/", error);
    }
    if (is_ere) {
        ddds_text_add(&ere, uri + 1, length - 2);
    } else {
        add_literal(&ere, uri, length - is_prefix);
        ddds_text_string(&ere, is_prefix ? ".*" : "");
    }
    return read_set(&ere, false, (size_t)(uri - text) + is_ere, budget,
                    property, error);
}

static bool is_utf8(const char *text)
{
    size_t length;
    while ((length = utf8_length(text, strlen(text))) > 0) {
        text += length;
    }
    return *text == '\0';
}

/* Parse a name, and with it all below it if it |is_below|. Other octets than
 * UTF-8 stand for themselves, as in zone files. */
static ddds_status read_name(const char *text, const char *given, bool is_below,
                             struct dfa_budget *budget,
                             struct property *property,
                             struct ddds_error *error)
{
    char memory[LIMIT_STRING];
    char *name = property->name;
    struct text ere;
    if ((is_utf8(given) ? ddds_name_parse_idn(given, name, NULL)
                        : ddds_domain_parse(given, strlen(given), name,
                                            NULL)) != DDDS_OK) {
        return refuse(text, given, "not a domain name", error);
    }
    bool is_all = is_below && name[0] == '\0';
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_string(&ere, is_all ? ".*" : is_below ? "(.*\\.)?" : "");
    add_literal(&ere, name, strlen(name));
    ddds_text_string(&ere, is_all ? "" : "\\.?");
    return read_set(&ere, true, 0, budget, property, error);
}

/* Parse the output of an outcome. */
static ddds_status read_output(const char *text, const char *output,
                               struct dfa_budget *budget,
                               struct property *property,
                               struct ddds_error *error)
{
    char memory[LIMIT_STRING];
    struct text ere;
    property->kind = PROPERTY_TEXT;
    if (property->outcome == DDDS_OUTCOME_SERVERS ||
        property->outcome == DDDS_OUTCOME_HOST) {
        return read_name(text, output, false, budget, property, error);
    }
    struct ddds_uuid uuid;
    char urn[DDDS_UUID_FORM_SIZE];
    bool is_uuid = property->outcome == DDDS_OUTCOME_UUID;
    if (is_uuid &&
        ddds_uuid_parse(output, strlen(output), 0, &uuid, NULL) != DDDS_OK) {
        return refuse(text, output, "not a UUID or its URN", error);
    }
    if (is_uuid) {
        ddds_uuid_format(&uuid, DDDS_UUID_URN, urn, sizeof urn);
        output = urn;
    }
    ddds_text_init(&ere, memory, sizeof memory);
    add_literal(&ere, output, strlen(output));
    return read_set(&ere, is_uuid, 0, budget, property, error);
}

/* ---- Any property -------------------------------------------------------- */

ddds_status ddds_property_read(const char *text, struct dfa_budget *budget,
                               struct property *property,
                               struct ddds_error *error)
{
    const char *rest;
    *property = (struct property){.kind = PROPERTY_FOUND};
    if (strcmp(text, "found") == 0) {
        return DDDS_OK;
    }
    if (strcmp(text, "every rule used") == 0) {
        property->kind = PROPERTY_USED;
        return DDDS_OK;
    }
    if (strcmp(text, "one to one") == 0) {
        property->kind = PROPERTY_ONE_TO_ONE;
        return DDDS_OK;
    }
    if ((rest = after(text, "kind")) != NULL) {
        return read_kind(text, rest, property, error);
    }
    if ((rest = after(text, "not")) != NULL) {
        return read_reason(text, rest, property, error);
    }
    if ((rest = after(text, "hops <=")) != NULL) {
        return read_hops(text, rest, property, error);
    }
    if ((rest = after(text, "uri")) != NULL) {
        return read_uri(text, rest, budget, property, error);
    }
    if ((rest = after(text, "only below")) != NULL) {
        property->kind = PROPERTY_BELOW;
        return read_name(text, rest, true, budget, property, error);
    }
    if ((rest = after(text, "key")) != NULL) {
        property->kind = PROPERTY_KEY;
        return read_name(text, rest, false, budget, property, error);
    }
    for (int kind = DDDS_OUTCOME_SERVERS; kind <= DDDS_OUTCOME_UUID; kind++) {
        property->outcome = (enum ddds_outcome_kind)kind;
        rest = after(text, ddds_outcome_name(property->outcome));
        if (rest != NULL) {
            return read_output(text, rest, budget, property, error);
        }
    }
    return refuse(text, text,
                  "not a property; write \"found\", \"uri PREFIX*\", \"uri "
                  "/ERE/\", \"kind KIND\", \"not REASON\", \"hops <= N\", "
                  "\"only below NAME\", \"host NAME\", \"servers NAME\", "
                  "\"protocol TEXT\", \"uuid UUID\", \"key NAME\", "
                  "\"every rule used\" or \"one to one\"",
                  error);
}

/* ---- One result ---------------------------------------------------------- */

static bool is_in_set(const struct property *property, const char *text)
{
    return property->set != NULL && text != NULL &&
           ddds_dfa_has(property->set, text);
}

bool ddds_property_has_hosts(const struct property *property,
                             const struct ddds_result *result)
{
    bool are = true;
    for (size_t i = 0; i < result->outcome_count; i++) {
        const struct ddds_outcome *outcome = &result->outcomes[i];
        for (size_t k = 0; are && k < outcome->endpoint_count; k++) {
            are = is_in_set(property, outcome->endpoints[k].host);
        }
    }
    return are;
}

bool ddds_property_names(const struct ddds_judged_rule *judged)
{
    return (judged->verdict == DDDS_VERDICT_CHOSEN ||
            judged->verdict == DDDS_VERDICT_DEAD_END) &&
           flags_make_name(judged->next);
}

/* Return the part of |target|, to which the alias |name| leads, that is not
 * from |name|, as the labels before the owner of a DNAME are. */
static const char *skip_own(const char *target, const char *name)
{
    size_t length = strcspn(target, ".");
    while (target[length] == '.' && strncmp(target, name, length + 1) == 0) {
        target += length + 1;
        name += length + 1;
        length = strcspn(target, ".");
    }
    return target;
}

bool ddds_property_has_others(const struct property *property,
                              const struct ddds_result *result,
                              const struct ddds_step *step, bool for_all)
{
    const char *target = step->answer != NULL ? step->answer->canonical : NULL;
    const char *output =
        step->cause == DDDS_NO_STEP
            ? step->name
            : result->steps[step->cause].rules[step->cause_rule].output;
    bool is_host = step->kind == DDDS_ASK_ADDRESSES && output != NULL &&
                   strcmp(step->name, output) != 0;
    if (target != NULL && for_all) {
        target = skip_own(target, step->name);
    }
    return (target == NULL || is_in_set(property, target)) &&
           (!is_host || is_in_set(property, step->name));
}

/* True if all keys that rules and aliases of |result| led to, also in vain, and
 * its hosts, are in the set. */
static bool are_names_in_set(const struct property *property,
                             const struct ddds_result *result)
{
    bool are = ddds_property_has_hosts(property, result);
    for (size_t i = 0; are && i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        are = ddds_property_has_others(property, result, step, false);
        for (size_t k = 0; are && k < step->rule_count; k++) {
            are = !ddds_property_names(&step->rules[k]) ||
                  is_in_set(property, step->rules[k].output);
        }
    }
    return are;
}

/* True if a key that |result| looked up is in the set. */
static bool is_key_in_set(const struct property *property,
                          const struct ddds_result *result)
{
    bool is = false;
    for (size_t i = 0; !is && i < result->step_count; i++) {
        is = result->steps[i].kind == DDDS_ASK_RULES &&
             is_in_set(property, result->steps[i].name);
    }
    return is;
}

bool ddds_property_has(const struct property *property,
                       const struct ddds_result *result)
{
    enum property_kind kind = property->kind;
    return kind == PROPERTY_BELOW ? are_names_in_set(property, result)
           : kind == PROPERTY_KEY
               ? is_key_in_set(property, result)
               : result->outcome_count > 0 &&
                     is_in_set(property, kind == PROPERTY_URI
                                             ? result->outcomes[0].uri
                                             : result->outcomes[0].output);
}
