/* Services and services fields: a rule has the field "E2U+sip", a user requests
 * the service "sip". The application parses the text: if the result differs
 * from the text, it was a complete field.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/requested_services.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HINT_SIZE = 160 };

static bool is_itself(const struct ddds_services *services, size_t length)
{
    const struct ddds_span *only = services->service_count > 0
                                       ? &services->services[0]
                                       : &services->protocols[0];
    size_t count = services->service_count + services->protocol_count;
    return count == 0 || (count == 1 && only->length == length);
}

static void write_list(FILE *out, const char *option,
                       const struct ddds_span *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%.*s", i == 0 ? option : ",", (int)items[i].length,
                items[i].text);
    }
}

/* Return true if |wanted|, a list, has one of the |count| items. */
static bool has_one(const char *wanted, const struct ddds_span *items,
                    size_t count)
{
    for (const char *next = wanted; next != NULL;) {
        size_t length = strcspn(next, ",");
        for (size_t i = 0; i < count; i++) {
            if (items[i].length == length &&
                strncasecmp(items[i].text, next, length) == 0) {
                return true;
            }
        }
        next = next[length] == ',' ? next + length + 1 : NULL;
    }
    return false;
}

/* Return true if |application| knows |field|, or a service or a protocol of it
 * in |services|; others are probably for another application. */
static bool is_known(const struct ddds_application *application,
                     const char *field, const struct ddds_services *services)
{
    const struct ddds_span whole = {field, strlen(field)};
    return application->known_services == NULL ||
           has_one(application->known_services, &whole, 1) ||
           has_one(application->known_services, services->services,
                   services->service_count) ||
           has_one(application->known_protocols, services->protocols,
                   services->protocol_count);
}

/* Return the first rule that was rejected for its service; NULL: none. */
static const struct ddds_judged_rule *
find_passed_over(const struct ddds_result *result)
{
    const struct ddds_step *step;
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        const struct ddds_judged_rule *rule;
        for (size_t j = 0; (rule = ddds_step_rule(step, j)) != NULL; j++) {
            if (!step->is_fallback && rule->rule->services[0] != '\0' &&
                rule->verdict == DDDS_VERDICT_OTHER_SERVICE) {
                return rule;
            }
        }
    }
    return NULL;
}

void requested_advise(FILE *out, const struct ddds_result *result)
{
    const struct ddds_application *application = result->application;
    const struct ddds_judged_rule *judged = find_passed_over(result);
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error ignored;
    if (judged == NULL ||
        application->read_services(application, judged->rule->services,
                                   &services, &ignored) != DDDS_OK ||
        !is_known(application, judged->rule->services, &services)) {
        return;
    }
    if (result->services == NULL ||
        has_one(result->services, services.services, services.service_count)) {
        services.service_count = 0;
    }
    if (result->protocols == NULL ||
        has_one(result->protocols, services.protocols,
                services.protocol_count)) {
        services.protocol_count = 0;
    }
    if (services.service_count + services.protocol_count > 0) {
        fputs("; use", out);
        write_list(out, " --service ", services.services,
                   services.service_count);
        write_list(out, " --protocol ", services.protocols,
                   services.protocol_count);
    }
}

static ddds_status refuse(const struct ddds_application *application,
                          const char *item,
                          const struct ddds_services *services,
                          struct ddds_error *error)
{
    char hint[HINT_SIZE] = "";
    FILE *out = fmemopen(hint, sizeof hint, "w");
    if (out != NULL) {
        write_list(out, " --service ", services->services,
                   services->service_count);
        write_list(out, " --protocol ", services->protocols,
                   services->protocol_count);
        fclose(out);
        hint[sizeof hint - 1] = '\0';
    }
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                          "--service: \"%.40s\" is a whole services field of "
                          "%.20s, not a service; write%.80s",
                          item, application->name, hint);
}

static ddds_status check_item(const struct ddds_application *application,
                              const char *item, struct ddds_error *error)
{
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error ignored;
    bool is_field = application->read_services(application, item, &services,
                                               &ignored) == DDDS_OK &&
                    !is_itself(&services, strlen(item));
    return is_field ? refuse(application, item, &services, error) : DDDS_OK;
}

ddds_status requested_check(const struct ddds_application *application,
                            const char *services, struct ddds_error *error)
{
    ddds_status status = DDDS_OK;
    for (const char *next = services; next != NULL && status == DDDS_OK;) {
        char item[DDDS_FIELD_SIZE];
        size_t length = strcspn(next, ",");
        if (length < sizeof item) {
            memcpy(item, next, length);
            item[length] = '\0';
            status = check_item(application, item, error);
        }
        next = next[length] == ',' ? next + length + 1 : NULL;
    }
    return status;
}
