/* Combinations of two readers.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/either.h"

#include <stdlib.h>
#include <string.h>

#include "check/readers/outputs.h"
#include "check/sets/intern.h"

struct either {
    struct reader base;
    enum choice choice;
    struct reader *readers[2];
    struct intern pairs;
};

static uint32_t keep_pair(struct either *either, const uint32_t pair[2])
{
    uint32_t number = ddds_intern(&either->pairs, pair, 2 * sizeof *pair);
    either->base.failed |= reader_failure(number, READER_STATES) |
                           either->readers[0]->failed |
                           either->readers[1]->failed;
    return either->base.failed ? 0 : number;
}

static uint32_t step_both(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    struct either *either = (struct either *)base;
    uint32_t pair[2];
    memcpy(pair, interned(&either->pairs, state), sizeof pair);
    for (size_t i = 0; i < 2; i++) {
        pair[i] = reader_step(either->readers[i], pair[i], octet);
    }
    return keep_pair(either, pair);
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
    struct either *either = (struct either *)base;
    uint32_t pair[2];
    memcpy(pair, interned(&either->pairs, state), sizeof pair);
    uint32_t first = reader_label(either->readers[0], pair[0]);
    uint32_t second = reader_label(either->readers[1], pair[1]);
    base->failed |= either->readers[0]->failed | either->readers[1]->failed;
    if (second > UINT32_MAX / 4) { /* no room for another bit */
        base->failed |= READER_LIMIT;
    }
    return choose(either->choice, first, second);
}

static void free_either(struct reader *base)
{
    ddds_intern_free(&((struct either *)base)->pairs);
    free(base);
}

struct reader *ddds_choice_new(enum choice choice, struct reader *first,
                               struct reader *second)
{
    static const struct reader_class methods = {step_both, label_both,
                                                free_either};
    struct either *either = calloc(1, sizeof *either);
    if (either == NULL) {
        return NULL;
    }
    const uint32_t start[2] = {first->start, second->start};
    either->base.methods = &methods;
    either->choice = choice;
    either->readers[0] = first;
    either->readers[1] = second;
    ddds_classes_begin(&either->base);
    ddds_classes_split(&either->base, first->classes);
    ddds_classes_split(&either->base, second->classes);
    either->base.start = keep_pair(either, start);
    return &either->base;
}
