/* The exit statuses of the tool: what scripts rely on.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_EXITS_H
#define CLI_EXITS_H

#include <ddds/result.h>
#include <ddds/status.h>

enum {
    EXIT_FOUND = 0,
    EXIT_NOT_FOUND = 1, /* nothing is published, or nothing fits */
    EXIT_USAGE = 2,     /* or an invalid input */
    EXIT_TEMPORARY = 3, /* or a file that cannot be read */
    EXIT_BAD_DATA = 4,
    EXIT_INSECURE = 5,
    EXIT_OWN_FAILURE = 10,
};

/* The exit status for a call that returned |status|, or a resolution that ended
 * with |reason|. Without memory the tool ends here. */
int exit_of_status(ddds_status status);
int exit_of_reason(enum ddds_reason reason);
int exit_of_class(enum ddds_reason_class class);

/* Those of a plugin of Nagios and its relatives. */
enum { PLUGIN_OK = 0, PLUGIN_CRITICAL = 2, PLUGIN_UNKNOWN = 3 };

/* The exit status of a plugin in place of |status|: critical if the rules are
 * wrong, unknown if nothing is known about them. */
int exit_of_plugin(int status);

/* What --fail-on counts as a failure of a batch. */
enum fail_on {
    FAIL_ON_ANY,       /* 1 to 10 */
    FAIL_ON_BAD,       /* 2, 4, 5 and 10 */
    FAIL_ON_TEMPORARY, /* these and 3 */
    FAIL_ON_FAILED,    /* all but 3: tests that failed, and not those that could
                          not be decided */
    FAIL_ON_NONE,      /* 10 */
};

/* The exit status of one item, or EXIT_FOUND if it does not count. */
int exit_that_counts(enum fail_on fail_on, int status);

/* The worse of two: 10 > 2 > 5 > 4 > 3 > 1 > 0. */
int worse_exit(int one, int other);

#endif
