/* Reading the command line of resolve, trace, query, test and graph.
 *
 * One table makes the parser and the help, so that they cannot drift. What
 * getopt_long leaves over is a server (@...), an option in dig's spelling
 * (+short), or an input.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/terminal.h"
#include "cli/types.h"
#include "cli/wanted.h"
#include "cli/values.h"

enum code {
    CODE_ZONE = 256,
    CODE_APP,
    CODE_APP_FILE,
    CODE_SERVICE,
    CODE_PROTOCOL,
    CODE_ROOT,
    CODE_DNS,
    CODE_ALL,
    CODE_NO_Q,
    CODE_NO_ADDRESSES,
    CODE_REQUIRE_AD,
    CODE_TCP,
    CODE_DNSSEC,
    CODE_TIMEOUT,
    CODE_TRIES,
    CODE_BUFSIZE,
    CODE_DEADLINE,
    CODE_MAX_HOPS,
    CODE_MAX_QUERIES,
    CODE_JOBS,
    CODE_ORDERED,
    CODE_UNORDERED,
    CODE_TRACE,
    CODE_SEED,
    CODE_FORMAT,
    CODE_SHORT,
    CODE_JSON,
    CODE_COLOR,
    CODE_MAX_TIME,
};

/* Commands that have a row. */
enum {
    RESOLVING = COMMAND_RESOLVE | COMMAND_TRACE,
    WALKING = RESOLVING | COMMAND_GRAPH, /* they have inputs */
    BATCHES = RESOLVING | COMMAND_QUERY, /* they show what they find */
    EVERY = WALKING | COMMAND_TEST,
    ALL = EVERY | COMMAND_QUERY,
};

/* A row without a code is a heading. */
struct row {
    const char *name;     /* NULL: a short option only */
    const char *argument; /* NULL: takes none */
    int code;             /* below 256 it is the short option */
    unsigned commands;    /* that take it */
    const char *help;
};

