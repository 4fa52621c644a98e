/* Checks without memory: of texts, files and live records, and corrections.
 * tests/core/fault/covered makes sure that no public function is left out.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string.h>

#include <ddds/check.h>
#include <ddds/ddds.h>
#include <ddds/prove.h>

#include "core/fault/harness.h"
#include "core/server/misbehave.h"

enum { PATIENCE = 20000 }; /* milliseconds: nothing is to time out */

static struct misbehaving server;

static bool is_ok(ddds_status status)
{
    fault_demand(status == DDDS_OK || status == DDDS_NO_MEMORY,
                 "OK or NO_MEMORY");
    return status == DDDS_OK;
}

static ddds_check *open_check(void)
{
    struct ddds_error error;
    ddds_check *check = ddds_check_new(NULL, &error);
    fault_demand(check != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY for an object");
    return check;
}

/* ---- Zones -------------------------------------------------------------- */

static void count_fix(void *context, const struct ddds_finding *finding)
{
    size_t *count = context;
    *count += finding->fix != NULL;
}

static ddds_status report(ddds_check *check, size_t *fixes)
{
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    struct ddds_error error;
    return ddds_check_report(check, count_fix, fixes, &summary, &error);
}

/* Twice: a check that was reset reads another zone. */
static bool check_file(void)
{
    size_t fixes = 0;
    ddds_check *check = open_check();
    bool ok = check != NULL;
    for (int i = 0; i < 2 && check != NULL; i++) {
        struct ddds_error error;
        ok = is_ok(ddds_check_file(check, "fixtures/zones/first.zone", NULL,
                                   &error)) &&
             is_ok(report(check, &fixes)) && ok;
        ddds_check_reset(check);
    }
    ddds_check_free(check);
    return ok;
}

/* Findings of all kinds, with corrections and without; an invalid file. */
static bool check_text(void)
{
    static const char text[] =
        "$ORIGIN example.\na NAPTR 1 1 \"u\" \"x+I2L\" \"!^(a|b)+!x:\\1!\" .\n"
        "a NAPTR 70000 1 u x+I2L !^(\\\\d+)$!x:$1! B\na CNAME b\na CNAME c\n"
        "a 7 NAPTR 1 2 \"s\" \"\" \"\" _x._y.example\nb NATPR\n";
    struct ddds_error error;
    size_t fixes = 0;
    ddds_check *check = open_check();
    bool ok = check != NULL &&
              is_ok(ddds_check_text(check, "t", text, sizeof text - 1, NULL,
                                    &error)) &&
              is_ok(report(check, &fixes));
    fault_demand(!ok || fixes == 4, "all corrections");
    ddds_check_free(check);
    return ok;
}

/* ---- Corrections -------------------------------------------------------- */

static ddds_status check_contents(void *context, ddds_check *check,
                                  const struct ddds_check_contents *contents,
                                  struct ddds_error *error)
{
    return ddds_check_file(check, contents->path, NULL, error);
}

static void count_correction(void *context,
                             const struct ddds_correction *correction)
{
    size_t *count = context;
    *count += correction->count > 0;
}

static bool correct_zone(void)
{
    static const char text[] =
        "$ORIGIN example.com.\n$TTL 3600\n"
        "a NAPTR 1 1 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\1@example.com!\" .\n"
        "b NAPTR 1 1 \"s\" \"http+I2L\" \"\" c.example.net.\n"
        "b NAPTR 1 1 \"s\" \"http+N2L\" \"\" c.example.net.\n";
    size_t count = 0;
    struct ddds_error error;
    const struct ddds_check_contents contents = {"zone", text, sizeof text - 1};
    const struct ddds_check_options options = {
        .size = sizeof options, .contents = &contents, .contents_count = 1};
    const struct ddds_correct correct = {.size = sizeof correct,
                                         .read = check_contents,
                                         .made = count_correction,
                                         .context = &count};
    bool ok = is_ok(ddds_check_correct(&options, &correct, &error));
    fault_demand(count == (ok ? 1 : 0), "one correction, or none");
    return ok;
}

/* ---- Live records ------------------------------------------------------- */

static size_t enough; /* findings, with enough memory */

static void count_finding(void *context, const struct ddds_finding *finding)
{
    size_t *count = context;
    ++*count;
}

static ddds_status check_names(ddds_check *check, size_t *count)
{
    static const char *const names[] = {"undiggable.test", "rcode-2.test",
                                        "compressed.test", "chain-3.test"};
    static const char *const servers[] = {"127.0.0.1"};
    const struct ddds_dns_options dns = {.size = sizeof dns,
                                         .servers = servers,
                                         .server_count = 1,
                                         .port = server.port,
                                         .timeout = PATIENCE};
    const struct ddds_check_live live = {.size = sizeof live, .dns = &dns};
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    struct ddds_error error;
    ddds_status status = ddds_check_names(check, &live, names, 4, &error);
    ddds_status reported =
        ddds_check_report(check, count_finding, count, &summary, &error);
    return status == DDDS_OK ? reported : status;
}

/* A lookup without memory is a failure of the server: that is a finding. */
static bool check_live(void)
{
    size_t count = 0;
    ddds_check *check = open_check();
    bool ok = check != NULL && is_ok(check_names(check, &count));
    ddds_check_free(check);
    return ok && count == enough;
}

static void find_enough(void)
{
    ddds_check *check = open_check();
    check_names(check, &enough);
    fault_demand(enough > 5, "findings");
    ddds_check_free(check);
}

/* ---- Proofs ------------------------------------------------------------- */

static void count_member(void *context, const char *input)
{
    size_t *count = context;
    *count += *input != '\0';
}

/* Without memory a property is not decided, but never otherwise than with it. */
static bool check_properties(ddds_proof *proof)
{
    static const struct {
        const char *text;
        enum ddds_proof_verdict verdict;
    } cases[] = {
        {"found", DDDS_PROOF_REFUTED},
        {"uri http://a/0*", DDDS_PROOF_REFUTED},
        {"only below urn.arpa", DDDS_PROOF_PROVED},
        {"every rule used", DDDS_PROOF_PROVED},
    };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof cases / sizeof *cases; i++) {
        struct ddds_error error;
        const struct ddds_proof_property *found =
            ddds_proof_check(proof, cases[i].text, &error);
        fault_demand(found != NULL ? found->verdict == cases[i].verdict
                                   : error.status == DDDS_NO_MEMORY ||
                                         error.status == DDDS_LIMIT,
                     "the verdict, NO_MEMORY or LIMIT");
        ok = found != NULL;
        fault_demand(!ok || ddds_proof_verdict_name(found->verdict)[0] != '\0',
                     "a word for the verdict");
    }
    return ok;
}

