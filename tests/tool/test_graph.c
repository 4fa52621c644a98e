/* Graphs of delegations: of walks and of whole zones, their loops, their rows,
 * and the texts of these.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"
#include "graph/graph_label.h"
#include "base/table.h"

#define TABLE "fixtures/tables/graph.tsv"

#define SOA " SOA . . 1 2 3 4 5\n"

static const char *const shape_words[] = {
    [GRAPH_INPUT] = "input",     [GRAPH_KEY] = "key",
    [GRAPH_SERVERS] = "servers", [GRAPH_HOST] = "host",
    [GRAPH_URI] = "uri",         [GRAPH_PROTOCOL] = "protocol",
    [GRAPH_UUID] = "uuid",       [GRAPH_PATTERN] = "pattern",
    [GRAPH_TARGETS] = "targets", [GRAPH_NOWHERE] = "nowhere",
};

static ddds_database *load(const char *text)
{
    struct ddds_error error;
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    if (ddds_memory_load_text(memory, "t", text, strlen(text), NULL, &error) !=
        DDDS_OK) {
        fail_msg("%s", error.detail);
    }
    return memory;
}

/* Everything that is drawn, a line for each edge:
 * FROM ORDER PREFERENCE FLAGS [VERDICT] [!PROBLEM] > SHAPE NAME {FACTS}
 * !PROBLEM
 */
static char *dump(const struct graph *graph)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        const struct graph_node *to = &graph->nodes[edge->to];
        if (to->is_hidden) {
            continue;
        }
        fputs(graph->nodes[edge->from].name, out);
        if (edge->has_rule) {
            fprintf(out, " %u %u %s", edge->order, edge->preference,
                    edge->flags);
        }
        fprintf(out, "%s%s", edge->verdict != NULL ? " " : "",
                edge->verdict != NULL ? edge->verdict : "");
        fprintf(out, "%s%s > %s %s", edge->problem != NULL ? " !" : "",
                edge->problem != NULL ? edge->problem : "",
                shape_words[to->shape], to->name);
        fprintf(out, "%s%s%s", to->facts != NULL ? " {" : "",
                to->facts != NULL ? to->facts : "",
                to->facts != NULL ? "}" : "");
        fprintf(out, "%s%s\n", to->problem != NULL ? " !" : "",
                to->problem != NULL ? to->problem : "");
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- Zones ------------------------------------------------------------- */

TEST(zones_are_drawn_as_they_are)
{
    for (const char **row = table_rows(TABLE, "Zones", 2); table_next(row);) {
        print_message("%s\n", row[0]);
        char text[1024];
        struct graph graph;
        snprintf(text, sizeof text, "$ORIGIN test.\n$TTL 60\n@" SOA "%s",
                 row[0]);
        ddds_database *memory = load(text);
        graph_begin(&graph);
        graph_add_zones(&graph, memory, ddds_application_uri());
        graph_finish(&graph);
        graph_mark_loops(&graph);
        char *found = dump(&graph);
        assert_string_equal(found, row[1]);
        free(found);
        graph_clear(&graph);
        ddds_database_free(memory);
    }
}

/* ---- Walks ------------------------------------------------------------- */

static const char walked[] =
    "$ORIGIN urn.arpa.\n$TTL 60\n@" SOA "aa NAPTR 1 1 \"\" \"\" \"\" B\n"
    "b NAPTR 1 1 \"u\" \"http+I2L\" \"!^urn:aa:1$!x:one!\" .\n"
    "b NAPTR 2 1 \"u\" \"http+I2L\" \"!^urn:aa:(.*)$!x:\\\\1!\" .\n"
    "b NAPTR 3 1 \"s\" \"http+I2L\" \"\" _s\n"
    "ss NAPTR 1 1 \"s\" \"http+I2L\" \"\" _s\n"
    "ss NAPTR 1 2 \"a\" \"ftp+I2L\" \"\" H\n"
    "ss NAPTR 1 3 \"u\" \"ftp+I2L\" \"!(!x:y!\" .\n"
    "_s SRV 1 2 80 h\n_s SRV 1 2 81 gone\n"
    "h A 192.0.2.1\n"
    "ll NAPTR 1 1 \"\" \"\" \"\" ll\n";

