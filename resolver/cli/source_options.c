/* Options for the source of rules.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/source_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/values.h"

#define SETS(what) .member = offsetof(struct source_options, what)
#define PUBLISHED .is_for_published = true

/* Rules come from one view, or files from all. */
static int read_view(void *group, const struct option_use *use)
{
    struct source_options *source = group;
    if (source->view != NULL) {
        complain("%s: the view is already \"%s\"; give it once", use->spelling,
                 source->view);
        return EXIT_USAGE;
    }
    source->view = use->value;
    return -1;
}

/* The limits of the library. */
static int read_buffer_size(void *group, const struct option_use *use)
{
    struct source_options *source = group;
    uint64_t size = 0;
    int status =
        value_number(use->spelling, use->value, 512, use->row->number, &size);
    source->dns.buffer_size = (unsigned)size;
    return status;
}

static const struct option_choice transports[] = {
    {"udp", ALL_COMMANDS, DDDS_TRANSPORT_UDP},
    {"cares", ALL_COMMANDS, DDDS_TRANSPORT_CARES},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_row sources[] = {
    OPTION_HEADING(SOURCE_COMMANDS, "Source of the rules"),
    OPTION_VALUE("zone", 0, "FILE[:ORIGIN]", SOURCE_COMMANDS,
                 "a zone file, - is standard input; repeatable", read_word,
                 SETS(zones), .is_kept = true),
    OPTION_VALUE("from", 0, "CONFIG", SOURCE_COMMANDS,
                 "the zone files in named.conf of BIND; repeatable", read_word,
                 SETS(configurations), .is_kept = true),
    OPTION_HEADING(
        LIVE_COMMANDS,
        "  (or @SERVER[:PORT], repeatable; default: the system's resolver)"),
    OPTION_HEADING(LIVE_COMMANDS, "  (over TLS: @tls://SERVER[:PORT][#NAME])"),
};

static const struct option_row zone_files[] = {
    OPTION_VALUE("view", 0, "NAME", DNS_COMMANDS & ~COMMAND_DIFF,
                 "only this view of the configurations of --from", read_view,
                 SETS(view)),
    OPTION_SWITCH("include-anywhere", 0, DNS_COMMANDS,
                  "let $INCLUDE read files outside the folder of the zone file",
                  read_switch, SETS(reading.include_anywhere)),
    OPTION_VALUE("max-generated", 0, "N", DNS_COMMANDS,
                 "records that $GENERATE may make in a zone (65536)",
                 read_count, SETS(reading.max_generated), .number = 16777216),
    OPTION_SWITCH("well-known", 0, WELL_KNOWN_COMMANDS,
                  "first, rules for namespaces that are not in urn.arpa: nbn, "
                  "ietf, issn, isbn, oid, doi, ...",
                  read_switch, SETS(has_well_known)),
};

static const struct option_row queries[] = {
    OPTION_HEADING(DNS_COMMANDS, "DNS queries"),
    OPTION_VALUE("timeout", 0, "DUR", DNS_COMMANDS, "time for one try (2s)",
                 read_duration, SETS(dns.timeout), PUBLISHED),
    OPTION_VALUE("tries", 0, "N", DNS_COMMANDS, "tries with each server (3)",
                 read_count, SETS(dns.tries), .number = 100, PUBLISHED),
    OPTION_VALUE("bufsize", 0, "N", DNS_COMMANDS,
                 "EDNS buffer size, 512 to 4096 (1232)", read_buffer_size,
                 SETS(dns.buffer_size), .number = 4096, PUBLISHED),
    OPTION_SWITCH("tcp", 0, DNS_COMMANDS, "over TCP", read_switch,
                  SETS(dns.tcp), PUBLISHED),
    OPTION_VALUE("transport", 0, "NAME", DNS_COMMANDS,
                 "who sends over UDP, ddds itself or c-ares:", read_choice,
                 SETS(dns.transport), .choices = transports,
                 .has_default = true, PUBLISHED),
    OPTION_SWITCH(NULL, '4', DNS_COMMANDS, "over IPv4 only", read_switch,
                  SETS(dns.ipv4_only), PUBLISHED),
    OPTION_SWITCH(NULL, '6', DNS_COMMANDS, "over IPv6 only", read_switch,
                  SETS(dns.ipv6_only), PUBLISHED),
    OPTION_VALUE(NULL, 'p', "PORT", DNS_COMMANDS, "port of the servers (53)",
                 read_port, SETS(dns.port), PUBLISHED),
    OPTION_VALUE("rate", 0, "N", DNS_COMMANDS, "DNS queries a second, in all",
                 read_count, SETS(dns.rate), .number = 1000000, PUBLISHED),
    OPTION_VALUE("rate-per-server", 0, "N", DNS_COMMANDS,
                 "DNS queries a second to each server", read_count,
                 SETS(dns.rate_per_server), .number = 1000000, PUBLISHED),
    OPTION_SWITCH("validate", 0, DNS_COMMANDS,
                  "validate answers here (DNSSEC), whatever the servers do",
                  read_switch, SETS(validates), PUBLISHED),
    OPTION_VALUE("trust-anchor", 0, "FILE", DNS_COMMANDS,
                 "DS or DNSKEY records to trust, instead of the root's; "
                 "repeatable; validates",
                 read_word, SETS(trust_anchors), .is_kept = true, PUBLISHED),
    OPTION_SWITCH("recursive", 0, DNS_COMMANDS,
                  "ask the servers of each zone, from the root on; validates",
                  read_switch, SETS(is_recursive)),
};

const struct option_rows source_rows = OPTION_ROWS(sources);
const struct option_rows zone_file_rows = OPTION_ROWS(zone_files);
const struct option_rows dns_rows = OPTION_ROWS(queries);

void source_options_begin(struct source_options *source)
{
    *source = (struct source_options){
        .reading = DDDS_ZONE_OPTIONS_INIT,
        .dns = DDDS_DNS_OPTIONS_INIT,
    };
}

void source_options_clear(struct source_options *source)
{
    free(source->servers.items);
}

static size_t count_tls(const struct source_options *source)
{
    static const char scheme[] = "tls://";
    size_t count = 0;
    for (size_t i = 0; i < source->servers.count; i++) {
        count += strncasecmp(source->servers.items[i], scheme,
                             sizeof scheme - 1) == 0;
    }
    return count;
}

bool source_has_tls(const struct source_options *source)
{
    return count_tls(source) > 0;
}

bool source_is_validated(const struct source_options *source)
{
    return source->validates || source->is_recursive ||
           source->trust_anchors.count > 0 || source_has_tls(source);
}

/* Refuse options that libunbound decides by itself, and sources without
 * validation. */
static int check_validation(const struct source_options *source)
{
    const struct ddds_dns_options *dns = &source->dns;
    const struct {
        bool is_given;
        const char *name;
    } others[] = {
        {source->zones.count > 0, "--zone"},
        {source->configurations.count > 0, "--from"},
        {dns->timeout != 0, "--timeout"},
        {dns->tries != 0, "--tries"},
        {dns->transport != DDDS_TRANSPORT_UDP, "--transport"},
        {dns->rate_per_server != 0, "--rate-per-server"},
        {dns->no_recursion, "+norecurse"},
        {dns->no_validation, "+cdflag"},
    };
    const char *other = NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        other = others[i].is_given ? others[i].name : other;
    }
    if (other == NULL || !source_is_validated(source)) {
        return -1;
    }
    complain("%s has no effect where answers are validated (%s): leave it out",
             other,
             source->validates                 ? "--validate"
             : source->is_recursive            ? "--recursive"
             : source->trust_anchors.count > 0 ? "--trust-anchor"
                                               : "@tls://");
    return EXIT_USAGE;
}

/* Refuse a port that no server has. */
static int check_port(const struct source_options *source)
{
    if (source->dns.port == 0 || source->zones.count > 0 ||
        source->configurations.count > 0 ||
        count_tls(source) < source->servers.count) {
        return -1;
    }
    complain("-p has no effect %s: leave it out",
             source->servers.count > 0 ? "on servers over TLS (@tls://)"
                                       : "without a server (@SERVER)");
    return EXIT_USAGE;
}

int source_options_complete(const struct source_options *source, bool is_all)
{
    if (source->view != NULL && source->configurations.count == 0) {
        complain("--view %s: views are in the configurations of --from, and "
                 "none is given",
                 source->view);
        return EXIT_USAGE;
    }
    int status = value_families(source->dns.ipv4_only, source->dns.ipv6_only);
    status = status < 0 ? check_validation(source) : status;
    return status < 0 && is_all ? check_port(source) : status;
}
