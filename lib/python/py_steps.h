/* Steps for the function of the option on_step. The library reports them where
 * Python's lock must not be taken: copies wait until it is held.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_STEPS_H
#define PY_STEPS_H

#include <ddds/result.h>

#include "py_state.h"

struct py_step;

/* Steps that wait, the newest first. Zero is an empty list. */
struct py_steps {
    struct py_step *newest;
    bool is_cut; /* memory did not suffice for one */
};

/* Add a copy of |step|. Python's lock is not needed. */
void py_steps_add(struct py_steps *steps, const struct ddds_step *step);

/* Call |function| with a record of each step, in their order. Return false with
 * an exception. */
bool py_steps_deliver(struct py_state *state, struct py_steps *steps,
                      PyObject *function);

void py_steps_free(struct py_steps *steps);

#endif
