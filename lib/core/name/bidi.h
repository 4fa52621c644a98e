/* Names with labels that are written from right to left: RFC 5893 section 2.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_BIDI_H
#define NAME_BIDI_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if a label of UTF-8 has a letter that is written from right to
 * left, or an Arabic digit. */
bool ddds_bidi_is_rtl(const char *label, size_t length);

/* Return true if such a label has digits of one kind at most (rule 4), which
 * libidn2 does not test. */
bool ddds_bidi_has_one_kind(const char *label, size_t length);

#endif
