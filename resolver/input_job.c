/* Taking inputs, and refusing them.
 *
 * SPDX-License-Identifier: MIT */
#include "input_job.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"

/* Is it neither URN nor URI, because it has no scheme, although no application
 * was named that would take it? */
static bool has_no_scheme(const struct options *options, const char *input)
{
    return options->application == NULL && strchr(input, ':') == NULL;
}

static const char no_scheme[] =
    "neither a command of this version (ddds help lists them) nor a URN or "
    "URI; a bare number or domain needs its application (--app)";

/* What can be said of an input without resolving it, or NULL. */
static const char *find_fault(const struct options *options,
                              const struct input *input)
{
    if (strlen(input->text) != input->length) {
        return "the input holds a NUL octet";
    }
    return has_no_scheme(options, input->text) ? no_scheme : NULL;
}

bool input_job_take(struct inputs *inputs, struct job *job)
{
    const struct options *options = inputs->options;
    struct input *input = &((struct input_job *)job)->input;
    if (!inputs_next(inputs, input)) {
        return false;
    }
    job->input = input->text;
    job->application = options->application;
    job->options = options->resolving;
    job->fault = find_fault(options, input);
    return true;
}

void input_job_complain(const struct job *job)
{
    const struct input *input = &((const struct input_job *)job)->input;
    char name[64] = "";
    if (job->error.status != DDDS_NO_MEMORY) {
        snprintf(name, sizeof name, "\"%.48s%s\": ", input->text,
                 strlen(input->text) > 48 ? "..." : "");
    }
    if (input->file != NULL) {
        complain("%s:%zu: %s%s", input->file, input->line, name,
                 job->error.detail);
    } else {
        complain("%s%s", name, job->error.detail);
    }
    if (job->error.status == DDDS_BAD_INPUT) {
        point_at(input->text, job->error.offset);
    }
}

bool input_job_is_mistyped(const struct options *options)
{
    if (options->zone_count > 0 || options->input_count == 0 ||
        strcmp(options->inputs[0], "-") == 0 ||
        !has_no_scheme(options, options->inputs[0])) {
        return false;
    }
    complain("\"%.48s\": %s", options->inputs[0], no_scheme);
    return true;
}
