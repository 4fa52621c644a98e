/* Parsers of option arguments: numbers and times.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/values.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

int value_refuse(const char *what, const char *value, const char *wanted)
{
    complain("%s: \"%s\" is not %s", what, value, wanted);
    return EXIT_USAGE;
}

int value_number(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 ||
        value < least || value > most) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, "a whole number from %llu to %llu",
                 (unsigned long long)least, (unsigned long long)most);
        return value_refuse(what, text, wanted);
    }
    *number = value;
    return -1;
}

int value_unsigned(const char *what, const char *text, unsigned most,
                   unsigned *number)
{
    uint64_t value;
    int status = value_number(what, text, 1, most, &value);
    if (status < 0) {
        *number = (unsigned)value;
    }
    return status;
}

int value_duration(const char *what, const char *text, unsigned *milliseconds)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    bool is_seconds = *end == '\0' || strcmp(end, "s") == 0;
    if (text[0] < '0' || text[0] > '9' || errno != 0 || value == 0 ||
        value > (is_seconds ? 3600 : 3600000) ||
        !(is_seconds || strcmp(end, "ms") == 0)) {
        return value_refuse(what, text,
                            "a time from 1ms to 3600s, such as 500ms, 2s or 2");
    }
    *milliseconds = (unsigned)(is_seconds ? value * 1000 : value);
    return -1;
}

int value_port(const char *what, const char *text, uint16_t *port)
{
    unsigned value;
    int status = value_unsigned(what, text, UINT16_MAX, &value);
    if (status < 0) {
        *port = (uint16_t)value;
    }
    return status;
}

int value_families(bool ipv4_only, bool ipv6_only)
{
    if (!ipv4_only || !ipv6_only) {
        return -1;
    }
    complain("-4 and -6 exclude each other; leave one out");
    return EXIT_USAGE;
}
