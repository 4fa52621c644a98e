/* The option table of all commands: one row makes the parser, the help, the
 * completions and the suggestions know an option.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option.h"

#include <stddef.h>

#include "cli/option_readers.h"
#include "cli/uuid_readers.h"

/* ---- Values ------------------------------------------------------------ */

static const struct option_choice formats[] = {
    {"text", BATCH_COMMANDS | COMMAND_LINT | COMMAND_DIFF, FORMAT_TEXT},
    {"short", BATCH_COMMANDS, FORMAT_SHORT},
    {"gcc", COMMAND_LINT, FORMAT_GCC},
    {"json", BATCH_COMMANDS | COMMAND_LINT | COMMAND_DIFF, FORMAT_JSON},
    {"radsecproxy", COMMAND_RESOLVE, FORMAT_RADSECPROXY},
    {"freeradius", COMMAND_RESOLVE, FORMAT_FREERADIUS},
    {"sarif", COMMAND_LINT, FORMAT_SARIF},
    {"github", COMMAND_LINT, FORMAT_GITHUB},
    {"tap", COMMAND_TEST, FORMAT_TAP},
    {"tap13", COMMAND_TEST, FORMAT_TAP13},
    {"junit", COMMAND_TEST | COMMAND_LINT, FORMAT_JUNIT},
    {"prometheus", COMMAND_TEST, FORMAT_PROMETHEUS},
    {"nagios", COMMAND_TEST, FORMAT_NAGIOS},
    {"dot", COMMAND_GRAPH, FORMAT_DOT},
    {"mermaid", COMMAND_GRAPH, FORMAT_MERMAID},
    {"svg", COMMAND_GRAPH, FORMAT_SVG},
    {NULL, ALL_COMMANDS, FORMAT_TEXT},
};

