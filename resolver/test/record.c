/* Write a line of expectations with the present result.
 *
 * Every changed line is parsed again, and must hold for the result. If it does
 * not, it is written as a comment.
 *
 * SPDX-License-Identifier: MIT */
#include "test/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "batch/certainty.h"
#include "cli/exits.h"
#include "render/rendering.h"
#include "text/text_stream.h"

/* ---- Words ------------------------------------------------------------- */

static bool is_plain(const char *text)
{
    return text[0] != '\0' && text[0] != '"' && text[0] != '#' &&
           strpbrk(text, " \t") == NULL;
}

/* Write a word, or the value of a key; quote it if necessary. */
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

/* Write the options of the command that the line lacks, so that it holds
 * without them. An application from a file has no key. */
static void put_keys(FILE *out, const struct recording *recording)
{
    const struct request_options *request = &recording->options->request;
    for (size_t i = 0; i < EXPECTATION_KEYS; i++) {
        const struct expectation_key *key = &expectation_keys[i];
        const void *member = (const char *)recording->expectation + key->member;
        const char *text = NULL;
        if (recording->expectation->values[i] > 0) {
            continue;
        }
        switch (key->kind) {
        case EXPECTATION_APPLICATION:
            if (request->application != NULL && request->described == NULL) {
                text = request->application->name;
            }
            break;
        case EXPECTATION_LIST:
        case EXPECTATION_TEXT:
            memcpy(&text, member, sizeof text);
            break;
        case EXPECTATION_SWITCH:
            text = *(const bool *)member ? "yes" : NULL;
            break;
        case EXPECTATION_NUMBER:
            if (*(const unsigned *)member > 0) {
                fprintf(out, " %s=%u", key->name, *(const unsigned *)member);
            }
            break;
        }
        if (text != NULL) {
            fprintf(out, " %s=", key->name);
            put_word(out, text);
        }
    }
}

/* ---- Results ----------------------------------------------------------- */

/* Return true if |one| is before |other|. Endpoints of the same priority are in
 * random order, so compare their names and ports. */
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

/* Write the last key that was looked up. */
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

/* Write KIND VALUE, if possible of the previous kind. */
static void put_result(FILE *out, const struct recording *recording)
{
    const struct expectation *before = recording->expectation;
    const struct ddds_result *result = recording->result;
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    if (before->result > 0 && before->kind == EXPECTED_KEY &&
        put_key(out, result)) {
        return;
    }
    if (outcome == NULL) {
        fprintf(out, "none %s", ddds_reason_name(result->reason));
        return;
    }
    if (before->result > 0 && before->kind == EXPECTED_ENDPOINT &&
        put_endpoint(out, outcome)) {
        return;
    }
    put_outcome(out, outcome);
}

/* ---- Lines ------------------------------------------------------------- */

/* Return true if |line| can be parsed and holds. */
static bool holds(const char *line, const struct recording *recording)
{
    struct expectation expectation;
    for (const char *at = line; *at != '\0'; at++) {
        if (((unsigned char)*at < 0x20 && *at != '\t') || *at == 0x7f) {
            return false;
        }
    }
    return expectation_parse(&expectation, line, strlen(line),
                             &recording->options->request.resolving, false,
                             NULL) == DDDS_OK &&
           expectation_holds(&expectation, recording->result);
}

/* Return the line with the present result, to be freed. */
static char *make_line(const struct recording *recording)
{
    const char *line = recording->line;
    size_t length = recording->expectation->result;
    char *made = NULL;
    size_t size;
    FILE *out = text_stream_open(&made, &size);
    if (length == 0) {
        length = strlen(line);
        while (length > 0 && strchr(" \t", line[length - 1]) != NULL) {
            length--;
        }
        fwrite(line, 1, length, out);
        put_keys(out, recording);
        fputs(" -> ", out);
    } else {
        fwrite(line, 1, length, out);
    }
    put_result(out, recording);
    fclose(out);
    return made;
}

static int write_anew(FILE *out, const struct recording *recording,
                      char why[DDDS_DETAIL_SIZE])
{
    char *line = make_line(recording);
    bool is_good = holds(line, recording);
    if (is_good) {
        fprintf(out, "%s\n", line);
    } else {
        snprintf(why, DDDS_DETAIL_SIZE,
                 "its result cannot be written as an expectation");
    }
    free(line);
    return is_good ? EXIT_FOUND : EXIT_BAD_DATA;
}

/* Return true if the line is kept: it holds, or is marked "todo", and thus
 * shows the desired result. */
static bool is_kept(const struct recording *recording)
{
    const struct expectation *expectation = recording->expectation;
    if (expectation == NULL) {
        return true;
    }
    if (expectation->result == 0) {
        return false;
    }
    return expectation->todo != NULL ||
           (recording->result != NULL
                ? expectation_holds(expectation, recording->result)
                : expectation_holds_of_refusal(expectation));
}

/* Write the line with the present result, or set |why| and an exit status. */
static int record(FILE *out, const struct recording *recording,
                  char why[DDDS_DETAIL_SIZE])
{
    struct doubt doubt;
    if (recording->result == NULL) {
        snprintf(why, DDDS_DETAIL_SIZE, "BAD_INPUT: %.300s",
                 recording->error->detail);
        return EXIT_USAGE;
    }
    if (!result_is_certain(recording->result, false, &doubt)) {
        bool has_place = doubt.at != NULL && doubt.at[0] != '\0';
        snprintf(why, DDDS_DETAIL_SIZE, "%s%s%s",
                 ddds_reason_name(doubt.reason), has_place ? " at " : "",
                 has_place ? doubt.at : "");
        return EXIT_TEMPORARY;
    }
    return write_anew(out, recording, why);
}

int record_line(FILE *out, const struct recording *recording,
                char why[DDDS_DETAIL_SIZE])
{
    int status = EXIT_FOUND;
    bool is_kept_so = is_kept(recording);
    if (!is_kept_so) {
        status = record(out, recording, why);
    }
    if (status != EXIT_FOUND && recording->expectation->result == 0) {
        fputs("# not recorded (", out);
        print_escaped(out, why);
        fputs("): ", out);
    }
    if (is_kept_so || status != EXIT_FOUND) {
        fprintf(out, "%s\n", recording->line);
    }
    return status;
}
