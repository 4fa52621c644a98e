/* Graphs in the language of Mermaid.
 *
 * All data from DNS is printed in quoted strings. Letters, digits and a few
 * harmless signs are printed as they are, everything else as an entity, #NN;
 * with the code of the character. So data cannot end a string or begin HTML,
 * Markdown or a directive.
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph_label.h"
#include "text/printable.h"

static bool is_plain(char octet)
{
    return (octet >= '0' && octet <= '9') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= 'a' && octet <= 'z') || strchr(" ,.:+-/=@", octet) != NULL;
}

static void put_string(FILE *out, const char *text)
{
    size_t left = text != NULL ? strlen(text) : 0;
    uint32_t character;
    size_t size;
    putc('"', out);
    for (; left > 0; text += size, left -= size) {
        size = printable_decode(text, left, &character);
        if (*text == '\n') {
            fputs("<br/>", out);
        } else if (is_plain(*text)) {
            putc(*text, out);
        } else if (size > 0) {
            fprintf(out, "#%" PRIu32 ";", character);
        } else {
            fputs("#65533;", out); /* REPLACEMENT CHARACTER */
            size = 1;
        }
    }
    putc('"', out);
}

struct brackets {
    const char *open;
    const char *close;
};

static struct brackets brackets_of(const struct graph_node *node)
{
    static const struct brackets brackets[] = {
        [GRAPH_INPUT] = {"([", "])"},   [GRAPH_KEY] = {"(", ")"},
        [GRAPH_SERVERS] = {"[(", ")]"}, [GRAPH_HOST] = {"[[", "]]"},
        [GRAPH_URI] = {">", "]"},       [GRAPH_PROTOCOL] = {"{{", "}}"},
        [GRAPH_UUID] = {">", "]"},      [GRAPH_PATTERN] = {"[/", "/]"},
        [GRAPH_TARGETS] = {"[(", ")]"}, [GRAPH_NOWHERE] = {"[", "]"},
    };
    return brackets[node->shape];
}

static const char *const classes[] = {
    [LOOK_INPUT] = "input",     [LOOK_KEY] = "key",
    [LOOK_SERVERS] = "servers", [LOOK_HOST] = "host",
    [LOOK_URI] = "uri",         [LOOK_PROTOCOL] = "protocol",
    [LOOK_UUID] = "uuid",       [LOOK_PATTERN] = "pattern",
    [LOOK_NOWHERE] = "nowhere", [LOOK_OUTSIDE] = "outside",
    [LOOK_WRONG] = "wrong",
};

enum { LOOKS = sizeof classes / sizeof classes[0] };

static void print_node(FILE *out, const struct graph *graph, size_t number)
{
    const struct graph_node *node = &graph->nodes[number];
    struct brackets brackets = brackets_of(node);
    char *label = graph_node_label(node);
    fprintf(out, "  n%zu%s", number, brackets.open);
    put_string(out, label);
    fprintf(out, "%s:::%s\n", brackets.close, classes[graph_look_of(node)]);
    free(label);
}

static void print_edge(FILE *out, const struct graph *graph,
                       const struct graph_edge *edge)
{
    char *label = graph_edge_label(graph, edge);
    const char *arrow = graph_edge_is_dashed(edge)  ? "-.->"
                        : graph_edge_is_thick(edge) ? "==>"
                                                    : "-->";
    fprintf(out, "  n%zu %s|", edge->from, arrow);
    put_string(out, label);
    fprintf(out, "| n%zu\n", edge->to);
    free(label);
}

static void print_classes(FILE *out, const struct graph *graph)
{
    bool is_used[LOOKS] = {false};
    for (size_t i = 0; i < graph->node_count; i++) {
        is_used[graph_look_of(&graph->nodes[i])] |= !graph->nodes[i].is_hidden;
    }
    for (size_t i = 0; i < LOOKS; i++) {
        if (is_used[i]) {
            fprintf(out,
                    "  classDef %s "
                    "fill:%s,stroke:%s,color:#000000,stroke-width:%s%s\n",
                    classes[i], graph_paints[i].fill, graph_paints[i].line,
                    i == LOOK_WRONG ? "3px" : "1px",
                    graph_paints[i].is_dashed ? ",stroke-dasharray:4" : "");
        }
    }
}

/* List the edges that have a problem, by their position among those drawn. */
static void print_wrong_edges(FILE *out, const struct graph *graph)
{
    size_t place = 0;
    const char *before = "  linkStyle ";
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (!graph_is_drawn(graph, edge)) {
            continue;
        }
        if (edge->problem != NULL) {
            fprintf(out, "%s%zu", before, place);
            before = ",";
        }
        place++;
    }
    if (before[0] == ',') {
        fprintf(out, " stroke:%s,stroke-width:2px\n",
                graph_paints[LOOK_WRONG].line);
    }
}

void print_mermaid(FILE *out, const struct graph *graph)
{
    fputs("flowchart TB\n", out);
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
    print_classes(out, graph);
    print_wrong_edges(out, graph);
}
