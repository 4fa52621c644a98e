/* Answers that are validated: a server that is not there.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>

#include <ddds/validate.h>
#include <ddds/validate_late.h>

/* The library once more, as programs have it that load it late. */
static void load_late(void)
{
    struct ddds_validate_late late;
    struct ddds_error error;
    char versions[256];
    ddds_status status = ddds_validate_late_load(&late, &error);
    printf("loaded late: %s\n", ddds_status_text(status));
    if (status == DDDS_OK) {
        ddds_database *database = late.database(late.make(NULL, NULL));
        printf("a database: %d, libraries named: %d\n", database != NULL,
               late.versions(versions, sizeof(versions)) > 0);
        ddds_database_free(database);
    }
}

void grown_use_validate(void)
{
    load_late();
    static const char *const servers[] = {"127.0.0.1:1"};
    const struct ddds_validator_stub stub = {"foo.urn.arpa", servers, 1};
    struct ddds_error error;
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    options.servers = servers;
    options.server_count = 1;
    options.stubs = &stub;
    options.stub_count = 1;
    options.trust_anchors = "test. DS 1 13 2 0000000000000000000000000000000000"
                            "000000000000000000000000000000\n";
    options.rate = 1000;
    ddds_validator *validator = ddds_validator_new(&options, &error);
    ddds_database *database = ddds_validator_database(validator);
    ddds_resolution *resolution =
        ddds_resolve(database, NULL, "urn:foo:1", NULL, &error);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    printf("validated %s, %zu outcomes\n", ddds_reason_name(result->reason),
           result->outcome_count);
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}
