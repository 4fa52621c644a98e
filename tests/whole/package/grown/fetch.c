/* Contacting what was found: at port 1 of this host, where nothing answers.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>

#include <ddds/fetch.h>

static bool go_on(void *context, uint64_t octets, uint64_t total)
{
    (void)octets;
    (void)total;
    ++*(unsigned *)context;
    return true;
}

static void print_fetched(const struct ddds_fetched *fetched)
{
    const struct ddds_fetch_attempt *attempt;
    printf("fetched %s %s %zu %zu\n", ddds_fetch_end_name(fetched->end),
           ddds_fetch_service_name(fetched->service), fetched->uri_count,
           fetched->length);
    for (size_t i = 0; (attempt = ddds_fetched_attempt(fetched, i)) != NULL;
         i++) {
        printf(" %s %u %s\n", attempt->uri, attempt->status,
               ddds_fetch_end_name(attempt->end));
    }
}

void grown_use_fetch(void)
{
    static const char zone[] =
        "$ORIGIN foo.urn.arpa.\n@ SOA a a 1 2 3 4 5\n"
        "@ NAPTR 1 1 u http+I2L \"!^.*$!http://127.0.0.1:1/!\" .\n"
        "@ NAPTR 2 1 u http+I2L \"!^.*$!http://127.0.0.1:1/again!\" .\n";
    struct ddds_error error;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    unsigned turns = 0;
    options.allow_private = true;
    options.progress = go_on;
    options.progress_context = &turns;
    ddds_database *zones = ddds_memory_new(NULL);
    grown_say("load", ddds_memory_load_text(zones, "zone", zone,
                                            sizeof zone - 1, NULL, &error));
    ddds_fetcher *fetcher = ddds_fetcher_new(&options, &error);
    ddds_resolution *resolution =
        ddds_resolve(zones, NULL, "urn:foo:1", NULL, &error);
    ddds_retrieval *retrieval = ddds_fetch(fetcher, resolution, "I2L", &error);
    print_fetched(ddds_retrieval_result(retrieval));
    ddds_retrieval_free(retrieval);
    ddds_fetcher_free(fetcher);
    ddds_resolution_free(resolution);
    ddds_database_free(zones);
}
