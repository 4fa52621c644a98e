/* Telephone numbers in international format.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_E164_H
#define APP_E164_H

#include <ddds/status.h>

/* ITU-T E.164 section 6. */
enum { E164_DIGITS_MAX = 15, E164_SIZE = E164_DIGITS_MAX + 2 };

/* Write the telephone number |text| to |number|, as "+" and digits. It is in
 * international format, with visual separators, or a tel URI (RFC 3966) without
 * parameters. Fails with DDDS_BAD_INPUT, the offset and the expected text. */
ddds_status ddds_e164_read(const char *text, char number[E164_SIZE],
                           struct ddds_error *error);

#endif
