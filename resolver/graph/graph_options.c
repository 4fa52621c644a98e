/* SPDX-License-Identifier: MIT */
#include "graph/graph_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"
#include "cli/values.h"

#define SETS(what) .member = offsetof(struct graph_options, what)
#define AT(member) offsetof(struct graph_line, member)

static const struct option_choice formats[] = {
    {"dot", ALL_COMMANDS, GRAPH_DOT},
    {"svg", ALL_COMMANDS, GRAPH_SVG},
    {NULL, ALL_COMMANDS, 0},
};

static int read_depth(void *group, const struct option_use *use)
{
    struct graph_options *graph = group;
    uint64_t depth = 0;
    int status =
        value_number(use->spelling, use->value, 0, use->row->number, &depth);
    graph->depth = (unsigned)depth;
    return status;
}

static const struct option_row parts[] = {
    OPTION_HEADING(COMMAND_GRAPH, "Part of the picture"),
    OPTION_VALUE("inputs", 0, "SET", COMMAND_GRAPH,
                 "the classes of all inputs that match the expression SET, in "
                 "zone files; repeatable",
                 read_word, SETS(sets), .is_kept = true),
    OPTION_VALUE("key", 0, "NAME", COMMAND_GRAPH,
                 "only what this key of the zones leads to; repeatable",
                 read_word, SETS(keys), .is_kept = true),
    OPTION_VALUE(
        "depth", 0, "N", COMMAND_GRAPH,
        "at most N delegations from the first keys", read_depth, SETS(depth),
        .given = offsetof(struct graph_options, has_depth), .number = 1000000),
    OPTION_VALUE("max-edges", 0, "N", COMMAND_GRAPH,
                 "edges at most (dot: 5000, svg: 1000)", read_count,
                 SETS(max_edges), .number = 10000000),
};

static const struct option_row outputs[] = {
    OPTION_VALUE("format", 0, "FORMAT", COMMAND_GRAPH, "", read_choice,
                 SETS(format), .choices = formats, .has_default = true),
};

static const struct option_rows part_rows = OPTION_ROWS(parts);
static const struct option_rows graph_rows = OPTION_ROWS(outputs);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&batch_rows, AT(common.batch)},
    {&part_rows, AT(graph)},
    {&output_heading_rows, 0},
    {&graph_rows, AT(graph)},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

const struct option_set graph_options = {
    .groups = groups,
    .size = sizeof(struct graph_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = resolver_line_complete,
    .clear = resolver_line_clear,
};
