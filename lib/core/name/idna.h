/* Internationalized domain names (RFC 5890, RFC 5891): U-labels become
 * A-labels.
 *
 * The conversion is that of libidn2, which is loaded when the first label needs
 * it (lib/DECISIONS.md, "internationalized names").
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_IDNA_H
#define NAME_IDNA_H

#include <stddef.h>

#include <ddds/status.h>

#include "base/limits.h"

/* Write the domain name of |length| octets at |text| to |ascii|, with A-labels
 * in the place of labels that are not ASCII. U+3002, U+FF0E and U+FF61 separate
 * labels, too, as people type them. The other labels stay as they are, valid or
 * not. Fails with DDDS_MALFORMED, the offset and the reason: the text is not
 * UTF-8, or a label is not valid (IDNA2008); with DDDS_LIMIT if libidn2 is
 * missing; or with DDDS_NO_MEMORY. */
ddds_status ddds_idna_convert(const char *text, size_t length,
                              char ascii[LIMIT_NAME_SIZE],
                              struct ddds_error *error);

/* Read |length| octets at |text|, a domain name that a person wrote, like
 * ddds_domain_parse. Labels that are not ASCII become A-labels. Fails like that
 * function and like ddds_idna_convert; the offset is one in |text|, also where
 * the detail quotes A-labels. */
ddds_status ddds_idna_parse_name(const char *text, size_t length,
                                 char name[LIMIT_NAME_SIZE],
                                 struct ddds_error *error);

/* Read |length| octets at |text|, a key that a person wrote, like
 * ddds_domain_parse_key. Labels that are not ASCII become A-labels. Fails like
 * ddds_idna_parse_name. */
ddds_status ddds_idna_parse_key(const char *text, size_t length,
                                char key[LIMIT_KEY_SIZE],
                                struct ddds_error *error);

/* Read |length| octets at |text|, a key that an expression produced of a URI,
 * like ddds_idna_parse_key; but only dots separate labels. Octets of UTF-8 may be %-encoded (RFC 9676 section
 * 3.4); an octet of ASCII may not. */
ddds_status ddds_idna_parse_output(const char *text, size_t length,
                                   char key[LIMIT_KEY_SIZE],
                                   struct ddds_error *error);

#endif
