/* The files that a check reads.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include <string.h>

#include "base/error.h"
#include "check/intake/intake.h"
#include "check/model/misuse.h"

/* Check that the caller may read a file |name| into |check|. */
static bool may_read(const struct ddds_check *check, const char *name,
                     struct ddds_error *error)
{
    if (ddds_misuse_of_check(check, error)) {
        return false;
    }
    if (name == NULL || check->live != NULL) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET, "%s",
                       name == NULL ? "the name of the file is NULL"
                                    : "a check reads either files or live "
                                      "records, not both");
        return false;
    }
    return true;
}

/* Open |path|, with its contents from the options, if present. */
static ddds_status open_file(const struct ddds_check *check, const char *path,
                             struct zonefile **file, struct ddds_error *error)
{
    for (size_t i = 0; i < check->options.contents_count; i++) {
        const struct ddds_check_contents *each = &check->options.contents[i];
        if (strcmp(each->path, path) == 0) {
            return ddds_zonefile_over(path, each->text, each->length, true,
                                      file, error);
        }
    }
    return ddds_zonefile_open(path, file, error);
}

ddds_status ddds_check_file(ddds_check *check, const char *path,
                            const struct ddds_zone_options *options,
                            struct ddds_error *error)
{
    struct zonefile *file;
    if (!may_read(check, path, error)) {
        return DDDS_BAD_OPTION;
    }
    ddds_status status = open_file(check, path, &file, error);
    return status == DDDS_OK
               ? ddds_intake_file(check, path, file, options, error)
               : status;
}

ddds_status ddds_check_text(ddds_check *check, const char *name,
                            const char *text, size_t length,
                            const struct ddds_zone_options *options,
                            struct ddds_error *error)
{
    struct zonefile *file;
    if (!may_read(check, name, error)) {
        return DDDS_BAD_OPTION;
    }
    if (text == NULL && length > 0) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the text is NULL");
    }
    ddds_status status = ddds_zonefile_over(name, text != NULL ? text : "",
                                            length, false, &file, error);
    return status == DDDS_OK
               ? ddds_intake_file(check, name, file, options, error)
               : status;
}
