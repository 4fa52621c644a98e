/* ddds lint: judge NAPTR zones.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ddds/check.h>

#include "batch/inputs.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/config.h"
#include "lint/correct.h"
#include "lint/explain.h"
#include "lint/print_lint.h"
#include "lint/reporter.h"

/* ---- Reading ------------------------------------------------------------ */

/* All of standard input, to be freed; NULL if that failed, and was reported. */
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

/* Does |path| look like the name of a zone file? */
static bool is_file_name(const char *path)
{
    const char *end = strrchr(path, '.');
    return end == NULL || strcmp(end, ".zone") == 0 || strcmp(end, ".db") == 0;
}

/* A missing file may have been meant as a name. */
static void complain_of_file(const char *path, const struct ddds_error *error)
{
    char key[DDDS_KEY_SIZE];
    bool is_name = error->status == DDDS_UNREADABLE &&
                   access(path, F_OK) != 0 && !is_file_name(path) &&
                   ddds_key_parse(path, key, NULL) == DDDS_OK;
    complain("%s%s%s%s", error->detail, is_name ? "; ddds lint --dns " : "",
             is_name ? key : "", is_name ? " asks DNS" : "");
}

/* A file that exceeds a limit counts as invalid. */
static int exit_of_file(const char *path, ddds_status status,
                        const struct ddds_error *error)
{
    if (status != DDDS_OK) {
        complain_of_file(path, error);
    }
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

/* Standard input can be read once: |*text| must live until the check is freed. */
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

static int check_files(const struct options *options, ddds_check *check,
                       char **text)
{
    int status = EXIT_FOUND;
    for (size_t i = 0; i < options->input_count; i++) {
        struct ddds_error error;
        const char *path = options->inputs[i];
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

/* ---- Live records -------------------------------------------------------- */

struct names {
    char **items;
    size_t count;
};

/* Keep a name. One with a colon was meant as a URN or URI. */
static int keep_name(struct names *names, const struct input *input)
{
    if (strchr(input->text, ':') != NULL) {
        complain("%s: a key is a domain name; ddds trace shows which keys a "
                 "URN or URI leads to",
                 input->text);
        return EXIT_USAGE;
    }
    char **items =
        realloc(names->items, (names->count + 1) * sizeof *names->items);
    char *name = strdup(input->text);
    names->items = items != NULL ? items : names->items;
    if (items == NULL || name == NULL) {
        complain("out of memory");
        free(name);
        return EXIT_OWN_FAILURE;
    }
    items[names->count++] = name;
    return EXIT_FOUND;
}

/* The names of the command line; "-" reads them from standard input. */
static int read_names(const struct options *options, struct names *names)
{
    const struct input *input;
    struct inputs *inputs = inputs_new(options, 0);
    if (inputs == NULL) {
        return EXIT_OWN_FAILURE;
    }
    int status = EXIT_FOUND;
    while (status == EXIT_FOUND && (input = inputs_read(inputs)) != NULL) {
        status = keep_name(names, input);
    }
    status = worse_exit(status, inputs_status(inputs));
    inputs_free(inputs);
    return status;
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
}

/* Look the names up. Those that cannot be looked up have been reported. */
static int check_names(const struct options *options, const struct names *names,
                       ddds_check *check)
{
    struct ddds_error error;
    struct ddds_dns_options dns = options->dns;
    dns.servers = options->servers;
    dns.server_count = options->server_count;
    const struct ddds_check_live live = {
        .size = sizeof live,
        .dns = &dns,
        .asks_authorities = options->lint.asks_authorities,
        .authority_port = options->lint.authority_port,
        .now = (int64_t)time(NULL),
        .complaint = complain_of_name,
    };
    ddds_status status = ddds_check_names(
        check, &live, (const char *const *)names->items, names->count, &error);
    if (status == DDDS_OK) {
        return EXIT_FOUND;
    }
    complain("%s", error.detail);
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

static int check_live(const struct options *options, ddds_check *check)
{
    struct names names = {NULL, 0};
    int status = read_names(options, &names);
    if (status == EXIT_FOUND) {
        status = check_names(options, &names, check);
    }
    free_names(&names);
    return status;
}

/* ---- Corrections --------------------------------------------------------- */

static int read_files(void *context, ddds_check *check, bool is_quiet)
{
    char *text = NULL;
    (void)is_quiet;
    return check_files(context, check, &text);
}

/* ---- The command --------------------------------------------------------- */

static int check_inputs(const struct options *options)
{
    const struct lint_config *config = options->lint.config;
    struct ddds_check_options checking = {
        .size = sizeof checking,
        .origin = options->lint.origin,
        .roots = options->roots,
        .application = options->application == NULL && config != NULL
                           ? config->application
                           : options->application,
        .inputs = options->lint.samples,
        .input_count = options->lint.sample_count,
        .ignored = (const char *const *)options->lint.ignored,
        .ignored_count = options->lint.ignored_count,
    };
    reporter_prepare(options, &checking);
    if (options->lint.fixes || options->lint.has_diff) {
        return correct_files(options, &checking, options->inputs,
                             options->input_count, read_files,
                             (void *)(uintptr_t)options);
    }
    struct ddds_error error;
    char *text = NULL;
    ddds_check *check = ddds_check_new(&checking, &error);
    if (check == NULL) {
        complain("%s%s", error.detail,
                 error.status == DDDS_BAD_OPTION
                     ? "; ddds lint --help lists the options"
                     : "");
        return exit_of_status(error.status);
    }
    int status = options->lint.is_live ? check_live(options, check)
                                       : check_files(options, check, &text);
    if (status != EXIT_USAGE && status != EXIT_OWN_FAILURE) {
        status = worse_exit(status, reporter_run(options, check, stdout));
    }
    ddds_check_free(check);
    free(text);
    return status;
}

static int show_codes(const struct options *options)
{
    if (options->input_count > 0 || options->lint.is_live) {
        complain("lint: --codes lists the codes; leave files and servers out");
        return EXIT_USAGE;
    }
    if (options->format == FORMAT_JSON) {
        print_codes_json(stdout);
    } else if (options->format == FORMAT_TEXT) {
        print_codes_text(stdout);
    } else {
        complain("lint: --codes takes --format text or json");
        return EXIT_USAGE;
    }
    return EXIT_FOUND;
}

/* The file of --config is read before the command line, which must name it
 * plainly. */
static bool has_config(const struct lint_options *lint)
{
    if (lint->config_path == NULL ||
        (lint->config != NULL &&
         strcmp(lint->config->path, lint->config_path) == 0)) {
        return true;
    }
    complain("--config: write the option once, in full, before \"--\"");
    return false;
}

int command_lint(const struct options *options)
{
    if (!has_config(&options->lint)) {
        return EXIT_USAGE;
    }
    if (options->lint.shows_codes) {
        return show_codes(options);
    }
    if (options->lint.explained != NULL) {
        return explain_code(options, stdout);
    }
    if (options->input_count == 0) {
        complain(options->lint.is_live
                     ? "lint: missing names to look up, as in ddds lint "
                       "@192.0.2.1 example.com"
                     : "lint: missing zone files, as in ddds lint "
                       "example.com.zone; \"-\" is standard input");
        return EXIT_USAGE;
    }
    return check_inputs(options);
}
