/* SPDX-License-Identifier: MIT */
#include "serve/http/serve_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"

#define SETS(what) .member = offsetof(struct serve_options, what)
#define AT(member) offsetof(struct serve_line, member)

/* With this limit, rules of an answer delay other clients less than 20 ms. */
enum { USUAL_STEPS = 250000 };

static const struct option_row rows[] = {
    OPTION_HEADING(COMMAND_SERVE, "Clients"),
    OPTION_VALUE("listen", 0, "ADDR:PORT", COMMAND_SERVE,
                 "where to listen, [::1]:8404 for IPv6; repeatable "
                 "(127.0.0.1:8404)",
                 read_word, SETS(listens), .is_kept = true),
    OPTION_SWITCH("public", 0, COMMAND_SERVE,
                  "allow other addresses than those of this host", read_switch,
                  SETS(is_public)),
    OPTION_VALUE(
        "host", 0, "LIST", COMMAND_SERVE,
        "names that requests may call it by, beside localhost; * is any",
        read_list, SETS(hosts), .is_kept = true),
    OPTION_VALUE("forwarded", 0, "LIST", COMMAND_SERVE,
                 "proxies whose field Forwarded says who a client is: "
                 "addresses, networks, unix",
                 read_list, SETS(forwarded), .is_kept = true),
    OPTION_VALUE("x-forwarded-for", 0, "LIST", COMMAND_SERVE,
                 "likewise, with the field X-Forwarded-For", read_list,
                 SETS(x_forwarded_for), .is_kept = true),
    OPTION_VALUE("proxy-protocol", 0, "LIST", COMMAND_SERVE,
                 "proxies whose connections begin with a header of the PROXY "
                 "protocol",
                 read_list, SETS(proxy_protocol), .is_kept = true),
    OPTION_VALUE("cors", 0, "ORIGIN", COMMAND_SERVE,
                 "let pages of this origin use the API; * is any", read_string,
                 SETS(cors)),
    OPTION_VALUE("max-connections", 0, "N", COMMAND_SERVE,
                 "connections in all (16384)", read_count,
                 SETS(max_connections), .number = 1000000),
    OPTION_VALUE("max-per-address", 0, "N", COMMAND_SERVE,
                 "connections of one address (256; from this host: no limit)",
                 read_count, SETS(max_per_address), .number = 1000000),
    OPTION_VALUE("max-body", 0, "OCTETS", COMMAND_SERVE,
                 "of a request (1048576)", read_count, SETS(max_body),
                 .number = 1U << 26),
    OPTION_VALUE("request-time", 0, "DUR", COMMAND_SERVE,
                 "time for a client to send a request (10s)", read_duration,
                 SETS(request_time)),
    OPTION_VALUE("work-time", 0, "DUR", COMMAND_SERVE,
                 "time for work on a zone that a client sends (10s)",
                 read_duration, SETS(work_time)),
    OPTION_VALUE("access-log", 0, "FILE", COMMAND_SERVE,
                 "append a line for each request; - is standard output",
                 read_string, SETS(log)),
    OPTION_SWITCH("json-log", 0, COMMAND_SERVE,
                  "lines of the log are JSON, not the combined format",
                  read_switch, SETS(has_json_log)),
    OPTION_SWITCH("check", 0, COMMAND_SERVE,
                  "read options and zones, say what is wrong, and end",
                  read_switch, SETS(only_checks)),
};

static const struct option_rows client_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&client_rows, AT(serve)},
    {&output_heading_rows, 0},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

static void begin(void *options)
{
    struct serve_line *line = options;
    resolver_line_begin(options);
    line->common.request.resolving.max_steps = USUAL_STEPS;
    line->common.source.broken = BROKEN_FILE;
}

const struct option_set serve_options = {
    .groups = groups,
    .size = sizeof(struct serve_line),
    .begin = begin,
    .take = resolver_line_take,
    .complete = resolver_line_complete,
    .clear = resolver_line_clear,
};