TEST(walks_are_drawn_as_they_went)
{
    ddds_database *memory = load(walked);
    for (const char **row = table_rows(TABLE, "Walks", 3); table_next(row);) {
        char inputs[128];
        print_message("%s\n", row[0]);
        snprintf(inputs, sizeof inputs, "%s", row[0]);
        struct graph graph;
        const struct ddds_options options = {.size = sizeof options,
                                             .services = row[1]};
        graph_begin(&graph);
        for (char *input = strtok(inputs, " "); input != NULL;
             input = strtok(NULL, " ")) {
            ddds_resolution *done =
                ddds_resolve(memory, NULL, input, &options, NULL);
            assert_non_null(done);
            graph_add_walk(&graph, ddds_resolution_result(done), NULL);
            ddds_resolution_free(done);
        }
        graph_finish(&graph);
        char *found = dump(&graph);
        found[strnlen(found, strlen(row[2]))] = '\0';
        assert_string_equal(found, row[2]);
        free(found);
        graph_clear(&graph);
    }
    ddds_database_free(memory);
}

/* ---- Large graphs ------------------------------------------------------ */

enum { MANY = 100000 };

static size_t numbered_key(struct graph *graph, size_t number)
{
    char name[32];
    snprintf(name, sizeof name, "k%zu", number);
    return graph_node(graph, GRAPH_KEY, name);
}

/* A chain as long as a zone may have does not end in a deep stack. */
TEST(long_chains_and_circles)
{
    struct graph graph;
    graph_begin(&graph);
    for (size_t i = 0; i < MANY; i++) {
        size_t from = numbered_key(&graph, i);
        graph_edge(&graph, from, numbered_key(&graph, i + 1), NULL);
    }
    graph_edge(&graph, numbered_key(&graph, MANY), numbered_key(&graph, 10),
               NULL);
    graph_finish(&graph);
    graph_mark_loops(&graph);
    assert_int_equal(graph.node_count, MANY + 1);
    assert_int_equal(graph.edge_count, MANY + 1);
    size_t wrong = 0;
    for (size_t i = 0; i < graph.edge_count; i++) {
        wrong += graph.edges[i].problem != NULL;
    }
    assert_int_equal(wrong, MANY + 1 - 10);
    graph_clear(&graph);
}

/* One rule with another output for each input. */
TEST(many_edges_of_one_key)
{
    const struct ddds_rule rule = {1, 2, "u", "s", "!(.*)!x:\\1!", "", NULL};
    struct graph graph;
    graph_begin(&graph);
    size_t key = graph_node(&graph, GRAPH_KEY, "a");
    for (size_t i = 0; i < 2 * (size_t)MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "x:%zu", i % MANY);
        graph_edge(&graph, key, graph_target(&graph, key, GRAPH_URI, name),
                   &rule);
    }
    graph_finish(&graph);
    assert_int_equal(graph.node_count, MANY + 1);
    assert_int_equal(graph.edge_count, MANY);
    graph_clear(&graph);
}

/* A chain of keys that ends in a circle. */
static void make_chain(struct graph *graph)
{
    graph_begin(graph);
    for (size_t i = 0; i < 10; i++) {
        size_t from = numbered_key(graph, i);
        graph_edge(graph, from, numbered_key(graph, i + 1), NULL);
    }
    graph_edge(graph, numbered_key(graph, 10), numbered_key(graph, 8), NULL);
    graph_finish(graph);
}

