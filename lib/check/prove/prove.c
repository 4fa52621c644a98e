/* Makes proofs, from a set to its classes.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/prove.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "check/prove/hashed.h"
#include "check/prove/proof.h"
#include "check/prove/set_read.h"
#include "check/readers/images.h"
#include "check/readers/input_steps.h"
#include "check/sets/dfa_members.h"
#include "db/memory/facts.h"

/* Default of |max_states|. */
enum { STATES = 2000000 };

/* ---- The exploration ----------------------------------------------------- */

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
    struct ddds_prove_options own;
    *with = (struct exploration){.database = database, .self = application};
    if (application != NULL) {
        with->application = ddds_sized_view(application, &with->own_application,
                                            sizeof with->own_application,
                                            "DDDS_APPLICATION_INIT", error);
        if (with->application == NULL) {
            return DDDS_BAD_OPTION;
        }
    }
    ddds_status status = ddds_sized_copy(options, &own, sizeof own,
                                         "DDDS_PROVE_OPTIONS_INIT", error);
    status = status != DDDS_OK ? status
                               : ddds_sized_copy(own.request, &with->options,
                                                 sizeof with->options,
                                                 "DDDS_OPTIONS_INIT", error);
    if (status != DDDS_OK) {
        return status;
    }
    if (database == NULL || !ddds_memory_names(database, pass, NULL)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "only zones in memory are proved");
    }
    if (with->options.near != NULL || with->options.own_hosts != NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "hosts that are near, or the client's own, "
                              "are not followed");
    }
    with->max_states = own.max_states != 0 ? own.max_states : STATES;
    with->budget.states = with->max_states;
    with->random = own.seed;
    with->options.on_step = NULL;
    with->options.deadline = 0;
    with->names = ddds_names_new(database);
    return with->names != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

/* Count the inputs of |set|, which was given, if a class may have no count. */
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

