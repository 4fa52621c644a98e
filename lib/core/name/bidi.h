/* Right-to-left labels: RFC 5893 section 2.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_BIDI_H
#define NAME_BIDI_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if a label has right-to-left letters or Arabic digits. */
bool ddds_bidi_is_rtl(const char *label, size_t length);

/* Return true unless the label mixes European and Arabic digits (rule 4), which
 * libidn2 does not check. */
bool ddds_bidi_has_one_kind(const char *label, size_t length);

#endif
