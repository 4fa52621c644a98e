/* Graphs of delegations: of walks and of whole zones, their loops, their rows,
 * and what stands on them.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"
#include "graph/graph_label.h"
#include "base/assertions.h"

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

static const struct {
    const char *zone; /* what follows the SOA of test. */
    const char *expected;
} zones[] = {
    {"a NAPTR 1 1 \"\" \"\" \"\" b\nb NAPTR 1 1 \"A\" \"\" \"\" h\n"
     "h A 192.0.2.1\nh AAAA 2001:db8::1\n",
     "a.test 1 1  > key b.test\n"
     "b.test 1 1 A > host h.test {192.0.2.1\n2001:db8::1}\n"},
    /* in the order of rules, not of records */
    {"a NAPTR 2 1 \"u\" \"\" \"!.*!x:2!\" .\n"
     "a NAPTR 1 9 \"u\" \"\" \"!.*!x:1\\\\!9!\" .\n"
     "a NAPTR 1 8 \"p\" \"y+z\" \"!.*!left!\" .\n",
     "a.test 1 8 p > protocol left\n"
     "a.test 1 9 u > uri x:1!9\n"
     "a.test 2 1 u > uri x:2\n"},
    /* each key has its own URIs, and hosts are everybody's */
    {"a NAPTR 1 1 \"u\" \"v\" \"!.*!x:y!\" .\n"
     "a NAPTR 1 2 \"u\" \"w\" \"!.+!x:y!\" .\n"
     "b NAPTR 1 1 \"u\" \"\" \"!.*!x:y!\" .\n",
     "a.test 1 1 u > uri x:y\na.test 1 2 u > uri x:y\n"
     "b.test 1 1 u > uri x:y\n"},
    {"a NAPTR 1 1 \"s\" \"\" \"\" _s\n_s SRV 1 2 80 h\n_s SRV 3 4 81 i\n"
     "h A 192.0.2.1\n",
     "a.test 1 1 s > servers _s.test {1 2 h.test:80\n3 4 i.test:81} !i.test: "
     "no "
     "such name\n"},
    {"a NAPTR 1 1 \"s\" \"\" \"\" _s\n_s SRV 0 0 0 .\n",
     "a.test 1 1 s > servers _s.test !the service is not available "
     "here (target \".\")\n"},
    {"a NAPTR 1 1 \"s\" \"\" \"\" _s\n_s TXT x\n",
     "a.test 1 1 s > servers _s.test !no data\n"},
    {"a NAPTR 1 1 \"s\" \"\" \"\" _s\n_s SRV 0 0 1 h.other.\n",
     "a.test 1 1 s > servers _s.test {0 0 h.other:1}\n"},
    {"a NAPTR 1 1 \"s\" \"\" \"\" _s\n"
     "_s SRV 0 1 1 o.\n_s SRV 0 2 2 o.\n_s SRV 0 3 3 o.\n_s SRV 0 4 4 o.\n"
     "_s SRV 0 5 5 o.\n_s SRV 0 6 6 o.\n_s SRV 0 7 7 o.\n_s SRV 0 8 8 o.\n",
     "a.test 1 1 s > servers _s.test {0 1 o:1\n0 2 o:2\n0 3 o:3\n0 4 o:4\n"
     "0 5 o:5\n0 6 o:6\nand more}\n"},
    {"a NAPTR 1 1 \"\" \"\" \"\" gone\n",
     "a.test 1 1  > key gone.test !no such name\n"},
    {"a NAPTR 1 1 \"\" \"\" \"\" k.other.\n",
     "a.test 1 1  > key k.other {outside the given zones}\n"},
    /* what a wildcard or an alias answers is there */
    {"a NAPTR 1 1 \"\" \"\" \"\" x.w\n*.w NAPTR 1 1 \"u\" \"\" \"!.*!x:y!\" "
     ".\n",
     "a.test 1 1  > key x.w.test\n*.w.test 1 1 u > uri x:y\n"
     "x.w.test 1 1 u > uri x:y\n"},
    {"a NAPTR 1 1 \"\" \"\" \"\" c\nc CNAME b\nb NAPTR 1 1 \"a\" \"\" \"\" "
     "h.o.\n",
     "a.test 1 1  > key c.test {alias of b.test}\n"
     "b.test 1 1 a > host h.o {outside the given zones}\n"
     "c.test 1 1 a > host h.o {outside the given zones}\n"},
    /* outputs that depend on the input */
    {"a NAPTR 1 1 \"\" \"\" \"!^urn:a:(.*)$!\\\\1.test!\" .\n",
     "a.test 1 1  > pattern \\1.test {a key, depends on the input}\n"},
    {"a NAPTR 1 1 \"u\" \"\" \"!^urn:a:(.*)$!x:\\\\1!\" .\n"
     "a NAPTR 1 2 \"s\" \"\" \"!^urn:a:(.*)$!x:\\\\1!\" .\n",
     "a.test 1 1 u > pattern x:\\1 {a URI, depends on the input}\n"
     "a.test 1 2 s > pattern x:\\1 {servers, depends on the input}\n"},
    /* what is wrong */
    {"a NAPTR 1 1 \"\" \"\" \"!.*!b!\" b\n",
     "a.test 1 1  !both_fields > nowhere both_fields !both a regexp and a "
     "replacement\n"},
    {"a NAPTR 1 1 \"\" \"\" \"\" .\n",
     "a.test 1 1  !no_output > nowhere no_output !neither a regexp "
     "nor a replacement\n"},
    {"a NAPTR 1 1 \"u\" \"\" \"!.*!!\" .\n",
     "a.test 1 1 u !no_output > nowhere no_output !the output is always "
     "empty\n"},
    {"a NAPTR 1 1 \"su\" \"\" \"!.*!x:y!\" .\n",
     "a.test 1 1 su !conflicting_flags > nowhere conflicting_flags "
     "!conflicting "
     "flags\n"},
    {"a NAPTR 1 1 \"z\" \"\" \"!.*!x:y!\" .\n",
     "a.test 1 1 z > nowhere unknown_flag\n"},
    {"a NAPTR 1 1 \"u\" \"\" \"\\000!.*!x:y!\" .\n",
     "a.test 1 1 u !malformed > nowhere malformed !the regexp holds a NUL "
     "octet\n"},
    {"a NAPTR 1 1 \"u\" \"\" \"!.*!1!\" .\n",
     "a.test 1 1 u !illegal_uri > nowhere illegal_uri !expected a letter, with "
     "which the scheme of a URI begins, found \"1\" at 0\n"},
    {"a NAPTR 1 1 \"a\" \"\" \"!.*!a b!\" .\n",
     "a.test 1 1 a !illegal_key > nowhere illegal_key !\"a b\" is not a valid "
     "domain name: only letters, digits, \"-\", \"_\" and dots are allowed, "
     "at 1\n"},
    /* circles */
    {"a NAPTR 1 1 \"\" \"\" \"\" b\nb NAPTR 1 1 \"\" \"\" \"\" c\n"
     "c NAPTR 1 1 \"\" \"\" \"!.*!b.test!\" .\nc NAPTR 1 2 \"\" \"\" \"\" d\n"
     "d NAPTR 1 1 \"\" \"\" \"\" d\n",
     "a.test 1 1  > key b.test\nb.test 1 1  !loop > key c.test\n"
     "c.test 1 1  !loop > key b.test\nc.test 1 2  > key d.test\n"
     "d.test 1 1  !loop > key d.test\n"},
    {"a NAPTR 1 1 \"\" \"\" \"\" b\na NAPTR 1 2 \"\" \"\" \"\" c\n"
     "b NAPTR 1 1 \"\" \"\" \"\" d\nc NAPTR 1 1 \"\" \"\" \"\" d\n"
     "d NAPTR 1 1 \"u\" \"\" \"!.*!x:y!\" .\n",
     "a.test 1 1  > key b.test\na.test 1 2  > key c.test\n"
     "b.test 1 1  > key d.test\nc.test 1 1  > key d.test\n"
     "d.test 1 1 u > uri x:y\n"},
    {"a TXT x\n", ""},
};

