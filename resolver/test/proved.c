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

static void explain(struct proved_set *proved, const char *because)
{
    snprintf(proved->error.detail, sizeof proved->error.detail, "%s", because);
}

static void doubt(struct proved_set *proved, const char *because)
{
    if (proved->verdict == TRIAL_HOLDS) {
        proved->verdict = TRIAL_UNDECIDED;
        explain(proved, because);
    }
}

/* Return the offset in |line| of the octet |index| of the word at |at| or,
 * after blanks, beyond it. */
static size_t find_octet(const char *line, size_t at, size_t index)
{
    at += strspn(line + at, " \t");
    bool is_quoted = line[at] == '"';
    at += is_quoted;
    for (; index > 0 && line[at] != '\0'; index--) {
        at += is_quoted && line[at] == '\\' ? 2 : 1;
    }
    return at;
}

ddds_status check_expectation(const char *line,
                              const struct expectation *expectation,
                              const struct ddds_application *application,
                              struct ddds_error *error)
{
    enum { OWN_HOST = 4 };
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    options.request = &expectation->options;
    options.max_states = 1; /* it is read only */
    ddds_database *nothing = ddds_memory_new(NULL);
    ddds_proof *proof =
        ddds_prove(nothing, application, expectation->input, &options, error);
    bool is_read = proof != NULL;
    if (!is_read) {
        error->offset = error->status != DDDS_BAD_OPTION
                            ? find_octet(line, 0, 1 + error->offset)
                            : expectation->values[OWN_HOST];
    } else if (expectation->result > 0 && expectation->kind == EXPECTED_URI) {
        char property[EXPECTATION_SIZE];
        snprintf(property, sizeof property, "uri %s", expectation->value);
        is_read = ddds_proof_check(proof, property, error) != NULL;
        if (!is_read) {
            error->offset =
                find_octet(line, expectation->result + strlen("uri"),
                           error->offset - strlen("uri "));
        }
    }
    ddds_proof_free(proof);
    ddds_database_free(nothing);
    return is_read ? DDDS_OK : error->status;
}

static void prove_property(struct proved_set *proved,
                           const struct expectation *expectation,
                           ddds_proof *proof)
{
    char property[EXPECTATION_SIZE];
    char uuid[DDDS_UUID_FORM_SIZE];
    const char *value = expectation->value;
    if (expectation->kind == EXPECTED_UUID) {
        ddds_uuid_format(&expectation->uuid, DDDS_UUID_URN, uuid, sizeof uuid);
        value = uuid;
    }
    snprintf(property, sizeof property, "%s %s",
             expected_kind_word(expectation->kind), value);
    const struct ddds_proof_property *found =
        ddds_proof_check(proof, property, &proved->error);
    if (found == NULL) {
        proved->verdict = TRIAL_UNDECIDED;
    } else if (found->verdict == DDDS_PROOF_REFUTED) {
        refute(proved, found->witness);
    } else if (found->verdict == DDDS_PROOF_UNDECIDED) {
        doubt(proved, found->because);
    } else if (found->because != NULL) {
        explain(proved, found->because);
    }
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
    const char *limit;
    if (class->status == DDDS_PROOF_UNKNOWN) {
        doubt(proved, class->because);
    } else if (class->key != NULL) {
        doubt(proved, "no input is known whose first key is this hash");
    } else if (!holds_of_witness(expectation, proof, class, database)) {
        refute(proved, class->witness);
    } else if (expectation->kind == EXPECTED_ENDPOINT &&
               class->kind == DDDS_OUTCOME_HOST &&
               (class->count == NULL || strcmp(class->count, "1") != 0)) {
        doubt(proved, "the port differs from input to input");
    } else if (proved->verdict == TRIAL_HOLDS && class->because != NULL &&
               (limit = strstr(class->because, "unless LIMIT")) != NULL) {
        explain(proved, limit);
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
    struct ddds_error error = {.status = DDDS_OK};
    ddds_proof *proof =
        ddds_prove(database, application, expectation->input, &options, &error);
    if (proof == NULL) {
        proved->verdict = TRIAL_UNDECIDED;
        proved->error = error;
    } else if (expectation->kind != EXPECTED_ENDPOINT &&
               expectation->kind != EXPECTED_NONE) {
        prove_property(proved, expectation, proof);
    } else {
        for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL;
             i++) {
            prove_class(proved, expectation, proof, class, database);
        }
    }
    ddds_proof_free(proof);
}
