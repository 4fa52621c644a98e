/* An input of a batch.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUT_H
#define BATCH_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/status.h>

/* Longer inputs are cut here; the library refuses them by then. Those that are
 * brief, as most are, need no memory beside the struct: thousands may be in
 * flight. */
enum { INPUT_LONGEST = 8192, INPUT_SIZE = 8200, INPUT_BRIEF = 120 };

/* One input and where it came from. It is not copied: |text| may point into
 * it. */
struct input {
    const char *file; /* NULL: the command line */
    size_t line;
    size_t argument; /* the input of the command line that it is, or that named
                        its file; of a file of -f, SIZE_MAX */
    char *text;      /* ends in NUL */
    size_t length;   /* more than strlen(text) if it holds a NUL octet */
    char *given; /* with --ndjson: the JSON object that it comes from; or NULL.
                    Freed by input_clear */
    const char
        *problem; /* why the line has no input, or NULL; static storage */
    char brief[INPUT_BRIEF];
};

/* Make |length| octets at |text| the text of |input|, as far as they fit. A new
 * input, or one that was cleared, has none. */
void input_set(struct input *input, const char *text, size_t length);

/* Free what |input| holds, before the next one is read into it. */
void input_clear(struct input *input);

/* Append |input| to a temporary file without |given|; read the next one from it.
 * False if that cannot be done. */
bool input_save(const struct input *input, FILE *file);
bool input_load(struct input *input, FILE *file);

/* Does |input| have an input, neither longer than an input can be, nor with a
 * NUL octet? If not, |error| says so. */
bool input_is_whole(const struct input *input, struct ddds_error *error);

/* Report why |input| is rejected, and point at the place. */
void inputs_refuse(const struct input *input, const struct ddds_error *error);

#endif
