/* The inputs of a batch on standard input. The first octet selects the
 * separator, JSON objects or lines, comments, and whether the caller first asks
 * if an input is ready.
 *
 * Each line is an input, as a simpler reader finds them; none is longer than it
 * may be; what is rejected has a reason; a file ends once.
 *
 * SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <unistd.h>

#include <jansson.h>

#include "batch/inputs.h"
#include "batch/interrupt.h"
#include "complaints.h"

/* No signal comes. */
bool interrupt_came(void)
{
    return false;
}

struct source {
    const uint8_t *next;
    const uint8_t *end;
    size_t lines;
    bool is_nul_separated;
    bool is_ndjson;
    bool keeps_all;
};

/* A file that is standard input, written anew for each run. */
static void put(const uint8_t *data, size_t size)
{
    static int file = -1;
    if (file < 0) {
        char name[] = "/tmp/fuzz_batch.XXXXXX";
        file = mkstemp(name);
        require(file >= 0 && unlink(name) == 0);
        require(dup2(file, STDIN_FILENO) == STDIN_FILENO);
    }
    require(ftruncate(file, 0) == 0);
    require(pwrite(file, data, size, 0) == (ssize_t)size);
    require(lseek(file, 0, SEEK_SET) == 0);
}

static bool is_blank(uint8_t octet)
{
    return octet == ' ' || octet == '\t';
}

static bool is_empty(const uint8_t *text, size_t length)
{
    while (length > 0 && is_blank(text[length - 1])) {
        length--;
    }
    return length == 0;
}

/* Blanks around a line do not count, unless it is cut off. */
static void trim(const struct source *source, const uint8_t **line,
                 size_t *length)
{
    if (source->keeps_all || source->is_ndjson || source->is_nul_separated ||
        *length >= INPUT_SIZE - 1) {
        return;
    }
    for (; *length > 0 && is_blank(**line); --*length) {
        ++*line;
    }
    while (*length > 0 && is_blank((*line)[*length - 1])) {
        --*length;
    }
}

/* The next line that is an input; false at the end. */
static bool next_line(struct source *source, const uint8_t **line,
                      size_t *length)
{
    while (source->next < source->end) {
        size_t left = (size_t)(source->end - source->next);
        const uint8_t *end =
            memchr(source->next, source->is_nul_separated ? '\0' : '\n', left);
        *line = source->next;
        *length = end != NULL ? (size_t)(end - source->next) : left;
        source->next += *length + (end != NULL);
        source->lines++;
        if (!source->is_nul_separated && *length > 0 &&
            (*line)[*length - 1] == '\r' && *length < INPUT_SIZE - 1) {
            --*length;
        }
        trim(source, line, length);
        bool is_skipped = is_empty(*line, *length) ||
                          (!source->is_ndjson && (*line)[0] == '#');
        if (source->keeps_all || !is_skipped) {
            return true;
        }
    }
    return false;
}

static void check_object(const struct input *input)
{
    if (input->problem != NULL) {
        require(input->problem[0] != '\0');
        return;
    }
    json_t *object = json_loads(input->given, JSON_ALLOW_NUL, NULL);
    const json_t *member = json_object_get(object, "input");
    require(json_is_string(member));
    require(strncmp(json_string_value(member), input->text,
                    strlen(input->text)) == 0);
    json_decref(object);
}

static void check_input(struct source *source, const struct input *input)
{
    const uint8_t *line;
    size_t length;
    struct ddds_error error;
    require(next_line(source, &line, &length));
    require(input->line == source->lines);
    require(input->length < INPUT_SIZE && input->text[input->length] == '\0');
    bool is_whole = input_is_whole(input, &error);
    require(is_whole || error.detail[0] != '\0');
    if (!is_whole) {
        inputs_refuse(input, &error);
    }
    if (source->is_ndjson && !is_empty(line, length)) {
        check_object(input);
    } else {
        size_t most = INPUT_SIZE - 1;
        require(input->length == (length < most ? length : most));
        require(memcmp(input->text, line, input->length) == 0);
    }
}

/* A regular file never has to be waited for, but only a few blocks are read at
 * a time. */
static void check_all(struct source *source, struct inputs *inputs,
                      bool asks_first)
{
    const struct input *input;
    do {
        while (asks_first && !inputs_are_ready(inputs)) {
        }
        input = inputs_read(inputs);
        if (input != NULL) {
            check_input(source, input);
        }
    } while (input != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"-"};
    if (size == 0) {
        return 0;
    }
    struct source source = {.next = data + 1,
                            .end = data + size,
                            .is_nul_separated = (data[0] & 1) != 0,
                            .is_ndjson = (data[0] & 2) != 0,
                            .keeps_all = (data[0] & 4) != 0};
    const struct command_words words = {
        .inputs = (const char **)(uintptr_t)names, .input_count = 1};
    const struct batch_options batch = {.is_nul_separated =
                                            source.is_nul_separated,
                                        .is_ndjson = source.is_ndjson};
    put(data + 1, size - 1);
    struct inputs *inputs = inputs_new(&words, &batch, 0);
    if (source.keeps_all) {
        inputs_keep_all(inputs);
    }
    complaints = 0;
    struct source first = source;
    const uint8_t *line;
    size_t length;
    bool has_mark = next_line(&first, &line, &length) && first.lines == 1 &&
                    length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0;
    check_all(&source, inputs, (data[0] & 8) != 0);
    require(has_mark || !next_line(&source, &line, &length));
    require(inputs_read(inputs) == NULL);
    require(inputs_status(inputs) == (has_mark ? EXIT_USAGE : EXIT_FOUND));
    inputs_free(inputs);
    return 0;
}
