/* Standard input as one text.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/standard_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#include "text/read_all.h"

char *standard_input_read(size_t *length, struct ddds_error *error)
{
    char *text = read_all(stdin, SIZE_MAX, length);
    if (text == NULL) {
        error->status = DDDS_UNREADABLE;
        error->offset = DDDS_NO_OFFSET;
        snprintf(error->detail, sizeof error->detail, "standard input: %s",
                 strerror(errno));
    }
    return text;
}
