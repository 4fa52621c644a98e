/* Text, for people: the answer first, then lines that begin with ";;".
 *
 *     deffoo.example.com:1000  192.0.2.30
 *     ;; urn:foo:1: servers of rcds.udp.example.com for rcds+I2C, ttl 3600
 *
 * SPDX-License-Identifier: MIT */
#include "render/rendering.h"

#include <string.h>

/* ---- The answer -------------------------------------------------------- */

static void add_addresses(struct line *line,
                          const struct ddds_address *addresses, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        line_add(line, i == 0 ? "  " : " ");
        line_add(line, text);
    }
}

static void add_paint(struct line *line, const struct style *style,
                      enum paint paint)
{
    if (style->has_color) {
        line_add(line, color(style, paint));
    }
}

static void add_endpoint(struct line *line,
                         const struct ddds_endpoint *endpoint,
                         const struct style *style)
{
    add_paint(line, style, PAINT_ANSWER);
    line_add_host(line, endpoint);
    add_paint(line, style, PAINT_PLAIN);
    if (endpoint->has_addresses && endpoint->address_count == 0) {
        line_add(line, "  (no address)");
    }
    add_addresses(line, endpoint->addresses, endpoint->address_count);
    line_add(line, "\n");
}

/* The fields of a UUID. */
static void print_uuid(FILE *out, const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    inspect_now(uuid, &fields);
    lines_send();
    fprintf(out, ", variant %s", ddds_uuid_variant_name(fields.variant));
    if (fields.version >= 0) {
        fprintf(out, ", version %d", fields.version);
    }
    if (fields.has_time) {
        char time[DDDS_UUID_TIME_SIZE];
        ddds_uuid_time_format(fields.time, fields.time_digits, time);
        fprintf(out, ", time %s", time);
    }
    if (fields.has_sequence) {
        char node[NODE_TEXT_SIZE];
        print_node(node, fields.node);
        fprintf(out, ", clock sequence %u, node %s", fields.sequence, node);
    }
    putc('\n', out);
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((fields.notes >> i & 1) != 0) {
            fprintf(out, ";; note: %s\n", ddds_uuid_note_name(1U << i));
        }
    }
}

static void add_answer(struct line *line, const char *answer,
                       const struct style *style)
{
    add_paint(line, style, PAINT_ANSWER);
    line_add_escaped(line, answer);
    add_paint(line, style, PAINT_PLAIN);
    line_add(line, "\n");
}

/* Add |label| and |text|. */
static void add_labelled(struct line *line, const char *label, const char *text)
{
    line_add(line, label);
    line_add_escaped(line, text);
}

/* The answers themselves, a line each. */
static void add_answers(struct line *line, const struct ddds_outcome *outcome,
                        const struct style *style)
{
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        add_endpoint(line, &outcome->endpoints[i], style);
    }
    for (size_t i = 0; i < outcome->target_count; i++) {
        add_answer(line, outcome->targets[i].uri, style);
    }
    if (outcome->endpoint_count == 0 && outcome->target_count == 0) {
        add_answer(line, outcome->uri != NULL ? outcome->uri : outcome->output,
                   style);
    }
}

/* What the answers are. */
static void add_description(struct line *line,
                            const struct ddds_outcome *outcome)
{
    if (outcome->kind == DDDS_OUTCOME_SERVERS || outcome->target_count > 0) {
        add_labelled(line, " of ", outcome->output);
    }
    if (outcome->services[0] != '\0') {
        add_labelled(line, " for ", outcome->services);
    }
    if (outcome->protocol != NULL) {
        add_labelled(line, ", protocol ", outcome->protocol);
    }
    if (outcome->ttl != DDDS_NO_TTL) {
        line_add(line, ", ttl ");
        line_add_number(line, outcome->ttl);
        if (outcome->authenticated) {
            line_add(line, ", authenticated");
        }
    }
    line_add(line, "\n");
    if (outcome->note != NULL) {
        line_add(line, ";; note: ");
        line_add(line, outcome->note);
        line_add(line, "\n");
    }
}

static void print_outcome(FILE *out, const char *input,
                          const struct ddds_outcome *outcome,
                          const struct style *style)
{
    struct line line;
    line_begin(&line, out);
    add_answers(&line, outcome, style);
    add_labelled(&line, ";; ", input);
    line_add(&line, ": ");
    line_add(&line, ddds_outcome_name(outcome->kind));
    if (outcome->kind != DDDS_OUTCOME_UUID) {
        add_description(&line, outcome);
    }
    line_send(&line);
    if (outcome->kind == DDDS_OUTCOME_UUID) {
        print_uuid(out, &outcome->uuid);
    }
}

