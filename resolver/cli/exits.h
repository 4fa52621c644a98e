/* Exit statuses of the tool: an interface for scripts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_EXITS_H
#define CLI_EXITS_H

#include <ddds/result.h>
#include <ddds/status.h>

enum {
    EXIT_FOUND = 0,
    EXIT_NOT_FOUND = 1, /* nothing is published, or nothing matches */
    EXIT_USAGE = 2,     /* or an invalid input */
    EXIT_TEMPORARY = 3, /* or an unreadable file */
    EXIT_BAD_DATA = 4,
    EXIT_INSECURE = 5,
    EXIT_OWN_FAILURE = 10,
};

/* Return the exit status for the status of a call, or the reason of a
 * resolution. The process ends here if the status is DDDS_NO_MEMORY. */
int exit_of_status(ddds_status status);
int exit_of_reason(enum ddds_reason reason);
int exit_of_class(enum ddds_reason_class class);

/* Exit statuses of Nagios plugins. */
enum { PLUGIN_OK = 0, PLUGIN_CRITICAL = 2, PLUGIN_UNKNOWN = 3 };

/* Return the exit status of a plugin for |status|: critical if the rules are
 * wrong, unknown if nothing is known about them. */
int exit_of_plugin(int status);

/* Failures of a batch, by --fail-on. */
enum fail_on {
    FAIL_ON_ANY,       /* 1 to 10 */
    FAIL_ON_BAD,       /* 2, 4, 5 and 10 */
    FAIL_ON_TEMPORARY, /* likewise, and 3 */
    FAIL_ON_FAILED,    /* all except 3: failed tests, but not undecided tests */
    FAIL_ON_NONE,      /* 10 */
};

/* Return the exit status of an item; EXIT_FOUND if it does not count. */
int exit_that_counts(enum fail_on fail_on, int status);

/* Return the worse of two: 10 > 2 > 5 > 4 > 3 > 1 > 0. */
int worse_exit(int one, int other);

#endif
