/* Reading inputs one at a time, so that a batch of any length takes no memory
 * to speak of.
 *
 * In files, lines that begin with `#' and blank lines are skipped; a `#' inside
 * a line is a fragment. A line may end in CR LF.
 *
 * SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <errno.h>
#include <string.h>

#include "complain.h"
#include "exits.h"

void inputs_begin(struct inputs *inputs, const struct options *options)
{
    *inputs = (struct inputs){.options = options};
}

/* Begin with |name|; "-" is standard input. */
static bool open_file(struct inputs *inputs, const char *name)
{
    bool is_standard = strcmp(name, "-") == 0;
    inputs->name = is_standard ? "standard input" : name;
    inputs->line = 0;
    inputs->file = is_standard ? stdin : fopen(name, "rb");
    if (inputs->file == NULL) {
        complain("%s: %s", name, strerror(errno));
        inputs->status = EXIT_TEMPORARY;
        return false;
    }
    return true;
}

static void close_file(struct inputs *inputs)
{
    if (ferror(inputs->file) != 0) {
        complain("%s: %s", inputs->name, strerror(errno));
        inputs->status = EXIT_TEMPORARY;
    }
    if (inputs->file != stdin) {
        fclose(inputs->file);
    }
    inputs->file = NULL;
}

/* Read up to the separator; false at the end of the file. What is too long is
 * cut, but read to its end. */
static bool read_line(struct inputs *inputs, struct input *input)
{
    int separator = inputs->options->is_nul_separated ? '\0' : '\n';
    int octet = getc_unlocked(inputs->file);
    size_t length = 0;
    if (octet == EOF) {
        return false;
    }
    while (octet != separator && octet != EOF) {
        if (length < INPUT_SIZE - 1) {
            input->text[length++] = (char)octet;
        }
        octet = getc_unlocked(inputs->file);
    }
    if (length > 0 && separator == '\n' && input->text[length - 1] == '\r') {
        length--;
    }
    input->text[length] = '\0';
    input->length = length;
    input->file = inputs->name;
    input->line = ++inputs->line;
    return true;
}

static bool is_skipped(const struct input *input)
{
    return input->text[0] == '#' || strspn(input->text, " \t") == input->length;
}

static void take_argument(const char *argument, struct input *input)
{
    size_t length = strlen(argument);
    if (length > INPUT_SIZE - 1) {
        length = INPUT_SIZE - 1;
    }
    memcpy(input->text, argument, length);
    input->text[length] = '\0';
    input->length = length;
    input->file = NULL;
    input->line = 0;
}

bool inputs_next(struct inputs *inputs, struct input *input)
{
    const struct options *options = inputs->options;
    for (;;) {
        while (inputs->file != NULL) {
            if (!read_line(inputs, input)) {
                close_file(inputs);
            } else if (!is_skipped(input)) {
                return true;
            }
        }
        if (inputs->next < options->input_count) {
            const char *argument = options->inputs[inputs->next++];
            if (strcmp(argument, "-") != 0) {
                take_argument(argument, input);
                return true;
            }
            if (!open_file(inputs, "-")) {
                return false;
            }
        } else if (options->input_file == NULL || inputs->has_read_file ||
                   !open_file(inputs, options->input_file)) {
            return false;
        } else {
            inputs->has_read_file = true;
        }
    }
}
