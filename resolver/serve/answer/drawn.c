/* Graphs as answers: JSON of the schema ddds.graph/1, or DOT.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/answer/drawn.h"

#include <stdio.h>

#include "print/json_members.h"
#include "text/text_stream.h"

/* A larger picture is unreadable, and costs the client's browser too much. */
enum { MOST_EDGES = 500 };

static const char *shape_word(enum graph_shape shape)
{
    static const char *const words[] = {
        [GRAPH_INPUT] = "input",       [GRAPH_KEY] = "key",
        [GRAPH_SERVERS] = "servers",   [GRAPH_HOST] = "host",
        [GRAPH_TARGETS] = "targets",   [GRAPH_URI] = "uri",
        [GRAPH_PROTOCOL] = "protocol", [GRAPH_UUID] = "uuid",
        [GRAPH_PATTERN] = "pattern",   [GRAPH_NOWHERE] = "nowhere",
    };
    return words[shape];
}

static const char *trail_word(enum graph_trail trail)
{
    static const char *const words[] = {[GRAPH_CHOSEN] = "chosen",
                                        [GRAPH_POSSIBLE] = "possible",
                                        [GRAPH_PASSED_OVER] = "passed_over"};
    return words[trail];
}

static json_t *make_node(const struct graph_node *node, size_t number)
{
    json_t *object = json_object();
    put_number(object, "id", (json_int_t)number);
    put_string(object, "shape", shape_word(node->shape));
    put_string(object, "name", node->name);
    put_string(object, "facts", node->facts);
    put_string(object, "problem", node->problem);
    put_number(object, "left_out", (json_int_t)node->left_out);
    json_object_set_new(object, "outside", json_boolean(node->is_outside));
    return object;
}

static json_t *make_edge(const struct graph_edge *edge)
{
    json_t *object = json_object();
    put_number(object, "from", (json_int_t)edge->from);
    put_number(object, "to", (json_int_t)edge->to);
    put_known(object, "order", edge->has_rule, edge->order);
    put_known(object, "preference", edge->has_rule, edge->preference);
    put_string(object, "flags", edge->has_rule ? edge->flags : NULL);
    put_string(object, "services", edge->has_rule ? edge->services : NULL);
    put_string(object, "regexp", edge->has_rule ? edge->regexp : NULL);
    put_string(object, "trail", trail_word(edge->trail));
    put_string(object, "verdict", edge->verdict);
    put_string(object, "problem", edge->problem);
    return object;
}

static json_t *make_graph(const struct graph *graph)
{
    json_t *object = json_object();
    json_t *nodes = json_array();
    json_t *edges = json_array();
    put_string(object, "schema", "ddds.graph/1");
    for (size_t i = 0; i < graph->node_count; i++) {
        if (!graph->nodes[i].is_hidden) {
            json_array_append_new(nodes, make_node(&graph->nodes[i], i));
        }
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        if (graph_is_drawn(graph, &graph->edges[i])) {
            json_array_append_new(edges, make_edge(&graph->edges[i]));
        }
    }
    json_object_set_new(object, "nodes", nodes);
    json_object_set_new(object, "edges", edges);
    return object;
}

void answer_graph(const struct ask *ask, struct graph *graph,
                  struct answer *answer)
{
    char *text = NULL;
    size_t length;
    struct graph_extent extent;
    const struct graph_part part = {.depth = SIZE_MAX - 1,
                                    .most_edges = MOST_EDGES};
    graph_draw_part(graph, &part, &extent);
    if (ask->media != MEDIA_DOT) {
        answer_document(ask, answer, make_graph(graph));
        return;
    }
    FILE *out = text_stream_open(&text, &length);
    print_dot(out, graph);
    fclose(out);
    answer_text(answer, ask->media, text, length);
}

void answer_walk(const struct ask *ask, const struct ddds_result *result,
                 struct answer *answer)
{
    struct graph graph;
    graph_begin(&graph);
    graph_add_walk(&graph, result, NULL);
    graph_finish(&graph);
    answer_graph(ask, &graph, answer);
    graph_clear(&graph);
}
