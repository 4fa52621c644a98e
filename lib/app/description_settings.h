/* The settings that a description of an application can have.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIPTION_SETTINGS_H
#define APP_DESCRIPTION_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "app/described_application.h"
#include "base/source.h"

enum { SETTINGS_MAX = 32 };

/* The state of reading one description. */
struct description_reader {
    const struct source *source;
    struct described *described;
    bool (*is_taken)(const char *name); /* by another application, or NULL */
    size_t line;                        /* 1, 2, ... */
    const char *begin;                  /* of the line */
    const char *at; /* the octet that offset 0 of an error means */
    size_t seen_in[SETTINGS_MAX]; /* the line of each setting, or 0 */
    struct ddds_error *error;
};

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

/* Write FILE:LINE:COLUMN and the message into the error. The column is that of
 * the octet |offset| octets after |reader->at|. Return DDDS_SYNTAX. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_setting_refuse(const struct description_reader *reader, size_t offset,
                    const char *format, ...);

/* Return the setting called |word|, which has |length| octets, and note its
 * line. NULL, with the error written, if the setting is unknown or was read
 * before and does not repeat. */
const struct setting *ddds_setting_find(struct description_reader *reader,
                                        const char *word, size_t length);

#endif
