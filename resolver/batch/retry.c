/* The retry file replaces the old file when it is complete.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/retry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "print/output_file.h"
#include "text/line.h"

/* Limit on the octets of kept inputs. */
enum { UNSENT = 65536 };

struct retry {
    const char *name;
    char end; /* end of line */
    struct output_file output;
    struct line unsent; /* inputs whose results may not be written yet */
};

static int report(const char *name, int failure)
{
    complain("--retry-file %s: cannot be written: %s", name,
             output_file_why(failure));
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
    line_begin_text(&retry->unsent);
    return retry;
}

static const char *line_of(const struct input *input, size_t *length)
{
    *length = input->given != NULL ? strlen(input->given) : input->length;
    return input->given != NULL ? input->given : input->text;
}

void retry_add(struct retry *retry, const struct input *input)
{
    size_t length;
    const char *line = line_of(input, &length);
    if (retry != NULL) {
        fwrite(line, 1, length, retry->output.file);
        putc(retry->end, retry->output.file);
    }
}

bool retry_keep(struct retry *retry, const struct input *input)
{
    size_t length;
    const char *line = line_of(input, &length);
    if (retry == NULL) {
        return false;
    }
    line_add_octets(&retry->unsent, line, length);
    line_add_octets(&retry->unsent, &retry->end, 1);
    return retry->unsent.length >= UNSENT;
}

void retry_flushed(struct retry *retry)
{
    if (retry != NULL && ferror(stdout) != 0) {
        fwrite(retry->unsent.text, 1, retry->unsent.length, retry->output.file);
    }
    if (retry != NULL) {
        retry->unsent.length = 0;
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
    size_t length;
    if (retry == NULL) {
        return EXIT_FOUND;
    }
    free(line_take(&retry->unsent, &length));
    int failure = output_file_commit(&retry->output);
    int status = failure != 0 ? report(retry->name, failure) : EXIT_FOUND;
    free(retry);
    return status;
}
