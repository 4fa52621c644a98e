/* Read inputs one at a time, with bounded memory.
 *
 * Blank lines and lines that begin with "#" are skipped; "#" inside a line is a
 * fragment. Blanks around a line are removed. A line may end with CR LF. A line
 * is used when it is complete, so that a slow writer does not delay other jobs.
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
#include <sys/stat.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "batch/input_object.h"
#include "batch/interrupt.h"
#include "text/line.h"

/* Octets of a read; and limit on reads without waiting. */
enum { BLOCK = 65536, MOST_READS = 8 };

/* Milliseconds to wait for more of the rest, and for all of it: its writer may
 * have been ended too, or never end. */
enum { REST = 500, WHOLE_REST = 3000 };

struct inputs {
    const struct command_words *words;
    struct batch_options batch;
    size_t next;      /* index in the command line */
    size_t next_file; /* index in the files of -f */
    size_t argument;  /* index of the argument of this file */
    int file;         /* descriptor; -1: none */
    const char *name;
    size_t line;
    int status;
    uint64_t last_moment;
    bool is_late;
    bool keeps_all;
    bool is_rest;       /* after inputs_begin_rest() */
    uint64_t rest_end;  /* when the rest is not awaited any longer */
    struct input input; /* returned by inputs_read() */
    uint64_t octets;    /* of all files; 0: unknown */
    uint64_t taken;     /* octets read so far */

    /* Buffer of the present file. */
    bool has_ended;  /* end of file */
    int failure;     /* errno of a failed read, or 0 */
    size_t begin;    /* start of the next line */
    size_t searched; /* octets after |begin| that were searched for its end */
    size_t end;
    size_t longest; /* limit on a line; the rest of it is dropped */
    size_t size;
    char buffer[];
};

/* Use a large buffer, except for a terminal. */
static void widen_output(void)
{
    static char octets[65536];
    if (isatty(STDOUT_FILENO) == 0) {
        setvbuf(stdout, octets, _IOFBF, sizeof octets);
    }
}

