/* Functions of described applications: first well-known rule and fallback
 * rules.
 *
 * SPDX-License-Identifier: MIT */
#include "app/described_application.h"

#include <string.h>

#include "app/grammars.h"
#include "app/roots.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/domain.h"
#include "rule/services.h"

static const struct described *described_of(const struct ddds_application *self)
{
    return self->data;
}

/* Refuse protocols if rules cannot have them, and roots if the application has
 * none. */
static ddds_status check_request(const struct ddds_application *self,
                                 const struct ddds_request *request,
                                 struct ddds_error *error)
{
    const struct grammar *grammar = ddds_grammar_of(self);
    if (request->protocols != NULL && grammar != NULL &&
        !grammar->has_protocols) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "%s does not use protocols; request %ss as services", self->name,
            self->service);
    }
    if (request->roots == NULL && self->root != NULL && self->root[0] == '\0') {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "%s needs a root, because its first keys have no usual "
                       "one",
                       self->name);
        if (error != NULL) {
            error->setting = DDDS_SETTING_ROOTS;
        }
        return DDDS_BAD_OPTION;
    }
    return DDDS_OK;
}

/* ---- The first well-known rule ------------------------------------------ */

/* Set the text of |subject| to the input. */
static void load_input(const struct ddds_request *request,
                       struct transformed *subject)
{
    memcpy(subject->text, request->input, request->length + 1);
}

/* Match the input. */
static ddds_status match_input(const struct transformations *all,
                               const struct ddds_request *request,
                               struct transformed *subject, bool *has_matched)
{
    *has_matched = false;
    if (all->count == 0) {
        return DDDS_OK;
    }
    load_input(request, subject);
    return ddds_transformations_match(all, subject, has_matched);
}

/* Read the port from the input, if present. */
static ddds_status find_port(const struct described *described,
                             const struct ddds_request *request,
                             struct transformed *subject,
                             struct ddds_start *start, struct ddds_error *error)
{
    bool has_port;
    uint64_t port;
    const char *at = subject->text;
    ddds_status status =
        match_input(&described->given_port, request, subject, &has_port);
    if (status != DDDS_OK || !has_port) {
        return status;
    }
    if (!ascii_read_number(&at, at + strlen(at), UINT16_MAX, &port) ||
        *at != '\0' || port == 0) {
        return ddds_error_set(
            error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
            "port \"%.*s\" is not from 1 to 65535",
            ddds_error_quoted(subject->text, strlen(subject->text)),
            subject->text);
    }
    start->port = (uint16_t)port;
    start->beginning = DDDS_BEGIN_DIRECT;
    return DDDS_OK;
}

/* Read the restriction of protocols from the input, if present. */
static ddds_status find_protocols(const struct described *described,
                                  const struct ddds_request *request,
                                  struct transformed *subject,
                                  struct ddds_start *start,
                                  struct ddds_error *error)
{
    bool has_protocols;
    size_t fault;
    ddds_status status = match_input(&described->given_protocols, request,
                                     subject, &has_protocols);
    if (status != DDDS_OK || !has_protocols) {
        return status;
    }
    if (strlen(subject->text) >= sizeof start->only_protocols ||
        !ddds_services_is_list(subject->text, &fault)) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "the protocols of the %s are not a list of "
                              "names with commas between them",
                              subject->name);
    }
    memcpy(start->only_protocols, subject->text, strlen(subject->text) + 1);
    return DDDS_OK;
}

/* Read the other properties of the input, besides string and key. */
static ddds_status read_input(const struct described *described,
                              const struct ddds_request *request,
                              struct transformed *subject,
                              struct ddds_start *start,
                              struct ddds_error *error)
{
    bool skips_rules = false;
    ddds_status status = find_port(described, request, subject, start, error);
    if (status == DDDS_OK) {
        status = find_protocols(described, request, subject, start, error);
    }
    if (status == DDDS_OK) {
        status = match_input(&described->skips_rules, request, subject,
                             &skips_rules);
    }
    if (status == DDDS_OK) {
        status = match_input(&described->addresses_if, request, subject,
                             &start->host_without_servers);
    }
    load_input(request, subject);
    start->host_without_servers &= start->port == 0;
    start->beginning = skips_rules ? DDDS_BEGIN_DIRECT : start->beginning;
    return status;
}

/* Write the first key; an address is the result itself. */
static ddds_status make_key(const struct ddds_application *self,
                            const struct ddds_request *request,
                            struct transformed *subject,
                            struct ddds_start *start, struct ddds_error *error)
{
    ddds_status status =
        ddds_transformations_apply(&described_of(self)->key, subject);
    if (status == DDDS_OK && self->root == NULL &&
        ddds_step_read_address(subject->text, strlen(subject->text),
                               &start->address)) {
        ddds_address_format(&start->address, start->key);
        start->beginning = DDDS_BEGIN_ADDRESS;
        start->host_without_servers = false;
        return DDDS_OK;
    }
    return status == DDDS_OK
               ? ddds_roots_below(self->root, request, subject->text,
                                  start->key, error)
               : status;
}