/* All inputs of the set |text|, or NULL, are unknown because of |why|. */
static ddds_status add_vague(struct exploration *with, const char *text,
                             const char *why, struct ddds_error *error)
{
    struct arena *arena = &with->classes->arena;
    struct class *class = ddds_classes_find(with->classes, "", 0);
    struct dfa *all = class != NULL ? ddds_dfa_all(127) : NULL;
    if (all == NULL) {
        return ddds_error_no_memory(error);
    }
    class->is_vague = class->is_uncounted = true;
    class->shown.status = DDDS_PROOF_UNKNOWN;
    class->shown.because = ddds_arena_string(arena, why);
    class->shown.inputs = text == NULL ? NULL : ddds_arena_string(arena, text);
    return ddds_classes_add(with->classes, class, all, "") && !arena->failed
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* The inputs of |dfa|, which is freed, are unknown: their application is another
 * one. |witness| is memory for one of them. */
static ddds_status add_others(struct exploration *with, struct dfa *dfa,
                              char witness[LIMIT_INPUT + 1],
                              struct ddds_error *error)
{
    struct class *class = ddds_classes_find(with->classes, "", 0);
    witness[0] = '\0';
    if (class == NULL || ddds_members_first(dfa, witness, LIMIT_INPUT + 1) ==
                             MEMBERS_NO_MEMORY) {
        ddds_dfa_free(dfa);
        return ddds_error_no_memory(error);
    }
    class->shown.status = DDDS_PROOF_UNKNOWN;
    class->shown.because =
        "the first input of the set has another application than these";
    return ddds_classes_add(with->classes, class, dfa, witness)
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* Choose the application of the first input of |*set|. Inputs of another one
 * become unknown, and |*set| the others. */
static ddds_status choose_application(struct exploration *with,
                                      struct dfa **set,
                                      struct ddds_error *error)
{
    char first[LIMIT_INPUT + 1];
    struct dfa *parts[2];
    ddds_substitution *urn = ddds_substitution_new("!^urn:!x!i", error);
    bool ok = urn != NULL && ddds_image_split(*set, urn, &parts[0], &parts[1]);
    ddds_substitution_free(urn);
    if (!ok) {
        return ddds_error_no_memory(error);
    }
    if (ddds_members_first(*set, first, sizeof first) == MEMBERS_FOUND) {
        with->application = ddds_application_for(first);
    }
    size_t own = with->application == ddds_application_urn() ? 0 : 1;
    if (parts[0] != NULL && parts[1] != NULL) {
        ddds_dfa_free(*set);
        *set = parts[own];
        return add_others(with, parts[1 - own], first, error);
    }
    ddds_dfa_free(parts[0]);
    ddds_dfa_free(parts[1]);
    return DDDS_OK;
}

/* Set |*set| to the default set of the application. */
static ddds_status read_plain(struct exploration *with, struct dfa **set,
                              struct ddds_error *error)
{
    const char *text = ddds_input_plain(with->application);
    if (text != NULL) {
        return ddds_set_read(text, false, &with->budget, set, error);
    }
    *set = ddds_dfa_all(127);
    return *set != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

/* Read the set |text|, or list all inputs, and find its application. */
static ddds_status begin_set(struct exploration *with, const char *text,
                             struct dfa **set, struct ddds_error *error)
{
    ddds_status status =
        text == NULL ? DDDS_OK
                     : ddds_set_read(text, false, &with->budget, set, error);
    if (status == DDDS_OK && text != NULL && *set == NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "no input matches the expression");
    }
    if (with->application == NULL) {
        with->application =
            text == NULL ? ddds_application_urn() : ddds_application_for(text);
        if (*set != NULL) {
            status = choose_application(with, set, error);
        }
        with->self = with->application;
    }
    if (text == NULL) {
        status = read_plain(with, set, error);
    }
    if (status == DDDS_NO_MEMORY) {
        return status;
    }
    with->input = ddds_input_new(with->application, &with->options, with->names,
                                 *set, &with->unknown);
    with->is_bounded = text == NULL && with->input != NULL;
    return with->input == NULL && with->unknown == NULL
               ? ddds_error_no_memory(error)
               : status;
}

static ddds_status explore(struct exploration *with, const char *text,
                           const char **count, struct ddds_error *error)
{
    struct ddds_error own;
    struct dfa *set = NULL;
    error = error != NULL ? error : &own;
    ddds_status status = begin_set(with, text, &set, error);
    if (status == DDDS_OK && text == NULL && with->input == NULL) {
        ddds_dfa_free(set);
        return add_vague(with, text, with->unknown, error);
    }
    if (status == DDDS_LIMIT) {
        return add_vague(with, text, error->detail, error);
    }
    if (status == DDDS_OK && !count_hashed(with, set, count)) {
        status = ddds_error_no_memory(error);
    }
    if (status != DDDS_OK) {
        ddds_dfa_free(set);
        return status;
    }
    return ddds_explore(with, set, error);
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
    struct exploration *with = &proof->with;
    proof->end = &proof->first;
    ddds_status status = begin(with, database, application, options, error);
    with->classes = &proof->classes;
    proof->seed = with->random;
    if (status == DDDS_OK) {
        status = explore(with, set, &proof->count, error);
    }
    if (status == DDDS_OK && set == NULL && proof->classes.count == 0) {
        status = ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "no zone has a first key of the application %s; name another, or "
            "give a set of inputs",
            with->application->name);
    }
    if (status == DDDS_OK) {
        proof->set =
            set == NULL ? NULL : ddds_arena_string(&proof->classes.arena, set);
        status = finish(proof, error);
    }
    if (status != DDDS_OK) {
        ddds_proof_free(proof);
        return NULL;
    }
    return proof;
}

/* ---- The proof ----------------------------------------------------------- */

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
    return proof->with.self;
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
    if (!ddds_hashed_key(proof->with.self, &proof->with.options, input, key)) {
        return false;
    }
    bool is_other = false;
    for (size_t i = 0; i < proof->classes.count && class->is_rest; i++) {
        const char *other = proof->classes.classes[i].shown.key;
        size_t length = other != NULL ? strlen(other) : 0;
        is_other |= other != NULL && strncmp(key, other, length) == 0 &&
                    strchr(".", key[length]) != NULL; /* or a hash alone */
    }
    return class->is_rest ? !is_other : strcmp(key, class->key) == 0;
}

bool ddds_proof_has(const ddds_proof *proof, size_t index, const char *input)
{
    if (index >= proof->classes.count ||
        proof->classes.classes[index].is_vague) {
        return false;
    }
    const struct class *class = &proof->classes.classes[index];
    const struct class_part *part = class->parts;
    while (part != NULL && !ddds_dfa_has(part->dfa, input)) {
        part = part->next;
    }
    return part != NULL && has_key(proof, &class->shown, input);
}

/* ---- Members ------------------------------------------------------------- */

