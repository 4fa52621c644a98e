/* The record types that a command line may name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_TYPES_H
#define CLI_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* The supported types, for messages. */
#define SHOWN_TYPES "NAPTR, SRV, A, AAAA, CNAME or DNAME"

/* The type that |word| names, in any case; 0 if it is not supported. */
uint16_t type_find(const char *word);

/* Does |word| name, in any case, an unsupported type of DNS? */
bool type_is_foreign(const char *word);

#endif
