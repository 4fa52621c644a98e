/* One line of expectations, with what its input resolves to today.
 *
 * Every line that is written anew is parsed again and must hold of the result
 * that it was made of. Otherwise it is written as a comment.
 *
 * SPDX-License-Identifier: MIT */
#include "test/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "batch/certainty.h"
#include "render/rendering.h"
#include "text/text_stream.h"

/* ---- Words ------------------------------------------------------------- */

static bool is_plain(const char *text)
{
    return text[0] != '\0' && text[0] != '"' && text[0] != '#' &&
           strpbrk(text, " \t") == NULL;
}

/* Write a word, or the value of a key. */
static void put_word(FILE *out, const char *text)
{
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text != '\0'; text++) {
        fprintf(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    }
    putc('"', out);
}

static void put_value(FILE *out, const char *key, const char *value)
{
    fprintf(out, " %s=", key);
    put_word(out, value);
}

/* ---- Options of the command, as keys of a line --------------------------- */

static void put_switch(FILE *out, const char *key, bool is_set, bool is_own)
{
    if (is_set && !is_own) {
        fprintf(out, " %s=yes", key);
    }
}

static void put_number(FILE *out, const char *key, unsigned number,
                       unsigned own)
{
    if (number != 0 && own == 0) {
        fprintf(out, " %s=%u", key, number);
    }
}

static void put_switches(FILE *out, const struct ddds_options *used,
                         const struct ddds_options *own)
{
    put_switch(out, "dns", used->dns, own->dns);
    put_switch(out, "all", used->all, own->all);
    put_switch(out, "no-q", used->no_q, own->no_q);
    put_switch(out, "no-addresses", used->no_addresses, own->no_addresses);
    put_switch(out, "require-ad", used->require_authenticated,
               own->require_authenticated);
    put_number(out, "max-hops", used->max_hops, own->max_hops);
    put_number(out, "max-queries", used->max_queries, own->max_queries);
}

/* Write what the line does not say itself, so that it holds without the options
 * of the command. An application that a file describes has no key. */
static void put_keys(FILE *out, const struct recording *recording,
                     const struct expectation *own)
{
    const struct resolver_line *options = recording->options;
    const struct ddds_options *used = &recording->expectation->options;
    if (options->request.services != NULL && own->at.service == 0) {
        put_value(out, "service", options->request.services);
    }
    if (options->request.protocols != NULL && own->at.protocol == 0) {
        put_value(out, "protocol", options->request.protocols);
    }
    if (options->request.application != NULL &&
        options->request.described == NULL && own->application == NULL) {
        put_value(out, "app", options->request.application->name);
    }
    if (options->request.roots != NULL && own->at.root == 0) {
        put_value(out, "root", options->request.roots);
    }
    if (options->request.own_hosts != NULL && own->at.own_host == 0) {
        put_value(out, "own-host", options->request.own_hosts);
    }
    put_switches(out, used, &own->options);
}

/* ---- Results ----------------------------------------------------------- */

/* Is |one| before |other|? Endpoints of one priority come in any order, so the
 * order of an expectation is that of their names and ports. */
static bool is_before(const struct ddds_endpoint *one,
                      const struct ddds_endpoint *other)
{
    if (one->priority != other->priority) {
        return one->priority < other->priority;
    }
    int order = strcmp(one->host, other->host);
    return order != 0 ? order < 0 : one->port < other->port;
}

static bool put_endpoint(FILE *out, const struct ddds_outcome *outcome)
{
    const struct ddds_endpoint *first = ddds_outcome_endpoint(outcome, 0);
    const struct ddds_endpoint *other;
    if (first == NULL || !first->has_port) {
        return false;
    }
    for (size_t i = 1; (other = ddds_outcome_endpoint(outcome, i)) != NULL;
         i++) {
        first = is_before(other, first) ? other : first;
    }
    fprintf(out, "endpoint %s:%" PRIu16, first->host, first->port);
    return true;
}

/* The last key that was looked up. */
static bool put_key(FILE *out, const struct ddds_result *result)
{
    const struct ddds_step *step;
    const char *key = NULL;
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        if (step->kind == DDDS_ASK_RULES) {
            key = step->name;
        }
    }
    if (key != NULL) {
        fputs("key ", out);
        put_word(out, key);
    }
    return key != NULL;
}

static void put_outcome(FILE *out, const struct ddds_outcome *outcome)
{
    fprintf(out, "%s ", ddds_outcome_name(outcome->kind));
    put_word(out, outcome->uri != NULL ? outcome->uri : outcome->output);
}