static void print_failure(FILE *out, const struct ddds_result *result,
                          const struct style *style)
{
    fputs(";; ", out);
    print_escaped(out, result->input);
    fprintf(out, ": %s%s%s: ", color(style, PAINT_BAD),
            ddds_reason_name(result->reason), color(style, PAINT_PLAIN));
    print_reason(out, result);
    putc('\n', out);
}

/* ---- The trace --------------------------------------------------------- */

static void print_field(FILE *out, const char *field)
{
    putc(' ', out);
    print_quoted(out, field);
}

static enum paint verdict_paint(enum ddds_verdict verdict)
{
    switch (verdict) {
    case DDDS_VERDICT_CHOSEN:
        return PAINT_GOOD;
    case DDDS_VERDICT_ACCEPTABLE:
    case DDDS_VERDICT_ORDER_CLOSED:
    case DDDS_VERDICT_NO_MATCH:
        return PAINT_DIM;
    default:
        return PAINT_BAD;
    }
}

/* How the output of a rule is used. */
static const char *use_of(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_RULES:
        return " (the next key)";
    case DDDS_NEXT_SERVERS:
        return " (servers)";
    case DDDS_NEXT_TARGETS:
        return " (URI records)";
    case DDDS_NEXT_ADDRESSES:
        return " (a host)";
    default:
        return "";
    }
}

/* Which part of a rule's services field differs from the request. */
static void print_lack(FILE *out, const struct ddds_result *result)
{
    bool has_service = result->services != NULL;
    bool has_protocol = result->protocols != NULL || !has_service;
    fprintf(out, ": offers a different %s%s%s",
            has_service ? result->application->service : "",
            has_service && has_protocol ? " or " : "",
            has_protocol ? "protocol" : "");
}

/* Explain a verdict for which the engine gave no reason of its own. */
static void print_meaning(FILE *out, const struct ddds_judged_rule *judged,
                          const struct ddds_result *result)
{
    switch (judged->verdict) {
    case DDDS_VERDICT_CHOSEN:
        fputs(use_of(judged->next), out);
        break;
    case DDDS_VERDICT_ACCEPTABLE:
        fprintf(out, "%s: also acceptable", use_of(judged->next));
        break;
    case DDDS_VERDICT_NO_MATCH:
        if (judged->reason == NULL) {
            fprintf(out, ": %s", ddds_verdict_text(judged->verdict));
        }
        break;
    case DDDS_VERDICT_OTHER_SERVICE:
        print_lack(out, result);
        break;
    case DDDS_VERDICT_ORDER_CLOSED:
        fprintf(out, ": %s", ddds_verdict_text(judged->verdict));
        break;
    default:
        break;
    }
}

static void print_rule(FILE *out, const struct ddds_judged_rule *judged,
                       const struct ddds_result *result,
                       const struct style *style)
{
    const struct ddds_rule *rule = judged->rule;
    fprintf(out, ";;      %u %u", rule->order, rule->preference);
    print_field(out, rule->flags);
    print_field(out, rule->services);
    print_field(out, rule->regexp);
    putc(' ', out);
    print_escaped(out, rule->replacement);
    fprintf(out, ".\n;;         %s%s%s",
            color(style, verdict_paint(judged->verdict)),
            ddds_verdict_name(judged->verdict), color(style, PAINT_PLAIN));
    if (judged->output != NULL) {
        fputs(" -> ", out);
        print_escaped(out, judged->output);
    }
    if (judged->reason != NULL) {
        fputs(": ", out);
        print_escaped(out, judged->reason);
    } else {
        print_meaning(out, judged, result);
    }
    putc('\n', out);
}

static void print_answer(FILE *out, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    if (step->answer == NULL) {
        fputs("not answered\n", out);
        return;
    }
    fputs(reply_word(answer->reply), out);
    if (answer->detail != NULL) {
        fputs(" (", out);
        print_escaped(out, answer->detail);
        putc(')', out);
    }
    print_answer_end(out, answer);
}

