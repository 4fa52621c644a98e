/* Internationalized domain names (RFC 5890, RFC 5891): conversion of U-labels
 * to A-labels.
 *
 * libidn2 converts; it is loaded for the first label that needs it
 * (lib/DECISIONS.md, "internationalized names").
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_IDNA_H
#define NAME_IDNA_H

#include <stddef.h>

#include <ddds/status.h>

#include "base/limits.h"

/* Write the domain name |text|, |length| octets, to |ascii|, with A-labels in
 * place of labels that are not ASCII. U+3002, U+FF0E and U+FF61 separate labels
 * like dots, because people type them. ASCII labels are copied without
 * validation. Fails with DDDS_MALFORMED, offset and reason, if the text is not
 * UTF-8 or a label is invalid (IDNA2008); with DDDS_LIMIT if libidn2 is
 * missing; or with DDDS_NO_MEMORY. */
ddds_status ddds_idna_convert(const char *text, size_t length,
                              char ascii[LIMIT_NAME_SIZE],
                              struct ddds_error *error);

/* Parse |length| octets of |text|, a domain name that a person wrote, like
 * ddds_domain_parse(), after converting it to A-labels. Fails like that
 * function and like ddds_idna_convert(). The offset is in |text|, even if the
 * detail quotes A-labels. */
ddds_status ddds_idna_parse_name(const char *text, size_t length,
                                 char name[LIMIT_NAME_SIZE],
                                 struct ddds_error *error);

/* Parse |length| octets of |text|, a key that a person wrote, like
 * ddds_domain_parse_key(), after converting it to A-labels. Fails like
 * ddds_idna_parse_name(). */
ddds_status ddds_idna_parse_key(const char *text, size_t length,
                                char key[LIMIT_KEY_SIZE],
                                struct ddds_error *error);

/* Parse |length| octets of |text|, a key that an expression made from a URI,
 * like ddds_idna_parse_key(); but only dots separate labels. UTF-8 may be
 * %-encoded (RFC 9676 section 3.4), ASCII must not be. */
ddds_status ddds_idna_parse_output(const char *text, size_t length,
                                   char key[LIMIT_KEY_SIZE],
                                   struct ddds_error *error);

#endif
