/* Values behind options. Each function returns -1, or an exit status when
 * |text| is none and that has been reported; |what| is the option.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Report that |value| is not what is |wanted|. */
int value_refuse(const char *what, const char *value, const char *wanted);

/* A whole number from |least| to |most|; from 1 to |most|; a port. */
int value_number(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t *number);
int value_unsigned(const char *what, const char *text, unsigned most,
                   unsigned *number);
int value_port(const char *what, const char *text, uint16_t *port);

/* "500ms" or "2s", in milliseconds. */
int value_duration(const char *what, const char *text, unsigned *milliseconds);

/* -4 and -6: only one of the two. */
int value_families(bool ipv4_only, bool ipv6_only);

#endif
