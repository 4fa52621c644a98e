/* ddds query: the records at a key, as they are.
 *
 * An answer lives only during the callback, so it is formatted at once, and
 * printed in input order.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch/batch.h"
#include "batch/clock.h"
#include "batch/hints.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "query/query_options.h"
#include "query/print_query.h"
#include "query/record_types.h"
#include "zones/rule_source.h"
#include "text/text_stream.h"
#include "text/memory_report.h"

/* One key on its way. */
struct query_item {
    struct batch_job job;
    uint16_t type;
    char name[DDDS_NAME_SIZE];
    char *text;
    size_t length;
    char *failure; /* why there are no records, if the text does not say it */
    int status;
};

struct querying {
    const struct query_line *options;
    struct batch batch;
    ddds_check *check; /* of the rules; NULL: the format shows no findings */
    bool has_shown;    /* a name */
};

/* ---- Answers ------------------------------------------------------------ */

/* Is there a valid record of the type? */
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

/* Does the answer lack the authentication that is required? */
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
        break; /* not query's */
    }
}

/* Is |alias| among the |count| records before it, which makes a loop? */
static bool is_repeated(const struct ddds_record *records, size_t count,
                        const struct ddds_record *alias)
{
    for (size_t i = 0; i < count; i++) {
        if (records[i].type == alias->type &&
            strcmp(records[i].owner, alias->owner) == 0) {
            return true;
        }
    }
    return false;
}

/* The number of aliases before the records; of a loop, one round. */
static size_t count_aliases(const struct ddds_answer *answer, uint16_t type)
{
    const struct ddds_record *records = answer->records;
    size_t count = 0;
    while (count < answer->record_count && records[count].type != type &&
           !is_repeated(records, count, &records[count])) {
        count++;
    }
    return count;
}

/* Check the rules with lint, if the format shows findings. */
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

/* Output without comments does not say why there are no records. */
static void explain_failure(struct query_item *item,
                            const struct query_line *options,
                            const struct query_result *result)
{
    size_t length = 0;
    bool is_silent = options->common.output.format == FORMAT_SHORT ||
                     (options->common.output.format == FORMAT_TEXT &&
                      options->common.output.hides_comments);
    FILE *out = is_silent && result->reason != DDDS_REASON_RESOLVED
                    ? text_stream_open(&item->failure, &length)
                    : NULL;
    if (out != NULL) {
        char name[TYPE_NAME_SIZE];
        fprintf(out, "%s %s: %s: %s%s%s", item->name,
                type_name(result->type, name), ddds_reason_name(result->reason),
                query_reason(result->reason),
                result->detail != NULL ? ": " : "",
                result->detail != NULL ? result->detail : "");
        fclose(out);
    }
}

/* Format |answer|. */
static void make_text(struct query_item *item, const struct querying *querying,
                      const struct ddds_answer *answer)
{
    const struct query_line *options = querying->options;
    size_t count = answer->record_count;
    struct reading *readings = malloc((count + 1) * sizeof *readings);
    struct line line;
    for (size_t i = 0; i < count; i++) {
        reading_make(&readings[i], &answer->records[i], i);
    }
    struct query_result result = {
        .input = item->job.line.text,
        .given = item->job.line.given,
        .name = item->name,
        .type = item->type,
        .answer = answer,
        .readings = readings,
        .alias_count = count_aliases(answer, item->type),
        .count = count,
    };
    if (answer->reply != DDDS_REPLY_DATA) {
        result.count = result.alias_count; /* The aliases lead to no records. */
    }
    reading_sort(readings + result.alias_count,
                 result.count - result.alias_count);
    judge(options, &result);
    check_rules(querying->check, &result);
    line_begin_text(&line);
    add_to(&line, options, &result);
    item->text = line_take(&line, &item->length);
    explain_failure(item, options, &result);
    findings_free(&result.findings);
    item->status = exit_of_reason(result.reason);
    readings_clear(readings, count);
    free(readings);
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    (void)id;
    struct query_item *item = context;
    const struct querying *querying = item->job.batch->context;
    if (answer->reply == DDDS_REPLY_NO_MEMORY) {
        memory_fail();
    }
    make_text(item, querying, answer);
    batch_done(&item->job);
}

/* ---- One key ------------------------------------------------------------ */

/* Read the name of |line|, or say what is wrong with it. A text with a colon is
 * not meant as a domain name. */