/* Without memory no JSON is made, not even a part of it. */
static bool write_json(ddds_proof *proof)
{
    struct ddds_error error;
    const char *text = ddds_proof_json(proof, 2, &error);
    fault_demand(
        ddds_proof_application(proof) == ddds_application_urn() &&
            strcmp(ddds_proof_class_status(ddds_proof_class_at(proof, 0)),
                   "not_found") == 0,
        "the application, and the largest class");
    fault_demand(text != NULL ? text[strlen(text) - 2] == ']'
                              : error.status == DDDS_NO_MEMORY,
                 "the whole object, or NO_MEMORY");
    return text != NULL;
}

/* Without memory classes may be unknown, but never others than with it. */
static bool look_at_proof(ddds_proof *proof, size_t classes)
{
    size_t count = 0, members = 0;
    const struct ddds_proof_class *each;
    while ((each = ddds_proof_class_at(proof, count)) != NULL) {
        if (each->status == DDDS_PROOF_UNKNOWN) {
            return false;
        }
        fault_demand(each->key != NULL || each->is_rest ||
                         ddds_proof_has(proof, count, each->witness),
                     "the witness is a member");
        count++;
    }
    fault_demand(count == classes && ddds_proof_count(proof) != NULL,
                 "all classes and their size");
    bool ok = is_ok(ddds_proof_members(proof, 0, 4, count_member, &members));
    const char *size = ddds_proof_class_at(proof, 0)->count;
    fault_demand(!ok || members == 4 || size == NULL ||
                     members == strtoul(size, NULL, 10),
                 "all members that were asked for");
    return ok &&
           (classes != 3 || (check_properties(proof) && write_json(proof)));
}

static unsigned compare_outputs(void *context, const struct ddds_result *before,
                                const struct ddds_result *after)
{
    (void)context;
    return before->outcome_count == 0 || strcmp(before->outcomes[0].output,
                                                after->outcomes[0].output) == 0
               ? DDDS_COMPARED_SAME
               : 2;
}

/* Two proofs about one set, made with enough memory. */
static ddds_database *compared_zones[2];
static ddds_proof *compared[2];

static void make_compared(void)
{
    static const char *const outputs[] = {"a/\\\\1\\\\2", "a/x\\\\2"};
    for (size_t i = 0; i < 2; i++) {
        char text[256];
        int length = snprintf(
            text, sizeof text,
            "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns h 1 60 60 60 60\nfoo NAPTR "
            "1 1 \"u\" \"\" \"!^urn:foo:a([0-9])(.*)$!http://%s!\" .\n",
            outputs[i]);
        compared_zones[i] = ddds_memory_new(NULL);
        fault_demand(ddds_memory_load_text(compared_zones[i], "t", text,
                                           (size_t)length, NULL,
                                           NULL) == DDDS_OK,
                     "a zone to compare");
        compared[i] = ddds_prove(compared_zones[i], ddds_application_urn(),
                                 "urn:foo:[ab][0-9]{2}", NULL, NULL);
    }
}