static const struct row rows[] = {
    {NULL, NULL, 0, ALL, "Where rules come from"},
    {"zone", "FILE[:ORIGIN]", CODE_ZONE, ALL, "this master file; repeatable"},
    {NULL, NULL, 0, ALL,
     "  (or @SERVER[:PORT], repeatable, else the system's)"},
    {"root", "NAME", CODE_ROOT, EVERY,
     "where first keys live, not urn.arpa; repeatable"},
    {NULL, NULL, 0, EVERY,
     "  (nid:foo=NAME, scheme:http=NAME: the first key itself)"},
    {"dns", NULL, CODE_DNS, EVERY, "ask DNS for what is answered locally, too"},

    {NULL, NULL, 0, ALL, "What is wanted"},
    {"type", "TYPE", 't', COMMAND_QUERY,
     "NAPTR (default), SRV, A, AAAA, CNAME, DNAME"},
    {"app", "NAME", CODE_APP, EVERY,
     "the application (default: urn or uri, as it begins)"},
    {"app-file", "FILE", CODE_APP_FILE, EVERY,
     "the application that FILE describes"},
    {"service", "LIST", CODE_SERVICE, EVERY,
     "services in order of liking: I2L,I2R"},
    {"protocol", "LIST", CODE_PROTOCOL, EVERY,
     "protocols in order of liking: thttp"},
    {"all", NULL, CODE_ALL, EVERY, "every outcome, in rank order"},
    {"no-addresses", NULL, CODE_NO_ADDRESSES, EVERY, "stop at host names"},
    {"no-q", NULL, CODE_NO_Q, EVERY,
     "leave the URN's q-component off the locator"},
    {"require-ad", NULL, CODE_REQUIRE_AD, ALL,
     "refuse what is not authenticated"},
    {"seed", "N", CODE_SEED, EVERY, "make the choice among servers repeatable"},

    {NULL, NULL, 0, ALL, "How far to go"},
    {"max-hops", "N", CODE_MAX_HOPS, EVERY, "delegations on one path (16)"},
    {"max-queries", "N", CODE_MAX_QUERIES, EVERY, "queries for one input (64)"},
    {"deadline", "DUR", CODE_DEADLINE, ALL,
     "time for one input: 500ms, 2s (15s)"},

    {NULL, NULL, 0, WALKING | COMMAND_QUERY, "Many inputs"},
    {NULL, NULL, 0, COMMAND_TEST, "Many expectations"},
    {NULL, "FILE", 'f', WALKING | COMMAND_QUERY,
     "read them from FILE, one a line; - is stdin; repeatable"},
    {NULL, NULL, '0', WALKING | COMMAND_QUERY,
     "they end with NUL, not newline"},
    {"jobs", "N", CODE_JOBS, ALL, "in flight at a time (128)"},
    {"ordered", NULL, CODE_ORDERED, BATCHES, "print in their order (default)"},
    {"unordered", NULL, CODE_UNORDERED, BATCHES, "print as they finish"},
    {"max-time", "DUR", CODE_MAX_TIME, BATCHES,
     "time for all of them; then none is begun any more"},

    {NULL, NULL, 0, ALL, "What is shown"},
    {"trace", NULL, CODE_TRACE, RESOLVING, "the walk, too"},
    {"short", NULL, CODE_SHORT, BATCHES, "nothing but the result"},
    {"json", NULL, CODE_JSON, BATCHES, "one JSON object for each input"},
    {"format", "FORMAT", CODE_FORMAT, COMMAND_RESOLVE,
     "text, short, json, radsecproxy or freeradius"},
    {"format", "FORMAT", CODE_FORMAT, COMMAND_TRACE | COMMAND_QUERY,
     "text, short or json"},
    {"format", "FORMAT", CODE_FORMAT, COMMAND_TEST,
     "tap (default), tap13 or junit"},
    {"format", "FORMAT", CODE_FORMAT, COMMAND_GRAPH,
     "dot (default), mermaid or svg"},
    {"color", "WHEN", CODE_COLOR, BATCHES, "auto, always or never"},
    {"help", NULL, 'h', ALL, "this help"},
    {"version", NULL, 'V', ALL, "the version"},

    {NULL, NULL, 0, ALL, "How DNS is asked (zone files do not mind)"},
    {"timeout", "DUR", CODE_TIMEOUT, ALL, "time for one try (2s)"},
    {"tries", "N", CODE_TRIES, ALL, "tries with each server (3)"},
    {"bufsize", "N", CODE_BUFSIZE, ALL, "EDNS buffer size (1232)"},
    {"tcp", NULL, CODE_TCP, ALL, "over TCP"},
    {NULL, NULL, '4', ALL, "over IPv4 only"},
    {NULL, NULL, '6', ALL, "over IPv6 only"},
    {NULL, "PORT", 'p', ALL, "the servers' port (53)"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void print_row(FILE *out, const struct row *row)
{
    char spelling[48];
    char letter[] = {'-', (char)row->code, '\0'};
    bool is_short = row->code < 256;
    snprintf(spelling, sizeof spelling, "%s%s%s%s%s%s", is_short ? letter : "",
             is_short && row->name != NULL ? ", " : "",
             row->name != NULL ? "--" : "", row->name != NULL ? row->name : "",
             row->argument != NULL ? " " : "",
             row->argument != NULL ? row->argument : "");
    fprintf(out, "  %-22s%s\n", spelling, row->help);
}

/* Every application that there is. */
static void print_applications(FILE *out)
{
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        fprintf(out, "    %-8s  %s\n", (*each)->name, (*each)->title);
    }
}

void options_help(FILE *out, enum command command)
{
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].commands & command) == 0) {
            continue;
        }
        if (rows[i].code != 0) {
            print_row(out, &rows[i]);
            if (rows[i].code == CODE_APP) {
                print_applications(out);
            }
        } else if (rows[i].help[0] == ' ') {
            fprintf(out, "  %22s%s\n", "", rows[i].help);
        } else {
            fprintf(out, "\n%s:\n", rows[i].help);
        }
    }
    if ((command & BATCHES) != 0) {
        fprintf(out,
                "\ndig's spellings: +short +json%s +tcp +dnssec "
                "+time=N +tries=N +bufsize=N\n"
                "(+dnssec changes nothing: whether an answer is authenticated "
                "is always asked)\n",
                (command & RESOLVING) != 0 ? " +trace" : "");
    }
}

