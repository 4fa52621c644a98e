/* Splits the parts of a set by tests.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "check/prove/hashed.h"

bool ddds_split_fail(struct exploring *exploring)
{
    exploring->status = ddds_error_no_memory(exploring->error);
    return false;
}

static const struct decision *decide(struct exploring *exploring,
                                     const struct decision *before,
                                     const struct test *test, uint32_t label,
                                     const char *key)
{
    struct decision *decision =
        ddds_arena_alloc(&exploring->decisions, sizeof *decision);
    if (decision == NULL) {
        return NULL;
    }
    *decision = (struct decision){before, *test, label, key};
    if (test->prefix != NULL) {
        decision->test.prefix =
            ddds_arena_string(&exploring->decisions, test->prefix);
    }
    return exploring->decisions.failed ? NULL : decision;
}

static bool add_to(struct exploring *exploring, struct pending **list,
                   struct dfa *dfa, const struct decision *decisions,
                   const char *because)
{
    struct pending *pending = malloc(sizeof *pending);
    if (pending == NULL || decisions == NULL) {
        free(pending);
        ddds_dfa_free(dfa);
        return ddds_split_fail(exploring);
    }
    *pending = (struct pending){dfa, decisions, because, *list};
    *list = pending;
    return true;
}

static bool add_pending(struct exploring *exploring, struct dfa *dfa,
                        const struct decision *decisions, const char *because)
{
    return add_to(exploring, &exploring->pending, dfa, decisions, because);
}

bool ddds_split_defer(struct exploring *exploring, struct explored *part)
{
    struct dfa *dfa = part->dfa;
    part->dfa = NULL;
    return add_to(exploring, &exploring->deferred, dfa, part->decisions, NULL);
}

bool ddds_split_is_same(const struct test *one, const struct test *other)
{
    return one->kind == other->kind && one->rule == other->rule &&
           one->question == other->question &&
           (one->prefix == NULL || strcmp(one->prefix, other->prefix) == 0);
}

const struct decision *ddds_split_find(const struct decision *decisions,
                                       const struct test *test)
{
    while (decisions != NULL && !ddds_split_is_same(test, &decisions->test)) {
        decisions = decisions->before;
    }
    return decisions;
}

/* Continue with the part of |parts| that contains the witness; the others
 * become pending. If they |are_exact|, no other inputs have the keys. */
static bool take_parts(struct exploring *exploring, const struct test *test,
                       bool are_exact, struct dfa_parts *parts,
                       struct explored *part)
{
    bool ok = true;
    const struct decision *before = part->decisions;
    ddds_dfa_free(part->dfa);
    part->dfa = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        struct dfa *dfa = parts->parts[i].dfa;
        uint32_t label = parts->parts[i].label;
        bool is_rest = !are_exact && ddds_names_kind(exploring->with->names,
                                                     label) != NAME_EXACT;
        const struct decision *decisions =
            decide(exploring, before, test, label, is_rest ? "" : NULL);
        parts->parts[i].dfa = NULL;
        if (part->dfa == NULL && ddds_dfa_has(dfa, exploring->witness)) {
            part->dfa = dfa;
            part->decisions = decisions;
            ok = ok && decisions != NULL;
        } else {
            ok = add_pending(exploring, dfa, decisions, NULL) && ok;
        }
    }
    return ok || ddds_split_fail(exploring);
}

struct keying {
    struct exploring *exploring;
    const struct test *test;
    const struct decision *before;
};

/* Make the inputs of |dfa| pending, with the first key |key|. */
static bool add_keyed(void *context, struct dfa *dfa, uint32_t label,
                      const char *key, bool is_known)
{
    const struct keying *keying = context;
    return add_pending(
        keying->exploring, dfa,
        decide(keying->exploring, keying->before, keying->test, label, key),
        is_known ? NULL
                 : "several names with this hash are in the zones, or one that "
                   "is delegated or an alias");
}

/* Split |part| by first keys that are hashes. */
static bool split_hashed(struct exploring *exploring, const struct test *test,
                         struct explored *part)
{
    struct exploration *with = exploring->with;
    struct keying keying = {exploring, test, part->decisions};
    struct dfa_parts parts = {0};
    bool are_all = true;
    bool is_limited = false;
    struct reader *words =
        ddds_hashed_reader(with, part->dfa, exploring->witness, &are_all);
    struct reader *every = ddds_input_key_reader(with->input);
    struct reader *keys =
        words == NULL ? NULL : ddds_choice_new(CHOICE_FIRST, words, every);
    bool ok =
        keys != NULL && ddds_dfa_split(part->dfa, keys, &with->budget, &parts);
    is_limited = keys != NULL ? !ok && !with->budget.no_memory
                              : every->failed == READER_LIMIT;
    if (ok && !are_all) {
        ok = ddds_hashed_keys(with, part->dfa, &with->budget, add_keyed,
                              &keying, &is_limited);
    }
    ok = ok && take_parts(exploring, test, are_all, &parts, part);
    if (is_limited) {
        part->because = "it takes more states than are allowed";
    }
    ddds_dfa_parts_free(&parts);
    reader_free(keys);
    reader_free(words);
    return ok || is_limited || ddds_split_fail(exploring);
}

