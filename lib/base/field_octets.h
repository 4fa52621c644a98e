/* The fields of a rule whose record has a NUL octet.
 *
 * Fields of rules are C strings. If one has a NUL octet, all are in the form of
 * a zone file, and the defect of the rule says so.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_FIELD_OCTETS_H
#define BASE_FIELD_OCTETS_H

#include <stdbool.h>
#include <string.h>

#include <ddds/span.h>

#include "base/escape.h"

/* The end of such a defect, and the size of a field. */
#define FIELD_NUL_DEFECT " a NUL octet"
enum { FIELD_OCTETS = 255 };

/* Return true if |defect|, which may be NULL, says that a field has a NUL
 * octet. */
static inline bool field_has_nul(const char *defect)
{
    size_t length = defect != NULL ? strlen(defect) : 0;
    size_t size = sizeof FIELD_NUL_DEFECT - 1;
    return length >= size &&
           strcmp(defect + length - size, FIELD_NUL_DEFECT) == 0;
}

/* Return the octets of the field |text| of a rule with |defect|, in |octets| if
 * they differ from |text|. */
static inline struct ddds_span
field_octets(const char *defect, const char *text, char octets[FIELD_OCTETS])
{
    const char *at = text;
    const char *end = text + strlen(text);
    size_t length = 0;
    int octet = field_has_nul(defect) ? 0 : -1;
    while (octet >= 0 && at < end && length < FIELD_OCTETS) {
        octet = ddds_escape_read(&at, end);
        octets[length++] = (char)octet;
    }
    return octet >= 0 && at == end
               ? (struct ddds_span){octets, length}
               : (struct ddds_span){text, (size_t)(end - text)};
}

#endif
