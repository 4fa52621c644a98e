/* The state of reading a description of an application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIPTION_READER_H
#define APP_DESCRIPTION_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "app/described_application.h"
#include "base/source.h"

enum { SETTINGS_MAX = 41 };

/* A place in a description: the octet |at| of the line that begins at |begin|.
 * Lines count from 1; 0 if the description lacks the setting. */
struct description_place {
    size_t line;
    const char *begin;
    const char *at;
};

/* A line with a fallback rule, and what it has after the name. */
struct fallback_line {
    struct description_place place;
    const char *value;
};

/* The state of reading one description. */
struct description_reader {
    const struct source *source;
    struct described *described;
    bool (*is_taken)(const char *name); /* by another application, or NULL */
    struct description_place place;     /* that offset 0 of an error means */
    struct description_place
        seen_at[SETTINGS_MAX];            /* the last of each setting */
    struct fallback_line *fallback_lines; /* of each fallback rule */
    struct ddds_error *error;
};

/* Write FILE:LINE:COLUMN and the message into the error. The column is that of
 * the octet |offset| octets after |reader->place.at|. Return DDDS_SYNTAX. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_setting_refuse(const struct description_reader *reader, size_t offset,
                    const char *format, ...);

/* Pass on the error |why| of another parser of the value, whose offsets count
 * from |offset| octets after |reader->place.at|. */
ddds_status ddds_setting_pass_on(const struct description_reader *reader,
                                 size_t offset, const struct ddds_error *why);

/* Keep a copy of |text| in |*member|. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_setting_copy(const struct description_reader *reader,
                              const char *text, const char **member);

/* Read the |length| octets at |text| as a number of at most |most|. False if
 * they are anything else. */
bool ddds_setting_read_number(const char *text, size_t length, unsigned most,
                              unsigned *number);

#endif
