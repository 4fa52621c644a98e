/* UUIDs read and written in the forms and encodings that --form names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_FORMS_H
#define UUID_FORMS_H

#include <stddef.h>

#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#include "uuid/uuid_options.h"

/* Read the |length| octets at |text| as ddds_uuid_parse does: |rules| is a set
 * of its forms, or an encoding (UUID_ENCODED), and its demands. |uuid| may be
 * NULL. */
ddds_status form_read(const char *text, size_t length, unsigned rules,
                      struct ddds_uuid *uuid, struct ddds_error *error);

/* The length of |text| without the r-, q- and f-components that follow the UUID
 * of a URN (RFC 8141 section 2.3): they are not part of it. |length| if there
 * are none, or |rules| do not allow URNs. */
size_t form_length(const char *text, size_t length, unsigned rules);

/* Write |uuid| in one form or encoding; the length without the NUL. */
size_t form_write(const struct ddds_uuid *uuid, unsigned form,
                  char text[DDDS_UUID_FORM_SIZE]);

/* Room for a hint, with its NUL. */
enum { FORM_HINT_SIZE = 160 };

/* Write to |hint| in which form or encodings a text that has been refused under
 * |rules| could be read; the empty string if there are none. */
void form_hint(const char *text, size_t length, unsigned rules,
               char hint[FORM_HINT_SIZE]);

#endif
