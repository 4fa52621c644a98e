/* Exit statuses for statuses and reasons.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/exits.h"
#include "text/memory_report.h"

#include <stdbool.h>

int exit_of_status(ddds_status status)
{
    switch (status) {
    case DDDS_OK:
        return EXIT_FOUND;
    case DDDS_BAD_INPUT:
    case DDDS_BAD_OPTION:
    case DDDS_LIMIT:
        return EXIT_USAGE;
    case DDDS_UNREADABLE:
        return EXIT_TEMPORARY;
    case DDDS_SYNTAX:
    case DDDS_MALFORMED:
        return EXIT_BAD_DATA;
    case DDDS_NO_MEMORY:
        memory_fail();
    case DDDS_NO_ENTROPY:
    case DDDS_BAD_CLOCK:
        break;
    }
    return EXIT_OWN_FAILURE;
}

int exit_of_class(enum ddds_reason_class class)
{
    switch (class) {
    case DDDS_CLASS_RESOLVED:
        return EXIT_FOUND;
    case DDDS_CLASS_NOT_FOUND:
        return EXIT_NOT_FOUND;
    case DDDS_CLASS_BAD_DATA:
    case DDDS_CLASS_LIMITED:
        return EXIT_BAD_DATA;
    case DDDS_CLASS_INSECURE:
        return EXIT_INSECURE;
    case DDDS_CLASS_TEMPORARY:
        break;
    }
    return EXIT_TEMPORARY;
}

int exit_of_reason(enum ddds_reason reason)
{
    return exit_of_class(ddds_reason_class(reason));
}

int exit_of_plugin(int status)
{
    switch (status) {
    case EXIT_FOUND:
        return PLUGIN_OK;
    case EXIT_NOT_FOUND:
    case EXIT_BAD_DATA:
    case EXIT_INSECURE:
        return PLUGIN_CRITICAL;
    default:
        return PLUGIN_UNKNOWN;
    }
}

static int rank(int status)
{
    switch (status) {
    case EXIT_OWN_FAILURE:
        return 100;
    case EXIT_USAGE:
        return 99;
    default:
        return status;
    }
}

int worse_exit(int one, int other)
{
    return rank(one) >= rank(other) ? one : other;
}

int exit_that_counts(enum fail_on fail_on, int status)
{
    bool counts = true;
    switch (fail_on) {
    case FAIL_ON_ANY:
        break;
    case FAIL_ON_BAD:
        counts = status != EXIT_NOT_FOUND && status != EXIT_TEMPORARY;
        break;
    case FAIL_ON_TEMPORARY:
        counts = status != EXIT_NOT_FOUND;
        break;
    case FAIL_ON_FAILED:
        counts = status != EXIT_TEMPORARY;
        break;
    case FAIL_ON_NONE:
        counts = status == EXIT_OWN_FAILURE;
        break;
    }
    return counts ? status : EXIT_FOUND;
}