/* ---- Values ------------------------------------------------------------ */

/* An input has one application. */
static int check_first(const struct options *options, const char *option)
{
    if (options->application == NULL) {
        return -1;
    }
    complain("%s: the application is \"%s\" already; leave one of --app and "
             "--app-file out",
             option, options->application->name);
    return EXIT_USAGE;
}

static int read_application_file(struct options *options, const char *path)
{
    struct ddds_error error;
    int status = check_first(options, "--app-file");
    if (status >= 0) {
        return status;
    }
    options->described = ddds_application_open(path, &error);
    options->application = options->described;
    if (options->described != NULL) {
        return -1;
    }
    complain("%s", error.detail);
    /* A file that describes nothing is a mistake on the command line. */
    return error.status == DDDS_SYNTAX ? EXIT_USAGE
                                       : exit_of_status(error.status);
}

static int read_application(struct options *options, const char *name)
{
    int status = check_first(options, "--app");
    if (status >= 0) {
        return status;
    }
    options->application = ddds_application_find(name);
    if (options->application != NULL) {
        return -1;
    }
    char known[200] = "";
    size_t length = 0;
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL && length < sizeof known; each++) {
        length += (size_t)snprintf(known + length, sizeof known - length, " %s",
                                   (*each)->name);
    }
    complain("--app: there is no application \"%s\"; there are%s", name, known);
    return EXIT_USAGE;
}

static int read_type(struct options *options, const char *word)
{
    options->type = type_find(word);
    return options->type != 0 ? -1 : value_refuse("--type", word, SHOWN_TYPES);
}

static int read_format(struct options *options, const char *name)
{
    static const struct {
        const char *name;
        unsigned commands;
        enum format format;
    } formats[] = {
        {"text", BATCHES, FORMAT_TEXT},
        {"short", BATCHES, FORMAT_SHORT},
        {"json", BATCHES, FORMAT_JSON},
        {"radsecproxy", COMMAND_RESOLVE, FORMAT_RADSECPROXY},
        {"freeradius", COMMAND_RESOLVE, FORMAT_FREERADIUS},
        {"tap", COMMAND_TEST, FORMAT_TAP},
        {"tap13", COMMAND_TEST, FORMAT_TAP13},
        {"junit", COMMAND_TEST, FORMAT_JUNIT},
        {"dot", COMMAND_GRAPH, FORMAT_DOT},
        {"mermaid", COMMAND_GRAPH, FORMAT_MERMAID},
        {"svg", COMMAND_GRAPH, FORMAT_SVG},
    };
    char wanted[64] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if ((formats[i].commands & options->command) == 0) {
            continue;
        }
        if (strcmp(name, formats[i].name) == 0) {
            options->format = formats[i].format;
            return -1;
        }
        length +=
            (size_t)snprintf(wanted + length, sizeof wanted - length, "%s%s",
                             length > 0 ? ", " : "one of ", formats[i].name);
    }
    return value_refuse("--format", name, wanted);
}

static int read_color(struct options *options, const char *when)
{
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0) {
        options->has_color = when[0] == 'a';
    } else if (strcmp(when, "auto") != 0) {
        return value_refuse("--color", when, "auto, always or never");
    }
    return -1;
}

