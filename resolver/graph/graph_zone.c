/* Graph of whole zones: all keys and rules, with outputs that do not depend on
 * the input.
 *
 * A replacement, or an expression with constant output, leads to a name or URI;
 * other rules lead to a pattern.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "graph/graph.h"
#include "render/rendering.h"

/* ---- Findings -------------------------------------------------------- */

/* The first error of a key is its problem, other findings are facts. */
void graph_add_finding(struct graph *graph, const struct ddds_finding *finding)
{
    char key[DDDS_NAME_SIZE];
    size_t node;
    if (finding->owner == NULL || finding->code->severity == DDDS_INFO ||
        ddds_name_parse(finding->owner, key, NULL) != DDDS_OK ||
        !graph_find_key(graph, key, &node)) {
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

/* Limit on unreadable records in a picture. */
enum { UNREADABLE_MOST = 50 };

void graph_add_unreadable(struct graph *graph, const struct ddds_record *record,
                          const char *detail)
{
    char key[DDDS_NAME_SIZE];
    graph->unreadable++;
    if (graph->unreadable > UNREADABLE_MOST) {
        return;
    }
    bool is_rule = record != NULL && record->type == DDDS_TYPE_NAPTR &&
                   ddds_name_parse(record->owner, key, NULL) == DDDS_OK;
    size_t from = is_rule ? graph_node(graph, GRAPH_KEY, key) : 0;
    size_t node = graph_new_node(graph, GRAPH_NOWHERE, "unreadable");
    graph_blame_node(graph, node, "%s", detail);
    if (is_rule) {
        graph_blame_node(graph, from, "an unreadable record");
        graph_blame_edge(graph, graph_edge(graph, from, node, NULL),
                         "unreadable");
    }
}

struct zone_drawing {
    struct graph *graph;
    ddds_database *memory;
    const struct ddds_application *application;
};

/* ---- Lookups ----------------------------------------------------------- */

struct asking {
    struct zone_drawing *drawing;
    size_t node;
    void (*and_then)(struct zone_drawing *drawing, size_t node,
                     const struct ddds_answer *answer);
};

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    const struct asking *asking = context;
    struct graph *graph = asking->drawing->graph;
    (void)id;
    if (answer->canonical != NULL) {
        graph_add_fact(graph, asking->node, "alias of %s",
                       shown_name(answer->canonical));
    }
    if (answer->reply == DDDS_REPLY_DATA) {
        graph_add_data(graph, asking->node, answer);
        if (asking->and_then != NULL) {
            asking->and_then(asking->drawing, asking->node, answer);
        }
    } else if (answer->reply == DDDS_REPLY_OUTSIDE) {
        /* not a mistake in the given zones */
        graph->nodes[asking->node].is_outside = true;
        graph_add_fact(graph, asking->node, "outside the given zones");
    } else {
        graph_blame_node(graph, asking->node, "%s",
                         ddds_reply_text(answer->reply));
    }
}

/* Look up |name| for |node|. Zones in memory answer at once. */
static void ask(struct zone_drawing *drawing, enum ddds_question_kind kind,
                const char *name, size_t node,
                void (*and_then)(struct zone_drawing *drawing, size_t node,
                                 const struct ddds_answer *answer))
{
    struct asking asking = {drawing, node, and_then};
    const struct ddds_question question = {
        .size = sizeof question, .kind = kind, .name = name};
    drawing->memory->methods->lookup(drawing->memory, &question, 0, take_answer,
                                     &asking);
}

/* ---- Outputs ----------------------------------------------------------- */

/* Look up the host of a server, as a hidden node, and report its problems. */
static void check_host(struct zone_drawing *drawing, size_t node,
                       const char *host)
{
    struct graph *graph = drawing->graph;
    size_t checked = graph_node(graph, GRAPH_HOST, host);
    if (!graph->nodes[checked].is_asked) {
        graph->nodes[checked].is_asked = true;
        graph->nodes[checked].is_hidden = true;
        ask(drawing, DDDS_ASK_ADDRESSES, host, checked, NULL);
    }
    if (graph->nodes[checked].problem != NULL) {
        graph_blame_node(graph, node, "%s: %s", host,
                         graph->nodes[checked].problem);
    }
}

static void check_hosts(struct zone_drawing *drawing, size_t node,
                        const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->server_count; i++) {
        if (answer->servers[i].target[0] != '\0') {
            check_host(drawing, node, answer->servers[i].target);
        }
    }
}

