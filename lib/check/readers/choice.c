/* Combinations of two readers.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/choice.h"

#include <stdlib.h>
#include <string.h>

#include "check/readers/outputs.h"
#include "check/sets/intern.h"

struct chosen {
    struct reader base;
    enum choice choice;
    struct reader *readers[2];
    struct intern pairs;
};

static uint32_t keep_pair(struct chosen *chosen, const uint32_t pair[2])
{
    uint32_t number = ddds_intern(&chosen->pairs, pair, 2 * sizeof *pair);
    chosen->base.failed |= reader_failure(number, READER_STATES) |
                           chosen->readers[0]->failed |
                           chosen->readers[1]->failed;
    return chosen->base.failed ? 0 : number;
}

static uint32_t step_both(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    struct chosen *chosen = (struct chosen *)base;
    uint32_t pair[2];
    memcpy(pair, interned(&chosen->pairs, state), sizeof pair);
    for (size_t i = 0; i < 2; i++) {
        pair[i] = reader_step(chosen->readers[i], pair[i], octet);
    }
    return keep_pair(chosen, pair);
}

static uint32_t choose(enum choice choice, uint32_t first, uint32_t second)
{
    const bool is_met = first == OUTPUT_GOOD;
    const uint32_t noted =
        second < INPUT_GOOD ? second : 2 * second + (uint32_t)is_met;
    switch (choice) {
    case CHOICE_FIRST:
        return first != 0 ? first : second;
    case CHOICE_IF:
        return is_met ? second : 0;
    case CHOICE_CHECK:
        return is_met                   ? second
               : first == OUTPUT_UNSURE ? INPUT_UNSURE
                                        : INPUT_BAD;
    case CHOICE_NOTE:
        return noted;
    case CHOICE_ANSWER:
        return is_met ? 2 * INPUT_GOOD + 1 : noted;
    case CHOICE_REFUSE:
        return is_met ? INPUT_BAD : second;
    case CHOICE_UNSURE:
        return is_met ? INPUT_UNSURE : second;
    case CHOICE_DOUBT:
        return is_met && second != INPUT_BAD ? INPUT_UNSURE : second;
    case CHOICE_PORT:
        return first == OUTPUT_BAD ? INPUT_BAD : second;
    case CHOICE_OTHER:
        return first != second ? first : 0;
    }
    return 0;
}

static uint32_t label_both(struct reader *base, uint32_t state)
{
    struct chosen *chosen = (struct chosen *)base;
    uint32_t pair[2];
    memcpy(pair, interned(&chosen->pairs, state), sizeof pair);
    uint32_t first = reader_label(chosen->readers[0], pair[0]);
    uint32_t second = reader_label(chosen->readers[1], pair[1]);
    base->failed |= chosen->readers[0]->failed | chosen->readers[1]->failed;
    if (second > UINT32_MAX / 4) { /* no room for another bit */
        base->failed |= READER_LIMIT;
    }
    return choose(chosen->choice, first, second);
}

static void free_chosen(struct reader *base)
{
    ddds_intern_free(&((struct chosen *)base)->pairs);
    free(base);
}

struct reader *ddds_choice_new(enum choice choice, struct reader *first,
                               struct reader *second)
{
    static const struct reader_class methods = {step_both, label_both,
                                                free_chosen};
    struct chosen *chosen = calloc(1, sizeof *chosen);
    if (chosen == NULL) {
        return NULL;
    }
    const uint32_t start[2] = {first->start, second->start};
    chosen->base.methods = &methods;
    chosen->choice = choice;
    chosen->readers[0] = first;
    chosen->readers[1] = second;
    ddds_octets_begin(&chosen->base, first->classes);
    ddds_octets_split(&chosen->base, second->classes);
    chosen->base.start = keep_pair(chosen, start);
    return &chosen->base;
}
