/* SPDX-License-Identifier: MIT */
#include "serve/answer/task.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/check.h>
#include <ddds/ddds.h>
#include <ddds/prove.h>

#include "lint/print_lint.h"
#include "print/json_members.h"
#include "serve/answer/drawn.h"
#include "serve/answer/resolved.h"
#include "text/text_stream.h"
#include "uuid/uuid_table.h"

/* Limits on a client's zone: records made by $GENERATE, and findings shown for
 * each code. Texts cannot use $INCLUDE. */
enum { MOST_GENERATED = 1024, MOST_FINDINGS = 100 };

/* Limit on the states of a proof, a tenth of the tool's. */
enum { MOST_STATES = 200000 };

static const char NO_ZONE[] =
    "the zone is missing: send it as the body, text/dns, or as the parameter "
    "\"zone\" of a form";

static void refuse(const struct ask *ask, struct answer *answer,
                   const char *detail)
{
    answer_problem(ask, answer, 400, "BAD_OPTION", detail, NULL);
}

/* Report the fault in a client's zone. */
static void refuse_zone(const struct ask *ask, struct answer *answer,
                        const struct ddds_error *error)
{
    bool is_option = error->status == DDDS_BAD_OPTION;
    answer_problem(ask, answer, is_option ? 400 : 422,
                   is_option                         ? "BAD_OPTION"
                   : error->status == DDDS_LIMIT     ? "LIMIT"
                   : error->status == DDDS_NO_MEMORY ? "NO_MEMORY"
                                                     : "BAD_ZONE",
                   error->detail, NULL);
}

static struct ddds_zone_options zone_options(const struct ask *ask)
{
    struct ddds_zone_options options = DDDS_ZONE_OPTIONS_INIT;
    options.origin = parameters_text(&ask->parameters, "origin");
    options.max_generated = MOST_GENERATED;
    return options;
}

/* ---- lint --------------------------------------------------------------- */

static void keep_finding(void *context, const struct ddds_finding *finding)
{
    json_array_append_new(context, make_finding_json(finding));
}

/* Check the zone; pass findings to |keep|. On failure answer, and return
 * false. */
static bool check_zone(const struct ask *ask, struct answer *answer,
                       ddds_finding_fn *keep, void *context,
                       struct ddds_check_summary *summary)
{
    struct ddds_error error;
    const char *sample = parameters_text(&ask->parameters, "input");
    const struct ddds_zone_options reading = zone_options(ask);
    struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
    options.most_findings = MOST_FINDINGS;
    if (ask->route == ROUTE_LINT && sample != NULL) {
        options.inputs = &sample;
        options.input_count = 1;
    }
    options.application =
        ddds_application_find(parameters_text(&ask->parameters, "app"));
    ddds_check *check = ddds_check_new(&options, &error);
    bool is_done =
        check != NULL &&
        ddds_check_text(check, "zone", ask->zone, ask->zone_length, &reading,
                        &error) == DDDS_OK &&
        ddds_check_report(check, keep, context, summary, &error) == DDDS_OK;
    ddds_check_free(check);
    if (!is_done) {
        refuse_zone(ask, answer, &error);
    }
    return is_done;
}

static void lint(const struct ask *ask, struct answer *answer)
{
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    json_t *findings = json_array();
    if (ask->zone == NULL) {
        refuse(ask, answer, NO_ZONE);
    } else if (check_zone(ask, answer, keep_finding, findings, &summary)) {
        answer_document(ask, answer,
                        make_lint_json(findings, json_array(), &summary));
        return;
    }
    json_decref(findings);
}

/* ---- Resolutions -------------------------------------------------------- */

static ddds_database *load_zone(const struct ask *ask, struct answer *answer)
{
    struct ddds_error error;
    const struct ddds_zone_options options = zone_options(ask);
    ddds_database *database = ddds_memory_new(&error);
    if (database != NULL &&
        ddds_memory_load_text(database, "zone", ask->zone, ask->zone_length,
                              &options, &error) == DDDS_OK) {
        return database;
    }
    refuse_zone(ask, answer, &error);
    ddds_database_free(database);
    return NULL;
}