/* Look up the records of |node|, once. Keys are left to the loop over all keys,
 * because chains of keys can be long. */
static void look_into(struct zone_drawing *drawing, size_t node)
{
    struct graph *graph = drawing->graph;
    struct graph_node *about = &graph->nodes[node];
    char *name = about->name;
    if (about->shape == GRAPH_HOST) {
        about->is_hidden = false;
    }
    if (about->is_asked || about->shape == GRAPH_KEY) {
        return;
    }
    about->is_asked = true;
    if (about->shape == GRAPH_SERVERS) {
        ask(drawing, DDDS_ASK_SERVERS, name, node, check_hosts);
    } else if (about->shape == GRAPH_TARGETS) {
        ask(drawing, DDDS_ASK_URIS, name, node, NULL);
    } else if (about->shape == GRAPH_HOST) {
        ask(drawing, DDDS_ASK_ADDRESSES, name, node, NULL);
    }
}

/* ---- Rules ------------------------------------------------------------- */

/* A rule to be added. */
struct drawn_rule {
    struct zone_drawing *drawing;
    size_t from;
    const struct ddds_rule *rule;
    enum graph_shape shape; /* of its output */
};

static void lead_nowhere(const struct drawn_rule *drawn, const char *word,
                         const char *problem)
{
    struct graph *graph = drawn->drawing->graph;
    size_t edge = graph_edge_to_nowhere(graph, drawn->from, drawn->rule, word);
    if (problem != NULL) {
        graph_blame_node(graph, graph->edges[edge].to, "%s", problem);
        graph_blame_edge(graph, edge, word);
        graph->edges[edge].trail = GRAPH_POSSIBLE;
    }
}

static void lead_to(const struct drawn_rule *drawn, enum graph_shape shape,
                    const char *name)
{
    struct graph *graph = drawn->drawing->graph;
    size_t node = graph_target(graph, drawn->from, shape, name);
    size_t edge = graph_edge(graph, drawn->from, node, drawn->rule);
    graph->edges[edge].trail = GRAPH_POSSIBLE;
    look_into(drawn->drawing, node);
}

/* A replacement may be any domain name but an address; the output of an
 * expression is restricted to keys. */
static ddds_status read_target(const struct drawn_rule *drawn,
                               const char *result, char name[DDDS_NAME_SIZE],
                               struct ddds_error *error)
{
    bool is_number = result[strspn(result, "0123456789.")] == '\0';
    return result == drawn->rule->replacement && !is_number
               ? ddds_name_parse(result, name, error)
               : ddds_key_parse(result, name, error);
}

/* Add the constant output |result|, or an error if flags forbid it. */
static void lead_to_result(const struct drawn_rule *drawn, const char *result)
{
    char name[DDDS_NAME_SIZE];
    struct ddds_uri uri;
    struct ddds_error error;
    switch (drawn->shape) {
    case GRAPH_URI:
        if (ddds_uri_parse(result, &uri, &error) != DDDS_OK) {
            lead_nowhere(drawn, "illegal_uri", error.detail);
            return;
        }
        lead_to(drawn, GRAPH_URI, result);
        break;
    case GRAPH_PROTOCOL:
        lead_to(drawn, GRAPH_PROTOCOL, result);
        break;
    default:
        if (read_target(drawn, result, name, &error) != DDDS_OK) {
            lead_nowhere(drawn, "illegal_key", error.detail);
            return;
        }
        lead_to(drawn, drawn->shape, name);
        break;
    }
}

static const char *const pattern_words[] = {
    [GRAPH_KEY] = "a key",   [GRAPH_SERVERS] = "servers",
    [GRAPH_HOST] = "a host", [GRAPH_TARGETS] = "URI records",
    [GRAPH_URI] = "a URI",   [GRAPH_PROTOCOL] = "a protocol's",
};