static void print_data(FILE *out, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    if (step->answer == NULL || answer->reply != DDDS_REPLY_DATA) {
        return;
    }
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        fprintf(out, ";;      %u %u %u ", srv->priority, srv->weight,
                srv->port);
        print_escaped(out, srv->target);
        fputs(".\n", out);
    }
    for (size_t i = 0; i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        fprintf(out, ";;      %u %u ", target->priority, target->weight);
        print_quoted(out, target->uri);
        putc('\n', out);
    }
    if (answer->address_count > 0) {
        struct line line;
        line_begin(&line, out);
        line_add(&line, ";;    ");
        add_addresses(&line, answer->addresses, answer->address_count);
        line_add(&line, "\n");
        line_send(&line);
    }
}

/* Print the question and its answer, or the source of fallback rules. */
static void print_question(FILE *out, const struct ddds_step *step)
{
    if (!step->is_fallback) {
        fprintf(out, "%s ", ddds_question_types(step->kind));
    }
    fputs("at ", out);
    print_escaped(out, step->name);
    if (step->protocol != NULL) {
        fputs(", pursuing protocol ", out);
        print_escaped(out, step->protocol);
    }
    if (step->is_fallback) {
        fputs(" (no query), fallback rules: ", out);
        print_escaped(out, step->answer->detail);
        putc('\n', out);
        return;
    }
    fputs(": ", out);
    print_answer(out, step);
}

/* Is |key| a name below |root|? */
static bool is_below(const char *key, const char *root)
{
    size_t length = strlen(key);
    size_t tail = strlen(root);
    return length > tail && key[length - tail - 1] == '.' &&
           strcmp(key + length - tail, root) == 0;
}

/* The first key, and how the application derives it. */
static void print_first_key(FILE *out, const struct ddds_result *result)
{
    const struct ddds_application *application = result->application;
    fputs(";; first key ", out);
    print_escaped(out, result->key);
    fputs(": ", out);
    print_escaped(out, application->first_key);
    if (application->root != NULL &&
        !is_below(result->key, application->root)) {
        fputs(" (replaced by --root)", out);
    }
    putc('\n', out);
}

/* The services and protocols requested, if any were. */
static void print_wanted(FILE *out, const struct ddds_result *result)
{
    if (result->services == NULL && result->protocols == NULL) {
        return;
    }
    fputs(";; wanted:", out);
    if (result->services != NULL) {
        fprintf(out, " %s ", result->application->service);
        print_escaped(out, result->services);
    }
    if (result->protocols != NULL) {
        fputs(result->services != NULL ? ", protocol " : " protocol ", out);
        print_escaped(out, result->protocols);
    }
    putc('\n', out);
}

/* The start of the walk, in the terms of the application. */
static void print_beginning(FILE *out, const struct ddds_result *result)
{
    const struct ddds_application *application = result->application;
    fprintf(out, ";;\n;; application %s: ", application->name);
    print_escaped(out, application->title);
    fputs("\n;; string ", out);
    print_escaped(out, result->aus);
    if (strcmp(result->aus, result->input) != 0) {
        fputs(", of the ", out);
        print_escaped(out, application->subject);
        putc(' ', out);
        print_escaped(out, result->input);
    }
    putc('\n', out);
    if (result->step_count > 0) {
        print_first_key(out, result);
    }
    print_wanted(out, result);
}

void print_trace(FILE *out, const struct ddds_result *result,
                 const struct style *style)
{
    print_beginning(out, result);
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        if (i > 0 && step->run != result->steps[i - 1].run) {
            fputs(";; restarted: data in use expired\n", out);
        }
        fprintf(out, ";; %2zu  ", i);
        print_question(out, step);
        for (size_t j = 0; j < step->rule_count; j++) {
            print_rule(out, &step->rules[j], result, style);
        }
        print_data(out, step);
    }
}

/* ---- The whole --------------------------------------------------------- */

void print_text(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    for (size_t i = 0; i < result->outcome_count; i++) {
        print_outcome(out, result->input, &result->outcomes[i], style);
    }
    if (result->outcome_count > 0 && result->note == NULL &&
        !style->has_trace) {
        return;
    }
    lines_send(); /* What follows is written without lines. */
    if (result->outcome_count == 0) {
        print_failure(out, result, style);
    }
    if (result->note != NULL) {
        fprintf(out, ";; note: %s\n", result->note);
    }
    if (style->has_trace) {
        print_trace(out, result, style);
    }
}
