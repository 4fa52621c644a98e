/* Each input has a slot, whose resolution is used again for the next input.
 *
 * SPDX-License-Identifier: MIT */
#include "batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Random numbers that can be repeated --------------------------------- */

/* FNV-1a and SplitMix64, as in resolver/batch/batch.c: a seed chooses the same
 * servers here and there. */
static uint64_t hash(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint32_t draw(void *context)
{
    struct ddds_slot *slot = context;
    uint64_t mixed = slot->random += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

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
    batch->options = *options;
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

struct ddds_batch *ddds_batch_new(struct ddds_source *source,
                                  const struct ddds_batch_options *options)
{
    struct ddds_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        return NULL;
    }
    batch->source = ddds_source_hold(source);
    bool is_copied = copy_options(batch, options);
    batch->slots = calloc(options->width, sizeof(struct ddds_slot *));
    batch->done = calloc(options->width, sizeof batch->done[0]);
    batch->taken_done = calloc(options->width, sizeof batch->done[0]);
    batch->results.has_trace = batch->taken.has_trace = options->has_trace;
    batch->results.as_lines = batch->taken.as_lines = options->as_lines;
    ddds_results_begin(&batch->results);
    if (!is_copied || batch->slots == NULL || batch->done == NULL ||
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
    for (size_t i = 0; i < batch->slot_count; i++) {
        ddds_resolution_free(batch->slots[i]->resolution);
        free(batch->slots[i]);
    }
    ddds_source_unlock(batch->source);
    ddds_source_free(batch->source);
    ddds_results_clear(&batch->results);
    ddds_results_clear(&batch->taken);
    free_text(batch->resolving.services);
    free_text(batch->resolving.protocols);
    free_text(batch->resolving.roots);
    free_text(batch->resolving.own_hosts);
    free(batch->slots);
    free(batch->done);
    free(batch->taken_done);
    free(batch->sockets);
    free(batch->polled);
    free(batch);
}

/* ---- Inputs -------------------------------------------------------------- */

/* A slot that is free; NULL without memory. */
static struct ddds_slot *take_slot(struct ddds_batch *batch)
{
    struct ddds_slot *slot = batch->spare;
    if (slot != NULL) {
        batch->spare = slot->next;
        return slot;
    }
    slot = calloc(1, sizeof *slot);
    if (slot != NULL && batch->slot_count < batch->options.width) {
        slot->batch = batch;
        batch->slots[batch->slot_count++] = slot;
        return slot;
    }
    free(slot);
    return NULL;
}

static void give_back(struct ddds_slot *slot)
{
    slot->next = slot->batch->spare;
    slot->batch->spare = slot;
    slot->batch->in_progress--;
}

/* Tell an event loop, if there is one, that |batch| has results. */
static void list(struct ddds_batch *batch)
{
    if (batch->number != 0 && !batch->is_listed) {
        batch->next = batch->source->finished;
        batch->source->finished = batch;
        batch->is_listed = true;
    }
}

static void note_done(struct ddds_slot *slot)
{
    struct ddds_batch *batch = slot->batch;
    batch->done[batch->results.count - 1] = slot->index;
    list(batch);
    give_back(slot);
}

static void finish(ddds_resolution *resolution, void *context)
{
    struct ddds_slot *slot = context;
    if (ddds_resolution_status(resolution) != DDDS_OK) {
        slot->batch->is_failed = true;
        list(slot->batch);
        give_back(slot);
        return;
    }
    ddds_results_add(&slot->batch->results, ddds_resolution_result(resolution));
    note_done(slot);
}

/* Make the resolution of |slot| ready for |input|. */
static ddds_status prepare(struct ddds_slot *slot,
                           const struct ddds_application *application,
                           const char *input, struct ddds_error *error)
{
    struct ddds_batch *batch = slot->batch;
    if (batch->options.has_seed) {
        slot->random = batch->options.seed + hash(input);
    }
    if (slot->resolution != NULL && slot->application == application) {
        return ddds_resolution_restart(slot->resolution, input, error);
    }
    ddds_resolution_free(slot->resolution);
    struct ddds_options options = batch->resolving;
    if (batch->options.has_seed) {
        options.random = draw;
        options.random_context = slot;
    }
    slot->application = application;
    slot->resolution = ddds_resolution_new(batch->source->database, application,
                                           input, &options, error);
    return slot->resolution != NULL ? DDDS_OK : error->status;
}

static bool is_input_at_fault(ddds_status status)
{
    return status == DDDS_BAD_INPUT || status == DDDS_LIMIT;
}

static ddds_status start(struct ddds_slot *slot, const char *input,
                         struct ddds_error *error)
{
    struct ddds_batch *batch = slot->batch;
    const struct ddds_application *application = batch->options.application;
    if (application == NULL) {
        application = ddds_application_for(input);
    }
    batch->in_progress++;
    ddds_status status = prepare(slot, application, input, error);
    if (status == DDDS_OK) {
        return ddds_resolution_start(slot->resolution, finish, slot);
    }
    if (!is_input_at_fault(status)) {
        give_back(slot);
        return status;
    }
    ddds_results_refuse(&batch->results, application, input, error);
    note_done(slot);
    return DDDS_OK;
}

static ddds_status give(struct ddds_batch *batch, const char *inputs,
                        size_t count, uint32_t index, struct ddds_error *error)
{
    for (size_t i = 0; i < count && !batch->is_failed; i++) {
        struct ddds_slot *slot = take_slot(batch);
        if (slot == NULL) {
            return DDDS_NO_MEMORY;
        }
        slot->index = index + (uint32_t)i;
        ddds_status status = start(slot, inputs, error);
        if (status != DDDS_OK) {
            return status;
        }
        inputs += strlen(inputs) + 1;
    }
    return DDDS_OK;
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
    ddds_database *dns = batch->source->dns;
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
    return batch->results.count == 0 && batch->in_progress > 0 &&
           !batch->is_failed;
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