/* One more value behind the others of |*list|, which belongs to the options. */
static int add_to_list(char **list, const char **shown, const char *value)
{
    size_t before = *list != NULL ? strlen(*list) : 0;
    size_t size = before + strlen(value) + 2;
    char *longer = realloc(*list, size);
    if (longer == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    snprintf(longer + before, size - before, "%s%s", before > 0 ? "," : "",
             value);
    *list = longer;
    *shown = longer;
    return -1;
}

/* ---- Options ----------------------------------------------------------- */

/* Options that only say yes. False if |code| is none of them. */
static bool take_switch(struct options *options, int code)
{
    switch (code) {
    case CODE_ALL:
        options->resolving.all = true;
        return true;
    case CODE_NO_Q:
        options->resolving.no_q = true;
        return true;
    case CODE_NO_ADDRESSES:
        options->resolving.no_addresses = true;
        return true;
    case CODE_REQUIRE_AD:
        options->resolving.require_authenticated = true;
        return true;
    case '0':
        options->is_nul_separated = true;
        return true;
    case CODE_ORDERED:
    case CODE_UNORDERED:
        options->is_unordered = code == CODE_UNORDERED;
        return true;
    case CODE_TRACE:
        options->has_trace = true;
        return true;
    case CODE_SHORT:
        options->format = FORMAT_SHORT;
        return true;
    case CODE_JSON:
        options->format = FORMAT_JSON;
        return true;
    case CODE_DNS:
        options->resolving.dns = true;
        return true;
    case CODE_TCP:
        options->dns.tcp = true;
        return true;
    case '4':
        options->dns.ipv4_only = true;
        return true;
    case '6':
        options->dns.ipv6_only = true;
        return true;
    case CODE_DNSSEC: /* The AD bit is always asked for. */
        return true;
    default:
        return false;
    }
}

/* An option with an argument. -1, or an exit status. */
static int take_value(struct options *options, int code, const char *value)
{
    struct ddds_options *resolving = &options->resolving;
    switch (code) {
    case CODE_ZONE:
        options->zones[options->zone_count++] = value;
        return -1;
    case CODE_APP:
        return read_application(options, value);
    case CODE_APP_FILE:
        return read_application_file(options, value);
    case CODE_SERVICE:
        return add_to_list(&options->services, &resolving->services, value);
    case CODE_PROTOCOL:
        return add_to_list(&options->protocols, &resolving->protocols, value);
    case CODE_ROOT:
        return add_to_list(&options->roots, &resolving->roots, value);
    case CODE_MAX_HOPS:
        return value_unsigned("--max-hops", value, 1000, &resolving->max_hops);
    case CODE_MAX_QUERIES:
        return value_unsigned("--max-queries", value, 100000,
                              &resolving->max_queries);
    case CODE_DEADLINE:
        return value_duration("--deadline", value, &resolving->deadline);
    case CODE_TIMEOUT:
        return value_duration("--timeout", value, &options->dns.timeout);
    case CODE_TRIES:
        return value_unsigned("--tries", value, 100, &options->dns.tries);
    case CODE_BUFSIZE:
        return value_unsigned("--bufsize", value, 65535,
                              &options->dns.buffer_size);
    case 'p':
        return value_port("-p", value, &options->dns.port);
    case CODE_MAX_TIME:
        return value_duration("--max-time", value, &options->max_time);
    case 't':
        return read_type(options, value);
    case CODE_JOBS:
        return value_unsigned("--jobs", value, 65536, &options->jobs);
    case CODE_SEED:
        options->has_seed = true;
        return value_number("--seed", value, 0, UINT64_MAX, &options->seed);
    case CODE_FORMAT:
        return read_format(options, value);
    case CODE_COLOR:
        return read_color(options, value);
    default:
        options->input_files[options->input_file_count++] = value;
        return -1;
    }
}

/* The value of one of dig's options: its times are seconds. */
static int take_dig_value(struct options *options, int code, const char *word,
                          const char *value)
{
    unsigned number;
    int status = value_unsigned(word, value, 65535, &number);
    if (status >= 0) {
        return status;
    }
    switch (code) {
    case CODE_TIMEOUT:
        options->dns.timeout = number * 1000;
        break;
    case CODE_TRIES:
        options->dns.tries = number;
        break;
    default:
        options->dns.buffer_size = number;
        break;
    }
    return -1;
}

/* +short, +time=5: dig's spelling of some options. */
static int take_dig_option(struct options *options, const char *word)
{
    static const struct {
        const char *name;
        int code;
    } spellings[] = {
        {"+short", CODE_SHORT},   {"+json", CODE_JSON},
        {"+trace", CODE_TRACE},   {"+tcp", CODE_TCP},
        {"+dnssec", CODE_DNSSEC}, {"+time=", CODE_TIMEOUT},
        {"+tries=", CODE_TRIES},  {"+bufsize=", CODE_BUFSIZE},
    };
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        const char *name = spellings[i].name;
        size_t length = strlen(name);
        if (spellings[i].code == CODE_TRACE &&
            (options->command & RESOLVING) == 0) {
            continue;
        }
        if (name[length - 1] != '=' && strcmp(word, name) == 0) {
            take_switch(options, spellings[i].code);
            return -1;
        }
        if (name[length - 1] == '=' && strncmp(word, name, length) == 0) {
            return take_dig_value(options, spellings[i].code, word,
                                  word + length);
        }
    }
    return value_refuse(
        "option", word,
        (options->command & RESOLVING) != 0
            ? "one of +short +json +trace +tcp +dnssec +time=N "
              "+tries=N +bufsize=N"
            : "one of +short +json +tcp +dnssec +time=N +tries=N "
              "+bufsize=N");
}

