/* Settings of a description of an application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIPTION_SETTINGS_H
#define APP_DESCRIPTION_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "app/description_reader.h"

struct setting {
    const char *name;
    const char *example; /* a complete line */

    /* Parse |value| and store it. Fails with DDDS_SYNTAX or DDDS_NO_MEMORY. */
    ddds_status (*read)(const struct description_reader *reader,
                        const struct setting *setting, const char *value);

    size_t offset; /* of the only member that |read| sets */
    bool repeats;  /* may occur several times */
};

/* Parse a fallback rule, like |read| of a setting (description_rule.c). */
ddds_status ddds_setting_read_fallback(const struct description_reader *reader,
                                       const struct setting *setting,
                                       const char *value);

/* Refuse fallback rules that the application, whose settings are complete, can
 * never use. Fails with DDDS_SYNTAX or DDDS_NO_MEMORY. */
ddds_status ddds_setting_check_fallback(struct description_reader *reader);

/* Return the setting named |word|, of |length| octets, and record its position.
 * Return NULL, after setting the error, if it is unknown, or repeated without
 * permission. */
const struct setting *ddds_setting_find(struct description_reader *reader,
                                        const char *word, size_t length);

/* Return the last position of the setting |name|; line 0 if it is missing. */
struct description_place
ddds_setting_place(const struct description_reader *reader, const char *name);

#endif
