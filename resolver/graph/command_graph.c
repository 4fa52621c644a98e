/* ddds graph: draw walks or whole zones.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/check.h>
#include <ddds/ddds.h>

#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "graph/graph.h"
#include "batch/batch.h"
#include "batch/hints.h"
#include "batch/set_proof.h"
#include "graph/graph_options.h"
#include "graph/render.h"
#include "zones/rule_source.h"
#include "zones/zone_sources.h"

struct drawing {
    const struct graph_line *options;
    struct graph graph;
    struct batch batch;
    int status;
};

/* ---- Walks ------------------------------------------------------------- */

static int add_walk(void *context, const struct batch_job *job)
{
    struct drawing *drawing = context;
    if (job->resolution == NULL) {
        return batch_refuse(&drawing->batch, job);
    }
    const struct ddds_result *result = ddds_resolution_result(job->resolution);
    graph_add_walk(&drawing->graph, result, NULL);
    return exit_of_reason(result->reason);
}

static void add_walks(struct drawing *drawing, ddds_database *database)
{
    drawing->batch = (struct batch){
        .options = &drawing->options->common,
        .database = database,
        .show = add_walk,
        .context = drawing,
    };
    batch_run(&drawing->batch);
    drawing->status = batch_end(&drawing->batch);
    graph_finish(&drawing->graph);
}

/* ---- Classes ------------------------------------------------------------- */

/* Draw the walk of the witness for all inputs of |class|, with their number at
 * its edges. Return the exit status. */
static int add_class(struct drawing *drawing, ddds_database *database,
                     const struct ddds_application *application,
                     const struct ddds_proof_class *class)
{
    struct graph *graph = &drawing->graph;
    const char *count = class->count != NULL ? class->count
                        : class->is_infinite ? "infinitely many"
                                             : "many";
    size_t input = graph_node(graph, GRAPH_INPUT,
                              class->key != NULL ? class->key : class->witness);
    graph_add_fact(graph, input, "inputs: %s", count);
    if (class->inputs != NULL) {
        graph_add_fact(graph, input, "/%s/", class->inputs);
    }
    ddds_resolution *resolution =
        ddds_resolve(database, application, class->witness,
                     &drawing->options->common.request.resolving, NULL);
    if (resolution != NULL) {
        graph_add_walk(graph, ddds_resolution_result(resolution), count);
    }
    ddds_resolution_free(resolution);
    if (class->status == DDDS_PROOF_UNKNOWN) {
        graph_blame_node(graph, input, "unknown: %s", class->because);
        return EXIT_TEMPORARY;
    }
    if (class->status == DDDS_PROOF_BAD_INPUT) {
        graph_blame_node(graph, input, "not accepted");
        return EXIT_USAGE;
    }
    if (class->reason != DDDS_REASON_RESOLVED) {
        graph_blame_node(graph, input, "%s", ddds_reason_name(class->reason));
    }
    return exit_of_reason(class->reason);
}

static void add_sets(struct drawing *drawing, ddds_database *database)
{
    const struct given_words *sets = &drawing->options->graph.sets;
    for (size_t i = 0; i < sets->count; i++) {
        const struct ddds_proof_class *class;
        int status = EXIT_FOUND;
        ddds_proof *proof = set_prove(database, &drawing->options->common,
                                      sets->items[i], &status);
        const bool is_refused = status != EXIT_FOUND;
        for (size_t k = 0;
             !is_refused && (class = ddds_proof_class_at(proof, k)) != NULL;
             k++) {
            status = worse_exit(status, add_class(drawing, database,
                                                  ddds_proof_application(proof),
                                                  class));
        }
        ddds_proof_free(proof);
        drawing->status = worse_exit(drawing->status, status);
    }
    graph_finish(&drawing->graph);
}

/* ---- Zones ------------------------------------------------------------- */

