/* ddds prove: show where every input of a set leads.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include <ddds/ddds.h>
#include <ddds/prove.h>

#include "batch/inputs.h"
#include "batch/set_proof.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "print/json_members.h"
#include "prove/print_prove.h"
#include "prove/prove_options.h"
#include "zones/rule_source.h"

struct proving {
    const struct prove_line *options;
    ddds_database *database;
    const struct ddds_proof_property **verdicts; /* of each --that */
    bool has_several; /* sets, or an unknown number of them */
    bool is_over;     /* a property is invalid, of whatever set */
};

/* Return the exit status of the proof: a refuted property precedes unknown
 * ones. */
static int find_status(const struct proving *proving, const ddds_proof *proof)
{
    const struct ddds_proof_class *class;
    size_t count = proving->options->prove.properties.count;
    int status = EXIT_FOUND;
    for (size_t i = 0; i < count; i++) {
        if (proving->verdicts[i]->verdict == DDDS_PROOF_REFUTED) {
            return EXIT_NOT_FOUND;
        }
        if (proving->verdicts[i]->verdict == DDDS_PROOF_UNDECIDED) {
            status = EXIT_TEMPORARY;
        }
    }
    for (size_t i = 0;
         count == 0 && (class = ddds_proof_class_at(proof, i)) != NULL; i++) {
        if (class->status == DDDS_PROOF_UNKNOWN) {
            status = EXIT_TEMPORARY;
        }
    }
    return status;
}

/* Print the object of the proof, with all its classes or only one. */
static int print_json(ddds_proof *proof, const struct prove_options *options)
{
    struct ddds_error error;
    const char *text = ddds_proof_json(proof, options->members, &error);
    if (text == NULL) {
        complain("%s", error.detail);
        return exit_of_status(error.status);
    }
    if (options->class_number == 0) {
        puts(text);
        return EXIT_FOUND;
    }
    json_t *object = json_loads(text, 0, NULL);
    json_t *classes = json_object_get(object, "classes");
    json_t *one = json_array_get(classes, options->class_number - 1);
    json_t *only = json_array();
    json_array_append(only, one);
    json_object_set_new(object, "classes", only);
    print_json_object(stdout, object);
    return EXIT_FOUND;
}

static int show_proof(struct proving *proving, const char *set,
                      ddds_proof *proof)
{
    const struct prove_options *options = &proving->options->prove;
    const struct given_words *properties = &options->properties;
    if (options->class_number > 0 &&
        ddds_proof_class_at(proof, options->class_number - 1) == NULL) {
        complain("--class %u: there are fewer classes", options->class_number);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < properties->count; i++) {
        struct ddds_error error;
        proving->verdicts[i] =
            ddds_proof_check(proof, properties->items[i], &error);
        if (proving->verdicts[i] == NULL) {
            proving->is_over = true;
            return set_refuse("--that ", properties->items[i], &error);
        }
    }
    const struct shown_proof shown = {
        .proof = proof,
        .set = proving->has_several ? set : NULL,
        .database = proving->database,
        .request = &proving->options->common.request.resolving,
        .members = options->members,
        .class_number = options->class_number,
        .properties = properties,
        .verdicts = proving->verdicts,
    };
    if (options->is_json) {
        int status = print_json(proof, options);
        return worse_exit(status, find_status(proving, proof));
    }
    print_prove(stdout, &shown);
    return find_status(proving, proof);
}

/* Prove |set|, or all inputs if it is NULL. */
static int prove_set(struct proving *proving, const char *set)
{
    int status = EXIT_FOUND;
    ddds_proof *proof =
        set_prove(proving->database, &proving->options->common, set, &status);
    if (proof != NULL &&
        (status == EXIT_FOUND || proving->options->prove.is_json)) {
        status = worse_exit(status, show_proof(proving, set, proof));
    }
    ddds_proof_free(proof);
    return status;
}

/* Likewise of the set that is |input|. */
static int prove_input(struct proving *proving, const struct input *input)
{
    struct ddds_error error;
    if (!input_is_whole(input, &error)) {
        inputs_refuse(input, &error);
        return EXIT_USAGE;
    }
    return prove_set(proving, input->text);
}

static int prove_sets(struct proving *proving)
{
    const struct resolver_line *options = &proving->options->common;
    const struct input *input;
    int status = EXIT_FOUND;
    proving->verdicts = calloc(proving->options->prove.properties.count + 1,
                               sizeof(*proving->verdicts));
    if (proving->verdicts == NULL) {
        return exit_of_status(DDDS_NO_MEMORY);
    }
    if (options->words.input_count == 0) {
        return prove_set(proving, NULL);
    }
    struct inputs *inputs = inputs_new(&options->words, &options->batch, 0);
    proving->has_several = inputs_total(&options->words, &options->batch) != 1;
    bool is_empty = true;
    while (!proving->is_over && (input = inputs_read(inputs)) != NULL) {
        status = worse_exit(status, prove_input(proving, input));
        is_empty = false;
    }
    status = worse_exit(status, inputs_status(inputs));
    if (is_empty && status == EXIT_FOUND) {
        complain("no set to prove: the input is empty");
        status = EXIT_USAGE;
    }
    inputs_free(inputs);
    return status;
}

int command_prove(const void *given)
{
    struct proving proving = {.options = given};
    struct resolver_line line = proving.options->common;
    int status = EXIT_USAGE;
    line.source.broken =
        line.words.input_count > 0 ? BROKEN_UNKNOWN : BROKEN_REFUSED;
    if (line.source.zones.count == 0 && line.source.configurations.count == 0) {
        complain(
            "nothing to prove from: give --zone FILE or --from CONFIG; see "
            "ddds prove --help");
        return status;
    }
    proving.database = source_open(&line, &status);
    if (proving.database == NULL) {
        return status;
    }
    status = prove_sets(&proving);
    free(proving.verdicts);
    ddds_database_free(proving.database);
    return status;
}