static bool is_standard_input(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* Add the size of the file |name| to |*octets|; false if it has none. */
static bool add_size(const char *name, uint64_t *octets)
{
    struct stat about;
    int failure = is_standard_input(name) ? fstat(STDIN_FILENO, &about)
                                          : stat(name, &about);
    if (failure != 0 || !S_ISREG(about.st_mode)) {
        return false;
    }
    *octets += (uint64_t)about.st_size;
    return true;
}

/* Return the total size of all files; 0 if any has no size. */
static uint64_t measure_files(const struct command_words *words,
                              const struct batch_options *batch)
{
    uint64_t octets = 0;
    bool has_size = true;
    for (size_t i = 0; i < words->input_count && has_size; i++) {
        has_size = !is_standard_input(words->inputs[i]) ||
                   add_size(words->inputs[i], &octets);
    }
    for (size_t i = 0; i < batch->input_files.count && has_size; i++) {
        has_size = add_size(batch->input_files.items[i], &octets);
    }
    return has_size ? octets : 0;
}

struct inputs *inputs_new(const struct command_words *words,
                          const struct batch_options *batch,
                          uint64_t last_moment)
{
    size_t longest =
        batch != NULL && batch->is_ndjson ? INPUT_OBJECT_SIZE : INPUT_SIZE - 1;
    struct inputs *inputs = malloc(sizeof *inputs + longest + BLOCK);
    *inputs = (struct inputs){
        .words = words,
        .argument = SIZE_MAX,
        .file = -1,
        .status = EXIT_FOUND,
        .last_moment = last_moment,
        .longest = longest,
        .size = longest + BLOCK,
    };
    if (batch != NULL) {
        inputs->batch = *batch;
    }
    inputs->octets = measure_files(words, &inputs->batch);
    if (inputs_total(words, batch) == 0) {
        widen_output();
    }
    return inputs;
}

int inputs_percent(const struct inputs *inputs)
{
    uint64_t unread = inputs->file >= 0 ? inputs->end - inputs->begin : 0;
    uint64_t used = inputs->taken > unread ? inputs->taken - unread : 0;
    return inputs->octets == 0      ? -1
           : used >= inputs->octets ? 100
                                    : (int)(used * 100 / inputs->octets);
}

void inputs_keep_all(struct inputs *inputs)
{
    inputs->keeps_all = true;
}

void inputs_begin_rest(struct inputs *inputs)
{
    inputs->is_rest = true;
    inputs->is_late = false;
    inputs->rest_end = read_clock() + WHOLE_REST;
}

int inputs_status(const struct inputs *inputs)
{
    return inputs->status;
}

static void refuse_file(struct inputs *inputs, int failure)
{
    complain("%s: cannot be read: %s", inputs->name, strerror(failure));
    inputs->status = worse_exit(inputs->status, EXIT_TEMPORARY);
}

/* Open |name| for reading; -1 with errno on failure. Do not block on a pipe
 * without a writer: await() waits for it, and can be interrupted. */
static int open_name(const char *name)
{
    int file = open(name, O_RDONLY | O_NONBLOCK);
    if (file >= 0) {
        (void)fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    }
    return file;
}

/* Start to read |name|; "-" is standard input. */
static void open_file(struct inputs *inputs, const char *name)
{
    bool is_standard = is_standard_input(name);
    inputs->name = is_standard ? "standard input" : name;
    inputs->line = 0;
    inputs->begin = 0;
    inputs->searched = 0;
    inputs->end = 0;
    inputs->has_ended = false;
    inputs->failure = 0;
    inputs->file = is_standard ? STDIN_FILENO : open_name(name);
    if (inputs->file < 0) {
        refuse_file(inputs, errno);
    }
}

static void close_file(struct inputs *inputs)
{
    if (inputs->failure != 0) {
        refuse_file(inputs, inputs->failure);
    }
    if (inputs->file != STDIN_FILENO) {
        close(inputs->file);
    }
    inputs->file = -1;
}

/* Return the remaining time, as the timeout of poll(2). */
static int time_left(const struct inputs *inputs)
{
    uint64_t now = read_clock();
    if (inputs->last_moment == 0) {
        return -1;
    }
    uint64_t left = inputs->last_moment > now ? inputs->last_moment - now : 0;
    return left < INT_MAX ? (int)left : INT_MAX;
}

/* Wait for more of the rest; false if it is not awaited any longer. */
static bool await_rest(const struct inputs *inputs)
{
    struct stat about;
    struct pollfd polled = {inputs->file, POLLIN, 0};
    uint64_t end = read_clock() + REST;
    end = end < inputs->rest_end ? end : inputs->rest_end;
    if (fstat(inputs->file, &about) == 0 && S_ISREG(about.st_mode)) {
        return true;
    }
    if (isatty(inputs->file) != 0) {
        return false;
    }
    for (uint64_t now; (now = read_clock()) < end;) {
        int ready = poll(&polled, 1, (int)(end - now));
        if (ready > 0 || (ready < 0 && errno != EINTR)) {
            return ready > 0;
        }
    }
    complain("%s: not read to its end; the rest of it is not in the retry file",
             inputs->name);
    return false;
}

/* Wait for input; false after an interrupt or when time is up. */
static bool await(struct inputs *inputs)
{
    struct pollfd polled = {inputs->file, POLLIN, 0};
    int ready;
    if (inputs->is_rest) {
        return await_rest(inputs);
    }
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

/* Read more into the buffer. After a failure the incomplete line is dropped;
 * close_file() reports the error. */
static void read_more(struct inputs *inputs)
{
    size_t unread = inputs->end - inputs->begin;
    unread = unread < inputs->longest ? unread : inputs->longest;
    memmove(inputs->buffer, inputs->buffer + inputs->begin, unread);
    ssize_t count =
        read(inputs->file, inputs->buffer + unread, inputs->size - unread);
    if (count < 0) {
        inputs->failure = errno;
        unread = 0;
    }
    inputs->has_ended = count <= 0;
    inputs->begin = 0;
    inputs->searched = unread;
    inputs->end = unread + (count > 0 ? (size_t)count : 0);
    inputs->taken += count > 0 ? (uint64_t)count : 0;
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

/* |text| need not end with NUL. */
static size_t count_blanks(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && is_blank(text[count])) {
        count++;
    }
    return count;
}

struct line_found {
    const char *text;
    size_t length;
    size_t used; /* octets with the end */
};

/* Remove blanks around |line|, unless it is truncated: that must show. */
static void trim(const struct inputs *inputs, struct line_found *line)
{
    if (inputs->keeps_all || inputs->batch.is_ndjson ||
        inputs->batch.is_nul_separated) {
        return;
    }
    size_t before = count_blanks(line->text, line->length);
    line->text += before;
    line->length -= before;
    while (line->length > 0 && is_blank(line->text[line->length - 1])) {
        line->length--;
    }
}

/* Return a line without line end; NULL if incomplete. The last needs no line
 * end. */
static struct line_found find_line(struct inputs *inputs)
{
    bool is_nul_separated = inputs->batch.is_nul_separated;
    const char *text = inputs->buffer + inputs->begin;
    size_t unread = inputs->end - inputs->begin;
    const char *end =
        memchr(text + inputs->searched, is_nul_separated ? '\0' : '\n',
               unread - inputs->searched);
    if (end == NULL && (!inputs->has_ended || unread == 0)) {
        inputs->searched = unread;
        return (struct line_found){NULL, 0, 0};
    }
    size_t length = end != NULL ? (size_t)(end - text) : unread;
    size_t used = length + (end != NULL ? 1 : 0);
    if (length >= inputs->longest) {
        return (struct line_found){text, inputs->longest, used};
    }
    if (length > 0 && !is_nul_separated && text[length - 1] == '\r') {
        length--;
    }
    struct line_found line = {text, length, used};
    trim(inputs, &line);
    return line;
}

static void leave_line(struct inputs *inputs, const struct line_found *line)
{
    inputs->begin += line->used;
    inputs->searched = 0;
    inputs->line++;
}

/* Skip blank lines and comments; JSON has no comments. */
static bool is_skipped(const struct inputs *inputs,
                       const struct line_found *line)
{
    bool is_comment =
        line->length > 0 && line->text[0] == '#' && !inputs->batch.is_ndjson;
    return !inputs->keeps_all &&
           (is_comment ||
            count_blanks(line->text, line->length) == line->length);
}

/* Return true for a byte order mark, which some editors write. */
static bool has_mark(const struct inputs *inputs, const struct line_found *line)
{
    static const char mark[] = "\xef\xbb\xbf";
    return inputs->line == 0 && line->length >= sizeof mark - 1 &&
           memcmp(line->text, mark, sizeof mark - 1) == 0;
}

static void refuse_mark(struct inputs *inputs)
{
    complain("%s:1:1: the file begins with a byte order mark; remove these "
             "three octets",
             inputs->name);
    inputs->status = worse_exit(inputs->status, EXIT_USAGE);
}

/* Kinds of the next input. NOT_YET: the line is incomplete. STOPPED: an
 * interrupt came while it was awaited, or time is up; the rest can be read. */
enum next { NOTHING, NOT_YET, STOPPED, LINE, ARGUMENT };

/* Read until |line| is found, or to the end. Flush output before waiting, as
 * the writer may wait for a result. */
static enum next look_in_file(struct inputs *inputs, bool may_wait,
                              struct line_found *line)
{
    struct pollfd polled = {inputs->file, POLLIN, 0};
    for (unsigned reads = 0;; reads++) {
        *line = find_line(inputs);
        if (line->text != NULL || inputs->has_ended) {
            return line->text != NULL ? LINE : NOTHING;
        }
        if (may_wait) {
            lines_send();
            fflush(stdout);
            if (!await(inputs)) {
                return inputs->is_rest ? NOTHING : STOPPED;
            }
        } else if (reads == MOST_READS || poll(&polled, 1, 0) <= 0) {
            return NOT_YET;
        }
        read_more(inputs);
    }
}

/* Find an input in the present file. Close it at its end, or if it is
 * unusable. */
static enum next look_for_line(struct inputs *inputs, bool may_wait,
                               struct line_found *line)
{
    enum next next;
    while ((next = look_in_file(inputs, may_wait, line)) == LINE) {
        if (has_mark(inputs, line)) {
            refuse_mark(inputs);
            break;
        }
        if (!is_skipped(inputs, line)) {
            return LINE;
        }
        leave_line(inputs, line);
    }
    if (next == NOT_YET || next == STOPPED) {
        return next;
    }
    close_file(inputs);
    return NOTHING;
}

/* Open the next file; false if none is left. */
static bool open_next(struct inputs *inputs)
{
    if (inputs->next < inputs->words->input_count) {
        inputs->argument = inputs->next;
        open_file(inputs, inputs->words->inputs[inputs->next++]);
        return true;
    }
    inputs->argument = SIZE_MAX;
    if (inputs->next_file == inputs->batch.input_files.count) {
        return false;
    }
    open_file(inputs, inputs->batch.input_files.items[inputs->next_file++]);
    return true;
}

/* Return true if the next input is itself an argument. */
static bool has_argument(const struct inputs *inputs)
{
    return inputs->next < inputs->words->input_count &&
           !is_standard_input(inputs->words->inputs[inputs->next]);
}

/* Find the next input; |*line| is set for LINE. */
static enum next look(struct inputs *inputs, bool may_wait,
                      struct line_found *line)
{
    for (;;) {
        if (inputs->file >= 0) {
            enum next next = look_for_line(inputs, may_wait, line);
            bool is_ended =
                !inputs->is_rest && (inputs->is_late || interrupt_came());
            if (next != NOTHING || is_ended) {
                return next;
            }
        } else if (has_argument(inputs)) {
            return ARGUMENT;
        } else if (!open_next(inputs)) {
            return NOTHING;
        }
    }
}

bool inputs_are_ready(struct inputs *inputs)
{
    struct line_found line;
    return look(inputs, false, &line) != NOT_YET;
}

size_t inputs_total(const struct command_words *words,
                    const struct batch_options *batch)
{
    if (batch != NULL && batch->input_files.count > 0) {
        return 0;
    }
    for (size_t i = 0; i < words->input_count; i++) {
        if (is_standard_input(words->inputs[i])) {
            return 0;
        }
    }
    return words->input_count;
}

/* Set |input| to |length| octets of |text|, or to the JSON object in them. */
static void take_text(const struct inputs *inputs, const char *text,
                      size_t length, struct input *input)
{
    input->given = NULL;
    input->problem = NULL;
    input->problem_offset = DDDS_NO_OFFSET;
    if (inputs->batch.is_ndjson) {
        input_read_object(text, length, input);
        return;
    }
    input_set(input, text, length);
}

static void take_line(struct inputs *inputs, const struct line_found *line,
                      struct input *input)
{
    take_text(inputs, line->text, line->length, input);
    if (line->length == inputs->longest && !inputs->batch.is_ndjson) {
        input->problem = "the line is longer than 8192 octets; at most its "
                         "first 8199 are kept";
    }
    leave_line(inputs, line);
    input->file = inputs->name;
    input->line = inputs->line;
    input->argument = inputs->argument;
}

static void take_argument(struct inputs *inputs, struct input *input)
{
    const char *argument = inputs->words->inputs[inputs->next];
    take_text(inputs, argument, strlen(argument), input);
    input->file = NULL;
    input->line = 0;
    input->argument = inputs->next++;
}

/* Fast path for most lines: not the first of the file, complete, and without
 * blanks, comment or CR. False: use the general path. */
static bool take_usual_line(struct inputs *inputs, struct input *input)
{
    const char *text = inputs->buffer + inputs->begin;
    size_t unread = inputs->end - inputs->begin;
    if (inputs->line == 0 || unread == 0 || text[0] <= '#' ||
        inputs->batch.is_ndjson || inputs->batch.is_nul_separated) {
        return false;
    }
    const char *end = memchr(text, '\n', unread);
    if (end == NULL || (size_t)(end - text) >= inputs->longest ||
        (unsigned char)end[-1] <= ' ') {
        return false;
    }
    input_set(input, text, (size_t)(end - text));
    input->given = NULL;
    input->problem = NULL;
    input->file = inputs->name;
    input->line = ++inputs->line;
    input->argument = inputs->argument;
    inputs->begin += input->length + 1;
    inputs->searched = 0;
    return true;
}

bool inputs_next(struct inputs *inputs, struct input *input)
{
    struct line_found line;
    if (inputs->file >= 0 && take_usual_line(inputs, input)) {
        return true;
    }
    enum next next = look(inputs, true, &line);
    if (next == LINE) {
        take_line(inputs, &line, input);
    } else if (next == ARGUMENT) {
        take_argument(inputs, input);
    }
    return next == LINE || next == ARGUMENT;
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
    }
    free(inputs);
}
