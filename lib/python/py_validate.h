/* Answers that are validated here: libddds-validate, which is loaded when a
 * database needs it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_VALIDATE_H
#define PY_VALIDATE_H

#include <ddds/validate.h>

/* The validator of a database, with the functions of the library. All zero, there
 * is none. */
struct py_validation {
    ddds_validator *validator;
    ddds_database *(*database)(ddds_validator *validator);
    int (*descriptor)(const ddds_validator *validator);
    int (*timeout)(ddds_validator *validator);
    void (*process)(ddds_validator *validator);
};

/* Load the library and open a validator. NULL on failure, with a message that
 * says what to install if the library is missing. */
ddds_database *py_validation_open(struct py_validation *validation,
                                  const struct ddds_validator_options *options,
                                  struct ddds_error *error);

#endif
