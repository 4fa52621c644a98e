/* Public parser of keys.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/question.h>

#include "name/idna.h"

_Static_assert((int)DDDS_KEY_SIZE == (int)LIMIT_KEY_SIZE,
               "a key has one size, inside the library and out");

ddds_status ddds_key_parse(const char *text, char key[DDDS_KEY_SIZE],
                           struct ddds_error *error)
{
    char own[LIMIT_KEY_SIZE];
    ddds_status status = ddds_idna_parse_output(text, strlen(text), own, error);
    if (status == DDDS_OK) {
        memcpy(key, own, strlen(own) + 1);
    }
    return status;
}
