/* Names of the members of records, in their order.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_MEMBERS_H
#define PY_MEMBERS_H

#include "py_state.h"

/* Members of findings, as in ddds/show_members.h. */
#define PY_REGION_MEMBERS(EVER, SOME)                                          \
    EVER(NUMBER, line, region->line)                                           \
    EVER(NUMBER, column, region->column)                                       \
    EVER(NUMBER, end_line, region->end_line)                                   \
    EVER(NUMBER, end_column, region->end_column)

#define PY_FINDING_MEMBERS(EVER, SOME)                                         \
    EVER(WORD, code, code->code)                                               \
    EVER(WORD, severity, ddds_severity_text(code->severity))                   \
    EVER(TEXT, file, finding->file)                                            \
    PY_REGION_MEMBERS(EVER, SOME)                                              \
    EVER(TEXT, message, finding->detail)                                       \
    EVER(WORD, title, code->title)                                             \
    EVER(WORD, why, code->why)                                                 \
    EVER(WORD, effect, code->consequence)                                      \
    EVER(TEXT, owner, finding->owner)                                          \
    EVER(SOURCE, source, finding->source)                                      \
    EVER(TEXT, fix, finding->fix)                                              \
    EVER(REPLACED, replaced, finding)                                          \
    EVER(TEXT, server, finding->server)

/* Function of the module: return the members of the record |name|, as tuples of
 * a name, and whether JSON always has it. */
PyObject *py_members(PyObject *module, PyObject *name);

#endif
