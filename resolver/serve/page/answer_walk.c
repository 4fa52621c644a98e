/* A resolution as HTML: its results, and every rule with its verdict.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include <stdbool.h>
#include <string.h>

#include "serve/page/html.h"

/* A word of a document, the kind of its badge, and its text for people. */
struct word {
    const char *word;
    const char *kind;
    const char *text;
};

static const struct word statuses[] = {
    {"resolved", "good", "Resolved"},
    {"not_found", "bad", "Not found"},
    {"temporary", "warning", "Temporary failure"},
    {"bad_data", "bad", "Invalid rules"},
    {"insecure", "bad", "Not authenticated"},
    {"limit", "bad", "Over a limit"},
    {"bad_input", "bad", "Invalid input"},
    {NULL, "other", "Unknown status"},
};

static const struct word verdicts[] = {
    {"chosen", "good", "chosen"},
    {"acceptable", "info", "acceptable; another rule was chosen"},
    {"no_match", "other", "the expression does not match"},
    {"other_service", "other", "another service or protocol"},
    {"unknown_flag", "bad", "unknown flag"},
    {"conflicting_flags", "bad", "conflicting flags"},
    {"malformed", "bad", "malformed"},
    {"both_fields", "bad", "both an expression and a replacement"},
    {"no_output", "other", "no output"},
    {"illegal_key", "bad", "the output is not a valid name"},
    {"illegal_uri", "bad", "the output is not a valid URI"},
    {"order_closed", "other", "a rule of a lower order decides"},
    {"limit", "bad", "not tried: over a limit"},
    {"dead_end", "bad", "led to no result"},
    {NULL, "other", "unknown verdict"},
};

static const struct word kinds[] = {
    {"uri", NULL, "URI"},   {"servers", NULL, "Servers"},
    {"host", NULL, "Host"}, {"protocol", NULL, "Protocol"},
    {"uuid", NULL, "UUID"}, {"keys", NULL, "Names"},
    {NULL, NULL, "Result"},
};

/* The row of |words|, which ends with the one for unknown words. */
static const struct word *find_word(const struct word *words, const char *word)
{
    while (words->word != NULL &&
           (word == NULL || strcmp(words->word, word) != 0)) {
        words++;
    }
    return words;
}

/* ---- Results --------------------------------------------------------------- */

static void write_cell_number(FILE *out, const json_t *object, const char *name)
{
    fputs("<td>", out);
    html_number(out, object, name);
    fputs("</td>", out);
}

static void write_cell_code(FILE *out, const char *text)
{
    fputs("<td>", out);
    html_code(out, text);
    fputs("</td>", out);
}

static void write_addresses(FILE *out, const json_t *addresses)
{
    const json_t *address;
    size_t i;
    if (!json_is_array(addresses)) {
        fputs("not looked up", out);
    } else if (json_array_size(addresses) == 0) {
        fputs("none", out);
    }
    json_array_foreach(addresses, i, address)
    {
        fputs(i > 0 ? " " : "", out);
        html_code(out, json_string_value(address));
    }
}

static void write_endpoints(FILE *out, const json_t *endpoints)
{
    static const char *const heads[] = {"Host",   "Port",      "Priority",
                                        "Weight", "Addresses", NULL};
    const json_t *endpoint;
    size_t i;
    if (json_array_size(endpoints) == 0) {
        return;
    }
    if (json_is_null(json_object_get(json_array_get(endpoints, 0), "port"))) {
        fputs("<p>", out);
        write_addresses(
            out, json_object_get(json_array_get(endpoints, 0), "addresses"));
        fputs("</p>\n", out);
        return;
    }
    html_table(out, "Servers in the order to try them", heads);
    json_array_foreach(endpoints, i, endpoint)
    {
        fputs("<tr>", out);
        write_cell_code(out, member(endpoint, "host"));
        write_cell_number(out, endpoint, "port");
        write_cell_number(out, endpoint, "priority");
        write_cell_number(out, endpoint, "weight");
        fputs("<td>", out);
        write_addresses(out, json_object_get(endpoint, "addresses"));
        fputs("</td></tr>\n", out);
    }
    html_table_end(out);
}

static void write_result(FILE *out, const json_t *result)
{
    const char *uri = member(result, "uri");
    fprintf(out,
            "<div class=\"outcome\"><p class=\"answer\">"
            "<span class=\"kind\">%s</span> ",
            find_word(kinds, member(result, "kind"))->text);
    if (uri != NULL) {
        html_link(out, uri);
    } else {
        html_code(out, member(result, "output"));
    }
    fputs("</p>\n", out);
    write_endpoints(out, json_object_get(result, "endpoints"));
    fputs("<dl>\n", out);
    html_term_code(out, "Services", member(result, "services"));
    if (json_is_integer(json_object_get(result, "ttl"))) {
        fputs("<dt>TTL</dt><dd>", out);
        html_number(out, result, "ttl");
        fputs(" seconds</dd>\n", out);
    }
    if (json_is_true(json_object_get(result, "authenticated"))) {
        html_term(out, "DNSSEC", "validated by the resolver");
    }
    html_term(out, "Note", member(result, "note"));
    fputs("</dl></div>\n", out);
}

/* ---- Rules ------------------------------------------------------------------- */

static void write_verdict(FILE *out, const json_t *rule)
{
    const struct word *verdict = find_word(verdicts, member(rule, "verdict"));
    const char *output = member(rule, "output");
    const char *reason = member(rule, "reason");
    fputs("<td>", out);
    html_badge(out, verdict->kind, verdict->text);
    if (output != NULL) {
        fputs("<div class=\"output\">→ ", out);
        html_code(out, output);
        fputs("</div>", out);
    }
    if (reason != NULL) {
        fputs("<div class=\"reason\">", out);
        html_text(out, reason);
        fputs("</div>", out);
    }
    fputs("</td>", out);
}

