/* Lint findings, attached to the keys that they are about.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"

/* The first error becomes the problem of the key; other findings are facts. */
void graph_add_finding(struct graph *graph, const struct ddds_finding *finding)
{
    char key[DDDS_NAME_SIZE];
    size_t node;
    if (finding->owner == NULL || finding->code->severity == DDDS_INFO ||
        ddds_name_parse(finding->owner, key, NULL) != DDDS_OK ||
        !graph_find_node(graph, GRAPH_KEY, key, &node)) {
        return;
    }
    const struct ddds_check_code *code = finding->code;
    if (code->severity == DDDS_WARNING) {
        graph_add_fact(graph, node, "warning %s", code->code);
    } else if (graph->nodes[node].problem == NULL) {
        graph_blame_node(graph, node, "%s: %s", code->code, code->title);
    } else {
        graph_add_fact(graph, node, "! %s", code->code);
    }
}
