/* Batches of jobs, on top of ddds_many. Jobs are allocated on demand, so few
 * inputs need little memory.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/batch.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch/clock.h"
#include "batch/hints.h"
#include "batch/interrupt.h"
#include "batch/progress_line.h"
#include "batch/retry.h"
#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "text/line.h"
#include "text/memory_report.h"

/* ---- Time --------------------------------------------------------------- */

/* Inaccuracy, in milliseconds, of the library's clock for deadlines. */
enum { COARSE = 10 };

unsigned batch_time(const struct batch *batch, unsigned most)
{
    uint64_t last = batch->last_moment;
    uint64_t now = last != 0 ? read_clock() : 0;
    if (last == 0 || (most != 0 && now + most <= last)) {
        return most;
    }
    return last > now ? (unsigned)(last - now) : 1;
}

/* Return true if another job may start; otherwise complain. */
static bool has_time(struct batch *batch)
{
    if (batch->last_moment == 0 || read_clock() + COARSE < batch->last_moment) {
        return true;
    }
    complain("--max-time: time is up; some inputs were not started");
    batch->is_cut_short = true;
    return false;
}

/* ---- Taking jobs -------------------------------------------------------- */

/* Return a spare job, which remains in the list until it is started. */
static struct batch_job *find_spare(struct batch *batch)
{
    if (batch->spare == NULL) {
        struct batch_job *job =
            calloc(1, batch->item_size > 0 ? batch->item_size : sizeof *job);
        job->batch = batch;
        job->made = batch->jobs;
        batch->jobs = job;
        batch->spare = job;
    }
    return batch->spare;
}

/* Return the index of the input on the command line; SIZE_MAX: from a file. */
static size_t argument_of(const struct batch_job *job)
{
    return job->line.file == NULL ? job->line.argument : SIZE_MAX;
}

/* Refuse inputs that cannot be valid. */
static void check_input(const struct resolver_line *options,
                        struct batch_job *job)
{
    const char *problem = job->line.problem;
    job->error.status = DDDS_BAD_INPUT;
    job->error.offset =
        problem != NULL ? job->line.problem_offset : DDDS_NO_OFFSET;
    if (problem == NULL && strlen(job->line.text) != job->line.length) {
        problem = "the input contains a NUL octet";
    }
    job->is_refused = true;
    if (problem != NULL) {
        snprintf(job->error.detail, sizeof job->error.detail, "%s", problem);
    } else if (job->application != ddds_application_urn() &&
               hint_is_needed(options, job->line.text)) {
        hint_write(job->line.text, hint_place(options, argument_of(job)),
                   job->error.detail);
    } else {
        job->is_refused = false;
    }
}

static bool take_input(struct batch *batch, struct batch_job *job)
{
    if (!inputs_next(batch->inputs, &job->line)) {
        return false;
    }
    job->input = job->line.text;
    if (batch->begin == NULL) {
        job->application = batch->options->request.application != NULL
                               ? batch->options->request.application
                               : ddds_application_for(job->input);
        check_input(batch->options, job);
    }
    return true;
}

static bool take(struct batch *batch, struct batch_job *job)
{
    job->input = NULL;
    job->application = NULL;
    job->options = NULL;
    job->is_refused = false;
    job->resolution = NULL;
    job->error.status = DDDS_OK;
    job->error.setting = DDDS_SETTING_NONE;
    job->error.detail[0] = '\0';
    job->nanoseconds = 0;
    return batch->take != NULL ? batch->take(batch->context, job)
                               : take_input(batch, job);
}

/* ---- Starting and showing ----------------------------------------------- */

/* Return the options of |job|, stored in |own|, with the deadline reduced to
 * the remaining time; NULL: those of the command line. */
static const struct ddds_options *prepare(const struct batch *batch,
                                          const struct batch_job *job,
                                          struct ddds_options *own)
{
    if (job->options == NULL && batch->last_moment == 0) {
        return NULL;
    }
    *own = job->options != NULL ? *job->options
                                : batch->options->request.resolving;
    own->deadline = batch_time(batch, own->deadline);
    return own;
}

void batch_done(struct batch_job *job)
{
    ddds_many_place *place = job->place;
    job->place = NULL;
    ddds_many_release(place);
}

static bool hold(void *context, ddds_many_place *place,
                 const struct ddds_many_result *result)
{
    struct batch *batch = context;
    struct batch_job *job = result->own;
    job->resolution = result->resolution;
    job->place = place;
    if (batch->go_on(batch->context, job)) {
        return true;
    }
    job->place = NULL;
    return false;
}

static void start(struct batch *batch, struct batch_job *job)
{
    struct ddds_options own;
    if (job->is_refused || batch->begin != NULL) {
        job->place = ddds_many_hold(batch->many, job);
        if (batch->begin != NULL) {
            batch->begin(batch->context, job);
        } else {
            batch_done(job);
        }
        return;
    }
    if (job->application == NULL) {
        job->application = ddds_application_for(job->input);
    }
    ddds_many_add(batch->many, job->application, job->input,
                  prepare(batch, job, &own), job);
}

