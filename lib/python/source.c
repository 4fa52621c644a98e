/* Databases with a lock and a number of holders.
 *
 * SPDX-License-Identifier: MIT */
#include "source.h"

#include <stdlib.h>

#include "batch.h"
#include "pickle.h"

/* ---- Locks --------------------------------------------------------------- */

void ddds_source_lock(struct ddds_source *source)
{
    pthread_mutex_lock(&source->lock);
}

void ddds_source_unlock(struct ddds_source *source)
{
    pthread_mutex_unlock(&source->lock);
}

/* A child process may take a lock again that the thread before fork() held:
 * it is the same thread, but with another number. */
static void init_lock(struct ddds_source *source)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&source->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void ddds_source_renew(struct ddds_source *source)
{
    init_lock(source);
}

/* ---- Sources ------------------------------------------------------------- */

static struct ddds_source *make(struct ddds_error *error)
{
    struct ddds_source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET, "out of memory");
        return NULL;
    }
    init_lock(source);
    atomic_init(&source->holds, 1);
    return source;
}

struct ddds_source *ddds_source_memory(struct ddds_error *error)
{
    struct ddds_source *source = make(error);
    if (source == NULL) {
        return NULL;
    }
    source->database = ddds_memory_new(error);
    if (source->database == NULL) {
        ddds_source_free(source);
        return NULL;
    }
    return source;
}

struct ddds_source *ddds_source_dns(const struct ddds_dns_options *options,
                                    bool is_cached, ddds_cache *shared,
                                    struct ddds_error *error)
{
    struct ddds_source *source = make(error);
    if (source == NULL) {
        return NULL;
    }
    source->dns = ddds_dns_new(options, error);
    source->database = ddds_dns_database(source->dns);
    if (source->dns != NULL && is_cached) {
        source->database = ddds_cached_new(source->database, shared, error);
    }
    if (source->database == NULL) {
        ddds_database_free(ddds_dns_database(source->dns));
        ddds_source_free(source);
        return NULL;
    }
    return source;
}

struct ddds_source *ddds_source_hold(struct ddds_source *source)
{
    atomic_fetch_add(&source->holds, 1);
    return source;
}

void ddds_source_free(struct ddds_source *source)
{
    if (source == NULL || atomic_fetch_sub(&source->holds, 1) > 1) {
        return;
    }
    ddds_database_free(source->database);
    pthread_mutex_destroy(&source->lock);
    free(source);
}

/* ---- Zones in memory ----------------------------------------------------- */

static void add_text(void *context, const char *text)
{
    ddds_pickle_text(context, text);
}

/* Memory for what is reported is needed, too. */
static ddds_status check_pickle(const struct ddds_pickle *pickle,
                                struct ddds_error *error)
{
    return pickle->is_failed ? ddds_error_set(error, DDDS_NO_MEMORY,
                                              DDDS_NO_OFFSET, "out of memory")
                             : DDDS_OK;
}

static ddds_status load(struct ddds_source *source, const char *path,
                        const char *text, size_t length,
                        const struct ddds_zone_options *options,
                        struct ddds_error *error)
{
    if (source->is_used) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "zones cannot be loaded any more after the "
                              "first resolution");
    }
    return text == NULL
               ? ddds_memory_load(source->database, path, options, error)
               : ddds_memory_load_text(source->database, path, text, length,
                                       options, error);
}

ddds_status ddds_source_load(struct ddds_source *source, const char *path,
                             const char *text, size_t length,
                             struct ddds_zone_options *options,
                             struct ddds_pickle *complaints,
                             struct ddds_error *error)
{
    options->complaint = add_text;
    options->context = complaints;
    ddds_pickle_begin(complaints);
    ddds_source_lock(source);
    ddds_status status = load(source, path, text, length, options, error);
    ddds_source_unlock(source);
    ddds_pickle_end(complaints);
    return status != DDDS_OK ? status : check_pickle(complaints, error);
}

ddds_status ddds_source_keys(struct ddds_source *source,
                             struct ddds_pickle *names,
                             struct ddds_error *error)
{
    ddds_pickle_begin(names);
    ddds_source_lock(source);
    ddds_status status =
        ddds_memory_keys(source->database, add_text, names, error);
    ddds_source_unlock(source);
    ddds_pickle_end(names);
    return status != DDDS_OK ? status : check_pickle(names, error);
}

void ddds_source_use(struct ddds_source *source)
{
    ddds_source_lock(source);
    source->is_used = true;
    ddds_source_unlock(source);
}

/* ---- For an event loop --------------------------------------------------- */

size_t ddds_source_watch(struct ddds_source *source,
                         struct ddds_dns_socket *list, size_t size,
                         int *timeout)
{
    ddds_source_lock(source);
    *timeout = ddds_dns_timeout(source->dns);
    size_t count = ddds_dns_sockets(source->dns, list, size);
    ddds_source_unlock(source);
    return count;
}

void ddds_source_process(struct ddds_source *source, int descriptor,
                         bool readable, bool writable)
{
    ddds_source_lock(source);
    ddds_dns_process(source->dns, descriptor, readable, writable);
    ddds_source_unlock(source);
}

uint64_t ddds_source_finished(struct ddds_source *source)
{
    ddds_source_lock(source);
    struct ddds_batch *batch = source->finished;
    uint64_t number = 0;
    if (batch != NULL) {
        number = batch->number;
        source->finished = batch->next;
        batch->next = NULL;
        batch->is_listed = false;
    }
    ddds_source_unlock(source);
    return number;
}
