/* SPDX-License-Identifier: MIT */
#include "zones/set_proof.h"

#include <ddds/ddds.h>

#include "cli/complain.h"
#include "cli/exits.h"

int set_refuse(const char *option, const char *text,
               const struct ddds_error *error)
{
    if (error->status == DDDS_BAD_OPTION) {
        text = NULL; /* another option is wrong */
    }
    complain("%s%s%s%s", option, text != NULL ? text : "",
             text != NULL ? ": " : "", error->detail);
    if (text != NULL && error->offset != DDDS_NO_OFFSET) {
        point_at(text, error->offset);
    }
    return error->status == DDDS_NO_MEMORY ? exit_of_status(error->status)
                                           : EXIT_USAGE;
}

ddds_proof *set_prove(ddds_database *database,
                      const struct request_options *request, const char *set,
                      int *status)
{
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    struct ddds_error error;
    options.request = &request->resolving;
    options.seed = request->seed;
    ddds_proof *proof =
        ddds_prove(database, request->application, set, &options, &error);
    if (proof == NULL) {
        *status = set_refuse("", set, &error);
    }
    return proof;
}
