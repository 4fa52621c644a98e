/* SPDX-License-Identifier: MIT */
#include "render/rendering.h"

#include <stdlib.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/requested_services.h"
#include "text/printable.h"
#include "text/text_stream.h"

void print_escaped(FILE *out, const char *text)
{
    printable_write(out, text, strlen(text));
}

void print_escaped_span(FILE *out, struct ddds_span span)
{
    printable_write(out, span.text, span.length);
}

void line_add_quoted(struct line *line, struct ddds_span span)
{
    size_t begin = 0;
    line_add(line, "\"");
    for (size_t i = 0; i < span.length; i++) {
        unsigned char octet = (unsigned char)span.text[i];
        bool is_plain = octet >= 0x20 && octet <= 0x7e;
        if (is_plain && octet != '"' && octet != '\\') {
            continue;
        }
        char escape[5] = "\\";
        if (!is_plain) {
            snprintf(escape, sizeof escape, "\\%03u", octet);
        }
        line_add_octets(line, span.text + begin, i - begin);
        line_add(line, escape);
        begin = i + !is_plain;
    }
    line_add_octets(line, span.text + begin, span.length - begin);
    line_add(line, "\"");
}

void print_quoted(FILE *out, const char *text)
{
    struct line line;
    line_begin(&line, out);
    line_add_quoted(&line, (struct ddds_span){text, strlen(text)});
    line_send(&line);
}

const char *color(const struct style *style, enum paint paint)
{
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[32m",
                                        "\033[31m", "\033[2m"};
    return style->has_color ? codes[paint] : "";
}

const char *shown_name(const char *name)
{
    return name[0] == '\0' ? "." : name;
}

/* Append the server and transport of an answer, or "cached", if known. */
static void add_answerer(struct line *line, const struct ddds_answer *answer)
{
    if (answer->additional) {
        line_add(line, "; from the additional section of an earlier answer");
    } else if (answer->cached) {
        line_add(line, "; from the cache");
    } else if (answer->server != NULL) {
        bool is_known = answer->security == DDDS_SECURITY_UNKNOWN;
        line_add(line, "; ");
        line_add(line, answer->server);
        line_add(line, !is_known     ? ", "
                       : answer->tcp ? " over TCP, "
                                     : " over UDP, ");
        line_add_number(line, answer->microseconds / 1000);
        line_add(line, ".");
        line_add_number(line, answer->microseconds / 100 % 10);
        line_add(line, " ms");
    }
}

/* True if the reply has a TTL; failures have none. */
static bool has_ttl(enum ddds_reply reply)
{
    return reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
           reply == DDDS_REPLY_NO_DATA;
}

void line_add_answer_end(struct line *line, const struct ddds_answer *answer)
{
    if (has_ttl(answer->reply)) {
        line_add(line, ", ttl ");
        line_add_number(line, answer->ttl);
    }
    if (answer->security != DDDS_SECURITY_UNKNOWN &&
        answer->reply != DDDS_REPLY_BOGUS) { /* printed already */
        line_add(line, ", ");
        line_add(line, ddds_security_name(answer->security));
    } else if (answer->authenticated) {
        line_add(line, ", authenticated");
    }
    if (answer->canonical != NULL) {
        line_add(line, ", alias of ");
        line_add_escaped(line, shown_name(answer->canonical));
    }
    add_answerer(line, answer);
    line_add(line, "\n");
}

const char *status_word(enum ddds_reason reason)
{
    return ddds_reason_class_name(ddds_reason_class(reason));
}

/* Brackets separate an IPv6 address from the port. */
void line_add_host(struct line *line, const struct ddds_endpoint *endpoint)
{
    bool is_literal = strchr(endpoint->host, ':') != NULL;
    if (is_literal) {
        line_add(line, "[");
    }
    line_add_escaped(line, endpoint->host);
    if (is_literal) {
        line_add(line, "]");
    }
    if (endpoint->has_port) {
        line_add(line, ":");
        line_add_number(line, endpoint->port);
    }
}

