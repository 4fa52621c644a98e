/* What the checks of the text (1xx) share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_SYNTAX_H
#define CHECK_LOOKS_SYNTAX_H

#include "check/report/check_group.h"

static const char *const field_names[NAPTR_FIELDS] = {
    "order", "preference", "flags", "services", "regexp", "replacement"};

/* Arguments for "%.*s" that show a word, though not all of a long one. */
#define WORD_SHOWN(word)                                                       \
    (int)((word)->length < 60 ? (word)->length : 60), (word)->text

/* What the draft began with is the correction. */
static inline void syntax_correct(struct subject *subject)
{
    subject->draft.is_touched = true;
    subject->is_explained = true;
}

#endif
