/* One input by itself.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"

void input_clear(struct input *input)
{
    free(input->given);
    input->given = NULL;
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
