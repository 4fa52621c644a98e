/* Parsers of option arguments. Each function returns -1, or an exit status
 * after reporting that |text| is invalid; |what| is the option.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Report that |value| is not |wanted|, the kind of value that the option |what|
 * accepts. Return EXIT_USAGE. */
int value_refuse(const char *what, const char *value, const char *wanted);

/* Parse a number from |least| to |most|, or from 1 to |most|, or a port. */
int value_number(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t *number);
int value_unsigned(const char *what, const char *text, unsigned most,
                   unsigned *number);
int value_port(const char *what, const char *text, uint16_t *port);

/* Parse "500ms", "2s", or "2" for seconds, as milliseconds. */
int value_duration(const char *what, const char *text, unsigned *milliseconds);

/* Reject -4 together with -6. */
int value_families(bool ipv4_only, bool ipv6_only);

#endif
