/* Applications from users' files.
 *
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "app/description_file.h"
#include "base/limits.h"

static bool is_taken(const char *name)
{
    return ddds_application_find(name) != NULL;
}

/* Parse |source|, and free it. */
static struct ddds_application *read_source(struct source *source,
                                            struct ddds_error *error)
{
    struct described *described =
        ddds_description_read(source, is_taken, error);
    ddds_source_free(source);
    return described != NULL ? &described->application : NULL;
}

struct ddds_application *ddds_application_open(const char *path,
                                               struct ddds_error *error)
{
    struct source *source;
    return ddds_source_open(path, LIMIT_DESCRIPTION, &source, error) == DDDS_OK
               ? read_source(source, error)
               : NULL;
}

struct ddds_application *ddds_application_read(const char *name,
                                               const char *text, size_t length,
                                               struct ddds_error *error)
{
    struct source *source;
    return ddds_source_over(name, text, length, LIMIT_DESCRIPTION, &source,
                            error) == DDDS_OK
               ? read_source(source, error)
               : NULL;
}

void ddds_application_free(struct ddds_application *application)
{
    if (application != NULL) {
        ddds_description_free((struct described *)application);
    }
}
