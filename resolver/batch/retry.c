/* The lines are written to a file that replaces the old one when all of them
 * are in it.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/retry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "print/output_file.h"

struct retry {
    const char *name;
    int end; /* of each line */
    struct output_file output;
};

static int report(const char *name, int failure)
{
    complain("--retry-file %s: cannot be written: %s", name, strerror(failure));
    return EXIT_OWN_FAILURE;
}

struct retry *retry_begin(const struct batch_options *options, int *status)
{
    const char *name = options->retry_file;
    if (name == NULL) {
        return NULL;
    }
    struct retry *retry = calloc(1, sizeof *retry);
    int failure = output_file_open(&retry->output, name);
    if (failure != 0) {
        *status = report(name, failure);
        free(retry);
        return NULL;
    }
    retry->name = name;
    retry->end = options->is_nul_separated ? '\0' : '\n';
    return retry;
}

void retry_add(struct retry *retry, const struct input *input)
{
    if (retry != NULL && input->given != NULL) {
        fprintf(retry->output.file, "%s%c", input->given, retry->end);
    } else if (retry != NULL) {
        fwrite(input->text, 1, input->length, retry->output.file);
        putc(retry->end, retry->output.file);
    }
}

void retry_add_rest(struct retry *retry, struct inputs *inputs)
{
    const struct input *input;
    if (retry != NULL) {
        inputs_begin_rest(inputs);
    }
    while (retry != NULL && (input = inputs_read(inputs)) != NULL) {
        retry_add(retry, input);
    }
}

int retry_end(struct retry *retry)
{
    int failure = retry != NULL ? output_file_commit(&retry->output) : 0;
    int status = failure != 0 ? report(retry->name, failure) : EXIT_FOUND;
    free(retry);
    return status;
}
