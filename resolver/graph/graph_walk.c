/* Graph of walks: questions, answers, and the verdict on each rule. Walks of
 * several inputs share nodes and edges.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "graph/graph.h"
#include "render/rendering.h"

/* ---- Rules ------------------------------------------------------------- */

static enum graph_trail trail_of(enum ddds_verdict verdict)
{
    switch (verdict) {
    case DDDS_VERDICT_CHOSEN:
        return GRAPH_CHOSEN;
    case DDDS_VERDICT_ACCEPTABLE:
    case DDDS_VERDICT_DEAD_END:
        return GRAPH_POSSIBLE;
    default:
        return GRAPH_PASSED_OVER;
    }
}

/* Return true if the verdict means that the rule is invalid. */
static bool is_fault(enum ddds_verdict verdict)
{
    switch (verdict) {
    case DDDS_VERDICT_CONFLICTING_FLAGS:
    case DDDS_VERDICT_MALFORMED:
    case DDDS_VERDICT_BOTH_FIELDS:
    case DDDS_VERDICT_NO_OUTPUT:
    case DDDS_VERDICT_ILLEGAL_KEY:
    case DDDS_VERDICT_ILLEGAL_URI:
    case DDDS_VERDICT_LIMIT:
        return true;
    default:
        return false;
    }
}

/* Return the output of the rule, chosen or not; NULL: unknown. */
static const char *target_of(const struct ddds_judged_rule *judged)
{
    if (judged->output != NULL && judged->output[0] != '\0') {
        return judged->output;
    }
    return judged->rule->regexp[0] == '\0' && judged->rule->replacement[0] != 0
               ? judged->rule->replacement
               : NULL;
}

/* Return the node of a rule's output. Names are normalised like keys. */
static size_t add_target(struct graph *graph, size_t from,
                         enum graph_shape shape, const char *name)
{
    char key[DDDS_KEY_SIZE];
    bool is_name = shape == GRAPH_KEY || shape == GRAPH_SERVERS ||
                   shape == GRAPH_HOST || shape == GRAPH_TARGETS;
    return graph_target(
        graph, from, shape,
        is_name && ddds_key_parse(name, key, NULL) == DDDS_OK ? key : name);
}

/* Return the shape of a rule's output. Flags of rules with the verdict
 * order_closed have not been interpreted yet. */
static enum graph_shape target_shape(const struct ddds_result *result,
                                     const struct ddds_judged_rule *judged)
{
    return graph_shape_of(judged->verdict == DDDS_VERDICT_ORDER_CLOSED
                              ? ddds_flags_interpret(judged->rule->flags,
                                                     result->application->flags)
                              : judged->next);
}

static size_t add_edge(struct graph *graph, const struct ddds_result *result,
                       size_t from, const struct ddds_judged_rule *judged)
{
    const char *word = ddds_verdict_name(judged->verdict);
    const char *target = target_of(judged);
    enum graph_shape shape = target_shape(result, judged);
    if (!is_fault(judged->verdict) && shape != GRAPH_NOWHERE &&
        target != NULL) {
        return graph_edge(graph, from, add_target(graph, from, shape, target),
                          judged->rule);
    }
    size_t edge = graph_edge_to_nowhere(graph, from, judged->rule, word);
    if (is_fault(judged->verdict)) {
        size_t end = graph->edges[edge].to;
        const char *reason = judged->reason != NULL ? judged->reason : word;
        graph_blame_node(graph, end, "%s", reason);
        graph_blame_edge(graph, edge, word);
    }
    return edge;
}

static void add_rule(struct graph *graph, const struct ddds_result *result,
                     size_t from, const struct ddds_judged_rule *judged,
                     const char *count)
{
    size_t edge = add_edge(graph, result, from, judged);
    enum graph_trail trail = trail_of(judged->verdict);
    struct graph_edge *added = &graph->edges[edge];
    if (added->verdict == NULL || trail < added->trail) {
        added->trail = trail;
        added->verdict = ddds_verdict_name(judged->verdict);
    }
    if (trail == GRAPH_CHOSEN || judged->verdict == DDDS_VERDICT_DEAD_END) {
        graph_count_edge(graph, edge, count);
    }
    if (judged->verdict == DDDS_VERDICT_DEAD_END) {
        graph_blame_edge(graph, edge,
                         judged->reason != NULL ? judged->reason : "dead end");
    }
}

