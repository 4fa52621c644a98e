/* ddds lint: judge NAPTR zones.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ddds/check.h>

#include "command.h"
#include "complain.h"
#include "exits.h"
#include "print_lint.h"

enum lint_format { LINT_TEXT, LINT_GCC, LINT_JSON, LINT_SARIF };

struct request {
    struct ddds_check_options options;
    const char **inputs;
    char **ignored;
    enum lint_format format;
    enum ddds_severity fail_on;
    bool has_color;
    bool shows_codes;
    char **files;
    int file_count;
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

static int refuse(const char *option, const char *value, const char *wanted)
{
    complain("%s: \"%s\" is not %s", option, value, wanted);
    return EXIT_USAGE;
}

static int read_format(struct request *request, const char *value)
{
    static const char *const names[] = {"text", "gcc", "json", "sarif", NULL};
    int format = choose(names, value);
    if (format < 0) {
        return refuse("--format", value, "text, gcc, json or sarif");
    }
    request->format = (enum lint_format)format;
    return -1;
}

static int read_fail_on(struct request *request, const char *value)
{
    static const char *const names[] = {"info", "warning", "error", NULL};
    int severity = choose(names, value);
    if (severity < 0) {
        return refuse("--fail-on", value, "error, warning or info");
    }
    request->fail_on = (enum ddds_severity)severity;
    return -1;
}

static int read_color(struct request *request, const char *value)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    int when = choose(names, value);
    if (when < 0) {
        return refuse("--color", value, "auto, always or never");
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
    default:
        print_version();
        return EXIT_FOUND;
    }
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
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {0},
    };
    int status = -1;
    opterr = 0;
    optind = 1;
    for (int code; status < 0 && (code = getopt_long(count, arguments, ":hV",
                                                     options, NULL)) != -1;) {
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
    request->files = arguments + optind;
    request->file_count = count - optind;
    return status;
}

static int read_request(struct request *request, int count, char **arguments)
{
    const char *no_color = getenv("NO_COLOR");
    *request = (struct request){.fail_on = DDDS_ERROR};
    request->has_color =
        isatty(STDOUT_FILENO) != 0 && (no_color == NULL || *no_color == '\0');
    request->inputs = calloc((size_t)count + 1, sizeof *request->inputs);
    if (request->inputs == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    request->options.inputs = request->inputs;
    int status = read_options(request, count, arguments);
    if (status < 0 && request->file_count == 0 && !request->shows_codes) {
        complain("lint: takes master files, as in ddds lint example.com.zone; "
                 "\"-\" is standard input");
        return EXIT_USAGE;
    }
    return status;
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

/* A file that is over a limit is as broken as one that is none. */
static int exit_of_file(ddds_status status, const struct ddds_error *error)
{
    if (status != DDDS_OK) {
        complain("%s", error->detail);
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
    return *text == NULL ? status
                         : exit_of_file(ddds_check_text(check, "-", *text,
                                                        length, &error),
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
                : exit_of_file(ddds_check_file(check, path, &error), &error));
    }
    return status;
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

static int run(const struct request *request)
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
    int status = check_files(request, check, &text);
    if (status != EXIT_USAGE && status != EXIT_OWN_FAILURE) {
        status = worse_exit(status, report_findings(request, check));
    }
    ddds_check_free(check);
    free(text);
    return status;
}

static int show_codes(const struct request *request)
{
    if (request->file_count > 0) {
        complain("lint: --codes lists the codes and takes no files");
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
    free(request.ignored);
    return status;
}
