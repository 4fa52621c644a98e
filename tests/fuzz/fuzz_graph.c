/* Any octets as a zone, drawn: the first two octets choose what of it.
 *
 * The output for Graphviz is valid: strings are closed and have only printable
 * ASCII and UTF-8, each line is a statement, and edges join declared nodes. No
 * more edges are drawn than were asked for.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/database.h>

#include "fuzz.h"
#include "graph/graph.h"

enum { EDGES_MAX = 200, NODES_MAX = 1024 };

/* Declarations of a drawing. */
struct drawing {
    bool nodes[NODES_MAX];
    size_t edges;
};

/* The number after |prefix| at |*at|, which moves after it. */
static bool read_node(const char **at, const char *prefix, size_t *number)
{
    char *end;
    size_t length = strlen(prefix);
    if (strncmp(*at, prefix, length) != 0 || (*at)[length] < '0' ||
        (*at)[length] > '9') {
        return false;
    }
    *number = strtoul(*at + length, &end, 10);
    *at = end;
    return true;
}

/* The end of the string whose quote is at |at|. */
static const char *skip_string(const char *at, const char *refused)
{
    for (at++; *at != '"'; at++) {
        require((unsigned char)*at >= ' ' && *at != 0x7f);
        require(strchr(refused, *at) == NULL);
        at += *at == '\\' && refused[0] == '\0';
    }
    return at + 1;
}

/* A line: its quotes are closed, and outside them nothing is odd. */
static void check_quotes(const char *line, const char *refused)
{
    while (*line != '\0') {
        require((unsigned char)*line >= ' ' && (unsigned char)*line < 0x7f);
        line = *line == '"' ? skip_string(line, refused) : line + 1;
    }
}

static void check_dot_line(struct drawing *drawing, const char *line)
{
    size_t from;
    size_t to;
    const char *at = line + 2;
    check_quotes(line, "");
    if (strcmp(line, "digraph ddds {") == 0 || strcmp(line, "}") == 0) {
        return;
    }
    require(strncmp(line, "  ", 2) == 0);
    require(strcmp(line + strlen(line) - 2, "];") == 0);
    if (!read_node(&at, "n", &from)) {
        return;
    }
    require(from < NODES_MAX);
    if (strncmp(at, " -> n", 5) == 0) {
        at += 4;
        require(read_node(&at, "n", &to) && to < NODES_MAX);
        require(drawing->nodes[from] && drawing->nodes[to]);
        drawing->edges++;
    } else if (strncmp(at, " -> ", 4) != 0) {
        require(!drawing->nodes[from]);
        drawing->nodes[from] = true;
    }
}

static void check_dot(char *text, size_t most)
{
    static struct drawing drawing;
    memset(&drawing, 0, sizeof drawing);
    size_t length = strlen(text);
    require(length > 2 && strcmp(text + length - 2, "}\n") == 0);
    for (char *line = strtok(text, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        check_dot_line(&drawing, line);
    }
    require(drawing.edges <= most);
}

static void print(const struct graph *graph, size_t most)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    require(out != NULL);
    print_dot(out, graph);
    require(fclose(out) == 0);
    require(strlen(text) == size);
    check_dot(text, most);
    free(text);
}

/* Records that cannot be read are drawn, too. */
static void take_unreadable(void *context, const struct ddds_record *record,
                            const struct ddds_error *error)
{
    graph_add_unreadable(context, record, error->detail);
}

static void take_finding(void *context, const struct ddds_finding *finding)
{
    graph_add_finding(context, finding);
}

static void add_findings(struct graph *graph, const char *text, size_t length)
{
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "o"};
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    ddds_check *check = ddds_check_new(&options, NULL);
    require(check != NULL);
    if (ddds_check_text(check, "t", text, length, NULL, NULL) == DDDS_OK) {
        require(ddds_check_report(check, take_finding, graph, &summary, NULL) ==
                DDDS_OK);
    }
    ddds_check_free(check);
}

static void draw(const char *text, size_t length, size_t most, unsigned depth)
{
    struct graph graph;
    graph_begin(&graph);
    const struct ddds_zone_options options = {
        .size = sizeof options, .origin = "o", .max_generated = EDGES_MAX};
    const struct ddds_memory_reports reports = {.size = sizeof reports,
                                                .unreadable = take_unreadable,
                                                .context = &graph};
    ddds_database *memory = ddds_memory_new(NULL);
    require(memory != NULL);
    require(ddds_memory_report(memory, &reports, NULL) == DDDS_OK);
    if (ddds_memory_load_text(memory, "t", text, length, &options, NULL) ==
        DDDS_OK) {
        graph_add_zones(&graph, memory, ddds_application_find("urn"));
        if (depth % 2 == 0) {
            add_findings(&graph, text, length);
        }
        graph_finish(&graph);
        graph_mark_loops(&graph);
        const struct graph_part part = {.depth = depth, .most_edges = most};
        struct graph_extent extent;
        graph_draw_part(&graph, &part, &extent);
        require(extent.edges <= most && extent.edges <= extent.all_edges);
        require(extent.keys <= extent.all_keys);
        if (graph.node_count <= NODES_MAX) {
            print(&graph, most);
        }
    }
    ddds_database_free(memory);
    graph_clear(&graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    char *text = copy_of(data + 2, size - 2);
    draw(text, size - 2, data[0] % EDGES_MAX, data[1] % 8);
    free(text);
    return 0;
}
