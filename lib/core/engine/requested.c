/* Services and protocols that the client requests, and whether a rule offers
 * them (RFC 3402 section 3.3, step 4). For verdicts see choose.c.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "engine/choose.h"
#include "rule/ruleset.h"
#include "rule/services.h"

ddds_status ddds_engine_read_list(const char *what, const char *list,
                                  struct arena *arena,
                                  const struct ddds_span **items, size_t *count,
                                  struct ddds_error *error)
{
    *items = NULL;
    *count = 0;
    if (list == NULL) {
        return DDDS_OK;
    }
    size_t fault;
    if (!ddds_services_is_list(list, &fault)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, fault,
                              "%s \"%s\": expected names with single commas "
                              "between them and no spaces",
                              what, list);
    }
    struct ddds_span *read =
        ddds_arena_array(arena, LIMIT_SERVICES, sizeof *read);
    if (read == NULL) {
        return ddds_error_no_memory(error);
    }
    while (ascii_next_item(&list, &read[*count])) {
        ++*count;
    }
    *items = read;
    return DDDS_OK;
}

bool ddds_engine_is_offered(const struct ddds_application *application,
                            const struct ddds_application *self,
                            struct ddds_span requested,
                            const struct ddds_span *offered, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (application->is_offered != NULL
                ? application->is_offered(self, requested, offered[i])
                : ascii_same(requested, offered[i])) {
            return true;
        }
    }
    return false;
}

/* ---- General services and families --------------------------------------- */

static bool is_general(const struct ddds_application *application,
                       struct ddds_span service)
{
    return ascii_is_word(service, application->general_service);
}

static bool is_of_family(const struct ddds_application *application,
                         struct ddds_span service)
{
    return application->service_family != NULL &&
           ascii_begins_with(service.text, service.length,
                             application->service_family);
}

static bool has_such(const struct ddds_application *application,
                     const struct ddds_span *services, size_t count,
                     bool (*is_such)(const struct ddds_application *application,
                                     struct ddds_span service))
{
    for (size_t i = 0; i < count; i++) {
        if (is_such(application, services[i])) {
            return true;
        }
    }
    return false;
}

/* Return true if an offer matches by RFC 6408 section 5: a service of the
 * family matches a request for the general service. The general service matches
 * a request for a service of the family, if the key has none of that family. */
static bool stands_for(const struct chooser *chooser,
                       struct ddds_span requested,
                       const struct ddds_span *offered, size_t count)
{
    const struct ddds_application *application = chooser->application;
    return (is_general(application, requested) &&
            has_such(application, offered, count, is_of_family)) ||
           (!chooser->has_family && is_of_family(application, requested) &&
            has_such(application, offered, count, is_general));
}

void ddds_requested_note_family(struct chooser *chooser,
                                const ddds_ruleset *ruleset)
{
    const struct ddds_application *application = chooser->application;
    struct ddds_services services;
    services.size = sizeof services;
    for (size_t i = 0; i < ruleset->count; i++) {
        chooser->has_family |=
            application->read_services(chooser->self,
                                       ruleset->entries[i].rule.services,
                                       &services, NULL) == DDDS_OK &&
            has_such(application, services.services, services.service_count,
                     is_of_family);
    }
}

/* ---- Offers of a rule --------------------------------------------------- */

/* Rank the offer of a rule by its index in the client's list. An unspecific
 * rule ranks last, as does every rule if the list is empty. Return false if the
 * client accepts no part of the offer. */
static inline bool find_rank(const struct chooser *chooser,
                             const struct ddds_span *offered,
                             size_t offered_count,
                             const struct ddds_span *requested,
                             size_t requested_count, size_t *rank)
{
    *rank = requested_count;
    if (offered_count == 0 || requested_count == 0) {
        return true;
    }
    for (size_t i = 0; i < requested_count; i++) {
        if (ddds_engine_is_offered(chooser->application, chooser->self,
                                   requested[i], offered, offered_count) ||
            (chooser->application->general_service != NULL &&
             stands_for(chooser, requested[i], offered, offered_count))) {
            *rank = i;
            return true;
        }
    }
    return false;
}

bool ddds_requested_names_enough(const struct chooser *chooser,
                                 const struct ddds_services *services)
{
    return !chooser->application->requires_tags ||
           (services->service_count > 0 &&
            (services->protocol_count > 0 ||
             chooser->requested.protocol_count == 0 ||
             chooser->application->protocol_is_optional));
}

bool ddds_requested_fits(const struct chooser *chooser,
                         const struct ddds_services *services, size_t *rank)
{
    size_t service;
    size_t protocol;
    const struct requested *requested = &chooser->requested;
    if (!find_rank(chooser, services->services, services->service_count,
                   requested->services, requested->service_count, &service) ||
        !find_rank(chooser, services->protocols, services->protocol_count,
                   requested->protocols, requested->protocol_count,
                   &protocol)) {
        return false;
    }
    *rank = service * (LIMIT_SERVICES + 1) + protocol;
    return true;
}

size_t ddds_requested_service_of(size_t rank)
{
    return rank / (LIMIT_SERVICES + 1);
}

void ddds_requested_note_name(const struct chooser *chooser,
                              const struct ddds_rule *rule)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_error error;
    size_t rank;
    if (chooser->application->fall_back != NULL &&
        chooser->application->read_services(chooser->self, rule->services,
                                            &services, &error) == DDDS_OK) {
        *chooser->is_named |=
            services.service_count > 0 &&
            (chooser->has_family ||
             (chooser->application->general_service != NULL &&
              has_such(chooser->application, services.services,
                       services.service_count, is_general)) ||
             find_rank(chooser, services.services, services.service_count,
                       chooser->requested.services,
                       chooser->requested.service_count, &rank));
    }
}
