/* Resolutions: options, results, many at once, an engine, JSON and show.h.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>
#include <string.h>

static const char zone[] =
    "$ORIGIN example.\n$TTL 60\n@ SOA a a 1 2 3 4 5\n@ NS a\n"
    "a A 192.0.2.1\na AAAA 2001:db8::1\n"
    "uu NAPTR 1 1 u I2L+http \"!^urn:(.*)$!http://a.example/\\\\1!\" .\n"
    "uu NAPTR 1 2 u bad+ \"!x!y!\" .\n"
    "ss NAPTR 1 1 s http+I2L \"\" _http._tcp\n"
    "dd NAPTR 1 1 d http+I2L \"\" targets\n"
    "nn NAPTR 1 1 \"\" \"\" \"\" uu\n"
    "_http._tcp SRV 0 5 80 a\n_http._tcp SRV 1 5 81 a\n"
    "targets URI 1 1 \"http://b.example/\"\n";

/* In minutes: a cache counts the seconds that pass meanwhile. */
static unsigned round_ttl(uint32_t ttl)
{
    return (unsigned)((ttl + 59) / 60);
}

static void print_outcome(const struct ddds_outcome *outcome)
{
    const struct ddds_endpoint *endpoint;
    const struct ddds_uri_target *target;
    printf(" outcome %s %s %s %s %u %d %s\n", ddds_outcome_name(outcome->kind),
           grown_text(outcome->output), grown_text(outcome->uri),
           grown_text(outcome->services), round_ttl(outcome->ttl),
           outcome->authenticated, grown_text(outcome->note));
    for (size_t i = 0; (endpoint = ddds_outcome_endpoint(outcome, i)) != NULL;
         i++) {
        printf("  endpoint %s %u %u %u", endpoint->host, endpoint->port,
               endpoint->priority, endpoint->weight);
        for (size_t k = 0; k < endpoint->address_count; k++) {
            char text[DDDS_ADDRESS_TEXT_SIZE];
            ddds_address_format(&endpoint->addresses[k], text);
            printf(" %s", text);
        }
        puts("");
    }
    for (size_t i = 0; i < outcome->target_count; i++) {
        target = &outcome->targets[i];
        printf("  target %u %u %s\n", target->priority, target->weight,
               target->uri);
    }
}

static void print_step(const struct ddds_step *step)
{
    const struct ddds_judged_rule *judged;
    printf(" step %d %s %zu %u", (int)step->kind, step->name,
           step->cause == DDDS_NO_STEP ? 99 : step->cause, step->depth);
    if (step->answer != NULL) {
        printf(": %s %u %zu %zu %zu %zu", ddds_reply_text(step->answer->reply),
               round_ttl(step->answer->ttl), step->answer->server_count,
               step->answer->address_count, step->answer->target_count,
               step->answer->record_count);
    }
    puts("");
    for (size_t i = 0; (judged = ddds_step_rule(step, i)) != NULL; i++) {
        printf("  rule %u %u %s %s %s %s\n", judged->rule->order,
               judged->rule->preference, judged->rule->services,
               ddds_verdict_name(judged->verdict), grown_text(judged->reason),
               grown_text(judged->output));
    }
}

void grown_print_result(const struct ddds_result *result)
{
    const struct ddds_outcome *outcome;
    const struct ddds_step *step;
    printf("result %s %s %s %s %s %d %u\n", result->application->name,
           result->input, result->key, ddds_reason_name(result->reason),
           grown_text(result->detail), (int)result->setting, result->queries);
    if (result->urn != NULL) {
        printf(" nid %s\n", grown_span(result->urn->nid));
    }
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        print_outcome(outcome);
    }
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        print_step(step);
    }
}

/* ---- Zones --------------------------------------------------------------- */

static void print_complaint(void *context, const char *detail)
{
    (void)context;
    printf("complaint %s\n", detail);
}

static void print_unreadable(void *context, const struct ddds_record *record,
                             const struct ddds_error *error)
{
    (void)context;
    printf("unreadable %s %s\n", record != NULL ? record->owner : "-",
           error->detail);
}

static void print_origin(void *context, const char *origin)
{
    (void)context;
    printf("assumed %s\n", origin);
}

ddds_database *grown_zones(void)
{
    struct ddds_error error;
    struct ddds_zone_options options = DDDS_ZONE_OPTIONS_INIT;
    struct ddds_memory_reports reports = DDDS_MEMORY_REPORTS_INIT;
    ddds_database *zones = ddds_memory_new(NULL);
    reports.complaint = print_complaint;
    reports.unreadable = print_unreadable;
    grown_say("report", ddds_memory_report(zones, &reports, &error));
    options.max_generated = 100;
    grown_say("load", ddds_memory_load_text(zones, "zone", zone,
                                            sizeof zone - 1, &options, &error));
    static const char other[] = "@ SOA a a 1 2 3 4 5\na A 192.0.2.2\n"
                                "b A 192.0.2.256\n";
    options.likely_origin = "other.example";
    options.assumed = print_origin;
    grown_say("load",
              ddds_memory_load_text(zones, "other", other, sizeof other - 1,
                                    &options, &error));
    options.max_generated = 1;
    static const char many[] = "$ORIGIN z.\n@ SOA a a 1 2 3 4 5\n"
                               "$GENERATE 1-9 a$ A 192.0.2.$\n";
    grown_say("load", ddds_memory_load_text(zones, "many", many,
                                            sizeof many - 1, &options, &error));
    printf("%s %d %zu\n", error.detail, (int)error.setting, error.offset);
    static const unsigned char address[] = {192, 0, 2, 7};
    const struct ddds_record record = {.owner = "added.example",
                                       .type = DDDS_TYPE_A,
                                       .ttl = 9,
                                       .rdata = address,
                                       .rdata_length = sizeof address};
    grown_say("add", ddds_memory_add(zones, &record, &error));
    return zones;
}

