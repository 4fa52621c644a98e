/* A new file in the same folder takes the place of the old one when it is
 * complete. What is not a regular file, such as a pipe, is written directly.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/retry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"

struct retry {
    const char *name;
    char *draft; /* its name until it is complete; NULL: written directly */
    FILE *file;
    int end; /* of each line */
};

static void *refuse(const char *name, int *status)
{
    complain("--retry-file %s: cannot be written: %s", name, strerror(errno));
    *status = EXIT_OWN_FAILURE;
    return NULL;
}

/* The mode that a new file gets. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return (mode_t)(0666 & ~mask);
}

static FILE *open_draft(struct retry *retry)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(retry->name);
    retry->draft = malloc(length + sizeof suffix);
    if (retry->draft == NULL) {
        return NULL;
    }
    memcpy(retry->draft, retry->name, length);
    memcpy(retry->draft + length, suffix, sizeof suffix);
    int descriptor = mkstemp(retry->draft);
    if (descriptor < 0 || fchmod(descriptor, usual_mode()) != 0) {
        return NULL;
    }
    return fdopen(descriptor, "w");
}

struct retry *retry_begin(const struct options *options, int *status)
{
    const char *name = options->retry_file;
    struct stat old;
    if (name == NULL) {
        return NULL;
    }
    struct retry *retry = calloc(1, sizeof *retry);
    if (retry == NULL) {
        return refuse(name, status);
    }
    retry->name = name;
    retry->end = options->is_nul_separated ? '\0' : '\n';
    bool is_special = stat(name, &old) == 0 && !S_ISREG(old.st_mode);
    retry->file = is_special ? fopen(name, "w") : open_draft(retry);
    if (retry->file == NULL) {
        refuse(name, status);
        free(retry->draft);
        free(retry);
        return NULL;
    }
    return retry;
}

void retry_add(struct retry *retry, const struct input *input)
{
    if (retry != NULL) {
        const char *line = input->given != NULL ? input->given : input->text;
        fwrite(line, 1,
               input->given != NULL ? strlen(input->given) : input->length,
               retry->file);
        putc(retry->end, retry->file);
    }
}

void retry_add_rest(struct retry *retry, struct inputs *inputs)
{
    const struct input *input;
    while (retry != NULL && (input = inputs_read(inputs)) != NULL) {
        retry_add(retry, input);
    }
}

int retry_end(struct retry *retry)
{
    int status = EXIT_FOUND;
    if (retry == NULL) {
        return status;
    }
    bool is_written = ferror(retry->file) == 0;
    is_written &= fclose(retry->file) == 0;
    if (is_written && retry->draft != NULL) {
        is_written = rename(retry->draft, retry->name) == 0;
    }
    if (!is_written) {
        refuse(retry->name, &status);
    }
    if (!is_written && retry->draft != NULL) {
        unlink(retry->draft);
    }
    free(retry->draft);
    free(retry);
    return status;
}
