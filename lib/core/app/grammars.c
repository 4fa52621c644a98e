/* Grammars of the services field.
 *
 * SPDX-License-Identifier: MIT */
#include "app/grammars.h"

#include <string.h>

#include "app/rfc3404.h"
#include "app/rfc3958.h"
#include "base/ascii.h"
#include "base/error.h"
#include "rule/services.h"

ddds_status ddds_grammar_read_enum(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error)
{
    (void)self;
    ddds_status status = ddds_services_read_enum(text, services, error);
    for (size_t i = 0; status == DDDS_OK && i < services->service_count; i++) {
        const struct ddds_span *service = &services->services[i];
        if (service->length >= 2 && ascii_equal_span(service->text, "P-", 2)) {
            return ddds_error_set(error, DDDS_MALFORMED,
                                  (size_t)(service->text - text),
                                  "Enumservice \"%.*s\" is for a private "
                                  "network only (RFC 6116 section 3.4.3.1)",
                                  (int)service->length, service->text);
        }
    }
    return status;
}

static struct ddds_span span_of(const char *text)
{
    return (struct ddds_span){text, strlen(text)};
}

static struct ddds_span name_transport(struct ddds_span letters)
{
    static const char *const names[][2] = {
        {"M2U", "udp"}, {"M2T", "tcp"}, {"M2S", "sctp"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (ascii_is_word(letters, names[i][0])) {
            return span_of(names[i][1]);
        }
    }
    return letters;
}

ddds_status ddds_grammar_read_mih(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error)
{
    (void)self;
    ddds_status status = ddds_services_clear(services, error);
    size_t length = strlen(text);
    size_t word = strcspn(text, "+");
    if (status != DDDS_OK) {
        return status;
    }
    if (word == 0 || length != word + 4 ||
        !ascii_equal_span(text + word, "+M2", 3)) {
        return ddds_error_set(error, DDDS_MALFORMED, word,
                              "expected a service, \"+M2\" and the letter of a "
                              "transport (RFC 5679 section 2.2)");
    }
    services->services[services->service_count++] =
        (struct ddds_span){text, word};
    services->protocols[services->protocol_count++] =
        name_transport((struct ddds_span){text + word + 1, 3});
    return DDDS_OK;
}

ddds_status ddds_grammar_read_nothing(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error)
{
    (void)self;
    (void)text;
    return ddds_services_clear(services, error);
}

ddds_status ddds_grammar_read_whole(const struct ddds_application *self,
                                    const char *text,
                                    struct ddds_services *services,
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

ddds_status ddds_grammar_read_diameter(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error)
{
    ddds_status status =
        ddds_rfc3958_read_services(self, text, services, error);
    for (size_t i = 0; status == DDDS_OK && i < services->protocol_count; i++) {
        if (ascii_is_word(services->protocols[i], "diameter.dtls")) {
            services->protocols[i] = span_of("diameter.dtls.sctp");
        }
    }
    return status;
}

ddds_status ddds_grammar_read_ddi(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error)
{
    ddds_status status =
        ddds_rfc3958_read_services(self, text, services, error);
    if (status != DDDS_OK || services->service_count == 0 ||
        services->protocol_count > 0) {
        return status;
    }
    struct ddds_span *tag = &services->services[0];
    const char *plus = memchr(tag->text, '+', tag->length);
    if (plus != NULL && plus + 1 < tag->text + tag->length) {
        size_t length = (size_t)(plus - tag->text);
        services->protocols[services->protocol_count++] =
            (struct ddds_span){plus + 1, tag->length - length - 1};
        tag->length = length;
    }
    return status;
}

/* The first is the default. */
static const struct grammar grammars[] = {
    {"rfc3404", ddds_rfc3404_read_services, ddds_rfc3404_is_offered, false,
     true},
    {"s-naptr", ddds_rfc3958_read_services, NULL, true, true},
    {"enum", ddds_grammar_read_enum, NULL, false, false},
    {"sip", ddds_sip_read_services, NULL, false, true},
    {"radius", ddds_radius_read_services, NULL, true, true},
    {"diameter", ddds_grammar_read_diameter, NULL, true, true},
    {"ddi", ddds_grammar_read_ddi, NULL, false, true},
    {"mih", ddds_grammar_read_mih, NULL, true, true},
    {"whole", ddds_grammar_read_whole, NULL, false, false},
    {"none", ddds_grammar_read_nothing, NULL, false, false},
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

const struct grammar *
ddds_grammar_of(const struct ddds_application *application)
{
    for (size_t i = 0; i < GRAMMARS; i++) {
        if (grammars[i].read_services == application->read_services) {
            return &grammars[i];
        }
    }
    return NULL;
}

void ddds_grammar_use(struct ddds_application *application,
                      const struct grammar *grammar)
{
    application->read_services = grammar->read_services;
    application->is_offered = grammar->is_offered;
    application->requires_tags = grammar->requires_tags;
}
