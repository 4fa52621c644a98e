/* ddds query: print the records at a name.
 *
 * An answer is valid during the callback only. It is formatted there, and
 * printed later, in order of the inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch/batch.h"
#include "batch/clock.h"
#include "batch/hints.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "query/query_options.h"
#include "query/query_text.h"
#include "text/memory_report.h"
#include "zones/rule_source.h"

/* A query in progress. */
struct query_item {
    struct batch_job job;
    uint16_t type;
    char name[DDDS_NAME_SIZE];
    struct query_text shown;
};

struct querying {
    const struct query_line *options;
    struct batch batch;
    ddds_check *check; /* checks rules; NULL: the format shows no findings */
    bool has_shown;    /* output has begun */
};

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    (void)id;
    struct query_item *item = context;
    const struct querying *querying = item->job.batch->context;
    if (answer->reply == DDDS_REPLY_NO_MEMORY) {
        memory_fail();
    }
    struct query_result result = {.input = input_span(&item->job.line),
                                  .given = item->job.line.given,
                                  .name = item->name,
                                  .type = item->type,
                                  .answer = answer};
    query_text_make(&item->shown, querying->options, querying->check, &result);
    batch_done(&item->job);
}

/* ---- Names -------------------------------------------------------------- */

/* Parse the name in |line|. A text with a colon is rejected as a URN or URI. */
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
    /* an invalid name is an invalid input */
    ddds_status status = ddds_name_parse_idn(line->text, name, error);
    error->status = status == DDDS_MALFORMED ? DDDS_BAD_INPUT : status;
    return error->status;
}

/* Return the type given for this name, or that for all names. */
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
        line_add_octets(&line, item->shown.text, item->shown.length);
        line_send(&line);
        if (item->shown.failure != NULL) {
            complain("%s", item->shown.failure);
        }
        return item->shown.status;
    }
    if (output->format == FORMAT_JSON) {
        const struct query_result refused = {.input = input_span(&job->line),
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
    query_text_free(&((struct query_item *)job)->shown);
}

/* ---- The command -------------------------------------------------------- */

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
