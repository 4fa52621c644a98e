/* ddds query: the records at a key, as they are.
 *
 * An answer is lent for a moment only, so that what is to be printed is made
 * of it at once; it is printed when its turn comes.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch.h"
#include "clock.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "options.h"
#include "print_query.h"
#include "source.h"

/* One key on its way. */
struct job {
    char name[DDDS_NAME_SIZE];
    struct ddds_error error; /* its status is not DDDS_OK: it was refused */
    char *text;
    size_t length;
    int status;
};

/* ---- What an answer comes to -------------------------------------------- */

static enum ddds_reason reason_of(const struct ddds_answer *answer)
{
    switch (answer->reply) {
    case DDDS_REPLY_DATA:
        return DDDS_REASON_RESOLVED;
    case DDDS_REPLY_NO_NAME:
        return DDDS_REASON_NO_NAME;
    case DDDS_REPLY_NO_DATA:
        return DDDS_REASON_NO_DATA;
    case DDDS_REPLY_TIMEOUT:
        return DDDS_REASON_TIMEOUT;
    case DDDS_REPLY_SERVER_FAILURE:
        return DDDS_REASON_SERVER_FAILURE;
    case DDDS_REPLY_REFUSED:
        return DDDS_REASON_REFUSED;
    case DDDS_REPLY_NETWORK:
        return DDDS_REASON_NETWORK;
    case DDDS_REPLY_MALFORMED:
        break;
    }
    return DDDS_REASON_MALFORMED_ANSWER;
}

/* Is there a record of the type that is as the type wants it? */
static bool has_whole_record(const struct query_result *result)
{
    for (size_t i = result->alias_count; i < result->count; i++) {
        if (result->readings[i].is_whole) {
            return true;
        }
    }
    return false;
}

/* Is the answer one that a server can vouch for, and none does? */
static bool is_insecure(const struct options *options,
                        const struct ddds_answer *answer)
{
    return options->resolving.require_authenticated && !answer->authenticated &&
           (answer->reply == DDDS_REPLY_DATA ||
            answer->reply == DDDS_REPLY_NO_NAME ||
            answer->reply == DDDS_REPLY_NO_DATA);
}

static void judge(const struct options *options, struct query_result *result)
{
    result->reason = reason_of(result->answer);
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

static void print_to(FILE *out, const struct options *options,
                     const struct query_result *result)
{
    const struct style style = {.has_color = options->has_color};
    switch (options->format) {
    case FORMAT_TEXT:
        print_query_text(out, result, &style);
        break;
    case FORMAT_SHORT:
        print_query_short(out, result);
        break;
    case FORMAT_JSON:
        print_query_json(out, result);
        break;
    }
}

/* Is |alias| among the |count| records before it? Then it begins a second
 * round. */
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

/* How many aliases there are on the way; of a loop, one round. */
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

/* What |answer| comes to, as text; false without memory. */
static bool make_text(struct slot *slot, const struct ddds_answer *answer)
{
    struct job *job = slot->job;
    const struct options *options = slot->batch->options;
    size_t count = answer->record_count;
    struct reading *readings = calloc(count + 1, sizeof *readings);
    FILE *out = open_memstream(&job->text, &job->length);
    if (readings == NULL || out == NULL) {
        free(readings);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        reading_make(&readings[i], &answer->records[i], i);
    }
    struct query_result result = {
        .input = slot->input.text,
        .name = job->name,
        .type = options->type,
        .answer = answer,
        .readings = readings,
        .alias_count = count_aliases(answer, options->type),
        .count = count,
    };
    if (answer->reply != DDDS_REPLY_DATA) {
        result.count = result.alias_count; /* They led to nothing. */
    }
    reading_sort(readings + result.alias_count,
                 result.count - result.alias_count);
    judge(options, &result);
    print_to(out, options, &result);
    job->status = exit_of_reason(result.reason);
    free(readings);
    return fclose(out) == 0;
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    (void)id;
    struct slot *slot = context;
    struct job *job = slot->job;
    if (!make_text(slot, answer)) {
        job->error.status = DDDS_NO_MEMORY;
    }
    batch_finish(slot);
}

/* ---- One key ------------------------------------------------------------ */

/* What has a colon is meant to be no domain name. */
static ddds_status read_name(const struct input *input, struct job *job)
{
    const char *fault = NULL;
    if (strlen(input->text) != input->length) {
        fault = "the name holds a NUL octet";
    } else if (strchr(input->text, ':') != NULL) {
        fault = "a key is a domain name; ddds trace shows which keys a URN or "
                "URI leads to";
    }
    if (fault == NULL) {
        ddds_status status =
            ddds_name_parse(input->text, job->name, &job->error);
        /* A name that is none is the user's mistake here. */
        job->error.status = status == DDDS_OK ? DDDS_OK : DDDS_BAD_INPUT;
        return job->error.status;
    }
    job->error.status = DDDS_BAD_INPUT;
    job->error.offset = DDDS_NO_OFFSET;
    snprintf(job->error.detail, sizeof job->error.detail, "%s", fault);
    return DDDS_BAD_INPUT;
}

static void start(struct slot *slot)
{
    struct batch *batch = slot->batch;
    struct job *job = slot->job;
    if (read_name(&slot->input, job) != DDDS_OK) {
        batch_finish(slot);
        return;
    }
    uint64_t now = read_clock();
    const struct ddds_question question = {
        .kind = DDDS_ASK_RECORDS,
        .name = job->name,
        .type = batch->options->type,
        .deadline = now + batch_time(batch),
    };
    batch->database->methods->lookup(batch->database, &question, now,
                                     take_answer, slot);
}

static int print(struct slot *slot)
{
    struct job *job = slot->job;
    const struct options *options = slot->batch->options;
    if (job->error.status == DDDS_NO_MEMORY) {
        complain("%s: out of memory", slot->input.text);
        return EXIT_OWN_FAILURE;
    }
    if (job->error.status != DDDS_OK) {
        if (options->format == FORMAT_JSON) {
            print_query_json_refusal(stdout, slot->input.text, options->type,
                                     &job->error);
        }
        inputs_refuse(&slot->input, &job->error);
        return exit_of_status(job->error.status);
    }
    fwrite(job->text, 1, job->length, stdout);
    return job->status;
}

static void clear(struct slot *slot)
{
    struct job *job = slot->job;
    ddds_database *database = slot->batch->database;
    if (slot->state == SLOT_UNDER_WAY && database->methods->cancel != NULL) {
        database->methods->cancel(database, slot);
    }
    free(job->text);
}

/* ---- The whole ---------------------------------------------------------- */

static int query(const struct options *options)
{
    static const struct batch_work work = {sizeof(struct job), start, print,
                                           clear};
    int status;
    if (options->input_count == 0 && options->input_file_count == 0) {
        complain("nothing to ask for: give a domain name, or names with -f "
                 "FILE or -; ddds query --help says more");
        return EXIT_USAGE;
    }
    ddds_database *database = source_open(options, &status);
    if (database != NULL) {
        status = batch_run(options, &work, database);
        ddds_database_free(database);
    }
    return status;
}

int command_query(int count, char **arguments)
{
    struct options options;
    int status = options_read(&options, COMMAND_QUERY, count, arguments);
    if (options.asks == ASKS_HELP) {
        print_help(stdout, command_word(COMMAND_QUERY));
    } else if (options.asks == ASKS_VERSION) {
        print_version();
    } else if (status < 0) {
        status = query(&options);
    }
    options_clear(&options);
    return status;
}
