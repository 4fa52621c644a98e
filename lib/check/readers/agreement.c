/* Simulates two outputs of one string in parallel.
 *
 * Pairs consist of a run of each expression (rewriting.c). Their outputs so far
 * are equal, except that one may be ahead by some octets, the delay. They
 * differ as soon as an octet differs, or if a delay is left at the end. One run
 * of each expression survives, and so one pair.
 *
 * Each octet of the string lets a run output a word, which is removed from the
 * state of the run before the next octet.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/agreement.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/readers/match_runs.h"

enum {
    WORD = 512,      /* limit on octets of a delay, and of a word */
    PAIRS = 1 << 12, /* limit for a state */
    DIFFERS = UINT32_MAX
};

/* The output of runs: a state is a number in |words|; 0: empty. */
struct word_writer {
    struct reader base;
    struct intern words;
    bool folds; /* convert to lower case */
};

/* A pair of runs; the run |ahead| has output the word |delay| more. */
struct run_pair {
    uint32_t runs[2];
    uint32_t ahead;
    uint32_t delay; /* a word, or DIFFERS */
};

/* |list| receives the pairs of the new state, after an item that is not 0 if
 * the string is empty. |rewritings| are NULL for constant outputs. */
struct agreement {
    struct reader base;
    struct word_writer writing;
    struct rewriting *rewritings[2];
    struct intern states;
    struct run_pair list[1 + PAIRS];
    size_t count;
};

/* ---- Words --------------------------------------------------------------- */

static uint32_t keep_word(struct word_writer *writing, const char *word,
                          size_t length)
{
    uint32_t number = ddds_intern(&writing->words, word, length);
    writing->base.failed |= reader_failure(number, INTERN_FAILED);
    writing->base.failed |= length >= WORD ? READER_LIMIT : 0;
    return writing->base.failed ? 0 : number;
}

/* Copy word |number| to |text|, and return its length. */
static size_t copy_word(const struct word_writer *writing, uint32_t number,
                        char text[WORD])
{
    size_t length = interned_length(&writing->words, number);
    memcpy(text, interned(&writing->words, number), length);
    return length;
}

static uint32_t write_octet(struct reader *base, uint32_t state,
                            unsigned char octet)
{
    struct word_writer *writing = (struct word_writer *)base;
    char text[WORD];
    size_t length = base->failed ? 0 : copy_word(writing, state, text);
    text[length] = writing->folds ? ascii_to_lower((char)octet) : (char)octet;
    return keep_word(writing, text, length + 1);
}

static uint32_t label_word(struct reader *base, uint32_t state)
{
    (void)base;
    (void)state;
    return LABEL_NO_MATCH;
}

/* Update the delay of |pair| after both runs have output |words|. */
static void write_words(struct agreement *agreement, struct run_pair *pair,
                        const uint32_t words[2])
{
    struct word_writer *writing = &agreement->writing;
    char texts[2][2 * WORD];
    size_t lengths[2];
    size_t same = 0;
    if (pair->delay == DIFFERS || writing->base.failed) {
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        lengths[i] =
            copy_word(writing, pair->ahead == i ? pair->delay : 0, texts[i]);
        lengths[i] += copy_word(writing, words[i], texts[i] + lengths[i]);
    }
    while (same < lengths[0] && same < lengths[1] &&
           texts[0][same] == texts[1][same]) {
        same++;
    }
    bool differs = same < lengths[0] && same < lengths[1];
    pair->ahead = !differs && lengths[1] > same;
    pair->delay = differs ? DIFFERS
                          : keep_word(writing, texts[pair->ahead] + same,
                                      lengths[pair->ahead] - same);
}

/* ---- Pairs --------------------------------------------------------------- */

