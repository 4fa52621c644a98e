/* ddds_many resolves; what is done is written at once, so that its place is
 * free.
 *
 * SPDX-License-Identifier: MIT */
#include "batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Batches ------------------------------------------------------------- */

static bool copy_text(const char **copy, const char *text)
{
    *copy = text != NULL ? strdup(text) : NULL;
    return text == NULL || *copy != NULL;
}

/* The options with strings of our own; false without memory. */
static bool copy_options(struct ddds_batch *batch,
                         const struct ddds_batch_options *options)
{
    struct ddds_options *copy = &batch->resolving;
    *copy = (struct ddds_options)DDDS_OPTIONS_INIT;
    batch->application = options->application;
    batch->number = options->number;
    copy->dns = options->dns;
    copy->all = options->all;
    copy->no_q = options->no_q;
    copy->no_addresses = options->no_addresses;
    copy->require_authenticated = options->require_authenticated;
    copy->max_hops = options->max_hops;
    copy->max_queries = options->max_queries;
    copy->deadline = options->deadline;
    bool is_copied = copy_text(&copy->services, options->services);
    is_copied &= copy_text(&copy->protocols, options->protocols);
    is_copied &= copy_text(&copy->roots, options->roots);
    is_copied &= copy_text(&copy->own_hosts, options->own_hosts);
    return is_copied;
}

static void free_text(const char *text)
{
    free((char *)(uintptr_t)text);
}

/* Tell an event loop that |batch| has results. */
static void list(void *context)
{
    struct ddds_batch *batch = context;
    if (!batch->is_listed) {
        batch->next = batch->source->finished;
        batch->source->finished = batch;
        batch->is_listed = true;
    }
}

static ddds_many *open_many(struct ddds_batch *batch,
                            const struct ddds_batch_options *options)
{
    const struct ddds_many_options many = {
        .size = sizeof many,
        .resolving = &batch->resolving,
        .in_flight = options->width,
        .unordered = true,
        .has_seed = options->has_seed,
        .seed = options->seed,
        .ready = options->number != 0 ? list : NULL,
        .context = batch,
    };
    return ddds_many_new(batch->source->database, &many, NULL);
}

struct ddds_batch *ddds_batch_new(struct ddds_source *source,
                                  const struct ddds_batch_options *options)
{
    struct ddds_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        return NULL;
    }
    batch->source = ddds_source_hold(source);
    bool is_copied = copy_options(batch, options);
    batch->many = open_many(batch, options);
    batch->done = calloc(options->width, sizeof batch->done[0]);
    batch->taken_done = calloc(options->width, sizeof batch->done[0]);
    batch->results.has_trace = batch->taken.has_trace = options->has_trace;
    batch->results.as_lines = batch->taken.as_lines = options->as_lines;
    ddds_results_begin(&batch->results);
    if (!is_copied || batch->many == NULL || batch->done == NULL ||
        batch->taken_done == NULL || batch->results.pickle.is_failed) {
        ddds_batch_free(batch);
        return NULL;
    }
    if (source->dns == NULL) {
        ddds_source_use(source);
    }
    return batch;
}

/* Remove |batch| from the list of those with results. */
static void unlist(struct ddds_batch *batch)
{
    struct ddds_batch **link = &batch->source->finished;
    while (batch->is_listed && *link != batch) {
        link = &(*link)->next;
    }
    if (batch->is_listed) {
        *link = batch->next;
    }
}

void ddds_batch_free(struct ddds_batch *batch)
{
    if (batch == NULL) {
        return;
    }
    ddds_source_lock(batch->source);
    unlist(batch);
    ddds_many_free(batch->many);
    ddds_source_unlock(batch->source);
    ddds_source_free(batch->source);
    ddds_results_clear(&batch->results);
    ddds_results_clear(&batch->taken);
    free_text(batch->resolving.services);
    free_text(batch->resolving.protocols);
    free_text(batch->resolving.roots);
    free_text(batch->resolving.own_hosts);
    free(batch->done);
    free(batch->taken_done);
    free(batch->sockets);
    free(batch->polled);
    free(batch);
}

/* ---- Inputs -------------------------------------------------------------- */

static bool is_input_at_fault(ddds_status status)
{
    return status == DDDS_BAD_INPUT || status == DDDS_LIMIT;
}

/* Write what |done| says. If it was rejected, that was |input|, for
 * |application|. */
static ddds_status write(struct ddds_batch *batch,
                         const struct ddds_many_result *done,
                         const struct ddds_application *application,
                         const char *input)
{
    if (done->resolution != NULL) {
        ddds_results_add(&batch->results,
                         ddds_resolution_result(done->resolution));
    } else if (is_input_at_fault(done->error->status)) {
        ddds_results_refuse(&batch->results, application, input, done->error);
    } else {
        batch->is_failed |= done->error->status == DDDS_NO_MEMORY;
        return done->error->status;
    }
    batch->done[batch->results.count - 1] = (uint32_t)(uintptr_t)done->own;
    return DDDS_OK;
}

/* Write all that is done. */
static void collect(struct ddds_batch *batch)
{
    const struct ddds_many_result *done;
    while ((done = ddds_many_next(batch->many)) != NULL) {
        write(batch, done, NULL, NULL);
    }
}

