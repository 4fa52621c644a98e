/* From inputs to Application Unique Strings and first keys.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_READER_H
#define CHECK_READERS_INPUT_READER_H

#include <ddds/application.h>
#include <ddds/options.h>

#include "check/readers/name_reader.h"
#include "check/sets/dfa_reader.h"

/* The labels of inputs. */
enum input_label {
    INPUT_BAD = 1, /* the application does not accept it */
    INPUT_GOOD,
    INPUT_LOCAL, /* it is answered without rules */
};

/* The readers of an application's inputs; opaque. */
struct input_readers;

/* Return what |application| makes of inputs with |options|, which may be NULL.
 * NULL if allocation fails, or, with |*unknown|, if the proof does not know the
 * application or the options: static storage. All arguments outlive the result,
 * which the caller frees with ddds_input_free. */
struct input_readers *ddds_input_new(const struct ddds_application *application,
                                     const struct ddds_options *options,
                                     struct known_names *names,
                                     const char **unknown);

/* Free |input|, which may be NULL. */
void ddds_input_free(struct input_readers *input);

/* The reader whose labels are those of enum input_label: owned by |input|. */
struct reader *ddds_input_reader(struct input_readers *input);

/* The reader of inputs that labels their first keys as the readers of names do:
 * owned by |input|. */
struct reader *ddds_input_key_reader(struct input_readers *input);

/* Make a reader of inputs that has the labels of |of_strings|, which reads
 * their Application Unique Strings. The caller frees it; |of_strings| outlives
 * it. NULL if allocation fails. */
struct reader *ddds_input_through(const struct input_readers *input,
                                  struct reader *of_strings);

#endif