/* Return run |number| without its output, which |*word| receives. */
static uint32_t take_word(struct rewriting *rewriting, uint32_t number,
                          uint32_t *word)
{
    struct match_run run;
    ddds_runs_copy(rewriting, number, &run);
    *word = run.output;
    if (run.front < rewriting->count &&
        run.pieces[run.front].status == CAPTURE_OPEN) {
        *word = run.pieces[run.front].now;
        run.pieces[run.front] = (struct captured){CAPTURE_OPEN, 0, 0};
    }
    run.output = 0;
    return ddds_runs_keep(rewriting, &run);
}

/* Add the pairs of the listed runs, which continue |from|. Constant outputs
 * append |texts|. */
static void add_pairs(struct agreement *agreement, const struct run_pair *from,
                      const uint32_t texts[2])
{
    struct rewriting *const *rewritings = agreement->rewritings;
    size_t counts[2];
    for (size_t side = 0; side < 2; side++) {
        counts[side] =
            rewritings[side] != NULL ? rewritings[side]->list_count : 1;
        agreement->base.failed |=
            rewritings[side] != NULL ? rewritings[side]->base.failed : 0;
    }
    for (size_t i = 0; i < counts[0] * counts[1]; i++) {
        const size_t places[2] = {i / counts[1], i % counts[1]};
        struct run_pair pair = *from;
        uint32_t words[2] = {texts[0], texts[1]};
        agreement->base.failed |= agreement->count == PAIRS ? READER_LIMIT : 0;
        if (agreement->base.failed) {
            return;
        }
        for (size_t side = 0; side < 2; side++) {
            struct rewriting *rewriting = rewritings[side];
            if (rewriting != NULL) {
                pair.runs[side] = take_word(
                    rewriting, rewriting->list[1 + places[side]], &words[side]);
            }
        }
        write_words(agreement, &pair, words);
        agreement->list[1 + agreement->count++] = pair;
    }
}

static int compare_pairs(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(struct run_pair));
}

/* Return the number of the state with the listed pairs, without duplicates. */
static uint32_t keep_state(struct agreement *agreement, bool is_empty)
{
    struct run_pair *pairs = agreement->list + 1;
    size_t count = 0;
    qsort(pairs, agreement->count, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < agreement->count; i++) {
        if (count == 0 || compare_pairs(&pairs[count - 1], &pairs[i]) != 0) {
            pairs[count++] = pairs[i];
        }
    }
    agreement->list[0] = (struct run_pair){.ahead = is_empty};
    uint32_t number = ddds_intern(&agreement->states, agreement->list,
                                  (1 + count) * sizeof *pairs);
    agreement->base.failed |=
        reader_failure(number, READER_STATES) | agreement->writing.base.failed;
    return agreement->base.failed ? 0 : number;
}

/* Return the pairs of |state|, from index 1 on; |*count| includes index 0.
 * Valid until the next state is kept. */
static const struct run_pair *find_pairs(const struct agreement *agreement,
                                         uint32_t state, size_t *count)
{
    *count =
        interned_length(&agreement->states, state) / sizeof(struct run_pair);
    return interned(&agreement->states, state);
}

static uint32_t step(struct reader *base, uint32_t state, unsigned char octet)
{
    static const uint32_t nothing[2] = {0, 0};
    struct agreement *agreement = (struct agreement *)base;
    size_t count;
    const struct run_pair *pairs = find_pairs(agreement, state, &count);
    agreement->count = 0;
    for (size_t i = 1; i < count && !base->failed; i++) {
        for (size_t side = 0; side < 2; side++) {
            struct rewriting *rewriting = agreement->rewritings[side];
            if (rewriting != NULL) {
                rewriting->list_count = 0;
                ddds_rewriting_step_run(rewriting, pairs[i].runs[side], octet,
                                        pairs[0].ahead != 0);
            }
        }
        add_pairs(agreement, &pairs[i], nothing);
    }
    return base->failed ? 0 : keep_state(agreement, false);
}

/* Set |*label| if both runs of |pair| match at the end of the string. Names may
 * differ in a final dot. */
