/* ddds graph: walks, or whole zones, as a picture.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "graph.h"
#include "input_job.h"
#include "options.h"
#include "render.h"
#include "source.h"

struct drawing {
    const struct options *options;
    struct graph graph;
    struct inputs inputs;
    struct batch batch;
    int status;
};

/* ---- Walks ------------------------------------------------------------- */

static bool take(void *context, struct job *job)
{
    return input_job_take(&((struct drawing *)context)->inputs, job);
}

static void show(void *context, struct job *job)
{
    struct drawing *drawing = context;
    if (job->resolution == NULL) {
        input_job_complain(job);
        drawing->status =
            worse_exit(drawing->status, exit_of_status(job->error.status));
    } else if (ddds_resolution_status(job->resolution) != DDDS_OK) {
        drawing->graph.has_failed = true;
    } else {
        graph_add_walk(&drawing->graph,
                       ddds_resolution_result(job->resolution));
    }
}

static void add_walks(struct drawing *drawing, ddds_database *database)
{
    const struct options *options = drawing->options;
    drawing->batch = (struct batch){
        .database = database,
        .width = options->jobs,
        .item_size = sizeof(struct input_job),
        .has_seed = options->has_seed,
        .seed = options->seed,
        .take = take,
        .show = show,
        .context = drawing,
    };
    inputs_begin(&drawing->inputs, options);
    drawing->graph.has_failed |= !batch_run(&drawing->batch);
    drawing->status = worse_exit(drawing->status, drawing->inputs.status);
    graph_finish(&drawing->graph);
}

/* ---- Zones ------------------------------------------------------------- */

/* Whose flags they are is not said; for those of RFC 3404 it does not matter
 * whether of URNs or of URIs. */
static void add_zones(struct drawing *drawing, ddds_database *database)
{
    const struct ddds_application *application = drawing->options->application;
    graph_add_zones(&drawing->graph, database,
                    application != NULL ? application : &ddds_application_uri);
    graph_finish(&drawing->graph);
    graph_mark_loops(&drawing->graph);
}

/* ---- Drawing ----------------------------------------------------------- */

static int refuse_memory(void)
{
    complain("out of memory");
    return EXIT_OWN_FAILURE;
}

static int draw_svg(const struct graph *graph)
{
    FILE *source = tmpfile();
    if (source == NULL) {
        complain("a temporary file cannot be made: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    int status =
        print_dot(source, graph) ? render_svg(source) : refuse_memory();
    fclose(source);
    return status;
}

static int draw(const struct drawing *drawing)
{
    if (drawing->graph.has_failed) {
        return refuse_memory();
    }
    if (drawing->graph.node_count == 0) {
        return EXIT_FOUND; /* what was refused has been told */
    }
    switch (drawing->options->format) {
    case FORMAT_SVG:
        return draw_svg(&drawing->graph);
    case FORMAT_MERMAID:
        print_mermaid(stdout, &drawing->graph);
        return EXIT_FOUND;
    default:
        return print_dot(stdout, &drawing->graph) ? EXIT_FOUND
                                                  : refuse_memory();
    }
}

static int graph(const struct options *options)
{
    struct drawing drawing = {.options = options};
    bool has_inputs = options->input_count > 0 || options->input_file_count > 0;
    if (!has_inputs && options->zone_count == 0) {
        complain("nothing to draw: give inputs, for their walks, or --zone "
                 "FILE, for all that is in it; ddds graph --help says more");
        return EXIT_USAGE;
    }
    if (input_job_is_mistyped(options)) {
        return EXIT_USAGE;
    }
    ddds_database *database = source_open(options, &drawing.status);
    if (database == NULL) {
        return drawing.status;
    }
    drawing.status = EXIT_FOUND;
    graph_begin(&drawing.graph);
    if (has_inputs) {
        add_walks(&drawing, database);
    } else {
        add_zones(&drawing, database);
    }
    int status = worse_exit(drawing.status, draw(&drawing));
    graph_clear(&drawing.graph);
    ddds_database_free(database);
    return status;
}

int command_graph(int count, char **arguments)
{
    return options_run(COMMAND_GRAPH, count, arguments, graph);
}
