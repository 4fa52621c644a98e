/* Define an application: contacts of autonomous systems.
 *
 *     cc own_application.c $(pkg-config --cflags --libs ddds) \
 *         -o own_application
 *     ./own_application as64500 rdap asn.zone
 *
 * A DDDS application (RFC 3402 section 4) is a constant struct: a first
 * well-known rule, the flags and services that rules may have, and some
 * options, whose defaults suit most applications. An application that needs no
 * code can be described in a file instead: see isbn.app.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <ddds/ddds.h>

static bool is_as_number(const char *input)
{
    if (strncasecmp(input, "AS", 2) != 0) {
        return false;
    }
    size_t length = strspn(input + 2, "0123456789");
    return length > 0 && length <= 10 && input[2 + length] == '\0';
}

/* Convert the input "as64500" to "AS64500", the Application Unique String that
 * rules are applied to, and to the first key, 64500.asn.example. The struct was
 * cleared; |aus| is longer than the input. */
static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    (void)self;
    if (!is_as_number(request->input)) {
        if (error != NULL) {
            error->status = DDDS_BAD_INPUT;
            error->offset = DDDS_NO_OFFSET;
            snprintf(error->detail, sizeof error->detail,
                     "expected an AS number, such as AS64500");
        }
        return DDDS_BAD_INPUT;
    }
    const char *digits = request->input + 2;
    snprintf(start->aus, start->aus_size, "AS%s", digits);
    snprintf(start->key, sizeof start->key, "%s.asn.example", digits);
    return DDDS_OK;
}

/* The services field is a single word: the kind of contact. */
static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    (void)self;
    (void)error;
    services->protocol_count = 0;
    services->service_count = 1;
    services->services[0] = (struct ddds_span){text, strlen(text)};
    return DDDS_OK;
}

static const struct ddds_application contacts = {
    .size = sizeof contacts,
    .name = "contacts",
    .title = "whom to call about an autonomous system",
    .subject = "AS number",
    .first_key = "its digits, below asn.example",
    .service = "way to get in touch",
    .first_well_known_rule = first_well_known_rule,
    .flags = "U",
    .read_services = read_services,
    .services = "rdap", /* if the caller requests no other */
    .regexp = DDDS_REGEXP_ANY,
    .order_closes = false, /* try rules of a worse order, too */
    .uri_is_absolute = true,
};

static void print_result(const struct ddds_result *result)
{
    printf("%s begins at %s\n", result->aus, result->key);
    const struct ddds_outcome *best = ddds_result_outcome(result, 0);
    if (best != NULL) {
        printf("%s\n", best->uri);
    } else {
        printf("%s: %s\n", ddds_reason_name(result->reason),
               ddds_reason_text(result->reason));
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s AS-NUMBER SERVICE ZONE\n", argv[0]);
        return 2;
    }
    struct ddds_error error = {0};
    struct ddds_options options = {.size = sizeof options, .services = argv[2]};
    ddds_resolution *resolution = NULL;

    ddds_database *zone = ddds_memory_new(&error);
    if (zone != NULL &&
        ddds_memory_load(zone, argv[3], NULL, &error) == DDDS_OK) {
        resolution = ddds_resolve(zone, &contacts, argv[1], &options, &error);
    }
    if (resolution != NULL) {
        print_result(ddds_resolution_result(resolution));
    } else {
        fprintf(stderr, "%s: %s\n", argv[0], error.detail);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(zone);
    return resolution != NULL ? 0 : 1;
}
