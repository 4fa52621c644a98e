/* Slots are filled as inputs are read and emptied as results are printed: in
 * the order of the inputs, or as they finish. One row of slots serves both: a
 * slot joins it when it is begun, or when it is done; what is done at its front
 * is printed. Memory is that of the window, however long the batch.
 *
 * SPDX-License-Identifier: MIT */
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "complain.h"
#include "exits.h"
#include "interrupt.h"
#include "progress.h"

/* ---- Slots come and go -------------------------------------------------- */

static bool open_slots(struct batch *batch)
{
    size_t count = batch->options->jobs;
    size_t job_size = batch->work->job_size;
    batch->slots = calloc(count, sizeof *batch->slots);
    batch->jobs = calloc(count, job_size);
    if (batch->slots == NULL || batch->jobs == NULL) {
        return false;
    }
    for (size_t i = count; i-- > 0;) {
        struct slot *slot = &batch->slots[i];
        slot->batch = batch;
        slot->job = batch->jobs + i * job_size;
        slot->next = batch->spare;
        batch->spare = slot;
    }
    return true;
}

/* |slot| is printed after those that are in the row. */
static void join(struct slot *slot)
{
    slot->next = NULL;
    *slot->batch->last = slot;
    slot->batch->last = &slot->next;
}

/* Take the first out of the row. */
static struct slot *leave(struct batch *batch)
{
    struct slot *slot = batch->first;
    batch->first = slot->next;
    if (batch->first == NULL) {
        batch->last = &batch->first;
    }
    return slot;
}

/* What |slot| was for is over. */
static void clear_slot(struct slot *slot)
{
    slot->batch->work->clear(slot);
    slot->state = SLOT_SPARE;
    slot->next = slot->batch->spare;
    slot->batch->spare = slot;
}

static void print_slot(struct slot *slot)
{
    struct batch *batch = slot->batch;
    batch->status = worse_exit(batch->status, batch->work->print(slot));
    batch->printed++;
}

void batch_finish(struct slot *slot)
{
    slot->state = SLOT_DONE;
    slot->batch->under_way--;
    if (slot->batch->options->is_unordered) {
        join(slot);
    }
}

void batch_stop(struct batch *batch)
{
    batch->has_ended = true;
    batch->is_stopped = true;
}

/* ---- Time --------------------------------------------------------------- */

/* When the batch as a whole has to end; 0: never. */
static uint64_t last_moment(const struct batch *batch)
{
    unsigned most = batch->options->max_time;
    return most != 0 ? batch->opened + most : 0;
}

unsigned batch_time(const struct batch *batch)
{
    uint64_t now = read_clock();
    uint64_t last = last_moment(batch);
    unsigned each = batch->options->resolving.deadline;
    if (last == 0 || now + each <= last) {
        return each;
    }
    return last > now ? (unsigned)(last - now) : 1;
}

/* The clock that tells the library of deadlines may be behind by so much, in
 * milliseconds. */
enum { COARSE = 10 };

/* Is there time for one more input? It is said once that there is none. */
static bool has_time(struct batch *batch)
{
    uint64_t last = last_moment(batch);
    if (last == 0 || read_clock() + COARSE < last) {
        return true;
    }
    complain("--max-time: the time is over; %llu inputs were begun, the rest "
             "was not",
             (unsigned long long)batch->started);
    batch->status = worse_exit(batch->status, EXIT_TEMPORARY);
    return false;
}

/* ---- Filling and emptying ----------------------------------------------- */

static bool has_result(const struct batch *batch)
{
    return batch->first != NULL && batch->first->state == SLOT_DONE;
}

static void begin(struct batch *batch)
{
    struct slot *slot = batch->spare;
    batch->spare = slot->next;
    slot->state = SLOT_UNDER_WAY;
    memset(slot->job, 0, batch->work->job_size);
    if (!batch->options->is_unordered) {
        join(slot);
    }
    batch->under_way++;
    batch->work->start(slot);
    batch->started++;
}

/* Take inputs until the window is full, or the first result can be printed:
 * whoever types one wants its answer before the next. Nor do those under way
 * wait for one that is not there yet. */
static void fill(struct batch *batch)
{
    while (!batch->has_ended && !interrupt_came() && batch->spare != NULL &&
           !has_result(batch) &&
           (batch->under_way == 0 || inputs_are_ready(&batch->inputs))) {
        bool is_there = inputs_next(&batch->inputs, &batch->spare->input);
        if ((is_there || batch->inputs.is_late) && !has_time(batch)) {
            is_there = false;
        }
        batch->has_ended = !is_there;
        if (is_there) {
            begin(batch);
        }
    }
}

/* Print what can be; false if that is nothing. */
static bool drain(struct batch *batch)
{
    bool any = has_result(batch);
    while (has_result(batch) && !batch->is_stopped) {
        struct slot *slot = leave(batch);
        print_slot(slot);
        clear_slot(slot);
    }
    return any;
}

/* ---- The end ------------------------------------------------------------ */

/* What is done is printed, in its order, although others before it are not. */
static void print_rest(struct batch *batch)
{
    for (struct slot *slot = batch->first; slot != NULL; slot = slot->next) {
        if (slot->state == SLOT_DONE) {
            print_slot(slot);
        }
    }
    fflush(stdout);
    complain("interrupted: %llu inputs are done, %zu were under way",
             (unsigned long long)batch->printed, batch->under_way);
}

static void close_slots(struct batch *batch)
{
    for (size_t i = 0; batch->slots != NULL && batch->jobs != NULL &&
                       i < batch->options->jobs;
         i++) {
        if (batch->slots[i].state != SLOT_SPARE) {
            batch->work->clear(&batch->slots[i]);
        }
    }
    free(batch->slots);
    free(batch->jobs);
}

/* ---- The whole ---------------------------------------------------------- */

static void report_progress(const struct batch *batch, uint64_t total)
{
    const struct progress progress = {batch->printed, total,
                                      read_clock() - batch->opened};
    progress_show(&progress);
}

static bool is_over(const struct batch *batch)
{
    return interrupt_came() || batch->is_stopped || ferror(stdout) != 0 ||
           (batch->has_ended && batch->first == NULL && batch->under_way == 0);
}

static void run(struct batch *batch)
{
    const struct ddds_database_class *methods = batch->database->methods;
    uint64_t total = inputs_total(batch->options);
    bool has_progress = total != 1 && progress_is_wanted();
    interrupt_begin(has_progress);
    while (!is_over(batch)) {
        fill(batch);
        if (!interrupt_came() && !drain(batch) && batch->under_way > 0) {
            methods->wait(batch->database);
        }
        if (has_progress) {
            report_progress(batch, total);
        }
    }
    progress_hide();
}

int batch_run(const struct options *options, const struct batch_work *work,
              ddds_database *database)
{
    struct batch batch = {
        .options = options,
        .work = work,
        .database = database,
        .opened = read_clock(),
    };
    batch.last = &batch.first;
    inputs_begin(&batch.inputs, options, last_moment(&batch));
    if (!open_slots(&batch)) {
        complain("out of memory");
        batch.status = EXIT_OWN_FAILURE;
    } else {
        run(&batch);
        if (interrupt_came()) {
            print_rest(&batch);
        }
        interrupt_end();
    }
    close_slots(&batch);
    return worse_exit(batch.status, batch.inputs.status);
}
