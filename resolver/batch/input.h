/* Inputs of a batch.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUT_H
#define BATCH_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/span.h>
#include <ddds/status.h>

/* Limits in octets. Lines with a longer input are truncated to INPUT_SIZE, and
 * refused; the library refuses longer arguments. Texts below INPUT_BRIEF are
 * stored in the struct, because thousands of inputs may be in progress. */
enum { INPUT_LONGEST = 8192, INPUT_SIZE = 8200, INPUT_BRIEF = 120 };

/* An input and its source. Do not copy it: |text| may point into the struct. */
struct input {
    const char *file; /* NULL: the command line */
    size_t line;
    size_t argument; /* index in the command line of the input, or of its file;
                        SIZE_MAX for files of -f */
    char *text;      /* ends with NUL */
    size_t length;   /* more than strlen(text) if it contains NUL */
    char *given; /* with --ndjson: the JSON object of the input; or NULL. Freed
                    by input_clear() */
    const char
        *problem; /* why the line has no input, or NULL; static storage */
    size_t problem_offset; /* in the text, or DDDS_NO_OFFSET */
    char brief[INPUT_BRIEF];
};

/* Set |input|, which must be empty, to a copy of |text|. */
void input_set(struct input *input, const char *text, size_t length);

/* Return the text with its NULs. */
static inline struct ddds_span input_span(const struct input *input)
{
    return (struct ddds_span){input->text, input->length};
}

/* Free the members of |input|. */
void input_clear(struct input *input);

/* Append |input|, without |given|, to a temporary file; read the next input
 * from it. False on failure. */
bool input_save(const struct input *input, FILE *file);
bool input_load(struct input *input, FILE *file);

/* Return true if |input| has no |problem|, no NUL, and at most INPUT_LONGEST
 * octets. Otherwise set |error|. */
bool input_is_whole(const struct input *input, struct ddds_error *error);

/* Complain about |input|, and mark the position of the error. */
void inputs_refuse(const struct input *input, const struct ddds_error *error);

#endif
