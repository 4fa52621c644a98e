/* SPDX-License-Identifier: MIT */
#include "query/query_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/exits.h"
#include "query/record_types.h"
#include "text/line.h"
#include "text/text_stream.h"

/* Return true if the answer has a valid record of the type. */
static bool has_whole_record(const struct query_result *result)
{
    for (size_t i = result->alias_count; i < result->count; i++) {
        const struct reading *reading = &result->readings[i];
        if (reading->is_whole || reading->is_opaque) {
            return true;
        }
    }
    return false;
}

/* Return true if authentication is required and missing. */
static bool is_insecure(const struct query_line *options,
                        const struct ddds_answer *answer)
{
    return options->common.request.resolving.require_authenticated &&
           !answer->authenticated &&
           (answer->reply == DDDS_REPLY_DATA ||
            answer->reply == DDDS_REPLY_NO_NAME ||
            answer->reply == DDDS_REPLY_NO_DATA ||
            answer->reply == DDDS_REPLY_OUTSIDE);
}

static void judge(const struct query_line *options, struct query_result *result)
{
    result->reason = ddds_reply_reason(DDDS_ASK_RECORDS, result->answer->reply);
    result->detail = result->answer->detail;
    if (is_insecure(options, result->answer)) {
        result->reason = DDDS_REASON_INSECURE;
        result->count = result->alias_count = 0;
    } else if (result->reason == DDDS_REASON_RESOLVED &&
               !has_whole_record(result)) {
        result->reason = DDDS_REASON_MALFORMED_ANSWER;
        result->detail = "no record can be read";
    }
}

static void add_to(struct line *line, const struct query_line *options,
                   const struct query_result *result)
{
    const struct style style = {.has_color = options->common.output.color.is_on,
                                .hides_comments =
                                    options->common.output.hides_comments};
    switch (options->common.output.format) {
    case FORMAT_TEXT:
        line_add_query(line, result, &style);
        break;
    case FORMAT_SHORT:
        line_add_query_short(line, result);
        break;
    case FORMAT_JSON:
        line_add_query_json(line, result, NULL);
        break;
    default:
        break; /* not offered by query */
    }
}

/* Return true if |alias| is among the |count| records: a loop. */
static bool is_repeated(const struct ddds_record *records, size_t count,
                        const struct ddds_record *alias)
{
    for (size_t i = 0; i < count; i++) {
        if (records[i].type == alias->type &&
            strcasecmp(records[i].owner, alias->owner) == 0) {
            return true;
        }
    }
    return false;
}

/* Return true if |record| was asked for: it has the type, which that of an alias
 * may be, and the owner of the last record. */
static bool is_requested(const struct ddds_answer *answer, uint16_t type,
                         const struct ddds_record *record)
{
    const struct ddds_record *last = &answer->records[answer->record_count - 1];
    return answer->reply == DDDS_REPLY_DATA && record->type == type &&
           strcasecmp(record->owner, last->owner) == 0;
}

/* Return the number of aliases before the records; a loop counts once. */
static size_t count_aliases(const struct ddds_answer *answer, uint16_t type)
{
    const struct ddds_record *records = answer->records;
    size_t count = 0;
    while (count < answer->record_count &&
           !is_requested(answer, type, &records[count]) &&
           !is_repeated(records, count, &records[count])) {
        count++;
    }
    return count;
}

/* Check the rules with lint, unless |check| is NULL. */
static void check_rules(ddds_check *check, struct query_result *result)
{
    struct line line;
    size_t length;
    if (check != NULL && result->type == DDDS_TYPE_NAPTR) {
        line_begin_text(&line);
        line_add_rules(&line, result);
        char *text = line_take(&line, &length);
        findings_make(&result->findings, check, text, length);
        free(text);
    }
}

/* Format why no records exist, if the output has no comments to say it. */
static void explain_failure(struct query_text *text,
                            const struct query_line *options,
                            const struct query_result *result)
{
    size_t length = 0;
    bool is_silent = options->common.output.format == FORMAT_SHORT ||
                     (options->common.output.format == FORMAT_TEXT &&
                      options->common.output.hides_comments);
    FILE *out = is_silent && result->reason != DDDS_REASON_RESOLVED
                    ? text_stream_open(&text->failure, &length)
                    : NULL;
    if (out != NULL) {
        char name[TYPE_NAME_SIZE];
        fprintf(out, "%s %s: %s: %s%s%s", result->name,
                type_name(result->type, name), ddds_reason_name(result->reason),
                query_reason(result->reason),
                result->detail != NULL ? ": " : "",
                result->detail != NULL ? result->detail : "");
        fclose(out);
    }
}

void query_text_make(struct query_text *text, const struct query_line *options,
                     ddds_check *check, struct query_result *result)
{
    const struct ddds_answer *answer = result->answer;
    size_t count = answer->record_count;
    struct reading *readings = malloc((count + 1) * sizeof *readings);
    struct line line;
    for (size_t i = 0; i < count; i++) {
        reading_make(&readings[i], &answer->records[i], i);
    }
    result->readings = readings;
    result->alias_count = count_aliases(answer, result->type);
    /* without data, only aliases are shown */
    result->count =
        answer->reply == DDDS_REPLY_DATA ? count : result->alias_count;
    reading_sort(readings + result->alias_count,
                 result->count - result->alias_count);
    judge(options, result);
    check_rules(check, result);
    line_begin_text(&line);
    add_to(&line, options, result);
    text->text = line_take(&line, &text->length);
    text->failure = NULL;
    explain_failure(text, options, result);
    findings_free(&result->findings);
    text->status = exit_of_reason(result->reason);
    readings_clear(readings, count);
    free(readings);
}

void query_text_free(struct query_text *text)
{
    free(text->text);
    free(text->failure);
    *text = (struct query_text){.text = NULL};
}
