/* SPDX-License-Identifier: MIT */
#include "batch/set_proof.h"

#include <ddds/ddds.h>

#include "batch/hints.h"
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

/* Return why the application accepts no input of |proof|; NULL if it does. */
static const char *find_nothing(const ddds_proof *proof,
                                const struct resolver_line *options,
                                struct ddds_error *error)
{
    const struct ddds_application *application = ddds_proof_application(proof);
    const struct ddds_proof_class *class = ddds_proof_class_at(proof, 0);
    for (size_t i = 0; class != NULL; i++) {
        if (class->status != DDDS_PROOF_BAD_INPUT) {
            return NULL;
        }
        class = ddds_proof_class_at(proof, i + 1);
    }
    class = ddds_proof_class_at(proof, 0);
    if (hint_is_needed(options, class->witness)) {
        return hint_write(class->witness, HINT_ARGUMENT, error->detail);
    }
    ddds_engine_free(ddds_engine_new(application, class->witness,
                                     &options->request.resolving, error));
    return error->detail;
}

ddds_proof *set_prove(ddds_database *database,
                      const struct resolver_line *options, const char *set,
                      int *status)
{
    const struct request_options *request = &options->request;
    struct ddds_prove_options proving = DDDS_PROVE_OPTIONS_INIT;
    struct ddds_error error;
    proving.request = &request->resolving;
    proving.seed = request->seed;
    ddds_proof *proof =
        ddds_prove(database, request->application, set, &proving, &error);
    if (proof == NULL) {
        *status = set_refuse("", set, &error);
        return NULL;
    }
    const char *why = find_nothing(proof, options, &error);
    if (why != NULL) {
        complain("%s%s%s", set != NULL ? set : "", set != NULL ? ": " : "",
                 why);
        *status = EXIT_USAGE;
    }
    return proof;
}