void ddds_split_review(struct exploring *exploring, struct explored *part)
{
    const struct decision *decision = part->decisions;
    while (decision != NULL &&
           (decision->key == NULL || decision->key[0] != '\0')) {
        decision = decision->before;
    }
    if (decision != NULL &&
        ddds_hashed_label(exploring->with, exploring->witness) !=
            decision->label) {
        part->decisions = decision->before;
    }
}

/* ---- Bounds -------------------------------------------------------------- */

/* |inner|, which makes |test|, without the inputs that are left out. */
struct bounds {
    struct reader base;
    struct reader *inner;
    const struct exploration *with;
    const struct test *test;
};

static uint32_t step_bounds(struct reader *base, uint32_t state,
                            unsigned char octet)
{
    struct bounds *bounds = (struct bounds *)base;
    uint32_t next = reader_step(bounds->inner, state, octet);
    base->failed |= bounds->inner->failed;
    return next;
}

static uint32_t label_bounds(struct reader *base, uint32_t state)
{
    struct bounds *bounds = (struct bounds *)base;
    uint32_t label = reader_label(bounds->inner, state);
    base->failed |= bounds->inner->failed;
    if (bounds->test->kind == TEST_INPUT || label <= INPUT_BAD) {
        return label < INPUT_UNSURE ? 0 : label;
    }
    enum name_kind kind = ddds_names_kind(bounds->with->names, label);
    return kind == NAME_EXACT || kind == NAME_WILDCARD ||
                   kind == NAME_REDIRECTED
               ? label
               : 0;
}

/* The reader of |test|, made by |made|, within the bounds of the set. */
static struct bounds make_bounds(const struct exploration *with,
                                 const struct test *test, struct reader *made)
{
    static const struct reader_class methods = {step_bounds, label_bounds,
                                                NULL};
    struct bounds bounds = {*made, made, with, test};
    bounds.base.methods = &methods;
    return bounds;
}

/* ---- Any test ------------------------------------------------------------ */

/* The reader of |test| for the inputs of |dfa|; NULL if allocation fails. */
static const struct test_reader *find_reader(struct exploring *exploring,
                                             const struct test *test,
                                             const struct dfa *dfa)
{
    static const struct hash_key key = {{7, 8}};
    const char *text = test->rule != NULL ? test->rule->regexp : "";
    struct test_reader **place =
        &exploring->readers[(ddds_hash(&key, text, strlen(text)) + test->kind) %
                            READERS];
    if (*place != NULL && ddds_test_reader_suits(*place, test)) {
        return *place;
    }
    if (*place == NULL) {
        *place = calloc(1, sizeof **place);
    } else {
        ddds_test_reader_free(*place);
    }
    return *place != NULL &&
                   ddds_test_reader_make(exploring->with, test, dfa, *place)
               ? *place
               : NULL;
}

/* Split |part| by |reader|, with all states that are left if no other part is
 * pending or it was deferred, else with a share: then others are not unknown
 * because this part needs too many. */
static bool split_by(struct exploring *exploring, struct reader *reader,
                     struct explored *part, struct dfa_parts *parts)
{
    struct dfa_budget *all = &exploring->with->budget;
    const bool has_all = part->was_deferred || (exploring->pending == NULL &&
                                                exploring->deferred == NULL);
    size_t most = exploring->allowance / SHARES;
    most = most < all->states ? most : all->states;
    struct dfa_budget share = {.states = most};
    part->is_deferred = false;
    if (has_all) {
        return ddds_dfa_split(part->dfa, reader, all, parts);
    }
    bool ok = ddds_dfa_split(part->dfa, reader, &share, parts);
    size_t *paid = ok ? &all->states : &exploring->allowance;
    *paid -= most - share.states;
    all->no_memory |= share.no_memory;
    part->is_deferred = !ok && !reader->failed;
    return ok;
}

bool ddds_split(struct exploring *exploring, const struct test *test,
                struct explored *part)
{
    struct exploration *with = exploring->with;
    if (with->input != NULL && ddds_input_is_hashed(with->input) &&
        (test->kind == TEST_FIRST_KEY || test->kind == TEST_BELOW)) {
        part->because = test->kind == TEST_BELOW
                            ? "names below hashes are not followed"
                            : NULL;
        return test->kind == TEST_BELOW || split_hashed(exploring, test, part);
    }

    struct dfa_parts parts = {0};
    const struct test_reader *made = find_reader(exploring, test, part->dfa);
    bool ok = made != NULL;
    part->because = ok ? made->because : NULL;
    if (ok && made->reader != NULL) {
        struct bounds bounds = make_bounds(with, test, made->reader);
        bool is_bound = with->is_bounded && test->kind <= TEST_FIRST_KEY;
        if (split_by(exploring, is_bound ? &bounds.base : made->reader, part,
                     &parts)) {
            ok = take_parts(exploring, test, true, &parts, part);
        } else {
            ok = !with->budget.no_memory;
            part->because = "it takes more states than are allowed";
        }
    }
    ddds_dfa_parts_free(&parts);
    return ok || ddds_split_fail(exploring);
}

void ddds_split_free_readers(struct exploring *exploring)
{
    for (size_t i = 0; i < READERS; i++) {
        if (exploring->readers[i] != NULL) {
            ddds_test_reader_free(exploring->readers[i]);
            free(exploring->readers[i]);
        }
    }
}
