/* Parsing a description of an application: its state, its settings, and their
 * values.
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

/* A position in a description: the octet |at| of the line that starts at
 * |begin|. Lines count from 1; 0 if the description lacks the setting. */
struct description_place {
    size_t line;
    const char *begin;
    const char *at;
};

/* A line with a fallback rule, and its value. */
struct fallback_line {
    struct description_place place;
    const char *value;
};

/* State of parsing a description. */
struct description_reader {
    const struct source *source;
    struct described *described;
    bool (*is_taken)(const char *name); /* reserved names; NULL: none */
    struct description_place place;     /* offset 0 of errors */
    struct description_place
        seen_at[SETTINGS_MAX];            /* last occurrence of each setting */
    struct fallback_line *fallback_lines; /* in order */
    struct ddds_error *error;
};

/* Set the error to FILE:LINE:COLUMN and the message. The column is |offset|
 * octets after |reader->place.at|. Return DDDS_SYNTAX. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_setting_refuse(const struct description_reader *reader, size_t offset,
                    const char *format, ...);

/* Forward the error |why| of a parser of the value, whose offsets are relative
 * to |offset| octets after |reader->place.at|. */
ddds_status ddds_setting_pass_on(const struct description_reader *reader,
                                 size_t offset, const struct ddds_error *why);

/* Store a copy of |text| in |*member|. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_setting_copy(const struct description_reader *reader,
                              const char *text, const char **member);

/* Parse the |length| octets at |text| as a number up to |most|. Return false if
 * they are anything else. */
bool ddds_setting_read_number(const char *text, size_t length, unsigned most,
                              unsigned *number);

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
