/* SPDX-License-Identifier: MIT */
#include "test/proved.h"

#include <string.h>

#include <ddds/prove.h>

static void refute(struct proved_set *proved, const char *witness)
{
    size_t length = strlen(witness);
    size_t before = strlen(proved->input);
    if (proved->verdict != TRIAL_FAILS || length < before ||
        (length == before && strcmp(witness, proved->input) < 0)) {
        snprintf(proved->input, sizeof proved->input, "%s", witness);
    }
    proved->verdict = TRIAL_FAILS;
}

static void doubt(struct proved_set *proved, const char *because)
{
    if (proved->verdict == TRIAL_HOLDS) {
        proved->verdict = TRIAL_UNDECIDED;
        snprintf(proved->error.detail, sizeof proved->error.detail, "%s",
                 because);
    }
}

static void prove_uri(struct proved_set *proved,
                      const struct expectation *expectation, ddds_proof *proof)
{
    char property[EXPECTATION_SIZE];
    snprintf(property, sizeof property, "uri %s", expectation->value);
    const struct ddds_proof_property *found =
        ddds_proof_check(proof, property, &proved->error);
    if (found == NULL) {
        proved->verdict = TRIAL_FAILS;
    } else if (found->verdict == DDDS_PROOF_REFUTED) {
        refute(proved, found->witness);
    } else if (found->verdict == DDDS_PROOF_UNDECIDED) {
        doubt(proved, found->because);
    }
}

/* Return true if all inputs of |class| have the expected part of its witness's
 * result: an output may be made of the input, a port may be in it. */
static bool is_alike(const struct expectation *expectation,
                     const struct ddds_proof_class *class)
{
    bool is_one = class->count != NULL && strcmp(class->count, "1") == 0;
    bool varies =
        expectation->kind == EXPECTED_KEY ||
        (class->status == DDDS_PROOF_RESOLVED &&
         (class->output == NULL || strchr(class->output, '\\') != NULL ||
          (expectation->kind == EXPECTED_ENDPOINT &&
           class->kind == DDDS_OUTCOME_HOST)));
    return is_one || expectation->kind == EXPECTED_NONE || !varies;
}

/* Return true if the witness of |class| has the expected result. */
static bool holds_of_witness(const struct expectation *expectation,
                             const ddds_proof *proof,
                             const struct ddds_proof_class *class,
                             ddds_database *database)
{
    if (class->status == DDDS_PROOF_BAD_INPUT) {
        return expectation_holds_of_refusal(expectation);
    }
    ddds_resolution *done =
        ddds_resolve(database, ddds_proof_application(proof), class->witness,
                     &expectation->options, NULL);
    bool holds = done != NULL &&
                 expectation_holds(expectation, ddds_resolution_result(done));
    ddds_resolution_free(done);
    return holds;
}

static void prove_class(struct proved_set *proved,
                        const struct expectation *expectation,
                        const ddds_proof *proof,
                        const struct ddds_proof_class *class,
                        ddds_database *database)
{
    if (class->status == DDDS_PROOF_UNKNOWN) {
        doubt(proved, class->because);
    } else if (!holds_of_witness(expectation, proof, class, database)) {
        refute(proved, class->witness);
    } else if (!is_alike(expectation, class)) {
        doubt(proved, "the result differs from input to input; only \"uri\" "
                      "can describe it");
    }
}

void prove_expectation(struct proved_set *proved,
                       const struct expectation *expectation,
                       const struct ddds_application *application,
                       ddds_database *database)
{
    const struct ddds_proof_class *class;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    options.request = &expectation->options;
    *proved = (struct proved_set){.verdict = TRIAL_HOLDS};
    ddds_proof *proof = ddds_prove(database, application, expectation->input,
                                   &options, &proved->error);
    if (proof == NULL) {
        proved->verdict = TRIAL_FAILS;
    } else if (expectation->kind == EXPECTED_URI) {
        prove_uri(proved, expectation, proof);
    } else {
        for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL;
             i++) {
            prove_class(proved, expectation, proof, class, database);
        }
    }
    ddds_proof_free(proof);
}