/* Without --app, interpret flags as RFC 3404 defines them for URNs and URIs. */
static void add_zones(struct drawing *drawing, ddds_database *database)
{
    const struct ddds_application *application =
        drawing->options->common.request.application;
    graph_add_zones(&drawing->graph, database,
                    application != NULL ? application : ddds_application_uri());
    if (drawing->graph.node_count == 0) {
        complain("--zone: no NAPTR records to draw");
        graph_node(&drawing->graph, GRAPH_NOWHERE, "no NAPTR records");
    }
    graph_finish(&drawing->graph);
    graph_mark_loops(&drawing->graph);
}

/* ---- Findings ---------------------------------------------------------- */

static void add_finding(void *context, const struct ddds_finding *finding)
{
    graph_add_finding(context, finding);
}

/* Check |file| alone; the graph shows how files connect. */
static void check_zone(struct drawing *drawing, const struct zone_file *file)
{
    const struct ddds_check_options options = {
        .size = sizeof options,
        .application = drawing->options->common.request.application};
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    ddds_check *check = ddds_check_new(&options, NULL);
    ddds_check_file(check, file->path, &file->reading, NULL);
    ddds_check_report(check, add_finding, &drawing->graph, &summary, NULL);
    ddds_check_free(check);
}

/* List the files again, silently, since all was reported before. */
static void check_zones(struct drawing *drawing)
{
    struct zone_files files = {
        .reading = drawing->options->common.source.reading,
    };
    struct ddds_error error;
    int status = zone_sources_list(&drawing->options->common.source,
                                   SOURCE_SILENT, &files, &error);
    for (size_t i = 0; i < files.count && status == EXIT_FOUND; i++) {
        if (strcmp(files.items[i].path, "-") != 0 &&
            files.items[i].unread == NULL &&
            zone_files_other_view(&files, &files.items[i]) == NULL) {
            check_zone(drawing, &files.items[i]);
        }
    }
    zone_files_clear(&files);
}

/* ---- Unreadable records ------------------------------------------------- */

static void add_unreadable(void *context, const struct ddds_record *record,
                           const struct ddds_error *error)
{
    struct drawing *drawing = context;
    complain("%s%s; not drawn", error->detail, advice_on(error->setting));
    graph_add_unreadable(&drawing->graph, record, error->detail);
}

/* Open the rules. Only drawings of whole zones tolerate unreadable records. */
static ddds_database *open_source(struct drawing *drawing, bool has_inputs)
{
    struct resolver_line options = drawing->options->common;
    if (!has_inputs) {
        options.source.unreadable = add_unreadable;
        options.source.unreadable_context = drawing;
    }
    if (drawing->options->graph.sets.count > 0) {
        options.source.broken = BROKEN_UNKNOWN;
    }
    return source_open(&options, &drawing->status);
}

/* ---- Extent ------------------------------------------------------------ */

/* Limit on the edges. A larger picture is unreadable; and dot needs seconds to
 * lay out a thousand edges. */
static size_t most_edges(const struct graph_line *options)
{
    if (options->graph.max_edges > 0) {
        return options->graph.max_edges;
    }
    return options->graph.format == GRAPH_SVG ? 1000 : 5000;
}

/* Find the node of the key |name|, given with --key. */
static int find_key(const struct graph *graph, const char *name, size_t *node)
{
    char key[DDDS_NAME_SIZE];
    struct ddds_error error;
    if (ddds_name_parse_idn(name, key, &error) != DDDS_OK) {
        complain("--key: %s", error.detail);
        return EXIT_USAGE;
    }
    if (!graph_find_key(graph, key, node) || graph->nodes[*node].count == 0) {
        complain("--key: the zones have no NAPTR records at %s", name);
        return EXIT_NOT_FOUND;
    }
    return EXIT_FOUND;
}

static int find_keys(const struct drawing *drawing, size_t *starts)
{
    int status = EXIT_FOUND;
    for (size_t i = 0; i < drawing->options->graph.keys.count; i++) {
        status =
            worse_exit(status, find_key(&drawing->graph,
                                        drawing->options->graph.keys.items[i],
                                        &starts[i]));
    }
    return status;
}