struct listing {
    const ddds_proof *proof;
    const struct class *class;
    struct intern seen;
    size_t left;
    ddds_member_fn *member;
    void *context;
    bool no_memory;
};

/* List |input| if it was not listed. False at the end. */
static bool list_member(void *context, const char *input)
{
    struct listing *listing = context;
    size_t count = listing->seen.count;
    if (listing->left == 0 ||
        !has_key(listing->proof, &listing->class->shown, input)) {
        return listing->left > 0;
    }
    uint32_t number = ddds_intern(&listing->seen, input, strlen(input) + 1);
    listing->no_memory |= number == INTERN_FAILED;
    if (number == count) {
        listing->left--;
        listing->member(listing->context, input);
    }
    return listing->left > 0 && !listing->no_memory;
}

/* List the last member of all parts, if there is one. */
static void list_last(struct listing *listing)
{
    char input[LIMIT_INPUT + 1];
    char *last = NULL;
    enum members_result result = MEMBERS_FOUND;
    for (const struct class_part *part = listing->class->parts;
         part != NULL && result == MEMBERS_FOUND; part = part->next) {
        result = ddds_members_last(part->dfa, input, sizeof input);
        if (result == MEMBERS_FOUND &&
            (last == NULL || ddds_classes_is_shorter(last, input))) {
            free(last);
            last = strdup(input);
            result = last == NULL ? MEMBERS_NO_MEMORY : result;
        }
    }
    listing->no_memory |= result == MEMBERS_NO_MEMORY;
    if (result == MEMBERS_FOUND && last != NULL) {
        (void)list_member(listing, last);
    }
    free(last);
}

/* List the first members of all parts: those of up to 1, 2, 4 ... octets more
 * than the witness. */
static void list_first(struct listing *listing)
{
    size_t shortest = strlen(listing->class->shown.witness);
    enum members_result result = MEMBERS_LIMIT;
    for (size_t more = 1;
         result == MEMBERS_LIMIT && listing->left > 0 && more <= LIMIT_INPUT;
         more *= 2) {
        size_t most = shortest + more;
        most = most < LIMIT_INPUT ? most : LIMIT_INPUT;
        result = MEMBERS_FOUND;
        for (const struct class_part *part = listing->class->parts;
             part != NULL && listing->left > 0 && result != MEMBERS_NO_MEMORY;
             part = part->next) {
            enum members_result found =
                ddds_members_each(part->dfa, list_member, listing, most + 1);
            result = found != MEMBERS_FOUND ? found : result;
        }
    }
    listing->no_memory |= result == MEMBERS_NO_MEMORY;
}

/* List members at random, unless they are few, then the first. */
static void list_others(struct listing *listing)
{
    const struct class *class = listing->class;
    const struct class_part *part = class->parts;
    uint64_t random = listing->proof->with.random;
    char input[LIMIT_INPUT + 1];
    size_t most = listing->left < SIZE_MAX / 4 ? listing->left : SIZE_MAX / 4;
    bool are_few = !class->is_uncounted && class->count.length == 1 &&
                   class->count.digits[0] - 1 <= listing->left + 1;
    for (size_t tries = 4 * most; !are_few && part != NULL && tries > 0 &&
                                  listing->left > 0 && !listing->no_memory;
         tries--) {
        part = part->next != NULL ? part->next : class->parts;
        enum members_result result =
            ddds_members_any(part->dfa, &random, input, sizeof input);
        listing->no_memory |= result == MEMBERS_NO_MEMORY;
        if (result == MEMBERS_FOUND) {
            (void)list_member(listing, input);
        }
    }
    if (class->shown.key == NULL) {
        list_first(listing);
    }
}

ddds_status ddds_proof_members(const ddds_proof *proof, size_t index,
                               size_t count, ddds_member_fn *member,
                               void *context)
{
    if (index >= proof->classes.count) {
        return DDDS_BAD_OPTION;
    }
    struct listing listing = {.proof = proof,
                              .class = &proof->classes.classes[index],
                              .left = count,
                              .member = member,
                              .context = context};
    if (!listing.class->is_vague && count > 0) {
        if (proof_class_has_witness(&listing.class->shown)) {
            (void)list_member(&listing, listing.class->shown.witness);
        }
        list_last(&listing);
        list_others(&listing);
    }
    ddds_intern_free(&listing.seen);
    return listing.no_memory ? DDDS_NO_MEMORY : DDDS_OK;
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