TEST(parts_are_what_can_be_reached)
{
    static const struct {
        size_t start; /* 99: none */
        size_t depth;
        size_t most;
        struct graph_extent extent;
    } rows[] = {
        {99, 100, 100, {11, 11, 11, 11}}, {99, 0, 100, {1, 0, 1, 0}},
        {99, 3, 100, {4, 3, 4, 3}},       {99, 10, 100, {11, 11, 11, 11}},
        {5, 100, 100, {6, 6, 6, 6}},      {8, 100, 100, {3, 3, 3, 3}},
        {8, 1, 100, {2, 1, 2, 1}},        {99, 100, 4, {5, 4, 11, 11}},
        {5, 2, 1, {2, 1, 3, 2}},          {99, 100, 11, {11, 11, 11, 11}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct graph graph;
        struct graph_extent extent;
        make_chain(&graph);
        const struct graph_part part = {
            .starts = rows[i].start == 99 ? NULL : &rows[i].start,
            .start_count = 1,
            .depth = rows[i].depth,
            .most_edges = rows[i].most,
        };
        graph_draw_part(&graph, &part, &extent);
        assert_int_equal(extent.keys, rows[i].extent.keys);
        assert_int_equal(extent.edges, rows[i].extent.edges);
        assert_int_equal(extent.all_keys, rows[i].extent.all_keys);
        assert_int_equal(extent.all_edges, rows[i].extent.all_edges);
        graph_clear(&graph);
    }
}

/* Where not all edges are drawn, those that were chosen are. */
TEST(chosen_edges_come_first)
{
    struct graph graph;
    struct graph_extent extent;
    const struct graph_part part = {.depth = 9, .most_edges = 3};
    graph_begin(&graph);
    size_t from = graph_node(&graph, GRAPH_KEY, "a");
    size_t to = graph_node(&graph, GRAPH_URI, "x:y");
    for (uint16_t i = 0; i < 9; i++) {
        const struct ddds_rule rule = {i, 2, "u", "", "", "", NULL};
        graph_edge(&graph, from, to, &rule);
    }
    graph_finish(&graph);
    graph.edges[8].trail = GRAPH_CHOSEN;
    graph_draw_part(&graph, &part, &extent);
    assert_int_equal(extent.edges, 3);
    assert_true(graph_is_drawn(&graph, &graph.edges[8]));
    graph_clear(&graph);
}

TEST(everything_is_there_once)
{
    const struct ddds_rule rule = {1, 2, "u", "s", "!.*!x:y!", "", NULL};
    struct ddds_rule other = rule;
    struct graph graph;
    graph_begin(&graph);
    size_t a = graph_node(&graph, GRAPH_KEY, "a");
    size_t b = graph_node(&graph, GRAPH_HOST, "a");
    assert_int_not_equal(a, b);
    assert_int_equal(graph_node(&graph, GRAPH_KEY, "a"), a);
    size_t edge = graph_edge(&graph, a, b, &rule);
    assert_int_equal(graph_edge(&graph, a, b, &rule), edge);
    other.services = "t";
    assert_int_not_equal(graph_edge(&graph, a, b, &other), edge);
    assert_int_not_equal(graph_edge(&graph, a, b, NULL), edge);
    size_t nowhere = graph_edge_to_nowhere(&graph, a, &rule, "x");
    assert_int_equal(graph_edge_to_nowhere(&graph, a, &rule, "y"), nowhere);
    graph_blame_node(&graph, a, "first");
    graph_blame_node(&graph, a, "second");
    assert_string_equal(graph.nodes[a].problem, "first");
    graph_add_fact(&graph, a, "one %d", 1);
    graph_add_fact(&graph, a, "one %d", 1);
    graph_add_fact(&graph, a, "one");
    assert_string_equal(graph.nodes[a].facts, "one 1\none");
    graph_clear(&graph);
}

/* ---- Findings ---------------------------------------------------------- */

TEST(findings_stand_at_their_keys)
{
    static const struct ddds_check_code codes[] = {
        {.code = "L901", .severity = DDDS_ERROR, .title = "wrong"},
        {.code = "L902", .severity = DDDS_WARNING, .title = "odd"},
        {.code = "L903", .severity = DDDS_INFO, .title = "so"},
    };
    static const struct {
        const char *owner;
        size_t code;
    } rows[] = {{"A.test.", 0}, {"a.test", 0}, {"a.test", 1}, {"a.test", 2},
                {"b.test", 2},  {"c.test", 0}, {NULL, 0},     {"..", 0}};
    struct graph graph;
    graph_begin(&graph);
    size_t a = graph_node(&graph, GRAPH_KEY, "a.test");
    size_t b = graph_node(&graph, GRAPH_KEY, "b.test");
    size_t c = graph_node(&graph, GRAPH_HOST, "c.test");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct ddds_finding finding = {.code = &codes[rows[i].code],
                                             .owner = rows[i].owner};
        graph_add_finding(&graph, &finding);
    }
    assert_string_equal(graph.nodes[a].problem, "L901: wrong");
    assert_string_equal(graph.nodes[a].facts, "! L901\nwarning L902");
    assert_null(graph.nodes[b].problem);
    assert_null(graph.nodes[b].facts);
    assert_null(graph.nodes[c].problem);
    assert_int_equal(graph.node_count, 3);
    graph_clear(&graph);
}

