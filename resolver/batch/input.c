/* SPDX-License-Identifier: MIT */
#include "batch/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/complain.h"
#include "text/printable.h"

/* Allocate |length| octets of text and NUL. */
static void make_room(struct input *input, size_t length)
{
    input->text = length < INPUT_BRIEF ? input->brief : malloc(length + 1);
    input->length = length;
}

void input_set(struct input *input, const char *text, size_t length)
{
    make_room(input, length);
    memcpy(input->text, text, input->length);
    input->text[input->length] = '\0';
}

void input_clear(struct input *input)
{
    if (input->text != input->brief) {
        free(input->text);
    }
    free(input->given);
    input->text = NULL;
    input->given = NULL;
}

bool input_save(const struct input *input, FILE *file)
{
    return fwrite(input, sizeof *input, 1, file) == 1 &&
           fwrite(input->text, input->length + 1, 1, file) == 1;
}

bool input_load(struct input *input, FILE *file)
{
    if (fread(input, sizeof *input, 1, file) != 1) {
        return false;
    }
    input->given = NULL;
    make_room(input, input->length);
    return fread(input->text, input->length + 1, 1, file) == 1;
}

bool input_is_whole(const struct input *input, struct ddds_error *error)
{
    bool has_nul = strlen(input->text) != input->length;
    if (input->problem == NULL && !has_nul && input->length <= INPUT_LONGEST) {
        return true;
    }
    if (input->problem != NULL) {
        ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET, "%s",
                       input->problem);
    } else if (has_nul) {
        ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                       "the input contains a NUL octet");
    } else {
        ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                       "the input is longer than %d octets", INPUT_LONGEST);
    }
    return false;
}

void inputs_refuse(const struct input *input, const struct ddds_error *error)
{
    enum { SHOWN = 48 };
    char text[4 * SHOWN + 1];
    char name[sizeof text + 16];
    const char *advice = advice_on(error->setting);
    bool is_whole = input->length <= SHOWN;
    text[printable_copy(text, input->text,
                        is_whole ? input->length : (size_t)SHOWN)] = '\0';
    snprintf(name, sizeof name, "\"%s%s\": ", text, is_whole ? "" : "...");
    if (input->file != NULL) {
        complain("%s:%zu: %s%s%s", input->file, input->line, name,
                 error->detail, advice);
    } else {
        complain("%s%s%s", name, error->detail, advice);
    }
    if (error->status == DDDS_BAD_INPUT) {
        point_at(input->text, error->offset);
    }
}
