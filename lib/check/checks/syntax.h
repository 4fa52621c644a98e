/* Names of fields and corrections for the checks of the text (1xx).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_SYNTAX_H
#define CHECK_CHECKS_SYNTAX_H

#include "check/report/check_group.h"

static const char *const field_names[NAPTR_FIELDS] = {
    "order", "preference", "flags", "services", "regexp", "replacement"};

/* Arguments for "%.*s" that show at most 60 octets of a word. */
#define WORD_SHOWN(word)                                                       \
    (int)((word).length < 60 ? (word).length : 60), (word).text

/* Make the unchanged draft the correction. */
static inline void syntax_correct(struct subject *subject)
{
    subject->draft.is_touched = true;
    subject->is_explained = true;
}

#endif