/* ---- Rows -------------------------------------------------------------- */

TEST(what_hangs_together_is_in_one_row)
{
    struct graph graph;
    struct graph_place places[32];
    graph_begin(&graph);
    for (size_t i = 0; i < 8; i++) { /* eight groups of an end each */
        size_t from = numbered_key(&graph, 2 * i);
        graph_edge(&graph, from, numbered_key(&graph, 2 * i + 1), NULL);
    }
    size_t a = numbered_key(&graph, 100); /* a circle */
    size_t b = numbered_key(&graph, 101);
    graph_edge(&graph, a, b, NULL);
    graph_edge(&graph, b, a, NULL);
    graph_finish(&graph);
    graph_arrange(&graph, places);
    for (size_t i = 0; i < 16; i++) {
        assert_int_equal(places[i].row, i < 14 ? 0 : 1);
        assert_int_equal(places[i].is_top, i % 2 == 0);
        assert_int_equal(places[i].is_bottom, i % 2 == 1);
    }
    assert_true(places[a].row == 1 && places[b].row == 1);
    assert_true(places[a].is_top && !places[b].is_top);
    assert_true(places[b].is_bottom && !places[a].is_bottom);
    graph_clear(&graph);
}

/* ---- Labels ------------------------------------------------------------ */

static void check_label(const struct graph_node *node, const char *expected)
{
    char *label = graph_node_label(node);
    assert_non_null(label);
    assert_string_equal(label, expected);
    free(label);
}

TEST(labels_can_be_read)
{
    char name[600];
    char facts[] = "1 2 h:80\n3 4 \033[1mi:81";
    char problem[] = "no data";
    struct graph_node node = {.shape = GRAPH_SERVERS,
                              .name = name,
                              .facts = facts,
                              .problem = problem};
    snprintf(name, sizeof name, "_s.test");
    check_label(&node, "S: servers of _s.test\n1 2 h:80\n3 4 \\027[1mi:81\n"
                       "! no data");
    node = (struct graph_node){.shape = GRAPH_URI, .name = name};
    snprintf(name, sizeof name,
             "http://www.example.com/aaaaaaaaa/bbbbbbbbbbbbbbbbbbbbb");
    check_label(&node,
                "U: http://www.example.com/aaaaaaaaa/\nbbbbbbbbbbbbbbbbbbbbb");
    /* an escape is not broken, wherever the line ends */
    for (size_t i = 36; i < 44; i++) {
        memset(name, 'a', i);
        memcpy(name + i, "\001bbbbbbbbb", 11);
        char *label = graph_node_label(&node);
        assert_non_null(strstr(label, "\\001"));
        assert_non_null(strchr(label, '\n'));
        free(label);
    }
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    char *label = graph_node_label(&node);
    assert_true(strlen(label) < 520);
    assert_string_equal(label + strlen(label) - 4, "a...");
    free(label);
    name[0] = '\0';
    node.shape = GRAPH_KEY;
    check_label(&node, ".");
}

TEST(edges_say_what_they_are)
{
    const struct ddds_rule rule = {1, 2, "\"s", "http+I2L", "", "b", NULL};
    struct graph graph;
    graph_begin(&graph);
    size_t a = graph_node(&graph, GRAPH_KEY, "a");
    size_t edge =
        graph_edge(&graph, a, graph_node(&graph, GRAPH_SERVERS, "b"), &rule);
    graph.edges[edge].verdict = "dead_end";
    graph_blame_edge(&graph, edge, "no such name");
    char *label = graph_edge_label(&graph, &graph.edges[edge]);
    assert_string_equal(label,
                        "1 2 \"\\\"s\"\nhttp+I2L\ndead_end\n! no such name");
    free(label);
    edge = graph_edge_to_nowhere(&graph, a, &rule, "malformed");
    graph_blame_edge(&graph, edge, "malformed");
    label = graph_edge_label(&graph, &graph.edges[edge]);
    assert_string_equal(label, "1 2 \"\\\"s\"\nhttp+I2L");
    free(label);
    graph_clear(&graph);
}
