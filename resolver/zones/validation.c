/* Load libddds-validate.
 *
 * The tool contains libddds, and the library has its own copy. Both use the
 * same structs, so their versions must be equal.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/validation.h"

#include "text/memory_report.h"

bool validation_load(struct validation *validation, struct ddds_error *error)
{
    ddds_status status = ddds_validate_late_load(&validation->late, error);
    validation->validator = NULL;
    if (status == DDDS_NO_MEMORY) {
        memory_fail(); /* unknown whether it is installed */
    }
    if (status != DDDS_OK) {
        validation->late.make = NULL;
    }
    return status == DDDS_OK;
}

ddds_database *validation_open(const struct source_options *source,
                               struct validation *validation,
                               struct ddds_error *error)
{
    const struct ddds_dns_options *dns = &source->dns;
    const struct ddds_validator_options options = {
        .size = sizeof options,
        .servers = source->servers.items,
        .server_count = source->servers.count,
        .port = dns->port,
        .recursive = source->is_recursive,
        .trust_anchor_files = source->trust_anchors.items,
        .trust_anchor_file_count = source->trust_anchors.count,
        .ipv4_only = dns->ipv4_only,
        .ipv6_only = dns->ipv6_only,
        .tcp = dns->tcp,
        .buffer_size = dns->buffer_size,
        .rate = dns->rate,
    };
    if (!validation_load(validation, error)) {
        return NULL;
    }
    validation->validator = validation->late.make(&options, error);
    return validation->late.database(validation->validator);
}