/* Start |input|, and write what is done. What is rejected is done at once: it
 * is the only result then. */
static ddds_status start(struct ddds_batch *batch, const char *input,
                         uint32_t index, struct ddds_error *error)
{
    const struct ddds_application *application =
        batch->application != NULL ? batch->application
                                   : ddds_application_for(input);
    const struct ddds_many_result *done;
    ddds_status status = ddds_many_add(batch->many, application, input, NULL,
                                       (void *)(uintptr_t)index);
    while (status == DDDS_OK && (done = ddds_many_next(batch->many)) != NULL) {
        status = write(batch, done, application, input);
        if (status != DDDS_OK) {
            *error = *done->error;
        }
    }
    return status;
}

static ddds_status give(struct ddds_batch *batch, const char *inputs,
                        size_t count, uint32_t index, struct ddds_error *error)
{
    ddds_status status = DDDS_OK;
    collect(batch);
    for (size_t i = 0; i < count && status == DDDS_OK; i++) {
        status = start(batch, inputs, index + (uint32_t)i, error);
        inputs += strlen(inputs) + 1;
    }
    return status;
}

/* Zones in memory do not change any more: threads may share them. */
static void lock(struct ddds_batch *batch)
{
    if (batch->source->dns != NULL) {
        ddds_source_lock(batch->source);
    }
}

static void unlock(struct ddds_batch *batch)
{
    if (batch->source->dns != NULL) {
        ddds_source_unlock(batch->source);
    }
}

ddds_status ddds_batch_give(struct ddds_batch *batch, const char *inputs,
                            size_t count, uint32_t index, bool has_inputs,
                            struct ddds_error *error)
{
    lock(batch);
    batch->results.has_inputs = has_inputs;
    ddds_status status = give(batch, inputs, count, index, error);
    unlock(batch);
    return status;
}

/* ---- Waiting ------------------------------------------------------------- */

/* Make room for |count| sockets; false without memory. */
static bool make_space(struct ddds_batch *batch, size_t count)
{
    free(batch->sockets);
    free(batch->polled);
    batch->sockets = calloc(count, sizeof batch->sockets[0]);
    batch->polled = calloc(count, sizeof batch->polled[0]);
    bool is_made = batch->sockets != NULL && batch->polled != NULL;
    batch->socket_size = is_made ? count : 0;
    return is_made;
}

/* Send what is queued, and list the sockets to wait for. Returns their number;
 * -1 without memory. */
static int list_sockets(struct ddds_batch *batch, int *timeout)
{
    size_t count;
    while ((count = ddds_source_watch(batch->source, batch->sockets,
                                      batch->socket_size, timeout)) >
           batch->socket_size) {
        if (!make_space(batch, count)) {
            return -1;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct ddds_dns_socket *socket = &batch->sockets[i];
        batch->polled[i] = (struct pollfd){
            .fd = socket->descriptor,
            .events = (short)((socket->readable ? POLLIN : 0) |
                              (socket->writable ? POLLOUT : 0))};
    }
    return (int)count;
}

static void process(struct ddds_batch *batch, size_t count)
{
    ddds_dns *dns = batch->source->dns;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        short events = batch->polled[i].revents;
        if (events != 0 && (events & POLLNVAL) == 0) {
            any = true;
            ddds_dns_process(dns, batch->polled[i].fd, (events & ~POLLOUT) != 0,
                             (events & POLLOUT) != 0);
        }
    }
    if (!any) {
        ddds_dns_process(dns, -1, false, false);
    }
}

/* The shorter of two times, of which a negative one is endless. */
static int shorter(int one, int other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

static bool must_wait(struct ddds_batch *batch)
{
    collect(batch);
    return batch->results.count == 0 &&
           ddds_many_in_progress(batch->many) > 0 && !batch->is_failed;
}

ddds_status ddds_batch_wait(struct ddds_batch *batch, int timeout)
{
    int due = -1;
    if (batch->source->dns == NULL) {
        return batch->is_failed ? DDDS_NO_MEMORY : DDDS_OK;
    }
    ddds_source_lock(batch->source);
    int count = list_sockets(batch, &due);
    bool waits = must_wait(batch);
    ddds_source_unlock(batch->source);
    if (count < 0) {
        return DDDS_NO_MEMORY;
    }
    if (waits) {
        int ready = poll(batch->polled, (nfds_t)count, shorter(timeout, due));
        ddds_source_lock(batch->source);
        process(batch, ready > 0 ? (size_t)count : 0);
        ddds_source_unlock(batch->source);
    }
    return batch->is_failed ? DDDS_NO_MEMORY : DDDS_OK;
}

ddds_status ddds_batch_take(struct ddds_batch *batch)
{
    lock(batch);
    collect(batch);
    struct ddds_results results = batch->results;
    uint32_t *done = batch->done;
    ddds_pickle_end(&results.pickle);
    batch->results = batch->taken;
    batch->done = batch->taken_done;
    ddds_results_begin(&batch->results);
    batch->taken = results;
    batch->taken_done = done;
    bool is_failed = batch->is_failed || results.pickle.is_failed ||
                     batch->results.pickle.is_failed;
    unlock(batch);
    return is_failed ? DDDS_NO_MEMORY : DDDS_OK;
}
