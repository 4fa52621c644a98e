/* The options of ddds fetch.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/fetch_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"

#define SETS(what) .member = offsetof(struct fetch_options, what)
#define AT(member) offsetof(struct fetch_line, member)

static const struct option_row rows[] = {
    OPTION_HEADING(COMMAND_FETCH, "Contact"),
    OPTION_VALUE("output", 'o', "FILE", COMMAND_FETCH,
                 "write the result to FILE, which is replaced at the end",
                 read_string, SETS(output)),
    OPTION_VALUE("accept", 0, "TYPES", COMMAND_FETCH,
                 "media types to ask for: text/html,*/*;q=0.1", read_string,
                 SETS(accept)),
    OPTION_VALUE("document", 0, "TYPE", COMMAND_FETCH,
                 "of an SMP, the metadata for these documents: "
                 "busdox-docid-qns::urn:...",
                 read_string, SETS(document)),
    OPTION_SWITCH("allow-private", 0, COMMAND_FETCH,
                  "contact loopback and private addresses, too", read_switch,
                  SETS(allows_private)),
    OPTION_VALUE("http-timeout", 0, "DUR", COMMAND_FETCH,
                 "time for one answer (30s)", read_duration, SETS(timeout)),
    OPTION_VALUE("connect-timeout", 0, "DUR", COMMAND_FETCH,
                 "time for one connection (5s)", read_duration,
                 SETS(connect_timeout)),
    OPTION_VALUE("max-redirects", 0, "N", COMMAND_FETCH,
                 "redirects that are followed (10)", read_count,
                 SETS(max_redirects), .number = 60),
    OPTION_VALUE("max-size", 0, "OCTETS", COMMAND_FETCH,
                 "of one answer (67108864)", read_count, SETS(max_size),
                 .number = 1U << 31),
    OPTION_VALUE(
        "proxy", 0, "URL", COMMAND_FETCH,
        "a proxy (default: http_proxy, https_proxy, all_proxy, no_proxy)",
        read_string, SETS(proxy)),
    OPTION_VALUE("cacert", 0, "FILE", COMMAND_FETCH,
                 "certificates to trust, instead of the system's", read_string,
                 SETS(ca_file)),
};

static const struct option_rows contact_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&batch_rows, AT(common.batch)},
    {&contact_rows, AT(fetch)},
    {&output_heading_rows, 0},
    {&output_rows, AT(common.output)},
    {&color_rows, AT(common.output.color)},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

const struct option_set fetch_options = {
    .groups = groups,
    .size = sizeof(struct fetch_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = resolver_line_complete,
    .clear = resolver_line_clear,
};
