/* Reading inputs one at a time, so that a batch of any length takes no memory
 * to speak of.
 *
 * In files, lines that begin with `#' and blank lines are skipped; a `#' inside
 * a line is a fragment. A line may end in CR LF.
 *
 * SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "exits.h"

void inputs_begin(struct inputs *inputs, const struct options *options)
{
    inputs->options = options;
    inputs->next = 0;
    inputs->next_file = 0;
    inputs->file = -1;
    inputs->status = EXIT_FOUND;
}

static bool refuse_file(struct inputs *inputs)
{
    complain("%s: cannot be read: %s", inputs->name, strerror(errno));
    inputs->status = EXIT_TEMPORARY;
    return false;
}

/* Begin with |name|; "-" is standard input. */
static bool open_file(struct inputs *inputs, const char *name)
{
    bool is_standard = strcmp(name, "-") == 0;
    inputs->name = is_standard ? "standard input" : name;
    inputs->line = 0;
    inputs->begin = 0;
    inputs->end = 0;
    inputs->file = is_standard ? STDIN_FILENO : open(name, O_RDONLY);
    return inputs->file >= 0 || refuse_file(inputs);
}

static void close_file(struct inputs *inputs)
{
    if (inputs->file != STDIN_FILENO) {
        close(inputs->file);
    }
    inputs->file = -1;
}

/* The next octet, or EOF. What has been printed goes out before we wait for
 * more: somebody may be waiting for it, to go on. */
static int read_octet(struct inputs *inputs)
{
    if (inputs->begin == inputs->end) {
        fflush(stdout);
        ssize_t count;
        do {
            count = read(inputs->file, inputs->buffer, sizeof inputs->buffer);
        } while (count < 0 && errno == EINTR);
        if (count < 0) {
            refuse_file(inputs);
        }
        if (count <= 0) {
            return EOF;
        }
        inputs->begin = 0;
        inputs->end = (size_t)count;
    }
    return (unsigned char)inputs->buffer[inputs->begin++];
}

/* Read up to the separator; false at the end of the file. What is too long is
 * cut, but read to its end. */
static bool read_line(struct inputs *inputs, struct input *input)
{
    int separator = inputs->options->is_nul_separated ? '\0' : '\n';
    int octet = read_octet(inputs);
    size_t length = 0;
    if (octet == EOF) {
        return false;
    }
    while (octet != separator && octet != EOF) {
        if (length < INPUT_SIZE - 1) {
            input->text[length++] = (char)octet;
        }
        octet = read_octet(inputs);
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

/* Open what the command line names next; false at its end. */
static bool open_next(struct inputs *inputs)
{
    const struct options *options = inputs->options;
    return inputs->next_file < options->input_file_count &&
           open_file(inputs, options->input_files[inputs->next_file++]);
}

bool inputs_next(struct inputs *inputs, struct input *input)
{
    const struct options *options = inputs->options;
    for (;;) {
        while (inputs->file >= 0) {
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
            open_file(inputs, argument);
        } else if (!open_next(inputs)) {
            return false;
        }
    }
}
