/* SPDX-License-Identifier: MIT */
#include "render/render_html.h"

#include <string.h>

#include <ddds/show.h>

#include "print/html.h"
#include "render/rendering.h"

/* ---- The status --------------------------------------------------------- */

static const char *status_badge(const struct ddds_result *result)
{
    switch (ddds_reason_class(result->reason)) {
    case DDDS_CLASS_RESOLVED:
        return "good";
    case DDDS_CLASS_TEMPORARY:
        return "warning";
    default:
        return "bad";
    }
}

static const char *answer_of(const struct ddds_outcome *outcome)
{
    return outcome->uri != NULL ? outcome->uri : outcome->output;
}

/* Summary for screen readers: "Resolved: https://example.com/". */
static void write_summary(FILE *out, const struct ddds_shown_result *shown)
{
    const struct ddds_outcome *first = ddds_result_outcome(shown->result, 0);
    html_text(out, shown->title);
    fputs(": ", out);
    html_text(out, first != NULL           ? answer_of(first)
                   : shown->detail != NULL ? shown->detail
                                           : shown->reason);
}

/* Write "NO_NAME: there is no such name at example.com: detail". */
static void write_reason(FILE *out, const struct ddds_shown_result *shown)
{
    fputs("<p>", out);
    html_code(out, shown->code);
    fputs(": ", out);
    html_text(out, shown->reason);
    if (shown->at != NULL) {
        fputs(" at ", out);
        html_code(out, shown->at);
    }
    if (shown->detail != NULL) {
        fputs(": ", out);
        html_text(out, shown->detail);
    }
    fputs("</p>\n", out);
}

static void begin(void *self, const struct ddds_shown_result *shown)
{
    FILE *out = self;
    fputs("<p class=\"verdict\" data-app=\"", out);
    html_text(out, shown->application->name);
    fputs("\" data-summary=\"", out);
    write_summary(out, shown);
    fputs("\">", out);
    html_badge(out, status_badge(shown->result), shown->title);
    putc(' ', out);
    html_code(out, shown->input);
    fputs("</p>\n", out);
    if (shown->code != NULL) {
        write_reason(out, shown);
    }
    if (shown->result->note != NULL) {
        fputs("<p>", out);
        html_text(out, shown->result->note);
        fputs("</p>\n", out);
    }
}

/* ---- Outcomes ----------------------------------------------------------- */

static void write_number(FILE *out, bool is_known, unsigned number)
{
    fputs("<td>", out);
    if (is_known) {
        fprintf(out, "%u", number);
    }
    fputs("</td>", out);
}

static void write_cell(FILE *out, const char *text)
{
    fputs("<td>", out);
    html_code(out, text);
    fputs("</td>", out);
}

static void write_addresses(FILE *out, const struct ddds_address *addresses,
                            size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        fputs(i > 0 ? " " : "", out);
        html_code(out, text);
    }
}

static void write_hosts(FILE *out, const struct ddds_outcome *outcome,
                        const struct ddds_endpoint *endpoint)
{
    if (!endpoint->has_addresses) {
        fputs(outcome_has_addresses(outcome) ? "unknown" : "not looked up",
              out);
    } else if (endpoint->address_count == 0) {
        fputs("none", out);
    }
    write_addresses(out, endpoint->addresses, endpoint->address_count);
}

/* A host without port is named in the answer above. */
static void write_endpoints(FILE *out, const struct ddds_outcome *outcome)
{
    static const char *const heads[] = {"Host",   "Port",      "Priority",
                                        "Weight", "Addresses", NULL};
    if (outcome->endpoint_count == 0) {
        return;
    }
    if (!outcome->endpoints[0].has_port) {
        fputs("<p>", out);
        write_hosts(out, outcome, &outcome->endpoints[0]);
        fputs("</p>\n", out);
        return;
    }
    html_table(out, "Servers in the order to try them", heads);
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        fputs("<tr>", out);
        write_cell(out, endpoint->host);
        write_number(out, endpoint->has_port, endpoint->port);
        write_number(out, endpoint->is_server, endpoint->priority);
        write_number(out, endpoint->is_server, endpoint->weight);
        fputs("<td>", out);
        write_hosts(out, outcome, endpoint);
        fputs("</td></tr>\n", out);
    }
    html_table_end(out);
}