/* A cell with |text| in quotation marks. */
static void write_quoted(FILE *out, const char *text)
{
    fputs("<td><code dir=\"ltr\">&quot;", out);
    html_text(out, text);
    fputs("&quot;</code></td>", out);
}

static void write_rule(FILE *out, const json_t *rule)
{
    const char *verdict = member(rule, "verdict");
    const char *regexp = member(rule, "regexp");
    const char *replacement = member(rule, "replacement");
    bool is_chosen = verdict != NULL && strcmp(verdict, "chosen") == 0;
    fputs(is_chosen ? "<tr class=\"chosen\">" : "<tr>", out);
    write_cell_number(out, rule, "order");
    write_cell_number(out, rule, "preference");
    write_quoted(out, member(rule, "flags"));
    write_quoted(out, member(rule, "services"));
    write_cell_code(out, regexp != NULL && regexp[0] != '\0' ? regexp
                         : replacement != NULL               ? replacement
                                                             : ".");
    write_verdict(out, rule);
    fputs("</tr>\n", out);
}

static void write_rules(FILE *out, const json_t *rules)
{
    static const char *const heads[] = {
        "Order",   "Pref.", "Flags", "Services", "Expression or replacement",
        "Verdict", NULL};
    const json_t *rule;
    size_t i;
    if (json_array_size(rules) == 0) {
        return;
    }
    html_table(out, "Rules of this step", heads);
    json_array_foreach(rules, i, rule)
    {
        write_rule(out, rule);
    }
    html_table_end(out);
}

static void write_servers(FILE *out, const json_t *servers)
{
    static const char *const heads[] = {"Priority", "Weight", "Port", "Target",
                                        NULL};
    const json_t *server;
    size_t i;
    if (json_array_size(servers) == 0) {
        return;
    }
    html_table(out, "Servers of this step", heads);
    json_array_foreach(servers, i, server)
    {
        fputs("<tr>", out);
        write_cell_number(out, server, "priority");
        write_cell_number(out, server, "weight");
        write_cell_number(out, server, "port");
        write_cell_code(out, member(server, "target"));
        fputs("</tr>\n", out);
    }
    html_table_end(out);
}

/* "data, TTL 86400, cached" */
static void write_facts(FILE *out, const json_t *step)
{
    const json_t *answer = json_object_get(step, "answer");
    const char *fallback = member(step, "fallback");
    fputs(" <span class=\"facts\">", out);
    if (fallback != NULL) {
        fputs("no query; rules of the application (", out);
        html_text(out, fallback);
        putc(')', out);
    } else if (!json_is_object(answer)) {
        fputs("not answered", out);
    } else {
        html_text(out, member(answer, "reply"));
        if (member_number(answer, "ttl") > 0) {
            fprintf(out, ", TTL %" JSON_INTEGER_FORMAT,
                    member_number(answer, "ttl"));
        }
        if (member(answer, "detail") != NULL) {
            fputs(", ", out);
            html_text(out, member(answer, "detail"));
        }
    }
    fputs("</span>", out);
}

static void write_step(FILE *out, const json_t *step)
{
    const json_t *query = json_object_get(step, "query");
    const json_t *answer = json_object_get(step, "answer");
    const char *type = member(query, "type");
    const char *name = member(query, "name");
    fputs("<li><h4>", out);
    html_text(out, type != NULL ? type : "Rules");
    fputs(" at ", out);
    html_code(out, name != NULL ? name : member(step, "key"));
    write_facts(out, step);
    fputs("</h4>\n", out);
    write_rules(out, json_object_get(step, "rules"));
    write_servers(out, json_object_get(answer, "servers"));
    if (json_array_size(json_object_get(answer, "addresses")) > 0) {
        fputs("<p>", out);
        write_addresses(out, json_object_get(answer, "addresses"));
        fputs("</p>\n", out);
    }
    fputs("</li>\n", out);
}

/* ---- The whole ----------------------------------------------------------------- */

static void write_reason(FILE *out, const json_t *reason)
{
    if (!json_is_object(reason)) {
        return;
    }
    fputs("<p>", out);
    html_code(out, member(reason, "code"));
    if (member(reason, "at") != NULL) {
        fputs(" at ", out);
        html_code(out, member(reason, "at"));
    }
    if (member(reason, "detail") != NULL) {
        fputs(": ", out);
        html_text(out, member(reason, "detail"));
    }
    fputs("</p>\n", out);
}

static void write_steps(FILE *out, const json_t *steps)
{
    const json_t *step;
    size_t i;
    if (json_array_size(steps) == 0) {
        return;
    }
    fputs("<h3>Every rule</h3>\n<ol class=\"steps\">\n", out);
    json_array_foreach(steps, i, step)
    {
        write_step(out, step);
    }
    fputs("</ol>\n", out);
}

void answer_with_walk(FILE *out, const json_t *request, const json_t *document)
{
    const json_t *results = json_object_get(document, "results");
    const struct word *status = find_word(statuses, member(document, "status"));
    const json_t *result;
    size_t i;
    (void)request;
    fputs("<p class=\"verdict\">", out);
    html_badge(out, status->kind, status->text);
    putc(' ', out);
    html_code(out, member(document, "input"));
    fputs("</p>\n", out);
    write_reason(out, json_object_get(document, "reason"));
    if (member(document, "note") != NULL) {
        fputs("<p>", out);
        html_text(out, member(document, "note"));
        fputs("</p>\n", out);
    }
    json_array_foreach(results, i, result)
    {
        write_result(out, result);
    }
    write_steps(out, json_object_get(document, "trace"));
}
