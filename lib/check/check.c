/* A check from beginning to end.
 *
 * 1. Files are read one by one (intake/). Every record is kept. Record
 *    checks run on each NAPTR record as soon as it is read, problem checks
 *    on each line that cannot be read.
 * 2. When all files have been read, the records are sorted by owner
 *    (model/index.c), and the checks of sets, of zones and of everything
 *    run.
 * 3. The findings are sorted into the order of the files and handed over
 *    (report/finding.c).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "check/intake/corrections.h"
#include "base/sized.h"
#include "check/judge/expressions.h"
#include "check/judge/owner_visitors.h"
#include "check/keys/search.h"
#include "check/live/live_state.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/model/misuse.h"
#include "check/report/finding.h"
#include "base/domain.h"
#include "name/idna.h"

/* All groups of checks, in the order of their codes, with two exceptions. Syntax
 * follows the other checks of a record's text, and reports the faults that they
 * did not explain. Wildcards precede the checks of their strings. */
static const struct check_group *const groups[] = {
    &ddds_strings_group,     &ddds_record_fields_group, &ddds_names_group,
    &ddds_syntax_group,      &ddds_zones_group,         &ddds_delegations_group,
    &ddds_comments_group,    &ddds_expression_group,    &ddds_wildcards_group,
    &ddds_matching_group,    &ddds_rule_group,          &ddds_owners_group,
    &ddds_set_group,         &ddds_order_group,         &ddds_enum_keys_group,
    &ddds_sip_keys_group,    &ddds_services_group,      &ddds_servers_group,
    &ddds_times_group,       &ddds_schemes_group,       &ddds_graph_group,
    &ddds_portability_group, &ddds_uri_records_group,   NULL,
};

/* ---- The report ------------------------------------------------------- */

static void look_at_group(struct ddds_check *check,
                          const struct check_group *group)
{
    for (check_zone_fn *const *each = group->zones;
         each != NULL && *each != NULL; each++) {
        for (const struct checked_zone *zone = check->zones; zone != NULL;
             zone = zone->next) {
            (*each)(check, zone);
        }
    }
    for (check_all_fn *const *each = group->all; each != NULL && *each != NULL;
         each++) {
        (*each)(check);
    }
}

/* No two functions report the same code, so their order does not matter. */
static void look_at_sets(struct ddds_check *check)
{
    for (size_t i = 0; i < check->set_count; i++) {
        ddds_corrections_check_set(check, &check->sets[i]);
    }
}

static void summarize(const struct ddds_check *check,
                      struct ddds_check_summary *summary)
{
    *summary = (struct ddds_check_summary){
        .size = sizeof *summary,
        .omitted = check->findings->omitted,
    };
    for (const struct checked_zone *zone = check->zones; zone != NULL;
         zone = zone->next) {
        summary->files +=
            zone->server == NULL && (zone->records > 0 || zone->is_empty);
    }
    for (size_t i = 0; i < check->record_count; i++) {
        summary->records += check->records[i]->naptr != NULL;
    }
    for (size_t i = 0; i < check->set_count; i++) {
        summary->keys += i == 0 || strcmp(check->sets[i].owner,
                                          check->sets[i - 1].owner) != 0;
    }
    summary->queries = ddds_live_count(check->live);
    for (int i = 0; i < CHECK_CODES; i++) {
        summary->found[ddds_check_code_at((enum check_code)i)->severity] +=
            check->findings->counts[i];
    }
    for (const struct finding *each = check->findings->newest; each != NULL;
         each = each->next) {
        summary->found[ddds_check_code_at(each->code)->severity] += each->more;
        summary->omitted += each->more;
    }
}

/* Run the checks that need all records, once. False without memory. */
static bool run(struct ddds_check *check)
{
    check->is_reported = true;
    check->search_left = LIMIT_SEARCH_WORK + (uint64_t)check->record_count *
                                                 LIMIT_SEARCH_WORK_RECORD;
    if (!ddds_index_make(check) || !ddds_zone_lookup_begin(check)) {
        return false;
    }
    look_at_sets(check);
    for (const struct check_group *const *group = check->groups; *group != NULL;
         group++) {
        look_at_group(check, *group);
    }
    if (!check_has_failed(check)) {
        ddds_corrections_judge(check);
    }
    return !check_has_failed(check);
}

ddds_status ddds_check_report(ddds_check *check, ddds_finding_fn *finding,
                              void *context, struct ddds_check_summary *summary,
                              struct ddds_error *error)
{
    if (ddds_misuse_of_check(check, error)) {
        return DDDS_BAD_OPTION;
    }
    if (finding == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "there is no function that takes the findings");
    }
    struct ddds_check_summary own = DDDS_CHECK_SUMMARY_INIT;
    if (summary != NULL && !ddds_sized_fill(summary, &own, sizeof own)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the summary does not say its size: initialize "
                              "it with DDDS_CHECK_SUMMARY_INIT");
    }
    if (!run(check) ||
        !ddds_findings_hand_over(check->findings, finding, context)) {
        return ddds_error_no_memory(error);
    }
    if (summary != NULL) {
        summarize(check, &own);
        ddds_sized_fill(summary, &own, sizeof own);
    }
    return DDDS_OK;
}

