/* What the parser cannot see in one word: the TYPE at the end of query's words,
 * formats and applications that exclude each other.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option_checks.h"

#include <string.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/terminal.h"
#include "cli/types.h"
#include "cli/values.h"
#include "cli/wanted.h"

/* NAME TYPE: the last of several words is the type if it looks like one. With a
 * final dot it is a name. */
static int take_last_type(struct options *options)
{
    size_t count = options->input_count;
    if (options->type != 0 || count < 2 || options->literal_count > 0) {
        return -1;
    }
    const char *word = options->inputs[count - 1];
    if (type_is_foreign(word)) {
        complain("\"%s\": query does not show this type, only " SHOWN_TYPES
                 "; for a name, add a final dot: \"%s.\"",
                 word, word);
        return EXIT_USAGE;
    }
    options->type = type_find(word);
    options->input_count -= options->type != 0;
    return -1;
}

/* Configuration for RADIUS servers needs addresses, and realms as inputs. */
static int check_format(struct options *options)
{
    if (options->format != FORMAT_RADSECPROXY &&
        options->format != FORMAT_FREERADIUS) {
        return -1;
    }
    if (options->resolving.no_addresses) {
        complain(
            "--no-addresses: this format needs addresses; leave one of the "
            "two out");
        return EXIT_USAGE;
    }
    if (options->application == NULL) {
        options->application = ddds_application_radius();
    }
    if (options->application != ddds_application_radius()) {
        complain("--app %s: this format is for --app radius",
                 options->application->name);
        return EXIT_USAGE;
    }
    return -1;
}

/* URNs and URIs share one grammar of services. sip takes no services, and its
 * own message says so. */
static int check_services(const struct options *options)
{
    const struct ddds_application *application = options->application != NULL
                                                     ? options->application
                                                     : ddds_application_uri();
    struct ddds_error error;
    if (application == ddds_application_sip() ||
        wanted_check(application, options->services, &error) == DDDS_OK) {
        return -1;
    }
    complain("%s", error.detail);
    return EXIT_USAGE;
}

int options_complete(struct options *options)
{
    int status = -1;
    options->resolving.services = options->services;
    options->resolving.protocols = options->protocols;
    options->resolving.roots = options->roots;
    options->has_trace |= options->command == COMMAND_TRACE;
    options->lint.is_live |= options->server_count > 0;
    options->has_color =
        options->color == COLOR_ALWAYS ||
        (options->color == COLOR_AUTO && terminal_wants_color());
    if (options->command == COMMAND_QUERY) {
        status = take_last_type(options);
    }
    if (options->type == 0) {
        options->type = DDDS_TYPE_NAPTR;
    }
    status = status < 0 ? value_families(options->dns.ipv4_only,
                                         options->dns.ipv6_only)
                        : status;
    status = status < 0 ? check_format(options) : status;
    return status < 0 ? check_services(options) : status;
}
