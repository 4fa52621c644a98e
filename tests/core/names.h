/* Names of tests as labels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_NAMES_H
#define UNIT_NAMES_H

#include "db/wire/wire_name.h"
#include "base/domain.h"

/* |text|, spelt as in base/domain.h, as labels in |memory|. */
static inline struct name_view labels_of(const char *text,
                                         struct plain_name *memory)
{
    memory->length = ddds_domain_write(text, memory->octets);
    return (struct name_view){memory->octets, memory->length};
}

/* The name |view| in |text|. */
static inline const char *text_of(const struct name_view *view,
                                  char text[LIMIT_NAME_SIZE])
{
    ddds_domain_spell(view->octets, view->length, text);
    return text;
}

#endif
