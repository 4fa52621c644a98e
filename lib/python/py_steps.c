/* SPDX-License-Identifier: MIT */
#include "py_steps.h"

#include <stdlib.h>
#include <string.h>

#include "py_result.h"

struct py_step {
    struct py_step *older;
    struct ddds_step step; /* texts and answer are copies */
    struct ddds_judged_rule rules[];
};

static void free_text(const char *text)
{
    free((void *)(uintptr_t)text);
}

static void free_step(struct py_step *kept)
{
    struct ddds_answer *answer =
        (struct ddds_answer *)(uintptr_t)kept->step.answer;
    for (size_t i = 0; i < kept->step.rule_count; i++) {
        free_text(kept->rules[i].reason);
        free_text(kept->rules[i].output);
    }
    if (answer != NULL) {
        ddds_ruleset_free(answer->ruleset);
    }
    free(answer);
    free_text(kept->step.name);
    free_text(kept->step.protocol);
    free(kept);
}

/* Copy |text|, which may be NULL. |*is_whole| becomes false without memory. */
static const char *copy_text(const char *text, bool *is_whole)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    *is_whole = *is_whole && (copy != NULL || text == NULL);
    return copy;
}

static const struct ddds_answer *copy_answer(const struct ddds_step *step,
                                             bool *is_whole)
{
    void *memory = step->answer != NULL
                       ? malloc(ddds_answer_octets(step->kind, step->answer))
                       : NULL;
    *is_whole = *is_whole && (memory != NULL || step->answer == NULL);
    if (memory == NULL) {
        return NULL;
    }
    ddds_ruleset_hold(step->answer->ruleset);
    return ddds_answer_copy(step->kind, step->answer, memory);
}

void py_steps_add(struct py_steps *steps, const struct ddds_step *step)
{
    bool is_whole = true;
    struct py_step *kept =
        malloc(sizeof *kept + step->rule_count * sizeof *kept->rules);
    if (kept == NULL) {
        steps->is_cut = true;
        return;
    }
    kept->step = *step;
    kept->step.name = copy_text(step->name, &is_whole);
    kept->step.protocol = copy_text(step->protocol, &is_whole);
    kept->step.answer = copy_answer(step, &is_whole);
    kept->step.rules = kept->rules;
    for (size_t i = 0; i < step->rule_count; i++) {
        kept->rules[i] = step->rules[i];
        kept->rules[i].reason = copy_text(step->rules[i].reason, &is_whole);
        kept->rules[i].output = copy_text(step->rules[i].output, &is_whole);
    }
    if (!is_whole) {
        steps->is_cut = true;
        free_step(kept);
        return;
    }
    kept->older = steps->newest;
    steps->newest = kept;
}

/* Reverse the list, and return the oldest step. */
static struct py_step *reverse(struct py_step *newest)
{
    struct py_step *oldest = NULL;
    while (newest != NULL) {
        struct py_step *older = newest->older;
        newest->older = oldest;
        oldest = newest;
        newest = older;
    }
    return oldest;
}

/* Call |function| with a record of |step|. */
static bool call(struct py_state *state, const struct ddds_step *step,
                 PyObject *function)
{
    PyObject *record = py_result_make_step(state, step);
    PyObject *returned =
        record != NULL ? PyObject_CallFunctionObjArgs(function, record, NULL)
                       : NULL;
    Py_XDECREF(record);
    Py_XDECREF(returned);
    return returned != NULL;
}

bool py_steps_deliver(struct py_state *state, struct py_steps *steps,
                      PyObject *function)
{
    bool is_delivered = !steps->is_cut;
    if (steps->is_cut) {
        PyErr_NoMemory();
    }
    steps->newest = reverse(steps->newest);
    for (const struct py_step *kept = steps->newest;
         kept != NULL && is_delivered; kept = kept->older) {
        is_delivered = call(state, &kept->step, function);
    }
    py_steps_free(steps);
    return is_delivered;
}

void py_steps_free(struct py_steps *steps)
{
    struct py_step *older;
    for (struct py_step *kept = steps->newest; kept != NULL; kept = older) {
        older = kept->older;
        free_step(kept);
    }
    *steps = (struct py_steps){0};
}
