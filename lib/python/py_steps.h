/* Steps for the callback of the option on_step. The library reports them while
 * Python's lock must not be taken, so copies are stored until it is held.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_STEPS_H
#define PY_STEPS_H

#include <ddds/result.h>

#include "py_state.h"

struct py_step;

/* Stored steps, the newest first. Zero-initialised, it is empty. */
struct py_steps {
    struct py_step *newest;
    bool is_cut; /* a step was lost for lack of memory */
};

/* Store a copy of |step|, without Python's lock. */
void py_steps_add(struct py_steps *steps, const struct ddds_step *step);

/* Call |function| with a record of each step, in order. Return false with an
 * exception. */
bool py_steps_deliver(struct py_state *state, struct py_steps *steps,
                      PyObject *function);

void py_steps_free(struct py_steps *steps);

#endif
