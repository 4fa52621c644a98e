/* Databases for threads: zones are shared, DNS is opened for each.
 *
 * SPDX-License-Identifier: MIT */
#include "source/sources.h"

#include <stdlib.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "text/memory.h"

/* The part of |rate| that the thread |index| of |count| may use: all parts
 * together are the rate. There are no more threads than queries a second. */
static unsigned share_of(unsigned rate, size_t index, unsigned count)
{
    return rate / count + (index < rate % count ? 1 : 0);
}

static ddds_database *open_part(const struct options *options, size_t index,
                                ddds_cache *cache, int *status,
                                struct ddds_error *error)
{
    struct options part = *options;
    part.dns.rate = share_of(options->dns.rate, index, options->threads);
    part.dns.rate_per_server =
        share_of(options->dns.rate_per_server, index, options->threads);
    return source_try(&part, cache, status, error);
}

/* Open the databases of all threads; false if one fails. */
static bool open_all(const struct options *options, struct sources *sources,
                     ddds_cache *cache, int *status, struct ddds_error *error)
{
    bool is_shared = source_is_offline(options);
    while (sources->count < options->threads) {
        ddds_database *database =
            is_shared && sources->count > 0
                ? sources->databases[0]
                : open_part(options, sources->count, cache, status, error);
        if (database == NULL) {
            return false;
        }
        sources->databases[sources->count++] = database;
    }
    return true;
}

bool sources_try(const struct options *options, struct sources *sources,
                 int *status, struct ddds_error *error)
{
    bool has_threads = options->threads > 1;
    ddds_cache *cache = has_threads ? ddds_cache_new(0, error) : NULL;
    *sources = (struct sources){
        .databases = calloc(options->threads, sizeof sources->databases[0])};
    if (has_threads && cache == NULL) {
        memory_fail();
    }
    bool is_open = open_all(options, sources, cache, status, error);
    ddds_cache_free(cache); /* The databases hold it. */
    if (!is_open) {
        sources_free(sources);
    }
    return is_open;
}

bool sources_open(const struct options *options, struct sources *sources,
                  int *status)
{
    struct ddds_error error;
    bool is_open = sources_try(options, sources, status, &error);
    if (!is_open) {
        complain("%s", error.detail);
    }
    return is_open;
}

void sources_free(struct sources *sources)
{
    for (size_t i = sources->count; i-- > 0;) {
        if (i == 0 || sources->databases[i] != sources->databases[0]) {
            ddds_database_free(sources->databases[i]);
        }
    }
    free(sources->databases);
    *sources = (struct sources){.databases = NULL};
}