static void write_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    const struct ddds_outcome *outcome = shown->outcome;
    FILE *out = self;
    fprintf(out,
            "<div class=\"outcome\" data-kind=\"%s\"><p class=\"answer\">"
            "<span class=\"kind\">%s</span> ",
            shown->kind, shown->title);
    if (outcome->uri != NULL) {
        html_link(out, outcome->uri);
    } else {
        html_code(out, outcome->output);
    }
    fputs("</p>\n", out);
    write_endpoints(out, outcome);
    fputs("<dl>\n", out);
    html_term_code(out, "Services", shown->services);
    if (shown->has_ttl) {
        fprintf(out, "<dt>TTL</dt><dd>%u second%s</dd>\n", outcome->ttl,
                outcome->ttl == 1 ? "" : "s");
    }
    if (shown->security != NULL) {
        fprintf(out, "<dt>DNSSEC</dt><dd>%s: %s</dd>\n", shown->security,
                ddds_security_text(outcome->security));
    } else if (outcome->authenticated) {
        html_term(out, "DNSSEC", "validated by the resolver");
    }
    html_term(out, "Note", outcome->note);
    fputs("</dl></div>\n", out);
}

/* ---- The trace ---------------------------------------------------------- */

static void begin_trace(void *self, const struct ddds_shown_result *shown)
{
    if (shown->result->step_count > 0) {
        fputs("<dl>", self);
        html_term_code(self, "Rules are applied to", shown->result->aus);
        fputs("</dl>\n<h3>Every rule</h3>\n<ol class=\"steps\">\n", self);
    }
}

/* Write "data, TTL 86400, alias of example.com, cached". */
static void write_facts(FILE *out, const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    if (shown->fallback != NULL) {
        fputs("no query; rules of the application (", out);
        html_text(out, shown->fallback);
        putc(')', out);
        return;
    }
    if (answer == NULL) {
        fputs("not answered", out);
        return;
    }
    fputs(shown->reply, out);
    if (answer->ttl > 0) {
        fprintf(out, ", TTL %u", answer->ttl);
    }
    if (answer->canonical != NULL) {
        fputs(", alias of ", out);
        html_code(out, shown_name(answer->canonical));
    }
    fputs(answer->cached ? ", cached" : "", out);
    if (shown->security != NULL) {
        fprintf(out, ", %s", shown->security);
    } else if (answer->authenticated) {
        fputs(", authenticated", out);
    }
    if (answer->detail != NULL) {
        fputs(", ", out);
        html_text(out, answer->detail);
    }
}

static void write_step(void *self, const struct ddds_shown_step *shown)
{
    static const char *const heads[] = {
        "Order",   "Pref.", "Flags", "Services", "Expression or replacement",
        "Verdict", NULL};
    FILE *out = self;
    fprintf(out, "<li data-type=\"%s\" data-reply=\"%s\"><h4>%s at ",
            shown->type, shown->answer != NULL ? shown->reply : "no answer",
            shown->type);
    html_code(out, shown->step->name);
    fputs(" <span class=\"facts\">", out);
    write_facts(out, shown);
    fputs("</span></h4>\n", out);
    if (shown->step->rule_count > 0) {
        char caption[48];
        snprintf(caption, sizeof caption, "Rules of step %zu",
                 shown->index + 1);
        html_table(out, caption, heads);
    }
}

static const char *verdict_badge(enum ddds_verdict verdict)
{
    switch (verdict) {
    case DDDS_VERDICT_CHOSEN:
        return "good";
    case DDDS_VERDICT_ACCEPTABLE:
        return "info";
    case DDDS_VERDICT_NO_MATCH:
    case DDDS_VERDICT_OTHER_SERVICE:
    case DDDS_VERDICT_NO_OUTPUT:
    case DDDS_VERDICT_ORDER_CLOSED:
        return "other";
    default:
        return "bad";
    }
}

