/* SPDX-License-Identifier: MIT */
#include "graph/graph_label.h"

#include <stdlib.h>
#include <string.h>

#include "render/rendering.h"
#include "text/text_stream.h"

enum {
    WIDTH = 44,    /* octets in a line */
    RAGGED = 18,   /* octets that a line may be shorter, to end well */
    LONGEST = 480, /* limit on a text, in octets */
    LONGEST_EXPRESSION = 2 * WIDTH /* two lines: pictures give an overview */
};

/* ---- Lines ------------------------------------------------------------- */

/* Return true if |text| begins with \DDD, an escaped octet. */
static bool is_code(const char *text)
{
    return text[0] == '\\' && strspn(text + 1, "0123456789") >= 3;
}

/* Return the length of the next line within |length| octets of |text|. Do not
 * break escapes such as \DDD. */
static size_t line_length(const char *text, size_t length)
{
    if (length <= WIDTH) {
        return length;
    }
    for (size_t at = WIDTH; at > WIDTH - RAGGED; at--) {
        if (strchr(" ./?&=;,:+-", text[at - 1]) != NULL) {
            return at;
        }
    }
    for (size_t at = WIDTH - 3; at < WIDTH; at++) {
        if (is_code(text + at)) {
            return at;
        }
    }
    return WIDTH;
}

static void put_line(FILE *out, bool *is_first)
{
    if (!*is_first) {
        putc('\n', out);
    }
    *is_first = false;
}

/* Return how much of |text| is shown, at most |most|, in whole characters. */
static size_t shown_length(const char *text, size_t length, size_t most)
{
    if (length <= most) {
        return length;
    }
    size_t at = 0;
    for (size_t next = 0; next <= most;) {
        at = next;
        next += is_code(text + at) ? 4 : 1;
        while ((text[next] & 0xc0) == 0x80) {
            next++;
        }
    }
    return at;
}

/* Append |mark| and |text|, escaped, wrapped, at most |most| octets. */
static void put_some(FILE *out, bool *is_first, const char *mark,
                     const char *text, size_t most)
{
    char *escaped = NULL;
    size_t length = 0;
    FILE *memory = text_stream_open(&escaped, &length);
    fputs(mark, memory);
    print_escaped(memory, text);
    fclose(memory);
    const char *at = escaped;
    size_t left = shown_length(escaped, length, most);
    while (left > 0) {
        size_t taken = line_length(at, left);
        while (taken > 1 && taken < left && (at[taken] & 0xc0) == 0x80) {
            taken--; /* do not break characters */
        }
        bool has_blank = taken < left && at[taken - 1] == ' ';
        put_line(out, is_first);
        fwrite(at, 1, taken - has_blank, out);
        at += taken;
        left -= taken;
    }
    fputs(length > most ? "..." : "", out);
    free(escaped);
}

static void put_text(FILE *out, bool *is_first, const char *mark,
                     const char *text)
{
    put_some(out, is_first, mark, text, LONGEST);
}

static const char *name_of(const struct graph_node *node)
{
    return node->name[0] == '\0' && node->shape == GRAPH_KEY ? "." : node->name;
}

static void put_facts(FILE *out, bool *is_first, const char *facts)
{
    while (facts != NULL && *facts != '\0') {
        char line[1024];
        size_t length = strcspn(facts, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, facts);
        put_text(out, is_first, "", line);
        facts += length + (facts[length] == '\n');
    }
}

static const char *const captions[] = {
    [GRAPH_INPUT] = "",
    [GRAPH_KEY] = "",
    [GRAPH_SERVERS] = "S: servers of ",
    [GRAPH_HOST] = "A: host ",
    [GRAPH_TARGETS] = "D: URI records of ",
    [GRAPH_URI] = "U: ",
    [GRAPH_PROTOCOL] = "P: ",
    [GRAPH_UUID] = "",
    [GRAPH_PATTERN] = "",
    [GRAPH_NOWHERE] = "",
};

char *graph_node_label(const struct graph_node *node)
{
    char *label = NULL;
    size_t size;
    bool is_first = true;
    FILE *out = text_stream_open(&label, &size);
    put_text(out, &is_first, captions[node->shape], name_of(node));
    put_facts(out, &is_first, node->facts);
    if (node->problem != NULL) {
        put_text(out, &is_first, "! ", node->problem);
    }
    if (node->left_out > 0) {
        put_line(out, &is_first);
        fprintf(out, "... %zu more %s not drawn", node->left_out,
                node->left_out == 1 ? "edge is" : "edges are");
    }
    fclose(out);
    return label;
}

static void put_rule(FILE *out, bool *is_first, const struct graph_edge *edge)
{
    put_line(out, is_first);
    fprintf(out, "%u %u ", edge->order, edge->preference);
    print_quoted(out, edge->flags);
    if (edge->services[0] != '\0') {
        put_text(out, is_first, "", edge->services);
    }
    if (edge->regexp[0] != '\0') {
        put_some(out, is_first, "", edge->regexp, LONGEST_EXPRESSION);
    }
}

char *graph_edge_label(const struct graph *graph, const struct graph_edge *edge)
{
    char *label = NULL;
    size_t size;
    bool is_first = true;
    FILE *out = text_stream_open(&label, &size);
    /* A problem without a target is shown in the node at the end. */
    bool is_said = graph->nodes[edge->to].shape == GRAPH_NOWHERE;
    if (edge->has_rule) {
        put_rule(out, &is_first, edge);
    } else {
        put_text(out, &is_first, "",
                 is_said ? "unreadable"
                 : graph->nodes[edge->to].shape == GRAPH_UUID
                     ? "answered locally"
                     : "first key");
    }
    if (edge->verdict != NULL && !is_said) {
        put_text(out, &is_first, "", edge->verdict);
    }
    if (edge->counts != NULL) {
        put_text(out, &is_first, "inputs: ", edge->counts);
    }
    if (edge->problem != NULL && !is_said) {
        put_text(out, &is_first, "! ", edge->problem);
    }
    fclose(out);
    return label;
}
