/* Checks of zone files and of published records, and corrections.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>
#include <string.h>

#include <ddds/check.h>
#include <ddds/prove.h>

static const char zone[] =
    "@ SOA a a 1 2 3 4 5\n@ NS a\na A 192.0.2.1\n"
    "l NAPTR 1 1 u http+I2L \"!^.*$!http://a.example/!\" \"\"\n"
    "k NAPTR 1 1 u I2L+http \"!^.*$!http://a.example/#b!\" .\n"
    "k NAPTR 1 2 q I2L+http \"\" missing\n"
    "k NAPTR 1 2 u I2L+http !^.*$!http://a.example/! .\n"
    "k NAPTR 1 2 s \"http+I2L\" \"\" relative.example\n";

static const char proved[] =
    "@ SOA a a 1 2 3 4 5\n"
    "foo NAPTR 1 1 u http+I2L \"!^urn:foo:1.$!http://a.example/!\" .\n";

static void print_finding(void *context, const struct ddds_finding *finding)
{
    (void)context;
    const struct ddds_check_code *code = finding->code;
    printf("%s:%u:%u-%u: %s %s %s %s %s %s\n", finding->file,
           (unsigned)finding->region.line, (unsigned)finding->region.column,
           (unsigned)finding->region.end_column, code->code, code->title,
           ddds_severity_text(code->severity), grown_text(finding->owner),
           grown_text(finding->fix), finding->detail);
}

static void print_codes(void)
{
    const struct ddds_check_code *code;
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        printf("%s %s\n", code->code, code->consequence);
    }
}

static void report(ddds_check *check)
{
    struct ddds_error error;
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    grown_say("report",
              ddds_check_report(check, print_finding, NULL, &summary, &error));
    printf("%zu %zu %zu %zu %zu\n", summary.files, summary.records,
           summary.keys, summary.omitted, summary.found[DDDS_ERROR]);
    ddds_check_free(check);
}

static void check_texts(void)
{
    static const char *const ignored[] = {"L512"};
    struct ddds_error error;
    struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
    struct ddds_zone_options reading = DDDS_ZONE_OPTIONS_INIT;
    options.application = ddds_application_urn();
    options.ignored = ignored;
    options.ignored_count = 1;
    options.most_findings = 2;
    ddds_check *check = ddds_check_new(&options, &error);
    reading.origin = "urn.arpa";
    grown_say("text", ddds_check_text(check, "zone", zone, sizeof zone - 1,
                                      &reading, &error));
    report(check);
    options.origin = "a..b";
    check = ddds_check_new(&options, &error);
    printf("%d %s\n", check == NULL, error.detail);
}

/* ---- Corrections -------------------------------------------------------- */

static ddds_status read_contents(void *context, ddds_check *check,
                                 const struct ddds_check_contents *contents,
                                 struct ddds_error *error)
{
    struct ddds_zone_options reading = DDDS_ZONE_OPTIONS_INIT;
    (void)context;
    reading.origin = "urn.arpa";
    return ddds_check_file(check, contents[0].path, &reading, error);
}

static void print_correction(void *context,
                             const struct ddds_correction *correction)
{
    (void)context;
    printf("%s:%u: %s %zu %zu %s\n", correction->file,
           (unsigned)correction->line, correction->code->code,
           correction->begin, correction->count, correction->text);
}

static void correct(void)
{
    const struct ddds_check_contents contents[] = {
        {.path = "one", .text = zone, .length = sizeof zone - 1},
        {.path = "two", .text = "", .length = 0}};
    struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
    struct ddds_correct how = DDDS_CORRECT_INIT;
    struct ddds_error error;
    bool leaves = false;
    options.contents = contents;
    options.contents_count = 2;
    how.read = read_contents;
    how.made = print_correction;
    how.leaves_included = &leaves;
    grown_say("correct", ddds_check_correct(&options, &how, &error));
}

/* ---- Published records -------------------------------------------------- */

static void print_complaint(void *context, const char *detail)
{
    (void)context;
    printf("complaint %d\n", strstr(detail, "a.example") != NULL);
}

static void check_published(void)
{
    static const char *const servers[] = {"127.0.0.1:1"};
    static const char *const names[] = {"a.example"};
    struct ddds_error error;
    struct ddds_dns_options dns = DDDS_DNS_OPTIONS_INIT;
    struct ddds_check_live live = DDDS_CHECK_LIVE_INIT;
    dns.servers = servers;
    dns.server_count = 1;
    dns.timeout = 50;
    dns.tries = 1;
    live.dns = &dns;
    live.complaint = print_complaint;
    ddds_check *check = ddds_check_new(NULL, &error);
    printf("%d\n", (int)ddds_check_names(check, &live, names, 1, &error));
    report(check);
}

/* ---- Proofs ------------------------------------------------------------- */

static void print_class(const struct ddds_proof_class *class)
{
    printf("%s %s %d %d %s %zu\n", grown_text(class->count),
           grown_text(class->inputs), (int)class->status, (int)class->reason,
           grown_text(class->output), class->path_count);
    for (size_t i = 0; i < class->path_count; i++) {
        printf("%s %u\n", class->path[i].key, (unsigned)class->path[i].order);
    }
}

static unsigned compare(void *context, const struct ddds_result *before,
                        const struct ddds_result *after)
{
    (void)context;
    return before->reason == after->reason ? DDDS_COMPARED_SAME : 2;
}

static void print_decided(ddds_proof *proof)
{
    struct ddds_error error;
    const struct ddds_proof_property *found =
        ddds_proof_check(proof, "found", &error);
    printf("%s %s %zu %s\n", found->property,
           ddds_proof_verdict_name(found->verdict), found->class_index,
           grown_text(found->inputs));
    ddds_comparison *comparison =
        ddds_proof_compare(proof, proof, compare, NULL, &error);
    const struct ddds_compared *each;
    for (size_t i = 0; (each = ddds_comparison_at(comparison, i)) != NULL;
         i++) {
        printf("%s %u %s\n", grown_text(each->witness), each->relation,
               grown_text(each->because));
    }
    ddds_comparison_free(comparison);
}

static void prove(void)
{
    struct ddds_error error;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    struct ddds_zone_options reading = DDDS_ZONE_OPTIONS_INIT;
    ddds_database *zones = ddds_memory_new(&error);
    reading.origin = "urn.arpa";
    options.seed = 1;
    grown_say("load",
              ddds_memory_load_text(zones, "zone", proved, sizeof proved - 1,
                                    &reading, &error));
    ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
                                   "urn:foo:[0-9]{2}", &options, &error);
    const struct ddds_proof_class *class;
    for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL; i++) {
        print_class(class);
    }
    print_decided(proof);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

void grown_use_checks(void)
{
    print_codes();
    check_texts();
    correct();
    check_published();
    prove();
}
