/* Reading inputs one at a time, so that a batch of any length takes no memory
 * to speak of.
 *
 * In files, lines that begin with `#' and blank lines are skipped; a `#' inside
 * a line is a fragment. A line may end in CR LF.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch/clock.h"
#include "batch/objects.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "batch/interrupt.h"

struct inputs {
    const struct options *options;
    size_t next;      /* of the command line's inputs */
    size_t next_file; /* of the files of -f */
    size_t argument;  /* that named the file that is being read */
    int file;         /* being read; -1: none */
    const char *name;
    size_t line;
    int status;
    uint64_t last_moment;
    bool is_late;
    bool keeps_all;
    struct input input; /* of inputs_read */
    char *object;       /* a line of --ndjson; NULL: lines are inputs */
    char buffer[65536];
    size_t begin; /* of what is not yet used in it */
    size_t end;
};

/* Many results are written at a time; a terminal shows them line by line. */
static void widen_output(void)
{
    static char octets[65536];
    if (isatty(STDOUT_FILENO) == 0) {
        setvbuf(stdout, octets, _IOFBF, sizeof octets);
    }
}

struct inputs *inputs_new(const struct options *options, uint64_t last_moment)
{
    struct inputs *inputs = malloc(sizeof *inputs);
    if (inputs == NULL) {
        complain("out of memory");
        return NULL;
    }
    inputs->object = options->is_ndjson ? malloc(OBJECT_SIZE) : NULL;
    if (options->is_ndjson && inputs->object == NULL) {
        complain("out of memory");
        free(inputs);
        return NULL;
    }
    if (inputs_total(options) == 0) {
        widen_output();
    }
    inputs->input = (struct input){.given = NULL};
    inputs->last_moment = last_moment;
    inputs->is_late = false;
    inputs->keeps_all = false;
    inputs->begin = 0;
    inputs->end = 0;
    inputs->options = options;
    inputs->next = 0;
    inputs->next_file = 0;
    inputs->argument = SIZE_MAX;
    inputs->file = -1;
    inputs->status = EXIT_FOUND;
    return inputs;
}

void inputs_keep_all(struct inputs *inputs)
{
    inputs->keeps_all = true;
}

int inputs_status(const struct inputs *inputs)
{
    return inputs->status;
}

static bool refuse_file(struct inputs *inputs)
{
    complain("%s: cannot be read: %s", inputs->name, strerror(errno));
    inputs->status = worse_exit(inputs->status, EXIT_TEMPORARY);
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

/* How long to wait for more, as poll(2) takes it. */
static int time_left(const struct inputs *inputs)
{
    uint64_t now = read_clock();
    if (inputs->last_moment == 0) {
        return -1;
    }
    uint64_t left = inputs->last_moment > now ? inputs->last_moment - now : 0;
    return left < INT_MAX ? (int)left : INT_MAX;
}

/* Wait for input; false after an interrupt or the last moment. */
static bool await(struct inputs *inputs)
{
    struct pollfd polled = {inputs->file, POLLIN, 0};
    int ready;
    do {
        if (interrupt_came()) {
            return false;
        }
        ready = poll(&polled, 1, time_left(inputs));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        complain("--max-time: time is up; %s has not ended", inputs->name);
        inputs->is_late = true;
        inputs->status = worse_exit(inputs->status, EXIT_TEMPORARY);
    }
    return ready != 0;
}

/* Are there octets in the buffer? If not, more are read; false at the end.
 * Output is flushed before waiting: the program at the other end may wait for
 * it. */
static bool has_octets(struct inputs *inputs)
{
    if (inputs->begin < inputs->end) {
        return true;
    }
    ssize_t count = 0;
    fflush(stdout);
    if (await(inputs)) {
        count = read(inputs->file, inputs->buffer, sizeof inputs->buffer);
    }
    if (count < 0) {
        refuse_file(inputs);
    }
    inputs->begin = 0;
    inputs->end = count > 0 ? (size_t)count : 0;
    return count > 0;
}

/* Some editors write one, and it is invisible. */
static bool has_mark(const struct input *input)
{
    static const char mark[] = "\xef\xbb\xbf";
    return input->line == 1 && strncmp(input->text, mark, sizeof mark - 1) == 0;
}

static bool refuse_mark(struct inputs *inputs)
{
    complain("%s:1:1: the file begins with a byte order mark; remove these "
             "three octets",
             inputs->name);
    inputs->status = worse_exit(inputs->status, EXIT_USAGE);
    return false;
}

/* The text need not end in NUL. */
static bool has_only_blanks(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && (text[i] == ' ' || text[i] == '\t')) {
        i++;
    }
    return i == length;
}

/* The line of |length| octets at |text|, as it is or as a JSON object. */
static void take_line(const struct inputs *inputs, const char *text,
                      size_t length, struct input *input)
{
    bool is_blank = has_only_blanks(text, length);
    input->given = NULL;
    input->problem = NULL;
    if (inputs->object != NULL && !is_blank) {
        object_read(text, length, input);
        return;
    }
    input->length = is_blank ? 0 : length;
    input->text[input->length] = '\0';
}

/* Append what the buffer has of a line to |text|, as far as it fits; true if the
 * line ends there. */
static bool take_piece(struct inputs *inputs, char *text, size_t size,
                       size_t *length)
{
    int separator = inputs->options->is_nul_separated ? '\0' : '\n';
    const char *piece = inputs->buffer + inputs->begin;
    size_t left = inputs->end - inputs->begin;
    const char *end = memchr(piece, separator, left);
    size_t taken = end != NULL ? (size_t)(end - piece) : left;
    size_t kept = taken < size - *length ? taken : size - *length;
    memcpy(text + *length, piece, kept);
    *length += kept;
    inputs->begin += taken + (end != NULL ? 1 : 0);
    return end != NULL;
}