TEST(zones_are_drawn_as_they_are)
{
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        char text[1024];
        struct graph graph;
        snprintf(text, sizeof text, "$ORIGIN test.\n$TTL 60\n@" SOA "%s",
                 zones[i].zone);
        ddds_database *memory = load(text);
        graph_begin(&graph);
        graph_add_zones(&graph, memory, ddds_application_uri());
        graph_finish(&graph);
        graph_mark_loops(&graph);
        char *found = dump(&graph);
        assert_string_equal(found, zones[i].expected);
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

static const struct {
    const char *inputs[3];
    const char *services;
    const char *expected;
} walks[] = {
    {{"urn:aa:1"},
     NULL,
     "urn:aa:1 > key aa.urn.arpa\naa.urn.arpa 1 1  chosen > key b.urn.arpa\n"
     "b.urn.arpa 1 1 u chosen > uri x:one\n"
     "b.urn.arpa 2 1 u order_closed > nowhere order_closed\n"
     "b.urn.arpa 3 1 s order_closed > servers _s.urn.arpa\n"},
    /* what one input makes of a rule says more than that another did not */
    {{"urn:aa:1", "urn:aa:2"},
     NULL,
     "urn:aa:1 > key aa.urn.arpa\naa.urn.arpa 1 1  chosen > key b.urn.arpa\n"
     "b.urn.arpa 1 1 u chosen > uri x:one\n"
     "b.urn.arpa 2 1 u chosen > uri x:2\n"
     "b.urn.arpa 3 1 s order_closed > servers _s.urn.arpa\n"
     "urn:aa:2 > key aa.urn.arpa\n"},
    {{"urn:ss:1"},
     NULL,
     "urn:ss:1 > key ss.urn.arpa\n"
     "ss.urn.arpa 1 1 s chosen > servers _s.urn.arpa {1 2 h.urn.arpa:80\n1 2 "
     "gone.urn.arpa:81} !gone.urn.arpa: no such name\n"
     "ss.urn.arpa 1 2 a acceptable > host h.urn.arpa\n"
     "ss.urn.arpa 1 3 u malformed !malformed > nowhere malformed !"},
    {{"urn:ss:1"},
     "I2C",
     "urn:ss:1 > key ss.urn.arpa\n"
     "ss.urn.arpa 1 1 s other_service > servers _s.urn.arpa\n"
     "ss.urn.arpa 1 2 a other_service > host h.urn.arpa\n"
     "ss.urn.arpa 1 3 u malformed !malformed > nowhere malformed !"},
    {{"urn:ll:1"},
     NULL,
     "urn:ll:1 > key ll.urn.arpa\n"
     "ll.urn.arpa 1 1  dead_end !the rules form a loop > key "
     "ll.urn.arpa\n"},
    {{"urn:nn:1"}, NULL, "urn:nn:1 > key nn.urn.arpa !no such name\n"},
    {{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
     NULL,
     "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 > uuid "
     "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"},
};

TEST(walks_are_drawn_as_they_went)
{
    ddds_database *memory = load(walked);
    for (size_t i = 0; i < sizeof walks / sizeof walks[0]; i++) {
        struct graph graph;
        const struct ddds_options options = {.size = sizeof options,
                                             .services = walks[i].services};
        graph_begin(&graph);
        for (size_t j = 0; walks[i].inputs[j] != NULL; j++) {
            ddds_resolution *done =
                ddds_resolve(memory, NULL, walks[i].inputs[j], &options, NULL);
            assert_non_null(done);
            graph_add_walk(&graph, ddds_resolution_result(done));
            ddds_resolution_free(done);
        }
        graph_finish(&graph);
        char *found = dump(&graph);
        found[strnlen(found, strlen(walks[i].expected))] = '\0';
        assert_string_equal(found, walks[i].expected);
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

/* One rule whose output is another one for each input. */
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
