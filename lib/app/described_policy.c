/* The policy of a described application: its first well-known rule in steps,
 * and its fallback rules.
 *
 * SPDX-License-Identifier: MIT */
#include "app/described_application.h"

#include <string.h>

#include "app/grammars.h"
#include "app/roots.h"
#include "base/error.h"
#include "name/domain.h"

static const struct described *described_of(const struct ddds_application *self)
{
    return self->data;
}

/* What the request may not have: protocols where no rule can name one, and no
 * root where none is usual. */
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
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "%s needs a root, because its first keys have no "
                              "usual one",
                              self->name);
    }
    return DDDS_OK;
}

ddds_status ddds_described_first_rule(const struct ddds_application *self,
                                      const struct ddds_request *request,
                                      struct ddds_start *start,
                                      struct ddds_error *error)
{
    const struct described *described = described_of(self);
    struct transformed subject = {.input = request->input,
                                  .name = self->subject,
                                  .example = self->example,
                                  .error = error};
    if (request->length >= sizeof subject.text) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the %s is too long", self->subject);
    }
    memcpy(subject.text, request->input, request->length);
    subject.text[request->length] = '\0';
    ddds_status status =
        ddds_transformations_apply(&described->string, &subject);
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
    status = ddds_transformations_apply(&described->key, &subject);
    return status == DDDS_OK ? ddds_roots_below(self->root, request,
                                                subject.text, start->key, error)
                             : status;
}

/* Write |name| below |key| into |whole|; the key itself if it is "". False if
 * that is too long. */
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

void ddds_described_fall_back(const struct ddds_application *self,
                              const struct ddds_start *start,
                              const struct ddds_dead_end *dead_end,
                              struct ddds_fallback *fallback)
{
    const struct described *described = described_of(self);
    if (dead_end->round > 0 ||
        (described->published_decides && dead_end->is_published)) {
        return;
    }
    fallback->because = described->because;
    fallback->count = described->fallback_count;
    for (size_t i = 0; i < described->fallback_count; i++) {
        const struct described_rule *own = &described->fallback_rules[i];
        struct ddds_rule *rule = &fallback->rules[i];
        *rule = own->rule;
        if (!own->is_relative) {
            continue;
        }
        rule->replacement = fallback->names[i];
        if (!complete_name(own->rule.replacement, start->key,
                           fallback->names[i])) {
            rule->replacement = "";
            rule->defect = "its replacement below the first key is longer "
                           "than 255 octets";
        }
    }
}

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

/* A key whose rules offer the service was short enough. */
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
        bool is_own = !dead_end->is_published &&
                      ddds_domain_is_within(start->key, own->suffix);
        for (size_t j = 0; is_own && j < own->count; j++) {
            unsigned kept = own->labels[j] + suffix;
            if (kept < labels && round-- == 0) {
                const char *key = drop_labels(start->key, labels - kept);
                memcpy(fallback->key, key, strlen(key) + 1);
                return;
            }
        }
    }
}

uint16_t ddds_described_default_port(const struct ddds_application *self,
                                     const struct ddds_services *offered)
{
    (void)offered;
    return described_of(self)->port;
}
