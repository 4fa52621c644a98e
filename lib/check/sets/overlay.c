/* Simulates the automata of several sets in parallel. A state lists the
 * automata that are not dead, each with its state.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/overlay.h"

#include <stdlib.h>
#include <string.h>

#include "check/sets/intern.h"

enum { WORDS = 8 << 20 /* limit on all lists: 64 MiB */ };

struct followed {
    uint32_t set;
    uint32_t state;
};

struct overlay {
    struct reader base;
    const struct dfa *const *sets;
    struct intern states; /* lists of struct followed */
    struct intern labels; /* lists of indexes of sets */
    struct followed *list;
    bool is_union; /* all strings in sets have one label */
};

/* Return the number of the state of the first |count| items of |list|. */
static uint32_t keep_state(struct overlay *overlay, size_t count)
{
    uint32_t number = ddds_intern(&overlay->states, overlay->list,
                                  count * sizeof *overlay->list);
    overlay->base.failed |= reader_failure(number, INTERN_FAILED);
    overlay->base.failed |=
        overlay->states.word_count > WORDS ? READER_LIMIT : 0;
    return overlay->base.failed ? 0 : number;
}

static uint32_t step(struct reader *base, uint32_t state, unsigned char octet)
{
    struct overlay *overlay = (struct overlay *)base;
    const struct followed *from = interned(&overlay->states, state);
    size_t length = interned_length(&overlay->states, state) / sizeof *from;
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        const struct dfa *dfa = overlay->sets[from[i].set];
        uint32_t to = dfa_next(dfa, from[i].state, dfa->classes[octet]);
        if (to != DFA_DEAD) {
            overlay->list[count++] = (struct followed){from[i].set, to};
        }
    }
    return keep_state(overlay, count);
}

static uint32_t label(struct reader *base, uint32_t state)
{
    struct overlay *overlay = (struct overlay *)base;
    const struct followed *at = interned(&overlay->states, state);
    size_t length = interned_length(&overlay->states, state) / sizeof *at;
    uint32_t *found = (uint32_t *)overlay->list;
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (overlay->sets[at[i].set]->accepts[at[i].state] != 0) {
            found[count++] = at[i].set;
        }
    }
    if (overlay->is_union) {
        return count > 0;
    }
    uint32_t number = count == 0 ? 0
                                 : ddds_intern(&overlay->labels, found,
                                               count * sizeof *found);
    base->failed |= reader_failure(number, INTERN_FAILED);
    return count == 0 || base->failed ? 0 : number + 1;
}

static void free_overlay(struct reader *base)
{
    struct overlay *overlay = (struct overlay *)base;
    ddds_intern_free(&overlay->states);
    ddds_intern_free(&overlay->labels);
    free(overlay->list);
    free(overlay);
}

struct reader *ddds_overlay_new(const struct dfa *const *sets, size_t count)
{
    static const struct reader_class methods = {step, label, free_overlay};
    struct overlay *overlay = calloc(1, sizeof *overlay);
    if (overlay == NULL) {
        return NULL;
    }
    overlay->base.methods = &methods;
    overlay->sets = sets;
    overlay->list = malloc((count + 1) * sizeof *overlay->list);
    if (overlay->list == NULL) {
        free_overlay(&overlay->base);
        return NULL;
    }
    ddds_octets_begin(&overlay->base, NULL);
    for (size_t i = 0; i < count; i++) {
        overlay->list[i] = (struct followed){(uint32_t)i, 0};
        ddds_octets_split(&overlay->base, sets[i]->classes);
    }
    overlay->base.start = keep_state(overlay, count);
    return &overlay->base;
}

const uint32_t *ddds_overlay_sets(const struct reader *overlay, uint32_t label,
                                  size_t *count)
{
    const struct intern *labels = &((const struct overlay *)overlay)->labels;
    *count = interned_length(labels, label - 1) / sizeof(uint32_t);
    return interned(labels, label - 1);
}

struct dfa *ddds_overlay_unite(const struct dfa *const *sets, size_t count,
                               struct dfa_budget *budget)
{
    struct dfa_parts parts = {0};
    struct dfa *all = ddds_dfa_all(255);
    struct reader *reader = ddds_overlay_new(sets, count);
    struct dfa *sum = NULL;
    if (all == NULL || reader == NULL) {
        budget->no_memory = true;
    } else {
        ((struct overlay *)reader)->is_union = true;
        if (ddds_dfa_split(all, reader, budget, &parts) && parts.count == 1) {
            sum = parts.parts[0].dfa;
            parts.parts[0].dfa = NULL;
        }
    }
    ddds_dfa_parts_free(&parts);
    reader_free(reader);
    ddds_dfa_free(all);
    return sum;
}