static bool is_letter(char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
}

/* What is no option of ours: a server, dig's option, or an input. */
static int take_word(struct options *options, const char *word)
{
    if (word[0] == '@') {
        options->servers[options->server_count++] = word + 1;
        return -1;
    }
    if (word[0] == '+' && is_letter(word[1]) &&
        (options->command & BATCHES) != 0) {
        return take_dig_option(options, word);
    }
    options->inputs[options->input_count++] = word;
    return -1;
}

/* ---- The whole --------------------------------------------------------- */

/* How many words stand behind a "--": they are inputs, whatever they are. */
static int count_literal(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--") == 0) {
            return count - i - 1;
        }
    }
    return 0;
}

/* The tables that getopt_long wants. */
static void make_getopt(struct option *long_options, char *letters,
                        enum command command)
{
    size_t count = 0;
    *letters++ = ':';
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].commands & command) == 0) {
            continue;
        }
        if (rows[i].code > 0 && rows[i].code < 256) {
            *letters++ = (char)rows[i].code;
            if (rows[i].argument != NULL) {
                *letters++ = ':';
            }
        }
        if (rows[i].name != NULL) {
            long_options[count++] = (struct option){
                rows[i].name,
                rows[i].argument != NULL ? required_argument : no_argument,
                NULL, rows[i].code};
        }
    }
    *letters = '\0';
    long_options[count] = (struct option){0};
}

const char *options_command(enum command command)
{
    switch (command) {
    case COMMAND_RESOLVE:
        return "resolve";
    case COMMAND_TRACE:
        return "trace";
    case COMMAND_TEST:
        return "test";
    case COMMAND_GRAPH:
        return "graph";
    case COMMAND_QUERY:
        return "query";
    }
    return "resolve";
}

