/* Rules, records, URIs, URNs and UUIDs.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>
#include <string.h>

static void use_rules(void)
{
    struct ddds_error error;
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_services services = DDDS_SERVICES_INIT;
    char output[64];
    bool matched = false;
    ddds_substitution *made = ddds_substitution_new("!^a(.)c!\\1x!i", &error);
    ddds_substitution_split(made, &parts);
    printf("%s %s %s %s %u %s\n", parts.delimiter, parts.ere, parts.replacement,
           parts.flags, parts.groups, ddds_substitution_pattern(made));
    grown_say("apply",
              ddds_substitution_apply(made, "abc", output, sizeof output,
                                      &matched, &captures, &error));
    printf("%d %s %s %d\n", matched, output, grown_span(captures.group[1]),
           captures.group[9].text == NULL);
    ddds_substitution_free(made);
    const struct ddds_application *const *each = ddds_applications();
    for (; *each != NULL; each++) {
        ddds_status status =
            (*each)->read_services(*each, "SIP+D2T", &services, &error);
        printf("%s %s %d", (*each)->name, (*each)->title, status == DDDS_OK);
        for (size_t i = 0; status == DDDS_OK && i < services.service_count;
             i++) {
            printf(" %s", grown_span(services.services[i]));
        }
        puts("");
    }
}

static void use_records(void)
{
    static const unsigned char rdata[] = {0, 1, 0, 2, 0, 3, 1, 'a', 0};
    struct ddds_error error;
    struct ddds_record record = {.owner = "a.example",
                                 .type = DDDS_TYPE_SRV,
                                 .rdata = rdata,
                                 .rdata_length = sizeof rdata};
    for (unsigned i = 0; i < 2; i++) {
        struct ddds_fields fields = DDDS_FIELDS_INIT;
        grown_say("read", ddds_record_read(&record, &fields, &error));
        printf("%zu %u %zu %s %u\n", fields.number_count, fields.numbers[2],
               fields.string_count, fields.name, fields.address_length);
        record.rdata_length--;
    }
}

static void use_names(void)
{
    struct ddds_error error;
    struct ddds_uri uri;
    struct ddds_urn urn;
    grown_say("uri", ddds_uri_parse("http://u@h:1/p?q#f", &uri, &error));
    printf("%s", grown_span(uri.scheme));
    printf(" %s", grown_span(uri.host));
    printf(" %s\n", grown_span(uri.fragment));
    grown_say("urn", ddds_urn_parse("urn:foo:bar?=q", &urn, &error));
    printf("%s", grown_span(urn.nss));
    printf(" %s\n", grown_span(urn.q));
    grown_say("urn", ddds_urn_parse("urn:x", &urn, &error));
    printf("%zu %s\n", error.offset, error.detail);
}

/* ---- UUIDs --------------------------------------------------------------- */

static bool read_clock(void *context, int64_t *ticks)
{
    *ticks = ++*(int64_t *)context;
    return true;
}

static bool read_entropy(void *context, unsigned char *octets, size_t length)
{
    (void)context;
    memset(octets, 7, length);
    return true;
}

static void generate(void)
{
    int64_t ticks = INT64_C(17000000000000000);
    struct ddds_uuid_source source = DDDS_UUID_SOURCE_INIT;
    struct ddds_uuid_generator_options options =
        DDDS_UUID_GENERATOR_OPTIONS_INIT;
    struct ddds_uuid uuids[3];
    source.context = &ticks;
    source.clock = read_clock;
    source.entropy = read_entropy;
    options.source = &source;
    options.has_node = true;
    ddds_uuid_generator *generator = ddds_uuid_generator_new(&options, NULL);
    grown_say("v1", ddds_uuid_generate(generator, 1, uuids, 3, NULL, NULL));
    grown_say("v7", ddds_uuid_generate(generator, 7, uuids, 2, NULL, NULL));
    for (size_t i = 0; i < 3; i++) {
        char text[DDDS_UUID_TEXT_SIZE];
        struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
        ddds_uuid_text(&uuids[i], text);
        ddds_uuid_inspect(&uuids[i], 0, &fields);
        printf("%s %d %d %u %u\n", text, fields.version, fields.has_time,
               fields.sequence, fields.notes);
    }
    ddds_uuid_generator_free(generator);
}

static void name_uuids(void)
{
    struct ddds_uuid_dns_name name;
    const struct ddds_uuid_namespace *each = ddds_uuid_namespaces();
    for (; each->name != NULL; each++) {
        char text[DDDS_UUID_TEXT_SIZE];
        struct ddds_uuid uuid;
        ddds_uuid_make_name(DDDS_UUID_SHA1, &each->uuid, "a", 1, &uuid, NULL);
        ddds_uuid_text(&uuid, text);
        printf("%s %s %s\n", each->name, each->names, text);
    }
    grown_say("name", ddds_uuid_write_dns_name(
                          "A.example", 9, DDDS_UUID_DNS_WIRE, &name, NULL));
    printf("%zu %u\n", name.length, name.octets[1]);
}

void grown_use_values(void)
{
    use_rules();
    use_records();
    use_names();
    generate();
    name_uuids();
}
