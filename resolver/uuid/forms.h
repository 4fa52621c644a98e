/* UUIDs in the forms and encodings of --form.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_FORMS_H
#define UUID_FORMS_H

#include <stddef.h>

#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#include "uuid/uuid_options.h"

/* Parse |length| octets of |text|. |rules| is a set of forms and demands as in
 * ddds_uuid_parse(), or has UUID_ENCODED. |uuid| may be NULL. */
ddds_status form_read(const char *text, size_t length, unsigned rules,
                      struct ddds_uuid *uuid, struct ddds_error *error);

/* Return the length of |text| without r-, q- and f-components of a URN (RFC
 * 8141 section 2.3), which do not belong to the UUID. Return |length| without
 * components, or if |rules| exclude URNs. */
size_t form_length(const char *text, size_t length, unsigned rules);

/* Report that |text|, found at |place|, has components after |length|
 * octets. */
void form_note_components(const char *place, const char *text, size_t length);

/* Write |uuid| in a form or encoding. Return the length without NUL. */
size_t form_write(const struct ddds_uuid *uuid, unsigned form,
                  char text[DDDS_UUID_FORM_SIZE]);

/* Size of a hint, with NUL. */
enum { FORM_HINT_SIZE = 160 };

/* Write a hint which forms or encodings can parse |text|, after |rules|
 * rejected it; "" if none can. */
void form_hint(const char *text, size_t length, unsigned rules,
               char hint[FORM_HINT_SIZE]);

#endif