/* Return |job| to the spare jobs. */
static void clear(struct batch *batch, struct batch_job *job)
{
    if (batch->clear != NULL) {
        batch->clear(batch->context, job);
    }
    input_clear(&job->line);
    job->is_dropped = false;
    job->next = batch->spare;
    batch->spare = job;
}

static void flush(struct batch *batch)
{
    lines_send();
    fflush(stdout);
    retry_flushed(batch->retry);
}

/* The input of a result failed temporarily: if time is up, that is why. */
static void note_time(struct batch *batch)
{
    if (!batch->is_cut_short && batch->last_moment != 0 &&
        read_clock() + COARSE >= batch->last_moment) {
        complain("--max-time: time is up; inputs in progress have ended");
        batch->is_cut_short = true;
    }
}

static void show(struct batch *batch, const struct ddds_many_result *result)
{
    struct batch_job *job = result->own;
    if (result->error->status == DDDS_NO_MEMORY) {
        memory_fail();
    }
    job->resolution = result->resolution;
    job->nanoseconds = result->nanoseconds;
    if (job->resolution == NULL && !job->is_refused) {
        job->error = *result->error;
    }
    batch->shown++;
    int status = batch->show(batch->context, job);
    if (status == EXIT_TEMPORARY) {
        note_time(batch);
        retry_add(batch->retry, &job->line);
    } else if (retry_keep(batch->retry, &job->line)) {
        flush(batch);
    }
    if (status != EXIT_FOUND) {
        status = exit_that_counts(batch->options->batch.fail_on, status);
        batch->status = worse_exit(batch->status, status);
    }
}

/* Record the input for a retry: the job was not finished in time or before an
 * interrupt, or its result cannot be written. */
static void drop(struct batch *batch, struct batch_job *job)
{
    retry_add(batch->retry, &job->line);
    clear(batch, job);
}

/* ---- The loop ----------------------------------------------------------- */

/* Return true if a job can be taken without waiting. While jobs are in
 * progress, do not wait for input. */
static bool can_take(struct batch *batch)
{
    return ddds_many_in_progress(batch->many) == 0 || batch->inputs == NULL ||
           inputs_are_ready(batch->inputs);
}

/* Start a job; false without input or time, or at a limit. */
static bool begin_next(struct batch *batch)
{
    if (batch->has_ended || ddds_many_room(batch->many) == 0 ||
        !can_take(batch)) {
        return false;
    }
    struct batch_job *job = find_spare(batch);
    if (!take(batch, job)) {
        batch->has_ended = true;
        return false;
    }
    batch->spare = job->next;
    if (has_time(batch)) {
        start(batch, job);
        return true;
    }
    batch->late = job;
    batch->has_ended = true;
    return false;
}

/* Show all available results before waiting for the next input. */
static void show_all(struct batch *batch)
{
    const struct ddds_many_result *result;
    while (!batch->is_stopped &&
           (result = ddds_many_next(batch->many)) != NULL) {
        show(batch, result);
        clear(batch, result->own);
    }
}

/* Milliseconds that results may stay in the buffer of standard output while
 * others arrive; otherwise a second, because waiting is interrupted that
 * often. */
enum { FLUSH_AFTER = 50 };

static void await(struct batch *batch)
{
    if (ddds_many_in_progress(batch->many) == 0) {
        return;
    }
    uint64_t now = read_clock();
    if (now - batch->flushed >= FLUSH_AFTER) {
        flush(batch);
        batch->flushed = now;
    }
    if (batch->wait == NULL || !batch->wait(batch->context)) {
        ddds_many_wait(batch->many);
    }
}

static void cancel_all(struct batch *batch)
{
    for (struct batch_job *job = batch->jobs; job != NULL; job = job->made) {
        if (job->place != NULL) {
            batch->cancel(batch->context, job);
            job->is_dropped = true;
            batch_done(job);
        }
    }
    ddds_many_stop(batch->many);
}

/* Show the results that are complete after an interrupt, or when time is up,
 * even if earlier ones are missing. Record all other inputs for a retry. */
static void empty(struct batch *batch)
{
    const struct ddds_many_result *result;
    bool is_shown = interrupt_came() || batch->is_cut_short;
    flush(batch);
    batch->in_progress = ddds_many_in_progress(batch->many);
    cancel_all(batch);
    while ((result = ddds_many_next(batch->many)) != NULL) {
        struct batch_job *job = result->own;
        if (result->is_cancelled || job->is_dropped || ferror(stdout) != 0) {
            drop(batch, job);
            is_shown = is_shown && !batch->has_no_gaps;
            continue;
        }
        if (is_shown && !batch->is_stopped) {
            show(batch, result);
        }
        clear(batch, job);
    }
    if (batch->late != NULL) {
        drop(batch, batch->late);
    }
}

/* ---- Running ------------------------------------------------------------ */

/* Return true if time is up even for jobs in progress. Their own deadlines are
 * earlier, unless they were restarted for lack of memory. */
