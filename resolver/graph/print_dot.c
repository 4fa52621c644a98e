/* Graphs in DOT, the language of graphviz.
 *
 * All data from DNS is printed as printable characters in quoted strings.
 * Quotes and backslashes are escaped with a backslash and ampersands are
 * written as entities. So data cannot end a string and graphviz replaces
 * nothing in it.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "graph/graph_label.h"

/* Write a label; |margin| surrounds every line. */
static void put_string(FILE *out, const char *text, const char *margin)
{
    fprintf(out, "\"%s", margin);
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '\n':
            fprintf(out, "%s\\n%s", margin, margin);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
        case '\\':
            putc('\\', out);
            putc(*text, out);
            break;
        default:
            putc(*text, out);
        }
    }
    fprintf(out, "%s\"", margin);
}

static const char *shape_of(const struct graph_node *node)
{
    static const char *const shapes[] = {
        [GRAPH_INPUT] = "oval",       [GRAPH_KEY] = "box",
        [GRAPH_SERVERS] = "cylinder", [GRAPH_HOST] = "box3d",
        [GRAPH_URI] = "note",         [GRAPH_PROTOCOL] = "hexagon",
        [GRAPH_UUID] = "note",        [GRAPH_PATTERN] = "parallelogram",
        [GRAPH_TARGETS] = "cylinder", [GRAPH_NOWHERE] = "octagon",
    };
    return shapes[node->shape];
}

static void print_node(FILE *out, const struct graph *graph, size_t number)
{
    const struct graph_node *node = &graph->nodes[number];
    enum graph_look look = graph_look_of(node);
    const struct graph_paint *paint = &graph_paints[look];
    char *label = graph_node_label(node);
    fprintf(out, "  n%zu [shape=%s, style=\"filled%s%s%s\", ", number,
            shape_of(node), node->shape == GRAPH_KEY ? ",rounded" : "",
            paint->is_dashed ? ",dashed" : "",
            look == LOOK_WRONG ? ",bold" : "");
    /* Shapes with corners have enough space without a margin. */
    if (node->shape == GRAPH_PATTERN || node->shape == GRAPH_NOWHERE) {
        fputs("margin=0, ", out);
    }
    fprintf(out, "fillcolor=\"%s\", color=\"%s\", label=", paint->fill,
            paint->line);
    put_string(out, label, "");
    fputs("];\n", out);
    free(label);
}

static void print_edge(FILE *out, const struct graph *graph,
                       const struct graph_edge *edge)
{
    char *label = graph_edge_label(graph, edge);
    const char *color = graph_edge_color(edge);
    fprintf(out,
            "  n%zu -> n%zu [style=%s, penwidth=%s, color=\"%s\", "
            "fontcolor=\"%s\", label=",
            edge->from, edge->to,
            graph_edge_is_dashed(edge) ? "dashed" : "solid",
            graph_edge_is_thick(edge) ? "2.5" : "1.2", color, color);
    put_string(out, label, "  ");
    fputs("];\n", out);
    free(label);
}

/* Invisible points with invisible edges keep rows apart. They come first: dot
 * starts there, so it opens loops where they are meant to begin. */
static void print_rows(FILE *out, const struct graph *graph,
                       const struct graph_place *places)
{
    size_t rows = 0;
    for (size_t i = 0; i < graph->node_count; i++) {
        rows = places[i].row > rows ? places[i].row : rows;
    }
    for (size_t i = 0; i <= rows && graph->node_count > 1; i++) {
        fprintf(out, "  r%zu [shape=point, style=invis, width=0, height=0];\n",
                i);
    }
    for (size_t i = 0; i < graph->node_count && graph->node_count > 1; i++) {
        if (graph->nodes[i].is_hidden) {
            continue;
        }
        if (places[i].is_top) {
            fprintf(out, "  r%zu -> n%zu [style=invis, weight=0];\n",
                    places[i].row, i);
        }
        if (places[i].is_bottom && places[i].row < rows) {
            fprintf(out, "  n%zu -> r%zu [style=invis, weight=0];\n", i,
                    places[i].row + 1);
        }
    }
}

static const char head[] =
    "digraph ddds {\n"
    "  graph [rankdir=TB, ordering=out, bgcolor=\"white\", "
    "fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, "
    "fontcolor=\"#57606a\", nodesep=0.4, ranksep=0.6, label=";

static const char defaults[] =
    "];\n"
    "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, "
    "fontcolor=\"black\", margin=\"0.14,0.08\"];\n"
    "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, "
    "arrowsize=0.8];\n";

void print_dot(FILE *out, const struct graph *graph)
{
    struct graph_place *places = calloc(graph->node_count + 1, sizeof *places);
    graph_arrange(graph, places);
    fputs(head, out);
    put_string(out, graph_legend, "");
    fputs(defaults, out);
    print_rows(out, graph, places);
    for (size_t i = 0; i < graph->node_count; i++) {
        if (!graph->nodes[i].is_hidden) {
            print_node(out, graph, i);
        }
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        if (graph_is_drawn(graph, &graph->edges[i])) {
            print_edge(out, graph, &graph->edges[i]);
        }
    }
    fputs("}\n", out);
    free(places);
}