static int take_option(struct options *options, int code, char **arguments)
{
    char word[MISTAKE_SIZE];
    switch (code) {
    case 'h':
    case 'V':
        options->asks = code == 'h' ? ASKS_HELP : ASKS_VERSION;
        return EXIT_FOUND;
    case '?':
    case ':':
        optopt = optopt < 256 ? optopt : 0;
        complain("%s: %s; ddds %s --help lists the options",
                 mistaken_option(arguments[optind - 1], optopt, word),
                 code == ':' ? "its argument is missing" : "no such option",
                 options_command(options->command));
        return EXIT_USAGE;
    default:
        return take_switch(options, code) ? -1
                                          : take_value(options, code, optarg);
    }
}

/* Make room: no list is longer than the command line. */
static int begin(struct options *options, enum command command, int count)
{
    size_t most = (size_t)count + 1;
    *options = (struct options){.command = command, .jobs = 128};
    options->format = command == COMMAND_TEST    ? FORMAT_TAP
                      : command == COMMAND_GRAPH ? FORMAT_DOT
                                                 : FORMAT_TEXT;
    options->resolving.deadline = 15000;
    options->zones = calloc(most, sizeof *options->zones);
    options->servers = calloc(most, sizeof *options->servers);
    options->inputs = calloc(most, sizeof *options->inputs);
    options->input_files = calloc(most, sizeof *options->input_files);
    options->has_color = terminal_wants_color();
    if (options->zones == NULL || options->servers == NULL ||
        options->inputs == NULL || options->input_files == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    return -1;
}

/* NAME TYPE: as the last of several words a type is one, and no name. With a
 * final dot it is a name. */
static int take_last_type(struct options *options)
{
    size_t count = options->input_count;
    if (options->type != 0 || count < 2) {
        return -1;
    }
    const char *word = options->inputs[count - 1];
    if (type_is_foreign(word)) {
        complain(
            "\"%s\" is a type that query does not show: it shows " SHOWN_TYPES
            "; a name takes a final dot: \"%s.\"",
            word, word);
        return EXIT_USAGE;
    }
    options->type = type_find(word);
    options->input_count -= options->type != 0;
    return -1;
}

/* Configuration for RADIUS servers is made of addresses, and of realms: nobody
 * else's inputs. */
static int check_format(struct options *options)
{
    if (options->format != FORMAT_RADSECPROXY &&
        options->format != FORMAT_FREERADIUS) {
        return -1;
    }
    if (options->resolving.no_addresses) {
        complain("--no-addresses: this format is made of addresses; leave one "
                 "of the two out");
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

/* URNs and URIs share one grammar of services. sip is asked for none, and says
 * so itself. */
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

int options_read(struct options *options, enum command command, int count,
                 char **arguments)
{
    struct option long_options[ROWS + 1];
    char letters[2 * ROWS + 2];
    int literal = count_literal(count, arguments);
    make_getopt(long_options, letters, command);
    int status = begin(options, command, count);
    opterr = 0;
    optind = 1;
    while (status < 0) {
        int code = getopt_long(count, arguments, letters, long_options, NULL);
        if (code == -1) {
            break;
        }
        status = take_option(options, code, arguments);
    }
    for (int i = optind; status < 0 && i < count; i++) {
        if (i >= count - literal) {
            options->inputs[options->input_count++] = arguments[i];
        } else {
            status = take_word(options, arguments[i]);
        }
    }
    if (command == COMMAND_TRACE) {
        options->has_trace = true;
    }
    if (status < 0 && command == COMMAND_QUERY && literal == 0) {
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

void options_clear(struct options *options)
{
    free(options->zones);
    free(options->servers);
    free(options->inputs);
    free(options->input_files);
    free(options->services);
    free(options->protocols);
    free(options->roots);
    ddds_application_free(options->described);
}

int options_run(enum command command, int count, char **arguments,
                int (*run)(const struct options *options))
{
    struct options options;
    int status = options_read(&options, command, count, arguments);
    if (options.asks == ASKS_HELP) {
        print_help(stdout, options_command(command));
    } else if (options.asks == ASKS_VERSION) {
        print_version();
    } else if (status < 0) {
        status = run(&options);
    }
    options_clear(&options);
    return status;
}
