/* ddds lint: judge NAPTR zones.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ddds/check.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/print_lint.h"
#include "cli/terminal.h"
#include "cli/values.h"

enum lint_format { LINT_TEXT, LINT_GCC, LINT_JSON, LINT_SARIF };

struct request {
    struct ddds_check_options options;
    const char **inputs;
    char **ignored;
    enum lint_format format;
    enum ddds_severity fail_on;
    bool has_color;
    bool shows_codes;
    char **files; /* or names, if servers are asked */
    int file_count;

    /* Of live records. */
    bool is_live;
    struct ddds_dns_options dns;
    const char **servers;
    struct ddds_check_live live;
};

/* Where findings go. */
struct report {
    const struct request *request;
    json_t *findings;
};

/* ---- The command line -----------------------------------------------------
 */

enum code {
    CODE_ORIGIN = 256,
    CODE_APP,
    CODE_INPUT,
    CODE_FORMAT,
    CODE_FAIL_ON,
    CODE_IGNORE,
    CODE_CODES,
    CODE_COLOR,
    CODE_JSON,
    CODE_DNS,
    CODE_AUTHORITIES,
    CODE_AUTHORITY_PORT,
    CODE_TCP,
    CODE_TIMEOUT,
    CODE_TRIES,
    CODE_BUFSIZE,
};

/* Which of |names| is |value|? -1: none. */
static int choose(const char *const *names, const char *value)
{
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], value) == 0) {
            return i;
        }
    }
    return -1;
}

static int read_format(struct request *request, const char *value)
{
    static const char *const names[] = {"text", "gcc", "json", "sarif", NULL};
    int format = choose(names, value);
    if (format < 0) {
        return value_refuse("--format", value, "text, gcc, json or sarif");
    }
    request->format = (enum lint_format)format;
    return -1;
}

static int read_fail_on(struct request *request, const char *value)
{
    static const char *const names[] = {"info", "warning", "error", NULL};
    int severity = choose(names, value);
    if (severity < 0) {
        return value_refuse("--fail-on", value, "error, warning or info");
    }
    request->fail_on = (enum ddds_severity)severity;
    return -1;
}

static int read_color(struct request *request, const char *value)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    int when = choose(names, value);
    if (when < 0) {
        return value_refuse("--color", value, "auto, always or never");
    }
    request->has_color = when == 0 ? request->has_color : when == 1;
    return -1;
}

static int read_application(struct request *request, const char *value)
{
    request->options.application = ddds_application_find(value);
    if (request->options.application != NULL) {
        return -1;
    }
    complain("--app: there is no application \"%s\"", value);
    return EXIT_USAGE;
}