/* ---- From begin to end ------------------------------------------------ */

/* Return true if |roots| are valid: a first well-known rule parses them. */
static bool are_roots(const char *roots, struct ddds_error *error)
{
    static const char urn[] = "urn:example:a";
    char aus[sizeof urn + 64];
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    const struct ddds_request request = {
        .input = urn, .length = sizeof urn - 1, .roots = roots};
    const struct ddds_application *application = ddds_application_urn();
    return application->first_well_known_rule(application, &request, &start,
                                              error) == DDDS_OK;
}

static ddds_status read_options(struct ddds_check *check,
                                const struct ddds_check_options *given,
                                struct ddds_error *error)
{
    struct ddds_error why;
    ddds_status status =
        ddds_sized_copy(given, &check->options, sizeof check->options,
                        "DDDS_CHECK_OPTIONS_INIT", error);
    if (status != DDDS_OK) {
        return status;
    }
    struct ddds_check_options *options = &check->options;
    if (options->application != NULL) {
        options->application = ddds_given_application_read(
            &check->application, options->application, error);
        if (options->application == NULL) {
            return DDDS_BAD_OPTION;
        }
        if (options->application == ddds_application_find("i-enum")) {
            /* judge/owner_strings.c handles the different first keys. */
            options->application = ddds_application_enum();
        }
    }
    if (options->origin != NULL) {
        check->has_origin = true;
        if (ddds_name_parse_idn(options->origin, check->origin, &why) !=
            DDDS_OK) {
            return ddds_error_set(error, DDDS_BAD_OPTION, why.offset,
                                  "origin: %s", why.detail);
        }
    }
    if (options->roots != NULL && !are_roots(options->roots, &why)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, why.offset, "%s",
                              why.detail);
    }
    if (options->most_findings > 0) {
        check->findings->most = options->most_findings;
    }
    for (size_t i = 0; i < options->ignored_count; i++) {
        const struct ddds_check_code *code =
            ddds_check_code_find(options->ignored[i]);
        if (code == NULL) {
            return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                  "\"%.40s\" is not a lint code",
                                  options->ignored[i]);
        }
        check->findings->is_ignored[code - ddds_check_code_at(0)] = true;
    }
    return DDDS_OK;
}

/* Start reading with an empty check. */
static void begin(struct ddds_check *check)
{
    size_t kept = offsetof(struct ddds_check, arena);
    memset((char *)check + kept, 0, sizeof *check - kept);
    ddds_arena_init(&check->scratch, check->scratch_memory,
                    sizeof check->scratch_memory);
    check->last_zone = &check->zones;
}

ddds_check *ddds_check_new(const struct ddds_check_options *options,
                           struct ddds_error *error)
{
    struct ddds_check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    check->groups = groups;
    check->findings = ddds_findings_new(&check->arena);
    check->expressions = ddds_expressions_new(&check->options, &check->lasting);
    begin(check);
    ddds_status status = check->findings == NULL || check->expressions == NULL
                             ? ddds_error_no_memory(error)
                             : read_options(check, options, error);
    if (status != DDDS_OK) {
        ddds_check_free(check);
        return NULL;
    }
    return check;
}

/* Free all records and their judgements. */
static void free_records(struct ddds_check *check)
{
    for (struct checked_zone *zone = check->zones; zone != NULL;
         zone = zone->next) {
        ddds_zonefile_free(zone->file);
    }
    ddds_live_free(check->live);
    ddds_database_free(check->lookup.database);
    ddds_owner_visitors_free(check->visitors);
    ddds_arena_free(&check->scratch);
    ddds_arena_free(&check->arena);
    free(check->sorted);
    free(check->sets);
    free(check->apexes);
}

/* Empty the caches of expressions and services. */
static void forget(struct ddds_check *check)
{
    ddds_expressions_reset(check->expressions);
    ddds_arena_free(&check->lasting);
    check->lasting.failed = false;
    check->remembered = 0;
}

void ddds_check_reset(ddds_check *check)
{
    if (check == NULL) {
        return;
    }
    free_records(check);
    check->remembered += check->record_count;
    if (check->remembered > LIMIT_REMEMBERED || check->lasting.failed ||
        !ddds_expressions_are_lasting(check->expressions)) {
        forget(check);
    }
    ddds_findings_reset(check->findings);
    begin(check);
}

void ddds_check_free(ddds_check *check)
{
    if (check == NULL) {
        return;
    }
    free_records(check);
    ddds_expressions_free(check->expressions);
    ddds_keys_free(check->searches);
    ddds_arena_free(&check->lasting);
    free(check->findings);
    free(check->records);
    free(check);
}
