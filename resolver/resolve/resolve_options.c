/* SPDX-License-Identifier: MIT */
#include "resolve/resolve_options.h"

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/options.h"
#include "cli/resolver_line.h"

#define AT(member) offsetof(struct resolver_line, member)

static const struct option_group groups[] = {
    {&source_rows, AT(source)},
    {&zone_file_rows, AT(source)},
    {&root_rows, AT(request)},
    {&request_rows, AT(request)},
    {&batch_rows, AT(batch)},
    {&output_heading_rows, 0},
    {&output_rows, AT(output)},
    {&color_rows, AT(output.color)},
    {&help_rows, AT(words)},
    {&dns_rows, AT(source)},
    {NULL, 0},
};

/* Formats for RADIUS need addresses, and realms as inputs. */
static int check_format(struct resolver_line *line)
{
    struct request_options *request = &line->request;
    if (line->output.format != FORMAT_RADSECPROXY &&
        line->output.format != FORMAT_FREERADIUS) {
        return -1;
    }
    if (request->resolving.no_addresses) {
        complain(
            "--no-addresses: this format needs addresses; leave one of the "
            "two out");
        return EXIT_USAGE;
    }
    if (request->application == NULL) {
        request->application = ddds_application_radius();
    }
    if (request->application != ddds_application_radius()) {
        complain("--app %s: this format is for --app radius",
                 request->application->name);
        return EXIT_USAGE;
    }
    return -1;
}

static int complete(void *options)
{
    int status = check_format(options);
    return status < 0 ? resolver_line_complete(options) : status;
}

const struct option_set resolve_options = {
    .groups = groups,
    .size = sizeof(struct resolver_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = complete,
    .clear = resolver_line_clear,
};