/* "L204,L210": each becomes a string of its own. */
static int read_ignored(struct request *request, char *value)
{
    size_t count = 1;
    for (const char *at = value; *at != '\0'; at++) {
        count += *at == ',';
    }
    size_t before = request->options.ignored_count;
    char **list =
        realloc(request->ignored, (before + count) * sizeof *request->ignored);
    if (list == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    request->ignored = list;
    request->options.ignored = (const char *const *)list;
    for (size_t i = before; i < before + count; i++) {
        list[i] = value;
        value += strcspn(value, ",");
        if (*value == ',') {
            *value++ = '\0';
        }
    }
    request->options.ignored_count += count;
    return -1;
}

/* How servers are asked. */
static int take_dns_option(struct request *request, int code, const char *value)
{
    struct ddds_dns_options *dns = &request->dns;
    switch (code) {
    case CODE_DNS:
        request->is_live = true;
        return -1;
    case CODE_AUTHORITIES:
        request->live.asks_authorities = true;
        return -1;
    case CODE_AUTHORITY_PORT:
        return value_port("--authority-port", value,
                          &request->live.authority_port);
    case CODE_TCP:
        dns->tcp = true;
        return -1;
    case CODE_TIMEOUT:
        return value_duration("--timeout", value, &dns->timeout);
    case CODE_TRIES:
        return value_unsigned("--tries", value, 100, &dns->tries);
    case CODE_BUFSIZE:
        return value_unsigned("--bufsize", value, 65535, &dns->buffer_size);
    case 'p':
        return value_port("-p", value, &dns->port);
    case '4':
        dns->ipv4_only = true;
        return -1;
    default:
        dns->ipv6_only = true;
        return -1;
    }
}

static int take_option(struct request *request, int code, char *value)
{
    switch (code) {
    case CODE_ORIGIN:
        request->options.origin = value;
        return -1;
    case CODE_APP:
        return read_application(request, value);
    case CODE_INPUT:
        request->inputs[request->options.input_count++] = value;
        return -1;
    case CODE_FORMAT:
        return read_format(request, value);
    case CODE_JSON:
        request->format = LINT_JSON;
        return -1;
    case CODE_FAIL_ON:
        return read_fail_on(request, value);
    case CODE_IGNORE:
        return read_ignored(request, value);
    case CODE_CODES:
        request->shows_codes = true;
        return -1;
    case CODE_COLOR:
        return read_color(request, value);
    case 'h':
        return print_help(stdout, "lint");
    case 'V':
        print_version();
        return EXIT_FOUND;
    default:
        return take_dns_option(request, code, value);
    }
}

/* "@..." is a server; what is left are files, or names. */
static void take_words(struct request *request, int count, char **words)
{
    request->files = words;
    for (int i = 0; i < count; i++) {
        if (words[i][0] == '@') {
            request->servers[request->dns.server_count++] = words[i] + 1;
            request->is_live = true;
        } else {
            words[request->file_count++] = words[i];
        }
    }
    request->dns.servers = request->servers;
}

static int read_options(struct request *request, int count, char **arguments)
{
    static const struct option options[] = {
        {"origin", required_argument, NULL, CODE_ORIGIN},
        {"app", required_argument, NULL, CODE_APP},
        {"input", required_argument, NULL, CODE_INPUT},
        {"format", required_argument, NULL, CODE_FORMAT},
        {"json", no_argument, NULL, CODE_JSON},
        {"fail-on", required_argument, NULL, CODE_FAIL_ON},
        {"ignore", required_argument, NULL, CODE_IGNORE},
        {"codes", no_argument, NULL, CODE_CODES},
        {"color", required_argument, NULL, CODE_COLOR},
        {"dns", no_argument, NULL, CODE_DNS},
        {"authorities", no_argument, NULL, CODE_AUTHORITIES},
        {"authority-port", required_argument, NULL, CODE_AUTHORITY_PORT},
        {"tcp", no_argument, NULL, CODE_TCP},
        {"timeout", required_argument, NULL, CODE_TIMEOUT},
        {"tries", required_argument, NULL, CODE_TRIES},
        {"bufsize", required_argument, NULL, CODE_BUFSIZE},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {0},
    };
    int status = -1;
    opterr = 0;
    optind = 1;
    for (int code;
         status < 0 && (code = getopt_long(count, arguments, ":hV46p:", options,
                                           NULL)) != -1;) {
        if (code == '?' || code == ':') {
            char word[MISTAKE_SIZE];
            optopt = optopt < 256 ? optopt : 0;
            complain("%s: %s; ddds lint --help lists the options",
                     mistaken_option(arguments[optind - 1], optopt, word),
                     code == ':' ? "its argument is missing"
                                 : "no such option");
            return EXIT_USAGE;
        }
        status = take_option(request, code, optarg);
    }
    take_words(request, count - optind, arguments + optind);
    return status < 0
               ? value_families(request->dns.ipv4_only, request->dns.ipv6_only)
               : status;
}

/* Names that are meant to be something else. */
static int check_names(const struct request *request)
{
    for (int i = 0; i < request->file_count; i++) {
        if (strchr(request->files[i], ':') != NULL) {
            complain(
                "%s: a key is a domain name; ddds trace shows which keys a "
                "URN or URI leads to",
                request->files[i]);
            return EXIT_USAGE;
        }
    }
    return -1;
}

static int read_request(struct request *request, int count, char **arguments)
{
    *request = (struct request){.fail_on = DDDS_ERROR};
    request->has_color = terminal_wants_color();
    request->inputs = calloc((size_t)count + 1, sizeof *request->inputs);
    request->servers = calloc((size_t)count + 1, sizeof *request->servers);
    if (request->inputs == NULL || request->servers == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    request->options.inputs = request->inputs;
    int status = read_options(request, count, arguments);
    if (status < 0 && request->file_count == 0 && !request->shows_codes) {
        complain(request->is_live
                     ? "lint: takes names to ask for, as in ddds lint "
                       "@192.0.2.1 example.com"
                     : "lint: takes master files, as in ddds lint "
                       "example.com.zone; \"-\" is standard input");
        return EXIT_USAGE;
    }
    return status < 0 && request->is_live ? check_names(request) : status;
}

/* ---- Reading --------------------------------------------------------------
 */

/* All of standard input, to be freed; NULL after a complaint. */
static char *read_standard_input(size_t *length, int *status)
{
    size_t size = 65536;
    char *text = malloc(size);
    *length = 0;
    while (text != NULL) {
        *length += fread(text + *length, 1, size - *length, stdin);
        if (*length < size) {
            break;
        }
        size *= 2;
        char *larger = realloc(text, size);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    if (text == NULL) {
        complain("out of memory");
        *status = EXIT_OWN_FAILURE;
    } else if (ferror(stdin)) {
        complain("standard input: %s", strerror(errno));
        *status = EXIT_TEMPORARY;
        free(text);
        text = NULL;
    }
    return text;
}

/* What zone files are called. */
static bool is_file_name(const char *path)
{
    const char *end = strrchr(path, '.');
    return end == NULL || strcmp(end, ".zone") == 0 || strcmp(end, ".db") == 0;
}

/* Something that is no file may have been meant as a name. */
static void complain_of_file(const char *path, const struct ddds_error *error)
{
    char key[DDDS_KEY_SIZE];
    bool is_name = error->status == DDDS_UNREADABLE &&
                   access(path, F_OK) != 0 && !is_file_name(path) &&
                   ddds_key_parse(path, key, NULL) == DDDS_OK;
    complain("%s%s%s%s", error->detail, is_name ? "; ddds lint --dns " : "",
             is_name ? key : "", is_name ? " asks DNS" : "");
}

/* A file that is over a limit is as broken as one that is none. */
static int exit_of_file(const char *path, ddds_status status,
                        const struct ddds_error *error)
{
    if (status != DDDS_OK) {
        complain_of_file(path, error);
    }
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

/* Standard input may be read once: |*text| is to be kept until the check is
 * freed. */
static int check_standard_input(ddds_check *check, char **text)
{
    struct ddds_error error;
    size_t length;
    int status = EXIT_FOUND;
    if (*text != NULL) {
        complain("\"-\": standard input can be read only once");
        return EXIT_USAGE;
    }
    *text = read_standard_input(&length, &status);
    return *text == NULL
               ? status
               : exit_of_file(
                     "-", ddds_check_text(check, "-", *text, length, &error),
                     &error);
}

static int check_files(const struct request *request, ddds_check *check,
                       char **text)
{
    int status = EXIT_FOUND;
    for (int i = 0; i < request->file_count; i++) {
        struct ddds_error error;
        const char *path = request->files[i];
        status = worse_exit(
            status,
            strcmp(path, "-") == 0
                ? check_standard_input(check, text)
                : exit_of_file(path, ddds_check_file(check, path, &error),
                               &error));
    }
    return status;
}

static void complain_of_name(void *context, const char *detail)
{
    (void)context;
    complain("%s", detail);
}

/* Ask for the names. Those that cannot be asked for have been complained of. */
static int check_live(struct request *request, ddds_check *check)
{
    struct ddds_error error;
    request->live.dns = &request->dns;
    request->live.now = (int64_t)time(NULL);
    request->live.complaint = complain_of_name;
    ddds_status status = ddds_check_names(check, &request->live,
                                          (const char *const *)request->files,
                                          (size_t)request->file_count, &error);
    if (status == DDDS_OK) {
        return EXIT_FOUND;
    }
    complain("%s", error.detail);
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

/* ---- Reporting ------------------------------------------------------------
 */

static void take_finding(void *context, const struct ddds_finding *finding)
{
    struct report *report = context;
    switch (report->request->format) {
    case LINT_TEXT:
        print_finding_text(stdout, finding, report->request->has_color);
        break;
    case LINT_GCC:
        print_finding_gcc(stdout, finding);
        break;
    case LINT_JSON:
        json_array_append_new(report->findings, make_finding_json(finding));
        break;
    case LINT_SARIF:
        json_array_append_new(report->findings, make_finding_sarif(finding));
        break;
    }
}

static void end_report(struct report *report,
                       const struct ddds_check_summary *summary)
{
    switch (report->request->format) {
    case LINT_TEXT:
        print_summary_text(stdout, summary);
        break;
    case LINT_GCC:
        break;
    case LINT_JSON:
        print_lint_json(stdout, json_incref(report->findings), summary);
        break;
    case LINT_SARIF:
        print_lint_sarif(stdout, json_incref(report->findings));
        break;
    }
}

static int report_findings(const struct request *request, ddds_check *check)
{
    struct report report = {request, json_array()};
    struct ddds_check_summary summary;
    struct ddds_error error;
    int status = EXIT_FOUND;
    if (report.findings == NULL ||
        ddds_check_report(check, take_finding, &report, &summary, &error) !=
            DDDS_OK) {
        complain("out of memory");
        json_decref(report.findings);
        return EXIT_OWN_FAILURE;
    }
    end_report(&report, &summary);
    for (int i = (int)request->fail_on; i <= DDDS_ERROR; i++) {
        status = summary.found[i] > 0 ? EXIT_NOT_FOUND : status;
    }
    json_decref(report.findings);
    return status;
}

static int run(struct request *request)
{
    struct ddds_error error;
    char *text = NULL;
    ddds_check *check = ddds_check_new(&request->options, &error);
    if (check == NULL) {
        complain("%s%s", error.detail,
                 error.status == DDDS_BAD_OPTION
                     ? "; ddds lint --help says more"
                     : "");
        return exit_of_status(error.status);
    }
    int status = request->is_live ? check_live(request, check)
                                  : check_files(request, check, &text);
    if (status != EXIT_USAGE && status != EXIT_OWN_FAILURE) {
        status = worse_exit(status, report_findings(request, check));
    }
    ddds_check_free(check);
    free(text);
    return status;
}

static int show_codes(const struct request *request)
{
    if (request->file_count > 0 || request->is_live) {
        complain(
            "lint: --codes lists the codes; it takes no files and asks nobody");
        return EXIT_USAGE;
    }
    if (request->format != LINT_JSON && request->format != LINT_TEXT) {
        complain("lint: --codes takes --format text or json");
        return EXIT_USAGE;
    }
    if (request->format == LINT_JSON) {
        print_codes_json(stdout);
    } else {
        print_codes_text(stdout);
    }
    return EXIT_FOUND;
}

int command_lint(int count, char **arguments)
{
    struct request request;
    int status = read_request(&request, count, arguments);
    if (status < 0) {
        status = request.shows_codes ? show_codes(&request) : run(&request);
    }
    free(request.inputs);
    free(request.servers);
    free(request.ignored);
    return status;
}