/* ---- Resolutions -------------------------------------------------------- */

static const char *const inputs[] = {"urn:uu:1",
                                     "urn:ss:1",
                                     "urn:dd:1",
                                     "urn:nn:1",
                                     "urn:missing:1",
                                     "x",
                                     "urn:uuid:f81d4fae-7dec-11d0-a765-"
                                     "00a0c91e6bf6"};

enum { INPUTS = sizeof inputs / sizeof inputs[0] };

static void resolve_each(ddds_database *zones,
                         const struct ddds_options *options)
{
    char json[16384];
    struct ddds_error error;
    for (size_t i = 0; i < INPUTS; i++) {
        ddds_resolution *resolution = ddds_resolve(
            zones, ddds_application_urn(), inputs[i], options, &error);
        if (resolution == NULL) {
            printf("%d %zu %s\n", (int)error.status, error.offset,
                   error.detail);
            ddds_refusal_json(inputs[i], ddds_application_urn(), &error, json,
                              sizeof json);
            puts(json);
            continue;
        }
        grown_print_result(ddds_resolution_result(resolution));
        ddds_result_json(ddds_resolution_result(resolution), DDDS_SHOW_TRACE,
                         json, sizeof json);
        puts(json);
        ddds_resolution_free(resolution);
    }
}

/* U-NAPTR has the flag D, for URI records. */
static void resolve_targets(ddds_database *zones)
{
    ddds_resolution *resolution = ddds_resolve(
        zones, ddds_application_u_naptr(), "dd.example", NULL, NULL);
    grown_print_result(ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
}

static void take_many(ddds_database *zones, const struct ddds_options *options)
{
    struct ddds_many_options how = DDDS_MANY_OPTIONS_INIT;
    const struct ddds_many_result *done;
    how.resolving = options;
    how.has_seed = true;
    how.in_flight = INPUTS;
    ddds_many *many = ddds_many_new(zones, &how, NULL);
    for (size_t i = 0; i < INPUTS; i++) {
        grown_say("many", ddds_many_add(many, ddds_application_urn(), inputs[i],
                                        i % 2 == 0 ? options : NULL, NULL));
    }
    while ((done = ddds_many_next(many)) != NULL) {
        if (done->resolution == NULL) {
            printf("refused %s %d\n", done->error->detail, done->is_cancelled);
        } else {
            grown_print_result(ddds_resolution_result(done->resolution));
        }
    }
    ddds_many_free(many);
}

/* ---- show.h -------------------------------------------------------------- */

static void show_begin(void *self, const struct ddds_shown_result *shown)
{
    (void)self;
    printf("shown %s %s %s %s\n", shown->input, shown->status, shown->title,
           grown_text(shown->code));
}

static void show_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    (void)self;
    printf(" %zu %s %s %zu %d\n", shown->index, shown->kind, shown->title,
           shown->resolution_service_count, shown->has_ttl);
    const struct ddds_shown_uuid *uuid = shown->uuid;
    if (uuid != NULL) {
        const struct ddds_uuid_fields *fields = uuid->fields;
        printf(" %s %s %s %d %u\n", uuid->value, uuid->time, uuid->node,
               fields->version, fields->notes);
    }
}

static void show_step(void *self, const struct ddds_shown_step *shown)
{
    (void)self;
    printf(" %zu %s %s %d\n", shown->index, shown->type,
           grown_text(shown->rcode), shown->has_servers);
}

static void show_rule(void *self, const struct ddds_shown_rule *shown)
{
    (void)self;
    printf("  %zu %s %s %s\n", shown->index, shown->verdict,
           grown_text(shown->replacement), grown_text(shown->meaning));
}

static void show_all(ddds_database *zones)
{
    struct ddds_show show = DDDS_SHOW_INIT;
    show.begin = show_begin;
    show.outcome = show_outcome;
    show.step = show_step;
    show.rule = show_rule;
    for (size_t i = 0; i < INPUTS; i++) {
        ddds_resolution *resolution =
            ddds_resolve(zones, ddds_application_urn(), inputs[i], NULL, NULL);
        if (resolution != NULL) {
            grown_say("show",
                      ddds_show_result(ddds_resolution_result(resolution),
                                       DDDS_SHOW_TRACE, &show, NULL));
        }
        ddds_resolution_free(resolution);
    }
}

void grown_use_results(void)
{
    struct ddds_options options = DDDS_OPTIONS_INIT;
    ddds_database *zones = grown_zones();
    options.roots = "example";
    options.all = true;
    options.max_queries = 20;
    resolve_each(zones, &options);
    options.max_queries = 1;
    resolve_each(zones, &options);
    resolve_targets(zones);
    take_many(zones, &options);
    show_all(zones);
    options.own_hosts = "a.example";
    resolve_each(zones, &options);
    ddds_database_free(zones);
}
