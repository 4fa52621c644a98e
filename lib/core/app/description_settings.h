/* The settings that a description of an application can have.
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
    const char *example; /* a whole line */

    /* Read |value| into the application. Fails with DDDS_SYNTAX or
     * DDDS_NO_MEMORY. */
    ddds_status (*read)(const struct description_reader *reader,
                        const struct setting *setting, const char *value);

    size_t offset; /* of the application's member, if |read| sets only that */
    bool repeats;  /* may occur in more than one line */
};

/* Read a fallback rule, as |read| of a setting does (description_rule.c). */
ddds_status ddds_setting_read_fallback(const struct description_reader *reader,
                                       const struct setting *setting,
                                       const char *value);

/* Reject the fallback rules that the application, whose settings are all read,
 * can never use. Fails with DDDS_SYNTAX or DDDS_NO_MEMORY. */
ddds_status ddds_setting_check_fallback(struct description_reader *reader);

/* Return the setting called |word|, which has |length| octets, and note its
 * place. NULL, with the error written, if the setting is unknown or was read
 * before and does not repeat. */
const struct setting *ddds_setting_find(struct description_reader *reader,
                                        const char *word, size_t length);

/* Return where the setting |name| is for the last time, or line 0 if it is
 * nowhere. */
struct description_place
ddds_setting_place(const struct description_reader *reader, const char *name);

#endif