/* ---- Answers ----------------------------------------------------------- */

static void add_answer(struct graph *graph, size_t node,
                       const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    if (step->is_fallback) {
        graph_add_fact(graph, node, "fallback rules: %s", answer->detail);
        return;
    }
    if (answer == NULL) {
        return;
    }
    if (answer->canonical != NULL) {
        graph_add_fact(graph, node, "alias of %s",
                       shown_name(answer->canonical));
    }
    if (answer->reply != DDDS_REPLY_DATA) {
        graph_blame_node(graph, node, "%s%s%s", ddds_reply_text(answer->reply),
                         answer->detail != NULL ? ": " : "",
                         answer->detail != NULL ? answer->detail : "");
    } else if (step->kind != DDDS_ASK_RULES) {
        graph_add_data(graph, node, answer);
    }
}

/* Addresses of servers are not drawn, but missing addresses are. */
static void add_server_addresses(struct graph *graph, size_t node,
                                 const struct ddds_step *step)
{
    if (step->answer != NULL && step->answer->reply != DDDS_REPLY_DATA) {
        graph_blame_node(graph, node, "%s: %s", step->name,
                         ddds_reply_text(step->answer->reply));
    }
}

/* ---- Walks ------------------------------------------------------------- */

static const enum graph_shape shapes[] = {
    [DDDS_ASK_RULES] = GRAPH_KEY,      [DDDS_ASK_SERVERS] = GRAPH_SERVERS,
    [DDDS_ASK_ADDRESSES] = GRAPH_HOST, [DDDS_ASK_URIS] = GRAPH_TARGETS,
    [DDDS_ASK_RECORDS] = GRAPH_KEY, /* not used by the engine */
};

static size_t node_of(struct graph *graph, const struct ddds_step *step)
{
    return graph_node(graph, shapes[step->kind], step->name);
}

static void take_edge(struct graph *graph, size_t from, size_t to,
                      const char *count)
{
    size_t edge = graph_edge(graph, from, to, NULL);
    graph_count_edge(graph, edge, count);
    graph->edges[edge].trail = GRAPH_CHOSEN;
}

/* Find the SRV node whose servers were looked up; false for a rule with flag
 * A. */
static bool find_servers(struct graph *graph, const struct ddds_result *result,
                         const struct ddds_step *step, size_t *servers)
{
    if (step->cause == DDDS_NO_STEP || step->kind != DDDS_ASK_ADDRESSES) {
        return false;
    }
    const struct ddds_step *cause = &result->steps[step->cause];
    if (cause->kind == DDDS_ASK_SERVERS) {
        *servers = node_of(graph, cause);
        return true;
    }
    if (step->cause_rule >= cause->rule_count ||
        cause->rules[step->cause_rule].next != DDDS_NEXT_SERVERS) {
        return false;
    }
    *servers = add_target(graph, node_of(graph, cause), GRAPH_SERVERS,
                          target_of(&cause->rules[step->cause_rule]));
    return true;
}

static void add_step(struct graph *graph, const struct ddds_result *result,
                     size_t input, const struct ddds_step *step,
                     const char *count)
{
    size_t servers;
    if (find_servers(graph, result, step, &servers)) {
        add_server_addresses(graph, servers, step);
        return;
    }
    size_t node = node_of(graph, step);
    if (step->cause == DDDS_NO_STEP) {
        take_edge(graph, input, node, count);
    }
    add_answer(graph, node, step);
    for (size_t i = 0; i < step->rule_count; i++) {
        add_rule(graph, result, node, &step->rules[i], count);
    }
}

void graph_add_walk(struct graph *graph, const struct ddds_result *result,
                    const char *count)
{
    size_t input = graph_node(graph, GRAPH_INPUT, result->input);
    graph_add_fact(graph, input, "application %s", result->application->name);
    graph->walks++;
    for (size_t i = 0; i < result->step_count; i++) {
        add_step(graph, result, input, &result->steps[i], count);
    }
    if (result->step_count == 0 && result->outcome_count > 0) {
        take_edge(graph, input,
                  graph_node(graph, GRAPH_UUID, result->outcomes[0].output),
                  count);
    }
}
