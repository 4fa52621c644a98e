/* Format for people: the answer, then lines that begin with ";;".
 *
 *     deffoo.example.com:1000  192.0.2.30
 *     ;; urn:foo:1: servers of rcds.udp.example.com for rcds+I2C, ttl 3600
 *
 * SPDX-License-Identifier: MIT */
#include "render/rendering.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/show.h>

#include "base/field_octets.h"

/* State of the output. */
struct writer {
    FILE *out;
    const struct style *style;
    const struct ddds_result *result;
};

/* ---- Outcomes ---------------------------------------------------------- */

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

/* Append why the addresses of a host of |outcome| are unknown. */
static void add_unknown(struct line *line, const struct ddds_result *result,
                        const struct ddds_outcome *outcome, const char *host)
{
    const struct ddds_answer *answer = find_addresses(result, outcome, host);
    if (answer == NULL) {
        line_add(line, "  (not looked up)");
        return;
    }
    enum ddds_reason reason =
        ddds_reply_reason(DDDS_ASK_ADDRESSES, answer->reply);
    line_add(line, "  (unknown: ");
    line_add(line, answer->security == DDDS_SECURITY_BOGUS ? "bogus"
                   : ddds_reason_class(reason) <= DDDS_CLASS_NOT_FOUND
                       ? "not authenticated"
                       : ddds_reply_text(answer->reply));
    line_add(line, ")");
}

static void add_endpoint(struct line *line, const struct writer *writer,
                         const struct ddds_outcome *outcome,
                         const struct ddds_endpoint *endpoint)
{
    add_paint(line, writer->style, PAINT_ANSWER);
    line_add_host(line, endpoint);
    add_paint(line, writer->style, PAINT_PLAIN);
    if (!endpoint->has_addresses && outcome_has_addresses(outcome)) {
        add_unknown(line, writer->result, outcome, endpoint->host);
    } else if (endpoint->has_addresses && endpoint->address_count == 0) {
        line_add(line, "  (no address)");
    }
    add_addresses(line, endpoint->addresses, endpoint->address_count);
    line_add(line, "\n");
}

/* Print the fields of a UUID. */
static void print_uuid(FILE *out, const struct ddds_shown_uuid *uuid)
{
    const struct ddds_uuid_fields *fields = uuid->fields;
    lines_send();
    fprintf(out, ", variant %s", ddds_uuid_variant_name(fields->variant));
    if (fields->version >= 0) {
        fprintf(out, ", version %d", fields->version);
    }
    if (fields->has_time) {
        fprintf(out, ", time %s", uuid->time);
    }
    if (fields->has_sequence) {
        fprintf(out, ", clock sequence %u, node %s", fields->sequence,
                uuid->node);
    }
    putc('\n', out);
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((fields->notes >> i & 1) != 0) {
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

/* Append the answers, each on a line. */
static void add_answers(struct line *line, const struct writer *writer,
                        const struct ddds_outcome *outcome)
{
    const struct style *style = writer->style;
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        add_endpoint(line, writer, outcome, &outcome->endpoints[i]);
    }
    for (size_t i = 0; i < outcome->target_count; i++) {
        add_answer(line, outcome->targets[i].uri, style);
    }
    if (outcome->endpoint_count == 0 && outcome->target_count == 0) {
        add_answer(line, outcome->uri != NULL ? outcome->uri : outcome->output,
                   style);
    }
}

/* Append the reason why an outcome precedes others. */
static void add_near(struct line *line, const struct ddds_outcome *outcome)
{
    add_labelled(line, ";; near ", outcome->near);
    if (outcome->closeness == DDDS_COLLOCATED) {
        line_add(line, ": the same node\n");
        return;
    }
    line_add(line, ": ");
    line_add_number(line, outcome->closeness);
    line_add(line, outcome->closeness == 1 ? " label" : " labels");
    line_add(line, " in common\n");
}

/* Append the description of an outcome. */
static void add_description(struct line *line,
                            const struct ddds_shown_outcome *shown)
{
    const struct ddds_outcome *outcome = shown->outcome;
    if (outcome->kind == DDDS_OUTCOME_SERVERS || outcome->target_count > 0) {
        add_labelled(line, " of ", outcome->output);
    }
    if (shown->services != NULL) {
        add_labelled(line, " for ", shown->services);
    }
    if (outcome->protocol != NULL) {
        add_labelled(line, ", protocol ", outcome->protocol);
    }
    if (shown->has_ttl) {
        line_add(line, ", ttl ");
        line_add_number(line, outcome->ttl);
        if (shown->security != NULL) {
            line_add(line, ", ");
            line_add(line, shown->security);
        } else if (outcome->authenticated) {
            line_add(line, ", authenticated");
        }
    }
    line_add(line, "\n");
    if (outcome->note != NULL) {
        line_add(line, ";; note: ");
        line_add(line, outcome->note);
        line_add(line, "\n");
    }
    if (outcome->near != NULL) {
        add_near(line, outcome);
    }
}

static void print_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    const struct writer *writer = self;
    struct line line;
    line_begin(&line, writer->out);
    add_answers(&line, writer, shown->outcome);
    add_labelled(&line, ";; ", writer->result->input);
    line_add(&line, ": ");
    line_add(&line, shown->kind);
    if (shown->uuid == NULL) {
        add_description(&line, shown);
    }
    line_send(&line);
    if (shown->uuid != NULL) {
        print_uuid(writer->out, shown->uuid);
    }
}