static void end_pair(struct agreement *agreement, const struct run_pair *pair,
                     bool is_empty, uint32_t *label)
{
    uint32_t words[2] = {0, 0};
    struct run_pair end = *pair;
    char left[WORD] = "";
    for (size_t side = 0; side < 2; side++) {
        struct rewriting *rewriting = agreement->rewritings[side];
        if (rewriting != NULL &&
            !ddds_rewriting_end_run(rewriting, pair->runs[side], is_empty,
                                    &words[side])) {
            agreement->base.failed |= rewriting->base.failed;
            return;
        }
    }
    write_words(agreement, &end, words);
    size_t length = end.delay == DIFFERS
                        ? WORD
                        : copy_word(&agreement->writing, end.delay, left);
    bool is_dot = agreement->writing.folds && length == 1 && left[0] == '.';
    *label = length == 0 || is_dot ? AGREEMENT_SAME : AGREEMENT_DIFFERENT;
}

static uint32_t label(struct reader *base, uint32_t state)
{
    struct agreement *agreement = (struct agreement *)base;
    uint32_t found = 0;
    size_t count;
    const struct run_pair *pairs = find_pairs(agreement, state, &count);
    for (size_t i = 1; i < count && found == 0 && !base->failed; i++) {
        end_pair(agreement, &pairs[i], pairs[0].ahead != 0, &found);
    }
    base->failed |=
        (found == 0 ? READER_LIMIT : 0) | agreement->writing.base.failed;
    return found;
}

static void free_agreement(struct reader *base)
{
    struct agreement *agreement = (struct agreement *)base;
    for (size_t side = 0; side < 2; side++) {
        reader_free((struct reader *)agreement->rewritings[side]);
    }
    ddds_intern_free(&agreement->states);
    ddds_intern_free(&agreement->writing.words);
    free(agreement);
}

/* ---- Making -------------------------------------------------------------- */

/* Set the methods of the writer, and a class for each ASCII character. */
static void begin_classes(struct agreement *agreement)
{
    static const struct reader_class methods = {write_octet, label_word, NULL};
    struct reader *readers[] = {&agreement->base, &agreement->writing.base};
    uint8_t octets[256];
    for (unsigned i = 0; i < 256; i++) {
        octets[i] = (uint8_t)(i < 128 ? i : 128);
    }
    for (size_t i = 0; i < 2; i++) {
        ddds_octets_begin(readers[i], octets);
    }
    agreement->writing.base.methods = &methods;
    agreement->writing.base.is_unguessable = true;
    agreement->writing.base.start = keep_word(&agreement->writing, "", 0);
}

struct reader *ddds_agreement_new(const struct made_output outputs[2],
                                  bool are_names, enum rewriting_fault *fault)
{
    static const struct reader_class methods = {step, label, free_agreement};
    static const struct run_pair none = {.ahead = 0};
    struct agreement *agreement = calloc(1, sizeof *agreement);
    uint32_t texts[2] = {0, 0};
    *fault = agreement == NULL ? REWRITING_NO_MEMORY : REWRITING_OK;
    if (agreement == NULL) {
        return NULL;
    }
    agreement->base.methods = &methods;
    agreement->writing.folds = are_names;
    begin_classes(agreement);
    for (size_t side = 0; side < 2 && *fault == REWRITING_OK; side++) {
        const char *text = outputs[side].text;
        if (outputs[side].by == NULL) {
            texts[side] = keep_word(&agreement->writing, text, strlen(text));
        } else {
            agreement->rewritings[side] =
                (struct rewriting *)ddds_rewriting_new(
                    outputs[side].by, &agreement->writing.base, fault);
        }
    }
    if (*fault != REWRITING_OK) {
        free_agreement(&agreement->base);
        return NULL;
    }
    add_pairs(agreement, &none, texts);
    agreement->base.start = keep_state(agreement, true);
    return &agreement->base;
}