static ddds_status read_name(const struct input *line,
                             char name[DDDS_NAME_SIZE],
                             struct ddds_error *error)
{
    const char *problem = line->problem;
    if (problem == NULL && strlen(line->text) != line->length) {
        problem = "the name contains a NUL octet";
    } else if (problem == NULL && strchr(line->text, ':') != NULL) {
        problem = "a key is a domain name; ddds trace shows which keys a URN "
                  "or URI leads to";
    }
    if (problem != NULL) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET, "%s",
                              problem);
    }
    /* An invalid name is an invalid input here. */
    ddds_status status = ddds_name_parse_idn(line->text, name, error);
    error->status = status == DDDS_MALFORMED ? DDDS_BAD_INPUT : status;
    return error->status;
}

/* The type that belongs to the name, or that of all names. */
static uint16_t choose_type(const struct query_line *options,
                            const struct input *input)
{
    bool is_own = input->argument < options->common.words.input_count &&
                  options->query.types[input->argument] != 0;
    return is_own ? options->query.types[input->argument] : options->query.type;
}

static void begin(void *context, struct batch_job *job)
{
    const struct querying *querying = context;
    struct query_item *item = (struct query_item *)job;
    ddds_database *database = querying->batch.database;
    item->type = choose_type(querying->options, &job->line);
    job->is_refused = read_name(&job->line, item->name, &job->error) != DDDS_OK;
    if (job->is_refused) {
        batch_done(job);
        return;
    }
    uint64_t now = read_clock();
    unsigned most = querying->options->common.request.resolving.deadline;
    const struct ddds_question question = {
        .size = sizeof question,
        .kind = DDDS_ASK_RECORDS,
        .name = item->name,
        .type = item->type,
        .deadline = now + batch_time(&querying->batch, most),
    };
    database->methods->lookup(database, &question, now, take_answer, item);
}

static int show(void *context, const struct batch_job *job)
{
    struct querying *querying = context;
    const struct query_item *item = (const struct query_item *)job;
    const struct output_options *output = &querying->options->common.output;
    struct line line;
    line_begin(&line, stdout);
    if (!job->is_refused) {
        if (querying->has_shown && output->format == FORMAT_TEXT &&
            !output->hides_comments) {
            line_add(&line, "\n");
        }
        querying->has_shown = true;
        line_add_octets(&line, item->text, item->length);
        line_send(&line);
        if (item->failure != NULL) {
            complain("%s", item->failure);
        }
        return item->status;
    }
    if (output->format == FORMAT_JSON) {
        const struct query_result refused = {.input = job->line.text,
                                             .given = job->line.given,
                                             .type = item->type};
        line_add_query_json(&line, &refused, &job->error);
        line_send(&line);
    }
    inputs_refuse(&job->line, &job->error);
    return exit_of_status(job->error.status);
}

static void cancel(void *context, struct batch_job *job)
{
    ddds_database *database = ((struct querying *)context)->batch.database;
    if (database->methods->cancel != NULL) {
        database->methods->cancel(database, job);
    }
}

static void clear(void *context, struct batch_job *job)
{
    (void)context;
    struct query_item *item = (struct query_item *)job;
    free(item->text);
    free(item->failure);
    item->text = NULL;
    item->failure = NULL;
}

/* ---- The whole ---------------------------------------------------------- */

static int run_batch(const struct query_line *options, ddds_database *database)
{
    struct querying querying = {
        .options = options,
        .batch = {.options = &options->common,
                  .database = database,
                  .item_size = sizeof(struct query_item),
                  .keeps_lines = true,
                  .begin = begin,
                  .cancel = cancel,
                  .clear = clear,
                  .show = show,
                  .context = &querying},
    };
    if (options->common.output.format != FORMAT_SHORT) {
        querying.check =
            findings_check(options->common.source.zones.count == 0);
    }
    batch_run(&querying.batch);
    ddds_check_free(querying.check);
    return batch_end(&querying.batch);
}

int command_query(const void *given)
{
    const struct query_line *options = given;
    int status;
    if (options->common.words.input_count == 0 &&
        options->common.batch.input_files.count == 0) {
        complain("query: missing names; give a domain name, or names with -f "
                 "FILE or -");
        return EXIT_USAGE;
    }
    if (hint_refuses_files(&options->common)) {
        return EXIT_USAGE;
    }
    ddds_database *database = source_open(&options->common, &status);
    if (database != NULL) {
        status = run_batch(options, database);
        ddds_database_free(database);
    }
    return status;
}
