/* Applications with untrusted inputs and services. The first octet chooses the
 * application, then follow, a line each, the input, roots, services, protocols,
 * and a services field.
 *
 * A first well-known rule always returns a key that can be queried, or a reason
 * in one line, and fallback rules are valid.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>

#include "fuzz.h"

enum { LINES = 5 };

static void check_error(const struct ddds_error *error, ddds_status status)
{
    require(error->status == status);
    require(strlen(error->detail) > 0);
    require(strpbrk(error->detail, "\n\r\t\x1b\x7f") == NULL);
}

static void check_span(struct ddds_span span)
{
    require(span.text != NULL && span.length > 0);
    require(memchr(span.text, '\0', span.length) == NULL);
}

static void check_services(const struct ddds_application *application,
                           const char *field)
{
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error error;
    ddds_status status =
        application->read_services(application, field, &services, &error);
    if (status != DDDS_OK) {
        require(status == DDDS_MALFORMED);
        check_error(&error, status);
        return;
    }
    require(services.service_count <= DDDS_SERVICES_MAX);
    require(services.protocol_count <= DDDS_SERVICES_MAX);
    for (size_t i = 0; i < services.service_count; i++) {
        check_span(services.services[i]);
    }
    for (size_t i = 0; i < services.protocol_count; i++) {
        check_span(services.protocols[i]);
    }
    if (application->default_port != NULL) {
        (void)application->default_port(application, &services);
    }
}

static void check_fallback(const struct ddds_application *application,
                           const struct ddds_fallback *fallback)
{
    require(fallback->count <= DDDS_FALLBACK_MAX);
    require(fallback->count == 0 || fallback->because != NULL);
    for (size_t i = 0; i < fallback->count; i++) {
        const struct ddds_rule *rule = &fallback->rules[i];
        char key[DDDS_KEY_SIZE];
        require(rule->flags[0] != '\0' && rule->regexp[0] == '\0');
        require(rule->defect == NULL);
        require(ddds_key_parse(rule->replacement, key, NULL) == DDDS_OK);
        check_services(application, rule->services);
    }
}

static void fall_back(const struct ddds_application *application,
                      const struct ddds_start *start)
{
    static struct ddds_fallback fallback;
    const struct ddds_rule tried = {1, 1, "s", "SIPS+D2T", "", "x", NULL};
    for (int reason = 0; reason <= (int)DDDS_REASON_REJECTED; reason++) {
        for (unsigned variant = 0; variant < 8; variant++) {
            const struct ddds_dead_end dead_end = {
                .round = variant & 1,
                .reason = (enum ddds_reason)reason,
                .tried = (variant & 2) != 0 ? &tried : NULL,
                .is_denied = (variant & 4) != 0,
            };
            fallback.count = 0;
            application->fall_back(application, start, &dead_end, &fallback);
            check_fallback(application, &fallback);
        }
    }
}

static void check_start(const struct ddds_application *application,
                        const struct ddds_start *start)
{
    require(memchr(start->aus, '\0', start->aus_size) != NULL);
    require(memchr(start->key, '\0', sizeof start->key) != NULL);
    require(start->beginning == DDDS_BEGIN_UUID || start->key[0] != '\0');
    if (start->beginning == DDDS_BEGIN_ADDRESS) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&start->address, text);
        require(strcmp(text, start->key) == 0);
    }
    if (start->offers != NULL) {
        check_services(application, start->offers);
    }
    bool has_rules = start->beginning == DDDS_BEGIN_RULES ||
                     start->beginning == DDDS_BEGIN_DIRECT;
    if (has_rules && application->fall_back != NULL) {
        fall_back(application, start);
    }
}

/* Begin with the |lines|; empty lines after the first are omitted. */
static void begin(const struct ddds_application *application,
                  char *const lines[LINES])
{
    size_t length = strlen(lines[0]);
    char *aus = malloc(length + 64);
    require(aus != NULL);
    struct ddds_start start = {.aus = aus, .aus_size = length + 64};
    struct ddds_error error;
    const struct ddds_request request = {
        .input = lines[0],
        .length = length,
        .roots = lines[1][0] != '\0' ? lines[1] : NULL,
        .services = lines[2][0] != '\0' ? lines[2] : NULL,
        .protocols = lines[3][0] != '\0' ? lines[3] : NULL,
        .is_local = true,
    };
    ddds_status status = application->first_well_known_rule(
        application, &request, &start, &error);
    if (status == DDDS_OK) {
        check_start(application, &start);
    } else {
        require(status == DDDS_BAD_INPUT || status == DDDS_BAD_OPTION ||
                status == DDDS_LIMIT);
        check_error(&error, status);
        require(error.offset == DDDS_NO_OFFSET || status != DDDS_BAD_INPUT ||
                error.offset <= length);
    }
    free(aus);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ddds_application *const *all = ddds_applications();
    size_t count = 0;
    while (all[count] != NULL) {
        count++;
    }
    if (size == 0) {
        return 0;
    }
    char *text = copy_of(data + 1, size - 1);
    char *lines[LINES];
    char *at = text;
    for (size_t i = 0; i < LINES; i++) {
        lines[i] = at;
        at += strcspn(at, "\n");
        if (*at == '\n') {
            *at++ = '\0';
        }
    }
    begin(all[data[0] % count], lines);
    check_services(all[data[0] % count], lines[LINES - 1]);
    free(text);
    return 0;
}