static void resolve(const struct ask *ask, const struct ddds_options *base,
                    struct answer *answer)
{
    struct resolving resolving;
    if (!resolving_read(ask, base, &resolving, answer)) {
        return;
    }
    ddds_database *database = load_zone(ask, answer);
    if (database == NULL) {
        return;
    }
    ddds_resolution *resolution =
        resolving_new(&resolving, ask, database, answer);
    if (resolution != NULL) {
        ddds_resolution_start(resolution, NULL, NULL);
        answer_result(ask, ddds_resolution_result(resolution), answer);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

/* ---- Proofs ------------------------------------------------------------- */

/* Report why there is no proof: a set or a property that cannot be read. */
static void refuse_proof(const struct ask *ask, struct answer *answer,
                         const struct ddds_error *error)
{
    bool is_short = error->status == DDDS_NO_MEMORY;
    answer_problem(ask, answer, is_short ? 503 : 400,
                   is_short                      ? "NO_MEMORY"
                   : error->status == DDDS_LIMIT ? "LIMIT"
                                                 : "BAD_OPTION",
                   error->detail, NULL);
}

/* Decide all parameters "that". Return the JSON of the proof, or NULL. */
static const char *decide(const struct ask *ask, ddds_proof *proof,
                          struct ddds_error *error)
{
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (strcmp(parameter->name, "that") == 0 &&
            parameter->value[0] != '\0' &&
            ddds_proof_check(proof, parameter->value, error) == NULL) {
            return NULL;
        }
    }
    return ddds_proof_json(proof, 0, error);
}

/* Return the JSON of |proof|, which |text| has; for a page, which shows counts as
 * texts, infinite ones are no longer null. */
static json_t *read_proof(const struct ask *ask, const ddds_proof *proof,
                          const char *text)
{
    const struct ddds_proof_class *class;
    json_t *document = json_loads(text, 0, NULL);
    json_t *classes = json_object_get(document, "classes");
    for (size_t i = 0; ask->media != MEDIA_JSON &&
                       (class = ddds_proof_class_at(proof, i)) != NULL;
         i++) {
        if (class->is_infinite) {
            put_string(json_array_get(classes, i), "count", "infinitely many");
            put_string(document, "inputs", "infinitely many");
        }
    }
    return document;
}

static void prove(const struct ask *ask, const struct ddds_options *base,
                  struct answer *answer)
{
    const struct parameters *parameters = &ask->parameters;
    struct ddds_options request = *base;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    struct ddds_error error;
    const char *text = NULL;
    if (ask->zone == NULL) {
        refuse(ask, answer, NO_ZONE);
        return;
    }
    ddds_database *database = load_zone(ask, answer);
    if (database == NULL) {
        return;
    }
    request.near = request.own_hosts = NULL;
    request.services = parameters_text(parameters, "service");
    request.protocols = parameters_text(parameters, "protocol");
    options.request = &request;
    options.max_states = MOST_STATES;
    ddds_proof *proof = ddds_prove(
        database, ddds_application_find(parameters_text(parameters, "app")),
        parameters_text(parameters, "set"), &options, &error);
    if (proof == NULL || (text = decide(ask, proof, &error)) == NULL) {
        refuse_proof(ask, answer, &error);
    } else {
        answer_document(ask, answer, read_proof(ask, proof, text));
    }
    ddds_proof_free(proof);
    ddds_database_free(database);
}

/* ---- graph -------------------------------------------------------------- */

static void add_finding(void *context, const struct ddds_finding *finding)
{
    graph_add_finding(context, finding);
}

/* Draw the graph of the whole zone. */
static void draw(const struct ask *ask, struct answer *answer)
{
    struct graph graph;
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    ddds_database *database = load_zone(ask, answer);
    if (database == NULL) {
        return;
    }
    const struct ddds_application *application =
        ddds_application_find(parameters_text(&ask->parameters, "app"));
    graph_begin(&graph);
    graph_add_zones(&graph, database,
                    application != NULL ? application : ddds_application_uri());
    graph_finish(&graph);
    graph_mark_loops(&graph);
    if (check_zone(ask, answer, add_finding, &graph, &summary)) {
        answer_graph(ask, &graph, answer);
    }
    graph_clear(&graph);
    ddds_database_free(database);
}

/* ---- uuid --------------------------------------------------------------- */

/* Join the values of all parameters "uuid", each on a line; allocated. */
static char *join_uuids(const struct ask *ask)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (strcmp(parameter->name, "uuid") == 0) {
            fprintf(out, "%s\n", parameter->value);
        }
    }
    fclose(out);
    return text;
}

/* Split |text| at blanks. Return the number of words, |most| + 1 if there are
 * more. "-" is skipped, because it would mean standard input. */
static size_t split_words(char *text, const char *words[], size_t most)
{
    static const char blanks[] = " \t\r\n";
    size_t count = 0;
    while (*(text += strspn(text, blanks)) != '\0' && count <= most) {
        char *end = text + strcspn(text, blanks);
        bool is_input = end == text + 1 && *text == '-';
        *end = '\0'; /* the text ends with a newline */
        if (!is_input) {
            words[count++] = text;
        }
        text = end + 1;
    }
    return count;
}

/* Answer with the fields of the |count| UUIDs at |items|. */
static void answer_uuids(const struct ask *ask, struct answer *answer,
                         const char *const *items, size_t count)
{
    struct uuid_table table;
    struct uuid_words words;
    uuid_table_begin(&table);
    (void)uuid_table_choose(&table, "+VERSION,SEQ,NODE,URN,INT,OID,NOTE,ERROR");
    table.forms = UUID_READ_FORMS;
    words_begin(&words, items, count);
    answer_document(ask, answer, uuid_table_make(&table, &words));
}

static void parse_uuids(const struct ask *ask, struct answer *answer)
{
    const char *items[PARAMETERS_MOST + 1];
    char *text = join_uuids(ask);
    size_t count = split_words(text, items, PARAMETERS_MOST);
    if (count == 0) {
        refuse(ask, answer, "the parameter \"uuid\" is missing");
    } else if (count > PARAMETERS_MOST) {
        answer_problem(ask, answer, 413, "LIMIT",
                       "too many UUIDs; the maximum is 64", NULL);
    } else {
        answer_uuids(ask, answer, items, count);
    }
    free(text);
}

void task_answer(const struct ask *ask, const struct ddds_options *base,
                 struct answer *answer)
{
    switch (ask->route) {
    case ROUTE_LINT:
        lint(ask, answer);
        break;
    case ROUTE_PROVE:
        prove(ask, base, answer);
        break;
    case ROUTE_REWRITE:
        task_rewrite(ask, answer);
        break;
    case ROUTE_UUID:
        parse_uuids(ask, answer);
        break;
    case ROUTE_GRAPH:
        if (parameters_text(&ask->parameters, "input") == NULL) {
            draw(ask, answer);
            break;
        }
        resolve(ask, base, answer);
        break;
    default:
        resolve(ask, base, answer);
        break;
    }
    /* The zone is one client's, so do not cache the answer. */
    answer->is_cacheable = false;
}