static void write_verdict(FILE *out, const struct ddds_shown_rule *shown)
{
    const struct ddds_judged_rule *judged = shown->judged;
    fputs("<td>", out);
    html_badge(out, verdict_badge(judged->verdict), shown->verdict);
    if (judged->output != NULL) {
        fputs("<div class=\"output\">→ ", out);
        html_code(out, judged->output);
        if (shown->use != NULL) {
            fprintf(out, " (%s)", shown->use);
        }
        fputs("</div>", out);
    }
    fputs("<div class=\"reason\">", out);
    html_text(out, judged->reason != NULL ? judged->reason
                                          : ddds_verdict_text(judged->verdict));
    fputs("</div></td>", out);
}

/* Write a cell with |text| in quotation marks. */
static void write_quoted(FILE *out, const char *text)
{
    fputs("<td><code dir=\"ltr\">&quot;", out);
    html_text(out, text);
    fputs("&quot;</code></td>", out);
}

static void write_rule(void *self, const struct ddds_shown_rule *shown)
{
    const struct ddds_rule *rule = shown->judged->rule;
    FILE *out = self;
    fprintf(out, "<tr class=\"%s\">", shown->verdict);
    write_number(out, true, rule->order);
    write_number(out, true, rule->preference);
    write_quoted(out, rule->flags);
    write_quoted(out, rule->services);
    fputs("<td>", out);
    if (rule->regexp[0] != '\0') {
        html_code(out, rule->regexp);
        fputs(shown->replacement != NULL ? " and " : "", out);
    }
    if (rule->regexp[0] == '\0' || shown->replacement != NULL) {
        html_code(out, shown->replacement != NULL ? shown->replacement : ".");
    }
    fputs("</td>", out);
    write_verdict(out, shown);
    fputs("</tr>\n", out);
}

static void write_servers(FILE *out, const struct ddds_shown_step *shown)
{
    static const char *const heads[] = {"Priority", "Weight", "Port", "Target",
                                        NULL};
    char caption[48];
    snprintf(caption, sizeof caption, "Servers of step %zu", shown->index + 1);
    html_table(out, caption, heads);
    for (size_t i = 0; i < shown->answer->server_count; i++) {
        const struct ddds_srv *srv = &shown->answer->servers[i];
        fputs("<tr class=\"data\">", out);
        write_number(out, true, srv->priority);
        write_number(out, true, srv->weight);
        write_number(out, true, srv->port);
        write_cell(out, srv->target);
        fputs("</tr>\n", out);
    }
    html_table_end(out);
}

static void write_targets(FILE *out, const struct ddds_shown_step *shown)
{
    static const char *const heads[] = {"Priority", "Weight", "URI", NULL};
    char caption[48];
    snprintf(caption, sizeof caption, "URIs of step %zu", shown->index + 1);
    html_table(out, caption, heads);
    for (size_t i = 0; i < shown->answer->target_count; i++) {
        const struct ddds_uri_target *target = &shown->answer->targets[i];
        fputs("<tr class=\"data\">", out);
        write_number(out, true, target->priority);
        write_number(out, true, target->weight);
        write_cell(out, target->uri);
        fputs("</tr>\n", out);
    }
    html_table_end(out);
}

static void end_step(void *self, const struct ddds_shown_step *shown)
{
    FILE *out = self;
    if (shown->step->rule_count > 0) {
        html_table_end(out);
    }
    if (shown->has_servers) {
        write_servers(out, shown);
    }
    if (shown->has_targets) {
        write_targets(out, shown);
    }
    if (shown->has_addresses) {
        fputs("<p class=\"data\">", out);
        write_addresses(out, shown->answer->addresses,
                        shown->answer->address_count);
        fputs("</p>\n", out);
    }
    fputs("</li>\n", out);
}

static void end(void *self, const struct ddds_shown_result *shown)
{
    if (shown->result->step_count > 0) {
        fputs("</ol>\n", self);
    }
}

void html_result(FILE *out, const struct ddds_result *result)
{
    const struct ddds_show show = {
        .size = sizeof show,
        .self = out,
        .begin = begin,
        .outcome = write_outcome,
        .trace = begin_trace,
        .step = write_step,
        .rule = write_rule,
        .end_step = end_step,
        .end = end,
    };
    (void)ddds_show_result(result, DDDS_SHOW_TRACE | DDDS_SHOW_UNREAD, &show,
                           NULL);
}