/* Print failures and notes. From here on, output does not use line.h. */
static void print_remarks(const struct writer *writer,
                          const struct ddds_shown_result *shown)
{
    FILE *out = writer->out;
    const struct style *style = writer->style;
    lines_send();
    if (shown->code != NULL) {
        /* allocate before any part of the line is printed */
        char *sentence = reason_with_advice(shown->result);
        fputs(";; ", out);
        print_escaped(out, shown->input);
        fprintf(out, ": %s%s%s: ", color(style, PAINT_BAD), shown->code,
                color(style, PAINT_PLAIN));
        print_escaped(out, sentence);
        putc('\n', out);
        free(sentence);
    }
    if (shown->result->note != NULL) {
        fprintf(out, ";; note: %s\n", shown->result->note);
    }
}

/* ---- The trace --------------------------------------------------------- */

static void print_field(FILE *out, const struct ddds_rule *rule,
                        const char *field)
{
    char octets[FIELD_OCTETS];
    struct line line;
    line_begin(&line, out);
    line_add(&line, " ");
    line_add_quoted(&line, field_octets(rule->defect, field, octets));
    line_send(&line);
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

static void print_rule(void *self, const struct ddds_shown_rule *shown)
{
    const struct writer *writer = self;
    const struct ddds_judged_rule *judged = shown->judged;
    const struct ddds_rule *rule = judged->rule;
    FILE *out = writer->out;
    fprintf(out, ";;      %u %u", rule->order, rule->preference);
    print_field(out, rule, rule->flags);
    print_field(out, rule, rule->services);
    print_field(out, rule, rule->regexp);
    putc(' ', out);
    print_escaped(out, rule->replacement);
    fprintf(out, ".\n;;         %s%s%s",
            color(writer->style, verdict_paint(judged->verdict)),
            shown->verdict, color(writer->style, PAINT_PLAIN));
    if (judged->output != NULL) {
        fputs(" -> ", out);
        print_escaped(out, judged->output);
    }
    if (shown->use != NULL) {
        fprintf(out, " (%s)", shown->use);
    }
    if (shown->meaning != NULL) {
        fputs(": ", out);
        print_escaped(out, shown->meaning);
    }
    putc('\n', out);
}

static void print_answer(FILE *out, const struct ddds_shown_step *shown)
{
    struct line line;
    if (shown->answer == NULL) {
        fputs("not answered\n", out);
        return;
    }
    fputs(shown->reply, out);
    if (shown->answer->detail != NULL) {
        fputs(" (", out);
        print_escaped(out, shown->answer->detail);
        putc(')', out);
    }
    line_begin(&line, out);
    line_add_answer_end(&line, shown->answer);
    line_send(&line);
}

static void print_data(void *self, const struct ddds_shown_step *shown)
{
    FILE *out = ((const struct writer *)self)->out;
    const struct ddds_answer *answer = shown->answer;
    for (size_t i = 0; shown->has_servers && i < answer->server_count; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        fprintf(out, ";;      %u %u %u ", srv->priority, srv->weight,
                srv->port);
        print_escaped(out, srv->target);
        fputs(".\n", out);
    }
    for (size_t i = 0; shown->has_targets && i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        fprintf(out, ";;      %u %u ", target->priority, target->weight);
        print_quoted(out, target->uri);
        putc('\n', out);
    }
    if (shown->has_addresses && answer->address_count > 0) {
        struct line line;
        line_begin(&line, out);
        line_add(&line, ";;    ");
        add_addresses(&line, answer->addresses, answer->address_count);
        line_add(&line, "\n");
        line_send(&line);
    }
}

/* Print a question with its answer, or the source of fallback rules. */
static void print_step(void *self, const struct ddds_shown_step *shown)
{
    const struct ddds_step *step = shown->step;
    FILE *out = ((const struct writer *)self)->out;
    if (shown->is_restart) {
        fputs(";; restarted: data in use expired\n", out);
    }
    fprintf(out, ";; %2zu  ", shown->index);
    if (shown->fallback == NULL) {
        fprintf(out, "%s ", shown->type);
    }
    fputs("at ", out);
    print_escaped(out, step->name);
    if (step->protocol != NULL) {
        fputs(", pursuing protocol ", out);
        print_escaped(out, step->protocol);
    }
    if (shown->fallback != NULL) {
        fputs(" (no query), fallback rules: ", out);
        print_escaped(out, shown->fallback);
        putc('\n', out);
        return;
    }
    fputs(": ", out);
    print_answer(out, shown);
}

/* Return true if |key| is a name below |root|. */
static bool is_below(const char *key, const char *root)
{
    size_t length = strlen(key);
    size_t tail = strlen(root);
    return length > tail && key[length - tail - 1] == '.' &&
           strcmp(key + length - tail, root) == 0;
}

/* Print the first key, and how the application derives it. */
static void print_first_key(FILE *out, const struct ddds_result *result)
{
    const struct ddds_application *application = result->application;
    fputs(";; first key ", out);
    print_escaped(out, result->key);
    fputs(": ", out);
    print_escaped(out, application->first_key);
    if (application->root != NULL && application->root[0] != '\0' &&
        !is_below(result->key, application->root)) {
        fputs(" (replaced by --root)", out);
    }
    putc('\n', out);
}

/* Print the requested services and protocols, if any. */
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

/* Print the start of the trace, in the terms of the application. */
static void print_beginning(void *self, const struct ddds_shown_result *shown)
{
    const struct ddds_application *application = shown->application;
    const struct ddds_result *result = shown->result;
    FILE *out = ((const struct writer *)self)->out;
    fprintf(out, ";;\n;; application %s: ", application->name);
    print_escaped(out, application->title);
    if (application->specification != NULL) {
        fputs(" (", out);
        print_escaped(out, application->specification);
        putc(')', out);
    }
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

/* ---- Results ----------------------------------------------------------- */

static void end_outcomes(void *self, const struct ddds_shown_result *shown)
{
    const struct writer *writer = self;
    if (shown->code != NULL || shown->result->note != NULL ||
        writer->style->has_trace) {
        print_remarks(writer, shown);
    }
    if (writer->style->has_trace) {
        print_beginning(self, shown);
    }
}

void print_trace(FILE *out, const struct ddds_result *result,
                 const struct style *style)
{
    struct writer writer = {out, style, result};
    const struct ddds_show show = {.size = sizeof show,
                                   .self = &writer,
                                   .trace = print_beginning,
                                   .step = print_step,
                                   .rule = print_rule,
                                   .end_step = print_data};
    (void)ddds_show_result(result, DDDS_SHOW_TRACE, &show, NULL);
}

void print_text(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    struct writer writer = {out, style, result};
    const struct ddds_show show = {.size = sizeof show,
                                   .self = &writer,
                                   .outcome = print_outcome,
                                   .trace = end_outcomes,
                                   .step = print_step,
                                   .rule = print_rule,
                                   .end_step = print_data,
                                   .end =
                                       style->has_trace ? NULL : end_outcomes};
    (void)ddds_show_result(
        result, DDDS_SHOW_UNREAD | (style->has_trace ? DDDS_SHOW_TRACE : 0),
        &show, NULL);
}
