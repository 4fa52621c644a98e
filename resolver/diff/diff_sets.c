/* Compares all inputs of a set, by a proof for each source.
 *
 * SPDX-License-Identifier: MIT */
#include "diff/diff_sets.h"

#include <string.h>

#include "batch/set_proof.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "diff/diff_answer.h"
#include "diff/print_diff.h"
#include "print/json_members.h"

struct comparing_sets {
    const struct diff_line *options;
    const struct diff_sources *sources;
    ddds_database *const *databases;
    bool has_heading;
};

/* The change from one result to another. */
static unsigned compare(void *context, const struct ddds_result *before,
                        const struct ddds_result *after)
{
    const struct comparing_sets *comparing = context;
    if (before == NULL || after == NULL) {
        return CHANGE_NONE; /* both are rejected */
    }
    json_t *one = answer_new(before->input, before);
    json_t *other = answer_new(after->input, after);
    enum change change = answer_compare(one, other);
    json_decref(one);
    json_decref(other);
    return change == CHANGE_TTL && !comparing->options->diff.compares_ttl
               ? CHANGE_NONE
               : change;
}

/* Return the answer of source |which| to |input|, to be released. */
static json_t *answer(const struct comparing_sets *comparing, size_t which,
                      const struct ddds_application *application,
                      const char *input)
{
    struct ddds_error error;
    ddds_resolution *resolution = ddds_resolve(
        comparing->databases[which], application, input,
        &comparing->sources->lines[which].request.resolving, &error);
    if (resolution == NULL) {
        return answer_of_refusal((struct ddds_span){input, strlen(input)},
                                 &error);
    }
    json_t *made = answer_new(input, ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
    return made;
}

/* Add |difference| to |classes|; if that is NULL, print it. */
static void show(struct comparing_sets *comparing,
                 const struct difference *difference, json_t *classes)
{
    const struct ddds_compared *compared = difference->compared;
    if (classes != NULL) {
        json_t *object = make_json_difference(difference);
        put_string(object, "inputs", compared->inputs);
        put_string(object, "witness", compared->witness);
        put_count(object, "count", compared->count);
        put_string(object, "because", compared->because);
        json_array_append_new(classes, object);
    } else if (difference->change != CHANGE_NONE) {
        if (!comparing->has_heading) {
            print_diff_heading(stdout, comparing->sources);
        }
        comparing->has_heading = true;
        print_diff_text(stdout, difference);
    }
}

/* Print the object of |set|, of which |count| inputs are compared. */
static void print_set(const char *set, const char *application,
                      const char *count, json_t *classes)
{
    json_t *object = json_object();
    put_string(object, "schema", "ddds.diff-set/1");
    put_string(object, "set", set);
    put_string(object, "app", application);
    put_count(object, "inputs", count);
    json_object_set_new(object, "classes", classes);
    print_json_object(stdout, object);
}

static int print_comparison(struct comparing_sets *comparing, const char *set,
                            const ddds_proof *proof,
                            const ddds_comparison *comparison)
{
    const struct diff_line *options = comparing->options;
    const struct ddds_application *application = ddds_proof_application(proof);
    const char *count = ddds_proof_count(proof);
    bool is_json = options->common.output.format == FORMAT_JSON;
    json_t *classes = is_json ? json_array() : NULL;
    const struct ddds_compared *compared;
    int status = EXIT_FOUND;
    for (size_t i = 0; (compared = ddds_comparison_at(comparison, i)) != NULL;
         i++) {
        json_t *before = answer(comparing, 0, application, compared->witness);
        json_t *after = answer(comparing, 1, application, compared->witness);
        const struct difference difference = {
            .compared = compared,
            .change = (enum change)compared->relation,
            .before = before,
            .after = after,
        };
        show(comparing, &difference, classes);
        status = worse_exit(status, exit_of_change(difference.change, true));
        json_decref(before);
        json_decref(after);
    }
    if (is_json) {
        print_set(set, application->name, count, classes);
    } else {
        print_diff_totals(stdout, count, comparison);
    }
    return status;
}

static int diff_set(struct comparing_sets *comparing, const char *set)
{
    ddds_proof *proofs[2] = {NULL, NULL};
    struct ddds_error error;
    int status = EXIT_FOUND;
    for (size_t i = 0; i < 2 && status == EXIT_FOUND; i++) {
        proofs[i] = set_prove(comparing->databases[i],
                              &comparing->sources->lines[i], set, &status);
    }
    if (status == EXIT_FOUND) {
        ddds_comparison *comparison = ddds_proof_compare(
            proofs[0], proofs[1], compare, comparing, &error);
        if (comparison == NULL) {
            complain("%s: %s", set, error.detail);
            status = exit_of_status(error.status);
        } else {
            status = print_comparison(comparing, set, proofs[0], comparison);
        }
        ddds_comparison_free(comparison);
    }
    ddds_proof_free(proofs[0]);
    ddds_proof_free(proofs[1]);
    return status;
}

int diff_sets(const struct diff_line *options,
              const struct diff_sources *sources,
              ddds_database *const databases[2])
{
    struct comparing_sets comparing = {options, sources, databases, false};
    int status = EXIT_FOUND;
    for (size_t i = 0; i < options->diff.sets.count; i++) {
        status = worse_exit(status,
                            diff_set(&comparing, options->diff.sets.items[i]));
    }
    return status;
}