ddds_status ddds_described_first_rule(const struct ddds_application *self,
                                      const struct ddds_request *request,
                                      struct ddds_start *start,
                                      struct ddds_error *error)
{
    const struct described *described = described_of(self);
    struct transformed subject; /* its long text is not cleared */
    subject.input = request->input;
    subject.start = start;
    subject.has_choice = false;
    subject.name = self->subject;
    subject.example = self->example;
    subject.error = error;
    if (request->length >= sizeof subject.text) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the %s is too long", self->subject);
    }
    ddds_status status = read_input(described, request, &subject, start, error);
    if (status == DDDS_OK) {
        status = ddds_transformations_apply(&described->string, &subject);
    }
    if (status == DDDS_OK) {
        status = check_request(self, request, error);
    }
    if (status != DDDS_OK) {
        return status;
    }
    size_t length = strlen(subject.text);
    if (length >= start->aus_size) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "what the %s becomes is too long", self->subject);
    }
    memcpy(start->aus, subject.text, length + 1);
    return make_key(self, request, &subject, start, error);
}

/* ---- Fallback rules ------------------------------------------------------ */

/* Write |name| below |key| into |whole|; the key itself if |name| is "". Return
 * false if that is too long. */
static bool complete_name(const char *name, const char *key,
                          char whole[DDDS_KEY_SIZE])
{
    struct text text;
    ddds_text_init(&text, whole, DDDS_KEY_SIZE);
    if (name[0] != '\0') {
        ddds_text_string(&text, name);
        ddds_text_char(&text, '.');
    }
    ddds_text_string(&text, key);
    return !text.failed;
}

/* Add the rule |own|, relative to |key|. */
static void add_rule(const struct described_rule *own, const char *key,
                     struct ddds_fallback *fallback)
{
    char *name = fallback->names[fallback->count];
    struct ddds_rule *rule = &fallback->rules[fallback->count++];
    *rule = own->rule;
    if (!own->is_relative) {
        return;
    }
    rule->replacement = name;
    if (!complete_name(own->rule.replacement, key, name)) {
        rule->replacement = "";
        rule->defect = "its replacement below the first key is longer "
                       "than 255 octets";
    }
}

/* Add a rule for the host |key| instead of the SRV records of |own|. */
static void add_host(const struct described_rule *own, const char *key,
                     struct ddds_fallback *fallback)
{
    struct described_rule host = *own;
    host.rule.flags = "a";
    host.rule.replacement = "";
    host.is_relative = true;
    add_rule(&host, key, fallback);
}

void ddds_described_fall_back(const struct ddds_application *self,
                              const struct ddds_start *start,
                              const struct ddds_dead_end *dead_end,
                              struct ddds_fallback *fallback)
{
    const struct described *described = described_of(self);
    bool is_host = start->port != 0 || start->beginning == DDDS_BEGIN_ADDRESS;
    if (dead_end->round > 0) {
        return;
    }
    if (described->published_decides && dead_end->is_published) {
        fallback->because = "a rule offers the service, so the fallback rules "
                            "are not used";
        return;
    }
    fallback->because = described->because;
    for (size_t i = 0; i < described->fallback_count; i++) {
        const struct described_rule *own = &described->fallback_rules[i];
        bool has_servers =
            ddds_flags_interpret(own->rule.flags, "S") == DDDS_NEXT_SERVERS;
        if (!has_servers || !is_host) {
            add_rule(own, start->key, fallback);
        }
        if (has_servers && (is_host || start->host_without_servers)) {
            add_host(own, start->key, fallback);
        }
    }
}

/* ---- Shorter keys -------------------------------------------------------- */

static unsigned count_labels(const char *name)
{
    unsigned count = name[0] != '\0';
    for (; *name != '\0'; name++) {
        count += *name == '.';
    }
    return count;
}

static const char *drop_labels(const char *name, unsigned count)
{
    while (count-- > 0) {
        name += strcspn(name, ".") + 1;
    }
    return name;
}

void ddds_described_shorten(const struct ddds_application *self,
                            const struct ddds_start *start,
                            const struct ddds_dead_end *dead_end,
                            struct ddds_fallback *fallback)
{
    const struct described *described = described_of(self);
    unsigned labels = count_labels(start->key);
    unsigned round = dead_end->round;
    for (size_t i = 0; i < described->shortening_count; i++) {
        const struct described_shortening *own = &described->shortenings[i];
        unsigned suffix = count_labels(own->suffix);
        bool is_own = ddds_domain_is_within(start->key, own->suffix);
        for (size_t j = 0; is_own && j < own->count; j++) {
            unsigned kept = own->labels[j] + suffix;
            if (kept >= labels || round-- > 0) {
                continue;
            }
            if (described->published_decides && dead_end->is_published) {
                fallback->because = "a rule offers the service, so shorter "
                                    "keys are not tried";
            } else {
                const char *key = drop_labels(start->key, labels - kept);
                memcpy(fallback->key, key, strlen(key) + 1);
            }
            return;
        }
    }
}

/* ---- Ports --------------------------------------------------------------- */

static bool has_protocol(const char *list, const struct ddds_services *offered)
{
    struct ddds_span item;
    while (ascii_next_item(&list, &item)) {
        for (size_t i = 0; i < offered->protocol_count; i++) {
            if (ascii_same(item, offered->protocols[i])) {
                return true;
            }
        }
    }
    return false;
}

uint16_t ddds_described_default_port(const struct ddds_application *self,
                                     const struct ddds_services *offered)
{
    const struct described *described = described_of(self);
    for (size_t i = 0; i < described->port_count; i++) {
        const struct described_port *own = &described->ports[i];
        if (own->protocols == NULL || has_protocol(own->protocols, offered)) {
            return own->port;
        }
    }
    return 0;
}