/* Write KIND VALUE; of the kind that the line had, if possible. */
static void put_result(FILE *out, const struct recording *recording)
{
    const struct expectation *before = recording->expectation;
    const struct ddds_result *result = recording->result;
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    if (before->at.result > 0 && before->kind == EXPECTED_KEY &&
        put_key(out, result)) {
        return;
    }
    if (outcome == NULL) {
        fprintf(out, "none %s", ddds_reason_name(result->reason));
        return;
    }
    if (before->at.result > 0 && before->kind == EXPECTED_ENDPOINT &&
        put_endpoint(out, outcome)) {
        return;
    }
    put_outcome(out, outcome);
}

/* ---- Lines ------------------------------------------------------------- */

/* Does |line| hold, as the command would read it? */
static bool holds(const char *line, const struct recording *recording,
                  struct expectation *expectation)
{
    for (const char *at = line; *at != '\0'; at++) {
        if (((unsigned char)*at < 0x20 && *at != '\t') || *at == 0x7f) {
            return false;
        }
    }
    return expectation_parse(expectation, line, strlen(line),
                             &recording->options->request.resolving,
                             NULL) == DDDS_OK &&
           expectation_holds(expectation, recording->result);
}

/* The line with today's result, to be freed; NULL if it cannot be written. */
static char *make_line(const struct recording *recording,
                       struct expectation *scratch)
{
    static const struct ddds_options none = DDDS_OPTIONS_INIT;
    const char *line = recording->line;
    size_t length = recording->expectation->at.result;
    char *made = NULL;
    size_t size;
    FILE *out = text_stream_open(&made, &size);
    if (length == 0) {
        length = strlen(line);
        while (length > 0 && strchr(" \t", line[length - 1]) != NULL) {
            length--;
        }
        expectation_parse_start(scratch, line, strlen(line), &none, NULL);
        fwrite(line, 1, length, out);
        put_keys(out, recording, scratch);
        fputs(" -> ", out);
    } else {
        fwrite(line, 1, length, out);
    }
    put_result(out, recording);
    fclose(out);
    if (holds(made, recording, scratch)) {
        return made;
    }
    free(made);
    return NULL;
}

__attribute__((format(printf, 2, 3))) static void
explain(char why[DDDS_DETAIL_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, DDDS_DETAIL_SIZE, format, arguments);
    va_end(arguments);
}

/* Write a line that is not recorded. Its result, if it has one, stays. */
static void put_unrecorded(FILE *out, const struct recording *recording,
                           const char *why)
{
    if (recording->expectation->at.result == 0) {
        fputs("# not recorded (", out);
        print_escaped(out, why);
        fputs("): ", out);
    }
    fprintf(out, "%s\n", recording->line);
}

static enum recorded write_anew(FILE *out, const struct recording *recording,
                                char why[DDDS_DETAIL_SIZE])
{
    struct expectation *scratch = malloc(sizeof *scratch);
    char *line = make_line(recording, scratch);
    free(scratch);
    if (line == NULL) {
        explain(why, "its result cannot be written as an expectation");
        put_unrecorded(out, recording, why);
        return RECORD_IMPOSSIBLE;
    }
    fprintf(out, "%s\n", line);
    free(line);
    return RECORD_WRITTEN;
}

/* Does the line hold today? One that is known to fail says what should be. */
static bool is_kept(const struct recording *recording)
{
    const struct expectation *expectation = recording->expectation;
    if (expectation == NULL) {
        return true;
    }
    if (expectation->at.result == 0) {
        return false;
    }
    return expectation->todo != NULL ||
           (recording->result != NULL
                ? expectation_holds(expectation, recording->result)
                : expectation_holds_of_refusal(expectation));
}

enum recorded record_line(FILE *out, const struct recording *recording,
                          char why[DDDS_DETAIL_SIZE])
{
    struct doubt doubt;
    if (is_kept(recording)) {
        fprintf(out, "%s\n", recording->line);
        return RECORD_KEPT;
    }
    if (recording->result == NULL) {
        explain(why, "BAD_INPUT: %s", recording->error->detail);
        put_unrecorded(out, recording, why);
        return RECORD_REJECTED;
    }
    if (!result_is_certain(recording->result, false, &doubt)) {
        bool has_place = doubt.at != NULL && doubt.at[0] != '\0';
        explain(why, "%s%s%s", ddds_reason_name(doubt.reason),
                has_place ? " at " : "", has_place ? doubt.at : "");
        put_unrecorded(out, recording, why);
        return RECORD_TEMPORARY;
    }
    return write_anew(out, recording, why);
}