static const char *note_at(const struct ddds_result *result, size_t index)
{
    return index == 0 ? result->note : result->outcomes[index - 1].note;
}

/* Return true if |note| is among the notes before |end|. */
static bool is_repeated(const struct ddds_result *result, size_t end,
                        const char *note)
{
    for (size_t i = 0; i < end; i++) {
        const char *other = note_at(result, i);
        if (other != NULL && strcmp(other, note) == 0) {
            return true;
        }
    }
    return false;
}

const char *next_note(const struct ddds_result *result, size_t *index)
{
    while (*index <= result->outcome_count) {
        size_t at = (*index)++;
        const char *note = note_at(result, at);
        if (note != NULL && !is_repeated(result, at, note)) {
            return note;
        }
    }
    return NULL;
}

bool outcome_has_addresses(const struct ddds_outcome *outcome)
{
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        if (outcome->endpoints[i].has_addresses) {
            return true;
        }
    }
    return false;
}

const struct ddds_answer *find_addresses(const struct ddds_result *result,
                                         const struct ddds_outcome *outcome,
                                         const char *host)
{
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        if (step->kind == DDDS_ASK_ADDRESSES && step->cause == outcome->step &&
            step->cause_rule == outcome->rule &&
            strcmp(step->name, host) == 0) {
            return step->answer;
        }
    }
    return NULL;
}

void print_host_and_port(FILE *out, const struct ddds_endpoint *endpoint)
{
    struct line line;
    line_begin(&line, out);
    line_add_host(&line, endpoint);
    line_send(&line);
}

char *reason_sentence(const struct ddds_result *result)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    fputs(ddds_reason_text(result->reason), out);
    if (result->at != NULL) {
        fprintf(out, " at %s", result->at);
    }
    if (result->detail != NULL) {
        fprintf(out, ": %s", result->detail);
    }
    fclose(out);
    return text;
}

char *reason_with_advice(const struct ddds_result *result)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    char *sentence = reason_sentence(result);
    fputs(sentence, out);
    free(sentence);
    if (result->setting == DDDS_SETTING_SERVICES) {
        requested_advise(out, result);
    } else {
        fputs(advice_on(result->setting), out);
    }
    fclose(out);
    return text;
}

void print_reason(FILE *out, const struct ddds_result *result)
{
    char *sentence = reason_with_advice(result);
    print_escaped(out, sentence);
    free(sentence);
}

static void add_whole_line(struct line *line, const char *text)
{
    line_add_escaped(line, text);
    line_add(line, "\n");
}

/* Append the URI, or all URIs of a rule with flag D, in order of preference. */
static void add_uris(struct line *line, const struct ddds_outcome *outcome)
{
    if (outcome->target_count == 0) {
        add_whole_line(line, outcome->uri);
    }
    for (size_t i = 0; i < outcome->target_count; i++) {
        add_whole_line(line, outcome->targets[i].uri);
    }
}

static void add_short(struct line *line, const struct ddds_outcome *outcome)
{
    switch (outcome->kind) {
    case DDDS_OUTCOME_URI:
        add_uris(line, outcome);
        break;
    case DDDS_OUTCOME_SERVERS:
    case DDDS_OUTCOME_HOST:
        for (size_t i = 0; i < outcome->endpoint_count; i++) {
            line_add_host(line, &outcome->endpoints[i]);
            line_add(line, "\n");
        }
        break;
    case DDDS_OUTCOME_PROTOCOL:
    case DDDS_OUTCOME_UUID:
        add_whole_line(line, outcome->output);
        break;
    }
}

void print_short(FILE *out, const struct ddds_result *result)
{
    struct line line;
    line_begin(&line, out);
    for (size_t i = 0; i < result->outcome_count; i++) {
        add_short(&line, &result->outcomes[i]);
    }
    line_send(&line);
}