/* Read up to the separator; false at the end of the file, or if the file is
 * unusable. Longer lines are cut. */
static bool read_line(struct inputs *inputs, struct input *input)
{
    char *text = inputs->object != NULL ? inputs->object : input->text;
    size_t size = inputs->object != NULL ? OBJECT_SIZE : INPUT_SIZE - 1;
    size_t length = 0;
    bool has_ended = false;
    if (!has_octets(inputs)) {
        return false;
    }
    do {
        has_ended = take_piece(inputs, text, size, &length);
    } while (!has_ended && has_octets(inputs));
    if (!has_ended && (inputs->is_late || interrupt_came())) {
        return false; /* Half a line is not an input. */
    }
    if (length > 0 && !inputs->options->is_nul_separated &&
        text[length - 1] == '\r') {
        length--;
    }
    take_line(inputs, text, length, input);
    input->file = inputs->name;
    input->line = ++inputs->line;
    input->argument = inputs->argument;
    return !has_mark(input) || refuse_mark(inputs);
}

bool inputs_are_ready(const struct inputs *inputs)
{
    struct pollfd polled = {inputs->file, POLLIN, 0};
    return inputs->file < 0 || inputs->begin < inputs->end ||
           poll(&polled, 1, 0) != 0;
}

size_t inputs_total(const struct options *options)
{
    if (options->input_file_count > 0) {
        return 0;
    }
    for (size_t i = 0; i < options->input_count; i++) {
        if (strcmp(options->inputs[i], "-") == 0) {
            return 0;
        }
    }
    return options->input_count;
}

bool input_is_whole(const struct input *input, struct ddds_error *error)
{
    bool has_nul = strlen(input->text) != input->length;
    if (input->problem == NULL && !has_nul && input->length <= INPUT_LONGEST) {
        return true;
    }
    error->status = DDDS_BAD_INPUT;
    error->offset = DDDS_NO_OFFSET;
    if (input->problem != NULL) {
        snprintf(error->detail, sizeof error->detail, "%s", input->problem);
        return false;
    }
    snprintf(error->detail, sizeof error->detail,
             has_nul ? "the input contains a NUL octet"
                     : "the input is longer than %d octets",
             INPUT_LONGEST);
    return false;
}

void inputs_refuse(const struct input *input, const struct ddds_error *error)
{
    char name[64] = "";
    if (error->status != DDDS_NO_MEMORY) {
        snprintf(name, sizeof name, "\"%.48s%s\": ", input->text,
                 strlen(input->text) > 48 ? "..." : "");
    }
    if (input->file != NULL) {
        complain("%s:%zu: %s%s", input->file, input->line, name, error->detail);
    } else {
        complain("%s%s", name, error->detail);
    }
    if (error->status == DDDS_BAD_INPUT) {
        point_at(input->text, error->offset);
    }
}

/* JSON has no comments. */
static bool is_skipped(const struct inputs *inputs, const struct input *input)
{
    return (input->text[0] == '#' && inputs->object == NULL) ||
           has_only_blanks(input->text, input->length);
}

static void take_argument(const struct inputs *inputs, const char *argument,
                          struct input *input)
{
    size_t length = strlen(argument);
    input->given = NULL;
    input->problem = NULL;
    if (inputs->object != NULL) {
        object_read(argument, length, input);
    } else {
        input->length = length < INPUT_SIZE - 1 ? length : INPUT_SIZE - 1;
        memcpy(input->text, argument, input->length);
        input->text[input->length] = '\0';
    }
    input->file = NULL;
    input->line = 0;
}

/* Open what the command line names next; false at its end. */
static bool open_next(struct inputs *inputs)
{
    const struct options *options = inputs->options;
    inputs->argument = SIZE_MAX;
    if (inputs->next_file == options->input_file_count) {
        return false;
    }
    return open_file(inputs, options->input_files[inputs->next_file++]);
}

bool inputs_next(struct inputs *inputs, struct input *input)
{
    const struct options *options = inputs->options;
    for (;;) {
        while (inputs->file >= 0) {
            if (!read_line(inputs, input)) {
                close_file(inputs);
                if (inputs->is_late || interrupt_came()) {
                    return false;
                }
            } else if (inputs->keeps_all || !is_skipped(inputs, input)) {
                return true;
            }
        }
        if (inputs->next < options->input_count) {
            const char *argument = options->inputs[inputs->next++];
            inputs->argument = inputs->next - 1;
            if (strcmp(argument, "-") != 0) {
                take_argument(inputs, argument, input);
                input->argument = inputs->argument;
                return true;
            }
            open_file(inputs, argument);
        } else if (!open_next(inputs)) {
            return false;
        }
    }
}

void input_clear(struct input *input)
{
    free(input->given);
    input->given = NULL;
}

const struct input *inputs_read(struct inputs *inputs)
{
    input_clear(&inputs->input);
    return inputs_next(inputs, &inputs->input) ? &inputs->input : NULL;
}

void inputs_free(struct inputs *inputs)
{
    if (inputs != NULL && inputs->file > STDIN_FILENO) {
        close(inputs->file);
    }
    if (inputs != NULL) {
        input_clear(&inputs->input);
        free(inputs->object);
    }
    free(inputs);
}
