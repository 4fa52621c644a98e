/* Sources: databases that several Python objects and threads share.
 *
 * Python frees objects in any order and in any thread. So a source counts its
 * holders, and is freed with the last one. A source of DNS has a lock, which
 * every function here and in batch.h takes as long as it uses the database, but
 * not while it waits for answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_SOURCE_H
#define DDDS_PYTHON_SOURCE_H

#include <pthread.h>
#include <stdatomic.h>

#include <ddds/database.h>

struct ddds_batch;

struct ddds_source {
    ddds_database *database; /* what resolutions use */
    ddds_dns *dns;           /* whose sockets are watched; NULL: in memory */
    pthread_mutex_t lock;
    atomic_uint holds;
    bool is_used; /* zones in memory must not change any more */

    struct ddds_batch *finished; /* batches for an event loop with results */
};

/* Create a source with one hold. Returns NULL on failure, with |error|. */
struct ddds_source *ddds_source_memory(struct ddds_error *error);

/* The same for DNS, with a cache of its own or |shared|, if |is_cached|. */
struct ddds_source *ddds_source_dns(const struct ddds_dns_options *options,
                                    bool is_cached, ddds_cache *shared,
                                    struct ddds_error *error);

struct ddds_source *ddds_source_hold(struct ddds_source *source);

/* Remove a hold on |source|, which may be NULL. */
void ddds_source_free(struct ddds_source *source);

/* Load a zone file, or the |length| octets at |text| if that is not NULL, which
 * messages call |path|. What was ignored is written to |complaints|, a list of
 * strings. Fails with DDDS_BAD_OPTION if the source has been used. */
struct ddds_pickle;
ddds_status ddds_source_load(struct ddds_source *source, const char *path,
                             const char *text, size_t length,
                             struct ddds_zone_options *options,
                             struct ddds_pickle *complaints,
                             struct ddds_error *error);

/* Write the names with NAPTR records to |names|, a list of strings. */
ddds_status ddds_source_keys(struct ddds_source *source,
                             struct ddds_pickle *names,
                             struct ddds_error *error);

/* From now on the zones of |source| do not change. */
void ddds_source_use(struct ddds_source *source);

/* The lock of a source of DNS; that of others does nothing. Around fork(), so
 * that the child has no lock that another thread holds; the child then calls
 * ddds_source_renew. */
void ddds_source_lock(struct ddds_source *source);
void ddds_source_unlock(struct ddds_source *source);
void ddds_source_renew(struct ddds_source *source);

/* ---- For an event loop --------------------------------------------------- */

/* Send what is queued, and list up to |size| sockets to watch. Returns how many
 * there are; |*timeout| is what ddds_dns_timeout returns. */
size_t ddds_source_watch(struct ddds_source *source,
                         struct ddds_dns_socket *list, size_t size,
                         int *timeout);

/* Process the events of |descriptor|, or timeouts if that is -1. */
void ddds_source_process(struct ddds_source *source, int descriptor,
                         bool readable, bool writable);

/* The number of a batch that has results and was made for an event loop, or 0
 * if there is none. */
uint64_t ddds_source_finished(struct ddds_source *source);

#endif
