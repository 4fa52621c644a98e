/* The ways in which applications write the services of a rule, by name.
 *
 * SPDX-License-Identifier: MIT */
#include "app/described_application.h"

#include <string.h>

#include "app/policies.h"
#include "rule/services.h"

/* Ignore the contents of the field. */
static ddds_status read_nothing(const struct ddds_application *self,
                                const char *text,
                                struct ddds_services *services,
                                struct ddds_error *error)
{
    (void)self;
    (void)text;
    return ddds_services_clear(services, error);
}

/* The whole field names one service. */
static ddds_status read_whole(const struct ddds_application *self,
                              const char *text, struct ddds_services *services,
                              struct ddds_error *error)
{
    (void)self;
    ddds_status status = ddds_services_clear(services, error);
    if (status == DDDS_OK && text[0] != '\0') {
        services->services[services->service_count++] =
            (struct ddds_span){text, strlen(text)};
    }
    return status;
}

static const struct ddds_application nothing = {.size = sizeof nothing,
                                                .read_services = read_nothing};
static const struct ddds_application whole = {.size = sizeof whole,
                                              .read_services = read_whole};

/* The first is the default. */
static const struct grammar grammars[] = {
    {"rfc3404", &ddds_policy_urn},
    {"s-naptr", &ddds_policy_s_naptr},
    {"enum", &ddds_policy_enum},
    {"sip", &ddds_policy_sip},
    {"radius", &ddds_policy_radius},
    {"whole", &whole},
    {"none", &nothing},
};

enum { GRAMMARS = sizeof grammars / sizeof grammars[0] };

const struct grammar *ddds_grammar_at(size_t index)
{
    return index < GRAMMARS ? &grammars[index] : NULL;
}

const struct grammar *ddds_grammar_find(const char *name)
{
    for (size_t i = 0; i < GRAMMARS; i++) {
        if (strcmp(grammars[i].name, name) == 0) {
            return &grammars[i];
        }
    }
    return NULL;
}

void ddds_grammar_use(struct ddds_application *application,
                      const struct grammar *grammar)
{
    application->read_services = grammar->like->read_services;
    application->is_offered = grammar->like->is_offered;
    application->requires_tags = grammar->like->requires_tags;
}