static void lead_to_pattern(const struct drawn_rule *drawn, const char *pattern)
{
    struct graph *graph = drawn->drawing->graph;
    size_t edge =
        graph_edge_to_nowhere(graph, drawn->from, drawn->rule, pattern);
    graph->nodes[graph->edges[edge].to].shape = GRAPH_PATTERN;
    graph->edges[edge].trail = GRAPH_POSSIBLE;
    graph_add_fact(graph, graph->edges[edge].to, "%s, depends on the input",
                   pattern_words[drawn->shape]);
}

/* Copy |replacement| without escapes; false if it has back-references. */
static bool read_constant(const char *replacement, char *constant)
{
    for (; *replacement != '\0'; replacement++) {
        if (replacement[0] == '\\') {
            replacement++;
            if (*replacement >= '0' && *replacement <= '9') {
                return false;
            }
        }
        *constant++ = *replacement;
    }
    *constant = '\0';
    return true;
}

static void follow_regexp(const struct drawn_rule *drawn)
{
    struct ddds_error error;
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    char constant[DDDS_FIELD_SIZE];
    ddds_substitution *substitution =
        ddds_substitution_new(drawn->rule->regexp, &error);
    if (substitution == NULL) {
        lead_nowhere(drawn, "malformed", error.detail);
        return;
    }
    ddds_substitution_split(substitution, &parts);
    if (strlen(parts.replacement) >= sizeof constant ||
        !read_constant(parts.replacement, constant)) {
        lead_to_pattern(drawn, parts.replacement);
    } else if (constant[0] == '\0') {
        lead_nowhere(drawn, "no_output", "the output is always empty");
    } else {
        lead_to_result(drawn, constant);
    }
    ddds_substitution_free(substitution);
}

static void add_rule(struct zone_drawing *drawing, size_t from,
                     const struct ddds_rule *rule)
{
    enum ddds_next next =
        ddds_flags_interpret(rule->flags, drawing->application->flags);
    const struct drawn_rule drawn = {drawing, from, rule, graph_shape_of(next)};
    if (next == DDDS_NEXT_UNKNOWN) {
        lead_nowhere(&drawn, "unknown_flag", NULL);
    } else if (next == DDDS_NEXT_CONFLICTING) {
        lead_nowhere(&drawn, "conflicting_flags", "conflicting flags");
    } else if (rule->defect != NULL) {
        lead_nowhere(&drawn, "malformed", rule->defect);
    } else if (rule->regexp[0] != '\0' && rule->replacement[0] != '\0') {
        lead_nowhere(&drawn, "both_fields", "both a regexp and a replacement");
    } else if (rule->regexp[0] != '\0') {
        follow_regexp(&drawn);
    } else if (rule->replacement[0] != '\0') {
        lead_to_result(&drawn, rule->replacement);
    } else {
        lead_nowhere(&drawn, "no_output", "neither a regexp nor a replacement");
    }
}

static void add_rules(struct zone_drawing *drawing, size_t node,
                      const struct ddds_answer *answer)
{
    size_t count = ddds_ruleset_count(answer->ruleset);
    for (size_t i = 0; i < count; i++) {
        add_rule(drawing, node, ddds_ruleset_rule(answer->ruleset, i));
    }
}

/* ---- Zones ------------------------------------------------------------- */

static void add_key(void *context, const char *name)
{
    const struct zone_drawing *drawing = context;
    graph_node(drawing->graph, GRAPH_KEY, name);
}

void graph_add_zones(struct graph *graph, ddds_database *memory,
                     const struct ddds_application *application)
{
    struct zone_drawing drawing = {graph, memory, application};
    ddds_memory_keys(memory, add_key, &drawing, NULL);
    /* The loop appends the keys that rules lead to. */
    for (size_t i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i].shape == GRAPH_KEY) {
            ask(&drawing, DDDS_ASK_RULES, graph->nodes[i].name, i, add_rules);
        }
    }
}
