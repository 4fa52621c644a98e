/* Whole resolutions over sockets that answer with the input (fuzz_sockets.h):
 * our own transport over UDP, and c-ares over UDP and TCP, in whichever version
 * is linked. The first octet chooses the transport.
 *
 * Every resolution ends, its hosts are names, and no socket stays open.
 *
 * SPDX-License-Identifier: MIT */
#include "fuzz_sockets.h"

#include <ddds/ddds.h>

static uint32_t draw(void *context)
{
    uint32_t *state = context;
    return *state = *state * 1664525 + 1013904223;
}

static void check_result(const struct ddds_result *result)
{
    char name[DDDS_NAME_SIZE];
    require((result->outcome_count > 0) ==
            (result->reason == DDDS_REASON_RESOLVED));
    for (size_t i = 0; i < result->outcome_count; i++) {
        const struct ddds_outcome *outcome = &result->outcomes[i];
        require(outcome->output[0] != '\0');
        for (size_t j = 0; j < outcome->endpoint_count; j++) {
            require(ddds_name_parse(outcome->endpoints[j].host, name, NULL) ==
                    DDDS_OK);
        }
    }
    for (size_t i = 0; i < result->step_count; i++) {
        require(result->steps[i].answer != NULL);
    }
}

static void resolve(ddds_database *database, const char *input)
{
    uint32_t state = 1;
    struct ddds_error error;
    const struct ddds_options options = {.size = sizeof options,
                                         .random = draw,
                                         .random_context = &state,
                                         .max_queries = 12};
    ddds_resolution *resolution =
        ddds_resolve(database, NULL, input, &options, &error);
    if (resolution == NULL) {
        require(error.status == DDDS_NO_MEMORY);
        return;
    }
    check_result(ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
}

static void walk(unsigned how)
{
    static const char *const servers[] = {"192.0.2.1", "[2001:db8::1]:5353"};
    const struct ddds_dns_options options = {
        .size = sizeof options,
        .servers = servers,
        .server_count = 1 + (how & 1),
        .tries = 2,
        .tcp = (how & 2) != 0,
        .transport = (how & 4) != 0 ? DDDS_TRANSPORT_CARES : DDDS_TRANSPORT_UDP,
        .distrust = (how & 8) != 0,
        .rate = (how & 16) != 0 ? 5 : 0,
    };
    struct ddds_error error;
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, &error));
    if (dns == NULL) {
        return;
    }
    resolve(dns, "urn:foo:1");
    resolve(dns, "http://www.example/x");
    ddds_database_free(dns);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    world_begin(data + 1, size - 1);
    walk(data[0]);
    world_end();
    return 0;
}