/* Report the extent, also in the picture, if not all is drawn. */
static void tell_extent(struct drawing *drawing,
                        const struct graph_extent *extent)
{
    struct graph *graph = &drawing->graph;
    bool has_inputs = drawing->options->graph.sets.count > 0 ||
                      drawing->options->common.words.input_count > 0 ||
                      drawing->options->common.batch.input_files.count > 0;
    const char *how = has_inputs ? "--depth or fewer inputs draw a part"
                                 : "--key or --depth draws a part";
    char text[256];
    snprintf(text, sizeof text,
             "%zu of %zu edges and %zu of %zu keys are drawn", extent->edges,
             extent->all_edges, extent->keys, extent->all_keys);
    complain("%s; %s, --max-edges N more", text, how);
    size_t note = graph_new_node(graph, GRAPH_NOWHERE, text);
    graph_add_fact(graph, note, "%s,", how);
    graph_add_fact(graph, note, "--max-edges N more");
}

/* Hide nodes beyond the requested part or limit. Return an exit status. */
static int choose_part(struct drawing *drawing)
{
    const struct graph_options *options = &drawing->options->graph;
    size_t *starts = calloc(options->keys.count + 1, sizeof *starts);
    struct graph_extent extent;
    struct graph_part part = {
        .starts = options->keys.count > 0 ? starts : NULL,
        .start_count = options->keys.count,
        .depth = options->has_depth ? options->depth : SIZE_MAX - 1,
        .most_edges = most_edges(drawing->options),
    };
    int status = find_keys(drawing, starts);
    if (status == EXIT_FOUND) {
        graph_draw_part(&drawing->graph, &part, &extent);
        if (extent.edges < extent.all_edges) {
            tell_extent(drawing, &extent);
        }
    }
    free(starts);
    return status;
}

/* ---- Drawing ----------------------------------------------------------- */

static int draw_svg(const struct graph *graph)
{
    FILE *source = tmpfile();
    if (source == NULL) {
        complain("cannot create a temporary file: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    print_dot(source, graph);
    int status = render_svg(source);
    fclose(source);
    return status;
}

static int draw(const struct drawing *drawing)
{
    if (drawing->graph.node_count == 0) {
        return EXIT_FOUND; /* errors have been reported */
    }
    if (drawing->options->graph.format == GRAPH_SVG) {
        return draw_svg(&drawing->graph);
    }
    print_dot(stdout, &drawing->graph);
    return EXIT_FOUND;
}

int command_graph(const void *given)
{
    const struct graph_line *options = given;
    struct drawing drawing = {.options = options};
    bool has_sets = options->graph.sets.count > 0;
    bool has_inputs = has_sets || options->common.words.input_count > 0 ||
                      options->common.batch.input_files.count > 0;
    bool has_zones = options->common.source.zones.count > 0 ||
                     options->common.source.configurations.count > 0;
    if (!has_inputs && !has_zones) {
        complain(
            "nothing to draw: give inputs to draw their walks, or --zone FILE "
            "to draw the whole zone; see ddds graph --help");
        return EXIT_USAGE;
    }
    if (has_inputs && options->graph.keys.count > 0) {
        complain("--key is for pictures of zones, without inputs");
        return EXIT_USAGE;
    }
    if (has_sets && (options->common.words.input_count > 0 ||
                     options->common.batch.input_files.count > 0)) {
        complain("--inputs SET stands for the inputs");
        return EXIT_USAGE;
    }
    if (hint_refuses(&options->common)) {
        return EXIT_USAGE;
    }
    graph_begin(&drawing.graph);
    ddds_database *database = open_source(&drawing, has_inputs);
    if (database == NULL) {
        graph_clear(&drawing.graph);
        return drawing.status;
    }
    drawing.status = EXIT_FOUND;
    if (has_sets) {
        add_sets(&drawing, database);
    } else if (has_inputs) {
        add_walks(&drawing, database);
    } else {
        add_zones(&drawing, database);
    }
    check_zones(&drawing);
    int status = choose_part(&drawing);
    status = worse_exit(drawing.status,
                        status == EXIT_FOUND ? draw(&drawing) : status);
    graph_clear(&drawing.graph);
    ddds_database_free(database);
    return status;
}
