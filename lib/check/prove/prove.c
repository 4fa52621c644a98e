/* Makes proofs, from a set to its classes.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/prove.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/error.h"
#include "base/limits.h"
#include "check/prove/hashed.h"
#include "check/prove/proof.h"
#include "check/prove/set_read.h"
#include "check/sets/dfa_members.h"
#include "check/readers/outputs.h"
#include "check/readers/rewriting.h"
#include "db/memory/facts.h"

/* Default of |max_states|. */
enum { STATES = 2000000 };

/* ---- The exploration ----------------------------------------------------- */

static ddds_status refuse_options(const char *why, struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET, "%s", why);
}

static bool pass(void *context, const struct memory_name *name)
{
    (void)context;
    (void)name;
    return true;
}

/* Set all members except the input and the classes. */
static ddds_status begin(struct exploration *with, ddds_database *database,
                         const struct ddds_application *application,
                         const struct ddds_prove_options *options,
                         struct ddds_error *error)
{
    const struct ddds_options *request =
        options != NULL ? options->request : NULL;
    if (database == NULL || application == NULL ||
        !ddds_memory_names(database, pass, NULL)) {
        return refuse_options("only zones in memory are proved", error);
    }
    *with = (struct exploration){
        .database = database,
        .application = application,
        .options = DDDS_OPTIONS_INIT,
        .budget.states = options != NULL && options->max_states != 0
                             ? options->max_states
                             : STATES,
        .random = options != NULL ? options->seed : 0,
    };
    if (request != NULL) {
        if (request->near != NULL || request->own_hosts != NULL) {
            return refuse_options("hosts that are near, or the client's own, "
                                  "are not followed",
                                  error);
        }
        with->options = *request;
    }
    with->options.sorts_ties = true;
    with->options.on_step = NULL;
    with->options.deadline = 0;
    with->names = ddds_names_new(database);
    return with->names != NULL && ddds_names_begin(with->names)
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* Count the inputs of |set|, which was given, if not all classes have counts. */
static bool count_hashed(const struct exploration *with, const struct dfa *set,
                         const char **text)
{
    struct count count = {0};
    enum members_result result = !with->is_bounded && with->input != NULL &&
                                         ddds_input_is_hashed(with->input)
                                     ? ddds_members_count(set, &count)
                                     : MEMBERS_LIMIT;
    char *own = result == MEMBERS_FOUND ? ddds_count_text(&count) : NULL;
    *text = own == NULL ? NULL : ddds_arena_string(&with->classes->arena, own);
    ddds_count_free(&count);
    free(own);
    return result != MEMBERS_NO_MEMORY &&
           (result != MEMBERS_FOUND || *text != NULL);
}

static ddds_status explore(struct exploration *with, const char *text,
                           const char **count, struct ddds_error *error)
{
    struct dfa *set = NULL;
    with->input = ddds_input_new(with->application, &with->options, with->names,
                                 &with->unknown);
    if (with->input == NULL && with->unknown == NULL) {
        return ddds_error_no_memory(error);
    }
    if (text == NULL && with->input == NULL) {
        return refuse_options(
            "this application's inputs are not followed: give "
            "a set",
            error);
    }
    with->is_bounded = text == NULL;
    text = text != NULL ? text : ddds_input_plain(with->application);
    ddds_status status =
        text != NULL ? ddds_set_read(text, "", &with->budget, &set, error)
        : (set = ddds_dfa_all()) != NULL ? DDDS_OK
                                         : ddds_error_no_memory(error);
    if (status == DDDS_OK && set != NULL && !count_hashed(with, set, count)) {
        ddds_dfa_free(set);
        return ddds_error_no_memory(error);
    }
    return status != DDDS_OK || set == NULL ? status
                                            : ddds_explore(with, set, error);
}

/* Set the positions, count the members, and sort the classes. */
static ddds_status finish(struct ddds_proof *proof, struct ddds_error *error)
{
    struct count total = {0};
    bool is_total;
    bool ok = ddds_classes_place(&proof->classes, proof->with.database) &&
              ddds_classes_finish(&proof->classes, &total, &is_total);
    char *text = ok && is_total ? ddds_count_text(&total) : NULL;
    if (text != NULL) {
        proof->count = ddds_arena_string(&proof->classes.arena, text);
    }
    ok = ok && (!is_total || proof->count != NULL);
    free(text);
    ddds_count_free(&total);
    return ok ? DDDS_OK : ddds_error_no_memory(error);
}

ddds_proof *ddds_prove(ddds_database *database,
                       const struct ddds_application *application,
                       const char *set,
                       const struct ddds_prove_options *options,
                       struct ddds_error *error)
{
    struct ddds_proof *proof = calloc(1, sizeof *proof);
    if (proof == NULL) {
        (void)ddds_error_no_memory(error);
        return NULL;
    }
    ddds_arena_init(&proof->classes.arena, NULL, 0);
    struct exploration *with = &proof->with;
    proof->end = &proof->first;
    if (application == NULL) {
        application =
            set != NULL ? ddds_application_for(set) : ddds_application_urn();
    }
    ddds_status status = begin(with, database, application, options, error);
    with->classes = &proof->classes;
    proof->seed = with->random;
    if (status == DDDS_OK) {
        status = explore(with, set, &proof->count, error);
    }
    if (status == DDDS_OK && set != NULL) {
        proof->set = ddds_arena_string(&proof->classes.arena, set);
    }
    if (status == DDDS_OK) {
        status = finish(proof, error);
    }
    if (status != DDDS_OK) {
        ddds_proof_free(proof);
        return NULL;
    }
    return proof;
}

/* ---- The proof
 * -------------------------------------------------------------- */

const struct ddds_proof_class *ddds_proof_class_at(const ddds_proof *proof,
                                                   size_t index)
{
    return proof == NULL || index >= proof->classes.count
               ? NULL
               : &proof->classes.classes[index].shown;
}

const char *ddds_proof_class_status(const struct ddds_proof_class *class)
{
    switch (class->status) {
    case DDDS_PROOF_BAD_INPUT:
        return "bad_input";
    case DDDS_PROOF_UNKNOWN:
        return "unknown";
    default:
        return ddds_reason_class_name(ddds_reason_class(class->reason));
    }
}

const struct ddds_application *ddds_proof_application(const ddds_proof *proof)
{
    return proof->with.application;
}

const char *ddds_proof_count(const ddds_proof *proof)
{
    return proof->count;
}

/* Return true if the first key of |input|, a hash, is the key of |class|. */
static bool has_key(const ddds_proof *proof,
                    const struct ddds_proof_class *class, const char *input)
{
    char key[DDDS_KEY_SIZE];
    if (class->key == NULL && !class->is_rest) {
        return true;
    }
    if (!ddds_hashed_key(proof->with.application, &proof->with.options, input,
                         key)) {
        return false;
    }
    bool is_other = false;
    for (size_t i = 0; i < proof->classes.count && class->is_rest; i++) {
        const char *other = proof->classes.classes[i].shown.key;
        is_other |= other != NULL && strcmp(key, other) == 0;
    }
    return class->is_rest ? !is_other : strcmp(key, class->key) == 0;
}

bool ddds_proof_has(const ddds_proof *proof, size_t index, const char *input)
{
    if (index >= proof->classes.count) {
        return false;
    }
    const struct class *class = &proof->classes.classes[index];
    const struct class_part *part = class->parts;
    while (part != NULL && !ddds_dfa_has(part->dfa, input)) {
        part = part->next;
    }
    return part != NULL && has_key(proof, &class->shown, input);
}

/* Write member |number| of |class|: the first, the last, then random members,
 * each from another part. */
static enum members_result write_member(const struct class *class,
                                        size_t number, uint64_t *random,
                                        char input[LIMIT_INPUT + 1])
{
    size_t count = 0;
    for (const struct class_part *part = class->parts; part != NULL;
         part = part->next) {
        count++;
    }
    assert(count > 0);
    const struct class_part *part = class->parts;
    for (size_t i = number % count; i > 0; i--) {
        part = part->next;
    }
    size_t round = number / count;
    enum members_result result = MEMBERS_INFINITE;
    if (round <= 1) {
        result = round == 0
                     ? ddds_members_first(part->dfa, input, LIMIT_INPUT + 1)
                     : ddds_members_last(part->dfa, input, LIMIT_INPUT + 1);
    }
    return result == MEMBERS_INFINITE
               ? ddds_members_any(part->dfa, random, input, LIMIT_INPUT + 1)
               : result;
}

ddds_status ddds_proof_members(const ddds_proof *proof, size_t index,
                               size_t count, ddds_member_fn *member,
                               void *context)
{
    uint64_t random = proof->with.random;
    char input[LIMIT_INPUT + 1];
    if (index >= proof->classes.count) {
        return DDDS_BAD_OPTION;
    }
    for (size_t i = 0; i < count; i++) {
        enum members_result result =
            write_member(&proof->classes.classes[index], i, &random, input);
        if (result == MEMBERS_NO_MEMORY) {
            return DDDS_NO_MEMORY;
        }
        if (result == MEMBERS_FOUND &&
            has_key(proof, &proof->classes.classes[index].shown, input)) {
            member(context, input);
        }
    }
    return DDDS_OK;
}

void ddds_proof_free(ddds_proof *proof)
{
    if (proof != NULL) {
        ddds_classes_free(&proof->classes);
        ddds_input_free(proof->with.input);
        ddds_names_free(proof->with.names);
        ddds_step_limit_free(proof->with.limit);
        free(proof);
    }
}