static bool is_late(struct batch *batch)
{
    enum { GRACE = 1000 };
    bool is_late =
        batch->last_moment != 0 && read_clock() >= batch->last_moment + GRACE;
    if (is_late) {
        note_time(batch);
    }
    return is_late;
}

static bool is_over(struct batch *batch)
{
    return interrupt_came() || batch->is_stopped || ferror(stdout) != 0 ||
           (batch->has_ended && ddds_many_in_progress(batch->many) == 0) ||
           is_late(batch);
}

static struct progress_line measure(const struct batch *batch,
                                    size_t in_progress, uint64_t elapsed)
{
    return (struct progress_line){
        batch->shown, batch->total, in_progress, elapsed,
        batch->inputs != NULL ? inputs_percent(batch->inputs) : -1};
}

static void move(struct batch *batch)
{
    uint64_t opened = read_clock();
    bool has_progress =
        progress_begin(batch->options->batch.progress, batch->total);
    interrupt_begin();
    if (batch->keeps_lines && batch->total == 0 && isatty(STDOUT_FILENO) == 0) {
        lines_keep(stdout);
    }
    while (!is_over(batch)) {
        if (!begin_next(batch) && !interrupt_came()) {
            await(batch);
        }
        show_all(batch);
        if (has_progress && progress_is_due(read_clock() - opened)) {
            progress_show(measure(batch, ddds_many_in_progress(batch->many),
                                  read_clock() - opened));
        }
    }
    empty(batch);
    lines_end();
    progress_end(measure(batch, batch->in_progress, read_clock() - opened));
}

static void begin(struct batch *batch)
{
    const struct resolver_line *options = batch->options;
    const struct ddds_many_options many = {
        .size = sizeof many,
        .resolving = &options->request.resolving,
        .in_flight = options->batch.jobs,
        .unordered = options->batch.is_unordered,
        .timed = batch->is_timed,
        .has_seed = options->request.has_seed,
        .seed = options->request.seed,
        .hold = batch->go_on != NULL ? hold : NULL,
        .context = batch,
    };
    batch->many = ddds_many_new(batch->database, &many, NULL);
    batch->last_moment = clock_after(options->batch.max_time);
    if (batch->take == NULL) {
        batch->total = inputs_total(&options->words, &options->batch);
        batch->inputs =
            inputs_new(&options->words, &options->batch, batch->last_moment);
    }
}

/* Record what was not begun for a retry: nothing, unless the batch ended
 * early. */
static void add_rest(struct batch *batch)
{
    struct batch_job *job;
    if (batch->inputs != NULL) {
        retry_add_rest(batch->retry, batch->inputs);
        return;
    }
    batch->is_rest = true;
    while (batch->retry != NULL && take(batch, job = find_spare(batch))) {
        batch->spare = job->next;
        drop(batch, job);
    }
}

static void end(struct batch *batch)
{
    flush(batch);
    add_rest(batch);
    if (batch->inputs != NULL) {
        batch->status = worse_exit(batch->status, inputs_status(batch->inputs));
    }
    if (batch->is_cut_short) {
        batch->status = worse_exit(batch->status, EXIT_TEMPORARY);
    }
    inputs_free(batch->inputs);
    batch->has_retry_file = batch->retry != NULL;
    if (retry_end(batch->retry) != EXIT_FOUND) {
        batch->has_retry_file = false;
        batch->status = worse_exit(batch->status, EXIT_OWN_FAILURE);
    }
    while (batch->jobs != NULL) {
        struct batch_job *job = batch->jobs;
        batch->jobs = job->made;
        free(job);
    }
    ddds_many_free(batch->many);
}

/* Ignore SIGPIPE, so that inputs without output go to the retry file.
 * Afterwards, when command_main() writes, the signal ends the process. */
void batch_run(struct batch *batch)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    batch->status = EXIT_FOUND;
    batch->retry = retry_begin(&batch->options->batch, &batch->status);
    if (batch->status == EXIT_FOUND) {
        begin(batch);
        move(batch);
        end(batch);
    }
    (void)signal(SIGPIPE, before);
}

int batch_end(const struct batch *batch)
{
    if (interrupt_came()) {
        bool has_file = batch->has_retry_file;
        complain("interrupted: %llu done, %zu in progress%s%s",
                 (unsigned long long)batch->shown, batch->in_progress,
                 has_file ? "; the rest is in " : "",
                 has_file ? batch->options->batch.retry_file : "");
    }
    interrupt_end();
    return batch->status;
}

void batch_stop(struct batch *batch)
{
    batch->has_ended = true;
    batch->is_stopped = true;
}

int batch_refuse(struct batch *batch, const struct batch_job *job)
{
    const struct ddds_error *error = &job->error;
    if (error->status == DDDS_BAD_OPTION) {
        complain("%s%s", error->detail, advice_on(error->setting));
        batch_stop(batch);
    } else {
        struct ddds_error whole = *error;
        hint_add_command(batch->options, argument_of(job), job->line.text,
                         whole.detail);
        inputs_refuse(&job->line, &whole);
    }
    return exit_of_status(error->status);
}
