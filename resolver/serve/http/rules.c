/* SPDX-License-Identifier: MIT */
#include "serve/http/rules.h"

#include <sys/stat.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "serve/http/scheduler.h"
#include "zones/rule_source.h"
#include "zones/well_known.h"
#include "zones/zone_sources.h"

/* Return true if all zone files can be read again without waiting. The writer
 * of a pipe may be gone, and clients would wait for another. Complain if
 * not. */
static bool can_read_again(const struct source_options *source)
{
    struct zone_files files = {.count = 0};
    struct ddds_error error;
    struct stat about;
    bool can_all = true;
    (void)zone_sources_list(source, SOURCE_SILENT, &files, &error);
    for (size_t i = 0; i < files.count && can_all; i++) {
        can_all =
            stat(files.items[i].path, &about) != 0 || !S_ISFIFO(about.st_mode);
        if (!can_all) {
            complain("%s: a pipe is not read again", files.items[i].path);
        }
    }
    zone_files_clear(&files);
    return can_all;
}

bool rules_reload(struct rules *rules)
{
    int status = EXIT_FOUND;
    if (rules->is_dns) {
        return true;
    }
    ddds_database *zones = can_read_again(&rules->options->common.source)
                               ? source_open(&rules->options->common, &status)
                               : NULL;
    if (zones != NULL) {
        ddds_database_free(rules->database);
        rules->database = zones;
    }
    return zones != NULL;
}

bool rules_open(struct rules *rules, const struct serve_line *options,
                int *status)
{
    struct ddds_error error;
    *rules = (struct rules){
        .options = options,
        .is_dns = options->common.source.zones.count == 0 &&
                  options->common.source.configurations.count == 0,
    };
    if (rules->is_dns) {
        rules->cache = ddds_cache_new(0, &error);
        *status = EXIT_OWN_FAILURE;
        return rules->cache != NULL;
    }
    rules->database = source_open(&options->common, status);
    return rules->database != NULL;
}

void rules_close(struct rules *rules)
{
    ddds_database_free(rules->database);
    ddds_cache_free(rules->cache);
}

bool rules_open_dns(struct rules *rules, ddds_watch_fn *watch, void *context,
                    struct asked_servers *asking, struct quotas *quotas,
                    unsigned long long *waited, struct ddds_error *error)
{
    const struct source_options *source = &rules->options->common.source;
    ddds_database *database =
        asking_open(asking, source, watch, context, error);
    ddds_database *cached = database != NULL
                                ? ddds_cached_new(database, rules->cache, error)
                                : NULL;
    if (cached == NULL) {
        ddds_database_free(database);
        return false;
    }
    rules->database =
        scheduler_new(source->has_well_known ? well_known_new(cached) : cached,
                      quotas, waited);
    return true;
}
