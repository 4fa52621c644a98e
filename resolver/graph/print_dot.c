/* Graphs in DOT, the language of graphviz.
 *
 * Data from DNS is printed as printable characters in quoted strings. Quotes
 * and backslashes are escaped with a backslash, ampersands are written as
 * entities. So data cannot end a string, and graphviz replaces nothing in it.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "graph/graph_label.h"

/* Write a label with |margin| around every line. */
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

/* Appearance of nodes. Colour is never the only sign: problems have "!",
 * passed-over rules are dashed, chosen rules are thick. Light fills with black
 * text look the same on light and dark pages. */
struct graph_look {
    const char *fill;
    const char *line;
    const char *style; /* in addition to filled */
};

static const struct graph_look wrong = {"#ffebe9", "#a40e26", ",bold"};
static const struct graph_look outside = {"#f6f8fa", "#57606a", ",dashed"};

static const struct {
    const char *name;
    struct graph_look look;
} shapes[] = {
    [GRAPH_INPUT] = {"oval", {"#ffffff", "#24292f", ""}},
    [GRAPH_KEY] = {"box", {"#ddf4ff", "#0550ae", ""}},
    [GRAPH_SERVERS] = {"cylinder", {"#dafbe1", "#116329", ""}},
    [GRAPH_HOST] = {"box3d", {"#dafbe1", "#116329", ""}},
    [GRAPH_TARGETS] = {"cylinder", {"#fff8c5", "#7d4e00", ""}},
    [GRAPH_URI] = {"note", {"#fff8c5", "#7d4e00", ""}},
    [GRAPH_PROTOCOL] = {"hexagon", {"#fbefff", "#6639ba", ""}},
    [GRAPH_UUID] = {"note", {"#fff8c5", "#7d4e00", ""}},
    [GRAPH_PATTERN] = {"parallelogram", {"#f6f8fa", "#24292f", ""}},
    [GRAPH_NOWHERE] = {"octagon", {"#ffffff", "#57606a", ",dashed"}},
};

static const char legend[] =
    "S cylinder, A box with depth, U note, P hexagon; parallelogram: depends "
    "on the input; thick: chosen; dashed: passed over or unknown; !: problem";

static void print_node(FILE *out, const struct graph *graph, size_t number)
{
    const struct graph_node *node = &graph->nodes[number];
    const struct graph_look *look = node->problem != NULL ? &wrong
                                    : node->is_outside
                                        ? &outside
                                        : &shapes[node->shape].look;
    char *label = graph_node_label(node);
    fprintf(out, "  n%zu [shape=%s, style=\"filled%s%s\", ", number,
            shapes[node->shape].name,
            node->shape == GRAPH_KEY ? ",rounded" : "", look->style);
    /* These shapes have enough space at their corners. */
    if (node->shape == GRAPH_PATTERN || node->shape == GRAPH_NOWHERE) {
        fputs("margin=0, ", out);
    }
    fprintf(out, "fillcolor=\"%s\", color=\"%s\", label=", look->fill,
            look->line);
    put_string(out, label, "");
    fputs("];\n", out);
    free(label);
}

static void print_edge(FILE *out, const struct graph *graph,
                       const struct graph_edge *edge)
{
    static const struct {
        const char *color;
        const char *style;
        const char *width;
    } trails[] = {
        [GRAPH_CHOSEN] = {"#116329", "solid", "2.5"},
        [GRAPH_POSSIBLE] = {"#24292f", "solid", "1.2"},
        [GRAPH_PASSED_OVER] = {"#57606a", "dashed", "1.2"},
    };
    char *label = graph_edge_label(graph, edge);
    const char *color =
        edge->problem != NULL ? wrong.line : trails[edge->trail].color;
    fprintf(out,
            "  n%zu -> n%zu [style=%s, penwidth=%s, color=\"%s\", "
            "fontcolor=\"%s\", label=",
            edge->from, edge->to, trails[edge->trail].style,
            trails[edge->trail].width, color, color);
    put_string(out, label, "  ");
    fputs("];\n", out);
    free(label);
}

/* Invisible points and edges separate the rows. They come first, because dot
 * starts with them and breaks loops accordingly. */
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
    put_string(out, legend, "");
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