static const struct option_choice colors[] = {
    {"auto", ALL_COMMANDS, COLOR_AUTO},
    {"always", ALL_COMMANDS, COLOR_ALWAYS},
    {"never", ALL_COMMANDS, COLOR_NEVER},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice severities[] = {
    {"error", ALL_COMMANDS, DDDS_ERROR},
    {"warning", ALL_COMMANDS, DDDS_WARNING},
    {"info", ALL_COMMANDS, DDDS_INFO},
    {NULL, ALL_COMMANDS, 0},
};

/* The words of --fail-on. */
static const struct option_choice failures[] = {
    {"bad", BATCH_COMMANDS, FAIL_ON_BAD},
    {"temporary", BATCH_COMMANDS, FAIL_ON_TEMPORARY},
    {"bad", COMMAND_TEST, FAIL_ON_FAILED},
    {"temporary", COMMAND_TEST, FAIL_ON_ANY},
    {"none", BATCH_COMMANDS | COMMAND_TEST, FAIL_ON_NONE},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice transports[] = {
    {"udp", ALL_COMMANDS, DDDS_TRANSPORT_UDP},
    {"cares", ALL_COMMANDS, DDDS_TRANSPORT_CARES},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice progress_modes[] = {
    {"auto", ALL_COMMANDS, PROGRESS_AUTO},
    {"always", ALL_COMMANDS, PROGRESS_ALWAYS},
    {"never", ALL_COMMANDS, PROGRESS_NEVER},
    {"json", ALL_COMMANDS, PROGRESS_JSON},
    {NULL, ALL_COMMANDS, 0},
};

enum { UUID_WRITING_COMMANDS = COMMAND_UUID_GEN | COMMAND_UUID_FMT };

static const struct option_choice written_forms[] = {
    {"canon", UUID_WRITING_COMMANDS, DDDS_UUID_CANONICAL},
    {"urn", UUID_WRITING_COMMANDS, DDDS_UUID_URN},
    {"upper", UUID_WRITING_COMMANDS, DDDS_UUID_CANONICAL | DDDS_UUID_UPPER},
    {"simple", UUID_WRITING_COMMANDS, DDDS_UUID_SIMPLE},
    {"braced", UUID_WRITING_COMMANDS, DDDS_UUID_BRACED},
    {"int", UUID_WRITING_COMMANDS, DDDS_UUID_INTEGER},
    {"oid", UUID_WRITING_COMMANDS, DDDS_UUID_OID},
    {"base32", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32},
    {"base32hex", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32HEX},
    {"humans", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_HUMANS},
    {"ulid", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_ULID},
    {"base36", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE36},
    {"base58", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE58},
    {"base62", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE62},
    {"base64url", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE64URL},
    {"bin", UUID_WRITING_COMMANDS, UUID_TO_BINARY},
    {"v1", COMMAND_UUID_FMT, UUID_TO_V1},
    {"v6", COMMAND_UUID_FMT, UUID_TO_V6},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice read_forms[] = {
    {"canon", ALL_COMMANDS, DDDS_UUID_CANONICAL},
    {"urn", ALL_COMMANDS, DDDS_UUID_URN},
    {"simple", ALL_COMMANDS, DDDS_UUID_SIMPLE},
    {"braced", ALL_COMMANDS, DDDS_UUID_BRACED},
    {"int", ALL_COMMANDS, DDDS_UUID_INTEGER},
    {"oid", ALL_COMMANDS, DDDS_UUID_OID},
    {"base32", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32},
    {"base32hex", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32HEX},
    {"humans", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_HUMANS},
    {"ulid", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_ULID},
    {"base36", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE36},
    {"base58", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE58},
    {"base62", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE62},
    {"base64url", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE64URL},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice name_forms[] = {
    {"common", ALL_COMMANDS, DDDS_UUID_DNS_COMMON},
    {"presentation", ALL_COMMANDS, DDDS_UUID_DNS_PRESENTATION},
    {"wire", ALL_COMMANDS, DDDS_UUID_DNS_WIRE},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice spaces[] = {
    {"@dns", ALL_COMMANDS, 0}, {"@url", ALL_COMMANDS, 0},
    {"@oid", ALL_COMMANDS, 0}, {"@x500", ALL_COMMANDS, 0},
    {NULL, ALL_COMMANDS, 0},
};

/* ---- Rows -------------------------------------------------------------- */

/* A heading, or a remark; an option that takes no argument; one that does. What
 * follows is for the reader. */
#define HEADING(set, text)                                                     \
    {                                                                          \
        .commands = (set), .help = (text)                                      \
    }
#define SWITCH(long_name, short_name, set, text, reads, ...)                   \
    {                                                                          \
        .name = (long_name), .letter = (short_name), .commands = (set),        \
        .help = (text), .read = (reads), __VA_ARGS__                           \
    }
#define VALUE(long_name, short_name, word, set, text, reads, ...)              \
    {                                                                          \
        .name = (long_name), .letter = (short_name), .argument = (word),       \
        .commands = (set), .help = (text), .read = (reads), __VA_ARGS__        \
    }
#define SETS(what) .member = offsetof(struct options, what)

/* clang-format off */
static const struct option_row rows[] = {
    HEADING(ONE_SOURCE_COMMANDS, "Source of the rules"),
    VALUE("zone", 0, "FILE[:ORIGIN]", ONE_SOURCE_COMMANDS,
          "a zone file, - is standard input; repeatable", read_zone,
          SETS(zones)),
    VALUE("from", 0, "CONFIG", ONE_SOURCE_COMMANDS,
          "the zone files in named.conf, nsd.conf or knot.conf; repeatable",
          read_configuration, SETS(configurations)),
    HEADING(ONE_SOURCE_COMMANDS,
            "  (or @SERVER[:PORT], repeatable; default: the system's resolver)"),
    HEADING(COMMAND_DIFF, "Sources of the rules"),
    VALUE("zone", 0, "FILE[:ORIGIN]", COMMAND_DIFF,
          "a zone file, like FILE itself; repeatable", read_source,
          .member = 0, .number = SOURCE_ZONE),
    VALUE("from", 0, "CONFIG", COMMAND_DIFF,
          "the zone files in named.conf, nsd.conf or knot.conf; repeatable",
          read_source, .member = 0, .number = SOURCE_CONFIGURATION),
    SWITCH("dns", 0, COMMAND_DIFF, "the system's resolver", read_source,
           .member = 0, .number = SOURCE_SYSTEM),
    SWITCH("against", 0, COMMAND_DIFF,
           "what follows belongs to the second source", read_source,
           .member = 0, .number = SOURCE_AGAINST),
    SWITCH("include-anywhere", 0, SOURCE_COMMANDS,
           "let $INCLUDE read files outside the folder of the zone file",
           read_switch, SETS(includes_anywhere)),
    VALUE("max-generated", 0, "N", SOURCE_COMMANDS,
          "records that $GENERATE may make in a zone (65536)", read_count,
          SETS(max_generated), .number = 16777216),
    SWITCH("well-known", 0, WELL_KNOWN_COMMANDS,
           "first, rules for namespaces that are not in urn.arpa: nbn, ietf, "
           "issn, isbn, oid, doi, ...",
           read_switch, SETS(has_well_known)),
    VALUE("root", 0, "NAME", ENGINE_COMMANDS,
          "the domain of first keys, instead of urn.arpa; repeatable",
          read_list, SETS(roots)),
    HEADING(ENGINE_COMMANDS,
            "  (nid:foo=NAME, scheme:http=NAME: the first key itself)"),
    SWITCH("dns", 0, ENGINE_COMMANDS & ONE_SOURCE_COMMANDS,
           "query DNS even for names ddds can answer itself (urn:uuid)",
           read_switch, SETS(resolving.dns)),

    HEADING(SOURCE_COMMANDS, "Request"),
    VALUE("type", 't', "TYPE", COMMAND_QUERY,
          "NAPTR (default), SRV, URI, A, AAAA, CNAME or DNAME", read_type,
          SETS(type)),
    VALUE("app", 0, "NAME", ENGINE_COMMANDS,
          "the application (default: urn or uri, by the input)",
          read_application, SETS(application)),
    VALUE("app-file", 0, "FILE", ENGINE_COMMANDS,
          "the application that FILE describes", read_application_file,
          SETS(described)),
    VALUE("service", 0, "LIST", ENGINE_COMMANDS,
          "services, the preferred first: I2L,I2R", read_list, SETS(services)),
    VALUE("protocol", 0, "LIST", ENGINE_COMMANDS,
          "protocols, the preferred first: thttp", read_list, SETS(protocols)),
    VALUE("own-host", 0, "LIST", ENGINE_COMMANDS,
          "leave out servers that are this host itself; repeatable",
          read_list, SETS(own_hosts)),
    SWITCH("all", 0, ENGINE_COMMANDS, "every result, in rank order",
           read_switch, SETS(resolving.all)),
    SWITCH("no-addresses", 0, ENGINE_COMMANDS, "stop at host names",
           read_switch, SETS(resolving.no_addresses)),
    SWITCH("no-q", 0, ENGINE_COMMANDS,
           "do not copy the URN's q-component to the URI", read_switch,
           SETS(resolving.no_q)),
    SWITCH("require-ad", 0, SOURCE_COMMANDS, "reject unauthenticated answers",
           read_switch, SETS(resolving.require_authenticated)),
    VALUE("seed", 0, "N", ENGINE_COMMANDS,
          "make the choice among servers repeatable", read_seed, SETS(seed)),

    HEADING(SOURCE_COMMANDS, "Limits"),
    VALUE("max-hops", 0, "N", ENGINE_COMMANDS,
          "delegations on one path (16; enum: 5)", read_count,
          SETS(resolving.max_hops), .number = 1000),
    VALUE("max-queries", 0, "N", ENGINE_COMMANDS,
          "queries for one input (64)", read_count,
          SETS(resolving.max_queries), .number = 100000),
    VALUE("deadline", 0, "DUR", SOURCE_COMMANDS,
          "time for one input: 500ms, 2s (15s)", read_duration,
          SETS(resolving.deadline)),

    HEADING(LISTING_COMMANDS, "Many inputs"),
    HEADING(COMMAND_TEST, "Many expectations"),
    VALUE(NULL, 'f', "FILE", LISTING_COMMANDS,
          "read inputs from FILE, one a line; - is standard input; repeatable",
          read_input_file, SETS(input_files)),
    SWITCH(NULL, '0', LISTING_COMMANDS,
           "inputs end with NUL, not newline", read_switch,
           SETS(is_nul_separated)),
    VALUE("jobs", 0, "N", SOURCE_COMMANDS, "in flight at a time (128)",
          read_count, SETS(jobs), .number = 65536),
    VALUE("threads", 0, "N", BATCH_COMMANDS | COMMAND_TEST,
          "threads that resolve (1)", read_count, SETS(threads),
          .number = 64),
    SWITCH("ordered", 0, BATCH_COMMANDS,
           "print results in input order (default)", read_switch_off,
           SETS(is_unordered)),
    SWITCH("unordered", 0, BATCH_COMMANDS, "print results as they finish",
           read_switch, SETS(is_unordered)),
    VALUE("max-time", 0, "DUR", BATCH_COMMANDS,
          "time for all inputs; then no more are begun", read_duration,
          SETS(max_time)),
    VALUE("rate", 0, "N", DNS_COMMANDS, "DNS queries a second, in all",
          read_count, SETS(dns.rate), .number = 1000000),
    VALUE("rate-per-server", 0, "N", DNS_COMMANDS,
          "DNS queries a second to each server", read_count,
          SETS(dns.rate_per_server), .number = 1000000),
    VALUE("retry-file", 0, "FILE", BATCH_COMMANDS | COMMAND_TEST,
          "write inputs with temporary failures to FILE", read_string,
          SETS(retry_file)),
    VALUE("fail-on", 0, "WHAT", BATCH_COMMANDS | COMMAND_TEST,
          "exit with 0 but for these failures:", read_choice, SETS(fail_on),
          .choices = failures),
    VALUE("progress", 0, "WHEN", BATCH_COMMANDS | COMMAND_TEST,
          "show the progress on standard error:", read_choice, SETS(progress),
          .choices = progress_modes, .has_default = true),
    SWITCH("ndjson", 0, BATCH_COMMANDS,
           "inputs are JSON objects with a member \"input\"; the others come "
           "back with the result",
           read_switch, SETS(is_ndjson)),

    HEADING(COMMAND_LINT, "Input"),
    VALUE("from", 0, "CONFIG", COMMAND_LINT,
          "the zone files in named.conf, nsd.conf or knot.conf; repeatable",
          read_configuration, SETS(configurations)),
    SWITCH("include-anywhere", 0, COMMAND_LINT,
           "let $INCLUDE read files outside the folder of the zone file",
           read_switch, SETS(includes_anywhere)),
    VALUE("max-generated", 0, "N", COMMAND_LINT,
          "records that $GENERATE may make in a zone (65536)", read_count,
          SETS(max_generated), .number = 16777216),
    VALUE("origin", 0, "NAME", COMMAND_LINT,
          "origin of the files after it, until $ORIGIN changes it", read_origin,
          SETS(lint.origins)),
    VALUE("app", 0, "NAME", COMMAND_LINT,
          "the application (default: by services and owner name)",
          read_application, SETS(application)),
    VALUE("root", 0, "NAME", COMMAND_LINT,
          "the domain of first keys, instead of urn.arpa; repeatable",
          read_list, SETS(roots)),
    VALUE("input", 0, "STRING", COMMAND_LINT,
          "try expressions on this, too; repeatable", read_sample,
          SETS(lint.samples)),

    HEADING(COMMAND_GRAPH, "Part of the picture"),
    VALUE("key", 0, "NAME", COMMAND_GRAPH,
          "only what this key of the zones leads to; repeatable", read_key,
          SETS(graph.keys)),
    VALUE("depth", 0, "N", COMMAND_GRAPH,
          "at most N delegations from the first keys", read_depth,
          SETS(graph.depth), .number = 1000000),
    VALUE("max-edges", 0, "N", COMMAND_GRAPH,
          "edges at most (dot: 5000, svg: 1000, mermaid: 500)", read_count,
          SETS(graph.max_edges), .number = 10000000),

    HEADING(COMMAND_UUID_GEN, "Kind"),
    SWITCH("random", 'r', COMMAND_UUID_GEN, "version 4, random (default)",
           read_uuid_kind, .number = UUID_V4),
    SWITCH("time-v7", '7', COMMAND_UUID_GEN, "version 7, ordered by time",
           read_uuid_kind, .number = UUID_V7),
    SWITCH("time", 't', COMMAND_UUID_GEN, "version 1, time-based",
           read_uuid_kind, .number = UUID_V1),
    SWITCH("time-v6", '6', COMMAND_UUID_GEN, "version 6, time-based",
           read_uuid_kind, .number = UUID_V6),
    SWITCH("md5", 'm', COMMAND_UUID_GEN, "version 3, MD5 of a name",
           read_uuid_kind, .number = UUID_MD5),
    SWITCH("sha1", 's', COMMAND_UUID_GEN, "version 5, SHA-1 of a name",
           read_uuid_kind, .number = UUID_SHA1),
    SWITCH("sha256", 0, COMMAND_UUID_GEN, "version 8, SHA-256 of a name",
           read_uuid_kind, .number = UUID_SHA256),
    VALUE("custom", 0, "HEX", COMMAND_UUID_GEN, "version 8 of your own bits",
          read_uuid_custom, SETS(uuid.custom)),
    SWITCH("nil", 0, COMMAND_UUID_GEN, "all zeros", read_uuid_kind,
           .number = UUID_NIL),
    SWITCH("max", 0, COMMAND_UUID_GEN, "all ones", read_uuid_kind,
           .number = UUID_MAX),

    HEADING(COMMAND_UUID_GEN, "Names"),
    VALUE("namespace", 'n', "SPACE", COMMAND_UUID_GEN, "a UUID, or",
          read_uuid_space, SETS(uuid.space), .choices = spaces),
    VALUE("name", 'N', "NAME", COMMAND_UUID_GEN,
          "the name; - reads one from each line of standard input",
          read_string, SETS(uuid.name)),
    SWITCH("hex", 'x', COMMAND_UUID_GEN, "names are hexadecimal", read_switch,
           SETS(uuid.is_hex)),
    VALUE("name-form", 0, "FORM", COMMAND_UUID_GEN,
          "names are domain names, hashed as", read_uuid_name_form,
          SETS(uuid.dns_form), .choices = name_forms),

    HEADING(COMMAND_UUID_GEN, "Time and node"),
    VALUE("at", 0, "TIME", COMMAND_UUID_GEN,
          "instead of now: 2022-02-22T19:22:22Z, @1645557742", read_uuid_time,
          SETS(uuid.time)),
    VALUE("node", 0, "ADDRESS", COMMAND_UUID_GEN,
          "9f:6b:de:ce:d8:46, instead of random bits", read_uuid_node,
          SETS(uuid.node)),

    HEADING(COMMAND_REWRITE, "Expression and output"),
    SWITCH("master", 0, COMMAND_REWRITE,
           "REGEXP is written as in a zone file: \"\\\\1\", not \"\\1\"",
           read_switch, SETS(rewrite.is_master)),
    SWITCH("key", 0, COMMAND_REWRITE, "the output must be a legal domain name",
           read_switch, SETS(rewrite.wants_key)),
    SWITCH("uri", 0, COMMAND_REWRITE, "the output must be a URI", read_switch,
           SETS(rewrite.wants_uri)),
    SWITCH("explain", 0, COMMAND_REWRITE,
           "show the parts, the groups, and how other readers differ",
           read_switch, SETS(rewrite.explains)),

    HEADING(COMMAND_UUID_RANGE, "Version"),
    SWITCH("v7", '7', COMMAND_UUID_RANGE,
           "ids of version 7 (default; no other version has ranges)",
           read_switch, SETS(uuid.is_v7)),

    HEADING(UUID_READING_COMMANDS, "Input"),
    VALUE("form", 0, "LIST", UUID_READING_COMMANDS,
          "forms that are read, separated by commas, or one encoding, of",
          read_uuid_forms,
          SETS(uuid.read_forms), .choices = read_forms),
    SWITCH("rfc", 0, COMMAND_UUID_CHECK,
           "require a variant and version of RFC 9562", read_constant,
           SETS(uuid.demands), .number = DDDS_UUID_RFC_ONLY),

    HEADING(ALL_COMMANDS, "Output"),
    VALUE("count", 'C', "COUNT", COMMAND_UUID_GEN, "how many (1)",
          read_uuid_count, SETS(uuid.count)),
    VALUE("form", 'f', "FORM", COMMAND_UUID_GEN, "form of the output:",
          read_choice, SETS(uuid.form), .choices = written_forms,
          .has_default = true),
    VALUE(NULL, 'f', "FORM", COMMAND_UUID_FMT, "form of the output:",
          read_choice, SETS(uuid.form), .choices = written_forms,
          .has_default = true),
    SWITCH("json", 'J', COMMAND_UUID_PARSE, "one JSON document", read_constant,
           SETS(format), .number = FORMAT_JSON),
    SWITCH("noheadings", 'n', COMMAND_UUID_PARSE, "no line of headings",
           read_switch, SETS(uuid.has_no_headings)),
    SWITCH("raw", 'r', COMMAND_UUID_PARSE, "columns are not aligned",
           read_switch, SETS(uuid.is_raw)),
    VALUE("output", 'o', "COLUMNS", COMMAND_UUID_PARSE,
          "these columns: UUID,TIME; +NOTE adds one", read_uuid_columns,
          SETS(uuid.columns)),
    SWITCH("trace", 0, RESOLVING_COMMANDS, "show every step, too", read_switch,
           SETS(has_trace)),
    SWITCH("short", 0, BATCH_COMMANDS, "nothing but the result",
           read_constant, SETS(format), .number = FORMAT_SHORT),
    SWITCH("json", 0, BATCH_COMMANDS | COMMAND_URN_PARSE | COMMAND_DIFF,
           "one JSON object for each input", read_constant, SETS(format),
           .number = FORMAT_JSON),
    SWITCH("json", 0, COMMAND_LINT, "one JSON document", read_constant,
           SETS(format), .number = FORMAT_JSON),
    VALUE("format", 0, "FORMAT",
          SOURCE_COMMANDS | COMMAND_LINT, "", read_choice, SETS(format),
          .choices = formats, .has_default = true),
    SWITCH("ttl", 0, COMMAND_DIFF,
           "another TTL is a difference, too", read_switch,
           SETS(diff.compares_ttl)),
    SWITCH("record", 0, COMMAND_TEST,
           "write today's results as expectations", read_switch,
           SETS(test.records)),
    VALUE("output", 0, "FILE", COMMAND_TEST,
          "write to FILE, which is replaced at the end", read_string,
          SETS(test.output)),
    VALUE("fail-on", 0, "LEVEL", COMMAND_LINT,
          "exit with 1 if there are findings of this level:", read_choice,
          SETS(lint.fail_on), .choices = severities, .has_default = true),
    VALUE("ignore", 0, "CODES", COMMAND_LINT, "do not report these: L210,L217",
          read_ignored, SETS(lint.ignored)),
    SWITCH("summary", 0, COMMAND_LINT,
           "count findings by file and code instead of showing them",
           read_switch, SETS(lint.has_summary)),
    SWITCH("quiet", 'q', COMMAND_LINT,
           "only findings that make the exit status 1", read_switch,
           SETS(lint.is_quiet)),
    SWITCH("codes", 0, COMMAND_LINT,
           "list all codes; with --format json, all about them", read_switch,
           SETS(lint.shows_codes)),
    VALUE("explain", 0, "CODE", COMMAND_LINT,
          "explain a code, with an example", read_string,
          SETS(lint.explained)),
    VALUE("color", 0, "WHEN", BATCH_COMMANDS | COMMAND_LINT, "", read_choice,
          SETS(color), .choices = colors, .has_default = true),
    SWITCH("help", 'h', ALL_COMMANDS, "show this help", read_help, .member = 0),
    SWITCH("version", 'V', ALL_COMMANDS, "show the version", read_version,
           .member = 0),

    HEADING(COMMAND_LINT, "Corrections"),
    SWITCH("fix", 0, COMMAND_LINT,
           "correct the files in place, where the correction is certain",
           read_switch, SETS(lint.fixes)),
    SWITCH("diff", 0, COMMAND_LINT,
           "show what --fix would change, as a unified diff", read_switch,
           SETS(lint.has_diff)),

    HEADING(COMMAND_LINT, "Settings"),
    VALUE("baseline", 0, "FILE", COMMAND_LINT,
          "report only findings that FILE does not have", read_string,
          SETS(lint.baseline)),
    VALUE("write-baseline", 0, "FILE", COMMAND_LINT,
          "write the findings to FILE, for --baseline", read_string,
          SETS(lint.new_baseline)),
    VALUE("config", 0, "FILE", COMMAND_LINT,
          "severities, ignored owners, defaults (.ddds-lint)", read_string,
          SETS(lint.config_path)),
    SWITCH("no-config", 0, COMMAND_LINT, "do not read .ddds-lint", read_switch,
           SETS(lint.has_no_config)),

    HEADING(COMMAND_LINT, "Live records"),
    SWITCH("dns", 0, COMMAND_LINT,
           "the inputs are names; query the system's resolver", read_switch,
           SETS(lint.is_live)),
    SWITCH("authorities", 0, COMMAND_LINT,
           "query the servers of each zone, even if nothing fails",
           read_switch, SETS(lint.asks_authorities)),
    VALUE("authority-port", 0, "PORT", COMMAND_LINT, "their port (53)",
          read_port, SETS(lint.authority_port)),

    HEADING(DNS_COMMANDS, "DNS queries"),
    VALUE("timeout", 0, "DUR", DNS_COMMANDS, "time for one try (2s)",
          read_duration, SETS(dns.timeout)),
    VALUE("tries", 0, "N", DNS_COMMANDS, "tries with each server (3)",
          read_count, SETS(dns.tries), .number = 100),
    VALUE("bufsize", 0, "N", DNS_COMMANDS,
          "EDNS buffer size, 512 to 4096 (1232)", read_buffer_size,
          SETS(dns.buffer_size), .number = 4096),
    SWITCH("tcp", 0, DNS_COMMANDS, "over TCP", read_switch, SETS(dns.tcp)),
    VALUE("transport", 0, "NAME", DNS_COMMANDS,
          "who sends over UDP, ddds itself or c-ares:", read_choice,
          SETS(dns.transport), .choices = transports, .has_default = true),
    SWITCH(NULL, '4', DNS_COMMANDS, "over IPv4 only", read_switch,
           SETS(dns.ipv4_only)),
    SWITCH(NULL, '6', DNS_COMMANDS, "over IPv6 only", read_switch,
           SETS(dns.ipv6_only)),
    VALUE(NULL, 'p', "PORT", DNS_COMMANDS, "port of the servers (53)",
          read_port, SETS(dns.port)),
};
/* clang-format on */

const struct option_row *option_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

unsigned option_default(const struct option_choice *choices, unsigned command)
{
    while (choices->name != NULL && (choices->commands & command) == 0) {
        choices++;
    }
    return choices->value;
}
