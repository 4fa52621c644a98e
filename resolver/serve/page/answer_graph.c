/* A graph as HTML: a table of its edges.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include "print/html.h"
#include "serve/page/members.h"

/* Return the name of the node with the "id" |number|. */
static const char *find_name(const json_t *nodes, json_int_t number)
{
    const json_t *node;
    size_t i;
    json_array_foreach(nodes, i, node)
    {
        if (member_number(node, "id") == number) {
            return member(node, "name");
        }
    }
    return NULL;
}

static void write_name(FILE *out, const json_t *nodes, json_int_t number)
{
    fputs("<td>", out);
    html_code(out, find_name(nodes, number));
    fputs("</td>", out);
}

static void write_edge(FILE *out, const json_t *nodes, const json_t *edge)
{
    const char *problem = member(edge, "problem");
    fputs("<tr>", out);
    write_name(out, nodes, member_number(edge, "from"));
    fputs("<td>", out);
    html_number(out, edge, "order");
    putc(' ', out);
    html_number(out, edge, "preference");
    fputs("</td><td>", out);
    html_code(out, member(edge, "flags"));
    fputs("</td><td>", out);
    html_code(out, member(edge, "services"));
    fputs("</td><td>", out);
    html_code(out, member(edge, "regexp"));
    fputs("</td>", out);
    write_name(out, nodes, member_number(edge, "to"));
    fputs("<td>", out);
    html_text(out, member(edge, "verdict"));
    if (problem != NULL) {
        html_badge(out, "bad", problem);
    }
    fputs("</td></tr>\n", out);
}

void answer_with_graph(FILE *out, const struct page_answer *answer)
{
    static const char *const heads[] = {"From",     "Order",      "Flags",
                                        "Services", "Expression", "To",
                                        "Verdict",  NULL};
    const json_t *nodes = json_object_get(answer->document, "nodes");
    const json_t *edge;
    size_t i;
    html_table(out, "Edges of the graph", heads);
    json_array_foreach(json_object_get(answer->document, "edges"), i, edge)
    {
        write_edge(out, nodes, edge);
    }
    html_table_end(out);
}
