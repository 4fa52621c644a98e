/* Loading libddds-validate.
 *
 * The tool contains libddds, and the library comes with one of its own. Both
 * work on the same structs, so that their versions must be the same.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/validation.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "text/memory_report.h"

static const char library_name[] = "libddds-validate.so.0";

/* Pointers to functions are not pointers to objects in ISO C, but POSIX
 * guarantees that they have the same form. */
static bool find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

static bool refuse(struct validation *validation, struct ddds_error *error,
                   const char *why)
{
    validation->make = NULL;
    ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                   "validation, recursion and TLS are not available: %.200s; "
                   "install the Debian package libddds-validate0",
                   why);
    return false;
}

/* Has |library| the version of this program? */
static bool is_ours(void *library)
{
    const char *(*version)(void);
    return find(library, "ddds_version", &version, sizeof version) &&
           strcmp(version(), ddds_version()) == 0;
}

bool validation_load(struct validation *validation, struct ddds_error *error)
{
#define FIND(member, name)                                                     \
    find(library, name, &validation->member, sizeof validation->member)
    validation->validator = NULL;
    errno = 0;
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && errno == ENOMEM) {
        memory_fail(); /* whether it is installed is not known */
    }
    if (library == NULL) {
        return refuse(validation, error, dlerror());
    }
    bool is_whole = FIND(make, "ddds_validator_new") &&
                    FIND(database, "ddds_validator_database") &&
                    FIND(descriptor, "ddds_validator_descriptor") &&
                    FIND(timeout, "ddds_validator_timeout") &&
                    FIND(process, "ddds_validator_process") &&
                    FIND(versions, "ddds_validator_versions");
#undef FIND
    return (is_whole && is_ours(library)) ||
           refuse(validation, error,
                  "the library that is installed has another version");
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
    validation->validator = validation->make(&options, error);
    return validation->database(validation->validator);
}