static void free_compared(void)
{
    for (size_t i = 0; i < 2; i++) {
        ddds_proof_free(compared[i]);
        ddds_database_free(compared_zones[i]);
    }
}

/* Without memory inputs may be unknown, but never others than with it. */
static bool compare_proofs(void)
{
    struct ddds_error error;
    ddds_comparison *made = ddds_proof_compare(compared[0], compared[1],
                                               compare_outputs, NULL, &error);
    fault_demand(made != NULL || error.status == DDDS_NO_MEMORY ||
                     error.status == DDDS_LIMIT,
                 "a comparison, NO_MEMORY or LIMIT");
    const struct ddds_compared *same =
        made != NULL ? ddds_comparison_total(made, DDDS_COMPARED_SAME) : NULL;
    const struct ddds_compared *others =
        made != NULL ? ddds_comparison_total(made, 2) : NULL;
    bool ok = same != NULL && others != NULL &&
              ddds_comparison_total(made, DDDS_COMPARED_UNKNOWN) == NULL;
    fault_demand(!ok || (strcmp(same->count, "100") == 0 &&
                         strcmp(others->count, "100") == 0 &&
                         ddds_comparison_at(made, 0) != NULL),
                 "the inputs that are the same, and the others");
    ddds_comparison_free(made);
    return ok;
}

static bool prove_inputs(const struct ddds_application *application,
                         const char *text, const char *set, size_t classes)
{
    struct ddds_error error;
    ddds_database *zones = ddds_memory_new(&error);
    bool ok = zones != NULL &&
              is_ok(ddds_memory_load_text(zones, "t", text, strlen(text), NULL,
                                          &error));
    if (ok) {
        ddds_proof *proof = ddds_prove(zones, application, set, NULL, &error);
        fault_demand(proof != NULL || error.status == DDDS_NO_MEMORY ||
                         error.status == DDDS_LIMIT, /* of states */
                     "a proof, NO_MEMORY or LIMIT");
        ok = proof != NULL && look_at_proof(proof, classes);
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
    return ok;
}

static bool prove_set(void)
{
    return prove_inputs(
        ddds_application_urn(),
        "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns h 1 60 60 60 60\n"
        "foo NAPTR 1 1 \"u\" \"\" \"!^urn:foo:a([0-9]+)$!http://a/\\\\1!\" .\n"
        "foo NAPTR 1 2 \"\" \"\" \"!^urn:foo:b.*$!bar.urn.arpa!\" .\n",
        "urn:foo:[abc][0-9]{4}", 3);
}

static bool prove_realms(void)
{
    return prove_inputs(
        ddds_application_radius(),
        "$ORIGIN example.\n$TTL 60\n@ SOA ns h 1 60 60 60 60\n"
        "_radiustls._tcp.a SRV 1 1 1 h\n_radiustls._tcp.b.x SRV 1 1 1 h\n"
        "h A 192.0.2.1\nd DNAME x\n",
        "a\\.example|b\\.d\\.example", 1);
}

static bool prove_hashes(void)
{
    return prove_inputs(
        ddds_application_peppol(),
        "$ORIGIN participant.sml.prod.tech.peppol.org.\n$TTL 60\n"
        "@ SOA ns h 1 60 60 60 60\n"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.a NAPTR 1 1 "
        "\"u\" \"Meta:SMP\" \"!.*!x:!\" .\n",
        "a::[0-9]{9}", 2);
}

/* ---- Constants ---------------------------------------------------------- */

static bool name_things(void)
{
    unsigned long before = fault_count();
    fault_demand(
        ddds_check_code_find("L101") != NULL && ddds_check_code_at(0) != NULL &&
            ddds_severity_text(DDDS_ERROR) != NULL && fault_count() == before,
        "names without an allocation");
    return true;
}

int main(void)
{
    static const struct fault_case cases[] = {
        {"file", check_file, 0},
        {"text", check_text, 0},
        {"corrections of a zone", correct_zone, 0},
        {"live records", check_live, 0},
        {"proof of a set", prove_set, 0},
        {"comparison", compare_proofs, 0},
        {"proof of realms", prove_realms, 0},
        {"proof of hashes", prove_hashes, 0},
        {"constants", name_things, 0},
    };
    misbehave_start(&server);
    find_enough();
    make_compared();
    fault_run(cases, sizeof cases / sizeof *cases, NULL, NULL);
    free_compared();
    misbehave_stop(&server);
    return 0;
}
