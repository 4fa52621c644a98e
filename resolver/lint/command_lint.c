/* ddds lint: check NAPTR zones.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ddds/check.h>

#include "batch/inputs.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/suggestion.h"
#include "lint/example.h"
#include "lint/fix.h"
#include "lint/lint_config.h"
#include "lint/lint_files.h"
#include "lint/lint_options.h"
#include "lint/print_lint.h"
#include "lint/reporter.h"
#include "print/json_members.h"
#include "zones/validation.h"

/* ---- Explanations ---------------------------------------------------- */

static int refuse_code(const char *word)
{
    struct suggestion suggestion;
    const struct ddds_check_code *code;
    suggestion_begin(&suggestion, word, strlen(word));
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        suggestion_try(&suggestion, code->code);
    }
    const char *hint = suggestion_text(&suggestion);
    complain("--explain: \"%.40s\" is not a lint code%s", word,
             *hint != '\0' ? hint : "; ddds lint --codes lists them");
    return EXIT_USAGE;
}

/* Print |text| with each line indented. */
static void print_indented(FILE *out, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (i == 0 || text[i - 1] == '\n') {
            fputs("    ", out);
        }
        putc(text[i], out);
    }
    putc('\n', out);
}

static void print_text(FILE *out, const struct ddds_check_code *code,
                       const struct code_example *example)
{
    fprintf(out, "%s, %s: %s\n\nWhy: %s.\nEffect: %s.\n", code->code,
            ddds_severity_text(code->severity), code->title, code->why,
            code->consequence);
    if (example == NULL) {
        fputs("\nThere is no example: one record of a zone file cannot show "
              "it.\n",
              out);
    } else {
        fputs("\nWrong:\n\n", out);
        print_indented(out, example->wrong);
        fputs("\nRight:\n\n", out);
        print_indented(out, example->right);
    }
    if (sizeof DDDS_SITE > 1) {
        fprintf(out, "\nSee " DDDS_SITE "/lint/%s.html\n", code->code);
    }
}

static void print_json(FILE *out, const struct ddds_check_code *code)
{
    json_t *object = json_pack("{s:s}", "schema", "ddds.lint-code/1");
    json_object_update_new(object, make_explained_code(code));
    print_json_object(out, object);
}

/* Print the explanation of the code that |options| name, as text or JSON.
 * Return the exit status. */
static int explain_code(const struct lint_line *options, FILE *out)
{
    const char *word = options->lint.explained;
    const struct ddds_check_code *code = ddds_check_code_find(word);
    if (options->words.input_count > 0 || options->lint.is_live) {
        complain("lint: --explain explains a code; leave files and servers "
                 "out");
        return EXIT_USAGE;
    }
    if (code == NULL) {
        return refuse_code(word);
    }
    if (options->lint.format == LINT_JSON) {
        print_json(out, code);
    } else {
        print_text(out, code, example_find(code->code));
    }
    return EXIT_FOUND;
}

static void complain_of_name(void *context, const char *detail)
{
    reporter_miss(context, "%s", detail);
}

/* ---- Checks ----------------------------------------------------------- */

/* Return true if nothing is reported because of |status|. */
static bool is_given_up(int status)
{
    return status == EXIT_USAGE || status == EXIT_OWN_FAILURE;
}

/* Create a check with |checking|; NULL, with |*status|, after reporting a
 * failure. */
static ddds_check *new_check(const struct ddds_check_options *checking,
                             int *status)
{
    struct ddds_error error;
    ddds_check *check = ddds_check_new(checking, &error);
    if (check == NULL) {
        complain("%s%s", error.detail,
                 error.status == DDDS_BAD_OPTION
                     ? "; ddds lint --help lists the options"
                     : "");
        *status = exit_of_status(error.status);
    }
    return check;
}

/* ---- Live records -------------------------------------------------------- */

struct names {
    char **items;
    size_t count;
};

/* Add a name; refuse a URN or URI, which has a colon. */
static int keep_name(struct names *names, const struct input *input)
{
    if (strchr(input->text, ':') != NULL) {
        complain("%s: a key is a domain name; ddds trace shows which keys a "
                 "URN or URI leads to",
                 input->text);
        return EXIT_USAGE;
    }
    names->items =
        realloc(names->items, (names->count + 1) * sizeof *names->items);
    names->items[names->count++] = strdup(input->text);
    return EXIT_FOUND;
}

/* Read the names from the command line, or for "-" from standard input. */
static int read_names(const struct lint_line *options, struct names *names)
{
    const struct input *input;
    struct inputs *inputs = inputs_new(&options->words, NULL, 0);
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

/* Check live names. Failed lookups are reported. */
static int check_names(const struct lint_line *options,
                       const struct names *names, ddds_check *check,
                       ddds_database *validated, json_t *unchecked)
{
    struct ddds_error error;
    struct ddds_dns_options dns = options->source.dns;
    dns.servers = options->source.servers.items;
    dns.server_count = options->source.servers.count;
    const struct ddds_check_live live = {
        .size = sizeof live,
        .dns = source_has_tls(&options->source) || options->source.is_recursive
                   ? NULL
                   : &dns,
        .database = validated,
        .asks_authorities = options->lint.asks_authorities,
        .authority_port = options->lint.authority_port,
        .now = (int64_t)time(NULL),
        .complaint = complain_of_name,
        .context = unchecked,
    };
    ddds_status status = ddds_check_names(
        check, &live, (const char *const *)names->items, names->count, &error);
    if (status == DDDS_OK) {
        return EXIT_FOUND;
    }
    if (status == DDDS_UNREADABLE) { /* Each name has been reported. */
        complain("%s", error.detail);
    } else {
        reporter_miss(unchecked, "%s", error.detail);
    }
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

static int check_live(const struct lint_line *options, ddds_check *check,
                      ddds_database *validated, json_t *unchecked)
{
    struct names names = {NULL, 0};
    int status = read_names(options, &names);
    if (status == EXIT_FOUND) {
        status = check_names(options, &names, check, validated, unchecked);
    }
    free_names(&names);
    return status;
}

/* ---- Files --------------------------------------------------------------- */

/* Check each view of |files| by itself: names of one are not in the others. */
static int check_files(const struct lint_line *options,
                       const struct zone_files *files,
                       struct ddds_check_options *checking, json_t *unchecked)
{
    size_t count;
    size_t read = 0;
    int status = EXIT_FOUND;
    struct lint_reading reading = {.unchecked = unchecked};
    const char **views = lint_files_views(files, &count);
    ddds_check **checks = calloc(count, sizeof *checks);
    reporter_prepare(options, count > 1, checking);
    while (read < count && !is_given_up(status) &&
           (checks[read] = new_check(checking, &status)) != NULL) {
        reading.view = views[read];
        reading.is_repeated = read > 0;
        status =
            worse_exit(status, lint_files_read(files, &reading, checks[read]));
        read++;
    }
    if (!is_given_up(status)) {
        status = worse_exit(
            status, reporter_run(options, checks, count, unchecked, stdout));
    }
    for (size_t i = 0; i < count; i++) {
        ddds_check_free(checks[i]);
    }
    free(checks);
    free(views);
    free(reading.text);
    return status;
}

/* ---- Entry --------------------------------------------------------------- */

static int check_all_names(const struct lint_line *options,
                           const struct ddds_check_options *checking,
                           json_t *unchecked)
{
    int status = EXIT_FOUND;
    struct validation validation;
    struct ddds_error error;
    bool is_validated = source_is_validated(&options->source);
    ddds_database *validated =
        is_validated ? validation_open(&options->source, &validation, &error)
                     : NULL;
    if (is_validated && validated == NULL) {
        complain("%s", error.detail);
        return validation.late.make == NULL ? EXIT_OWN_FAILURE
                                            : exit_of_status(error.status);
    }
    ddds_check *check = new_check(checking, &status);
    if (check != NULL) {
        status = check_live(options, check, validated, unchecked);
        if (!is_given_up(status)) {
            status = worse_exit(
                status, reporter_run(options, &check, 1, unchecked, stdout));
        }
    }
    ddds_check_free(check);
    ddds_database_free(validated);
    return status;
}

static int check_all_files(const struct lint_line *options,
                           struct ddds_check_options *checking,
                           json_t *unchecked)
{
    struct zone_files files = {.reading = options->source.reading};
    int listed = lint_files_list(options, &files, unchecked);
    int status = EXIT_FOUND;
    if (is_given_up(listed)) {
        zone_files_clear(&files);
        return listed;
    }
    if (options->lint.fixes || options->lint.has_diff) {
        status = fix_usage(options, &files);
        status = status < 0 ? fix_files(options, checking, &files, unchecked)
                            : status;
    } else {
        status = check_files(options, &files, checking, unchecked);
    }
    zone_files_clear(&files);
    return worse_exit(listed, status);
}

static int check_inputs(const struct lint_line *options)
{
    const struct lint_config *config = options->lint.config;
    struct ddds_check_options checking = {
        .size = sizeof checking,
        .origin = config != NULL ? config->origin : NULL,
        .roots = options->request.roots,
        .application = options->request.application,
        .inputs = options->lint.samples.items,
        .input_count = options->lint.samples.count,
        .ignored = (const char *const *)options->lint.ignored,
        .ignored_count = options->lint.ignored_count,
    };
    reporter_prepare(options, false, &checking);
    if (options->lint.is_live &&
        (options->lint.fixes || options->lint.has_diff)) {
        return fix_usage(options, NULL);
    }
    json_t *unchecked = json_array();
    int status = options->lint.is_live
                     ? check_all_names(options, &checking, unchecked)
                     : check_all_files(options, &checking, unchecked);
    json_decref(unchecked);
    return status;
}

static int show_codes(const struct lint_line *options)
{
    if (options->words.input_count > 0 || options->lint.is_live) {
        complain("lint: --codes lists the codes; leave files and servers out");
        return EXIT_USAGE;
    }
    if (options->lint.format == LINT_JSON) {
        print_codes_json(stdout);
    } else if (options->lint.format == LINT_TEXT) {
        print_codes_text(stdout);
    } else {
        complain("lint: --codes takes --format text or json");
        return EXIT_USAGE;
    }
    return EXIT_FOUND;
}

int command_lint(const void *given)
{
    const struct lint_line *options = given;
    if (options->lint.shows_codes) {
        return show_codes(options);
    }
    if (options->lint.has_summary && options->lint.format != LINT_TEXT) {
        complain("lint: --summary prints a table; add --format text");
        return EXIT_USAGE;
    }
    if (options->lint.explained != NULL) {
        return explain_code(options, stdout);
    }
    int usage = lint_files_usage(options);
    if (usage >= 0) {
        return usage;
    }
    if (options->words.input_count == 0 &&
        options->source.configurations.count == 0) {
        complain(options->lint.is_live
                     ? "lint: missing names to look up, as in ddds lint "
                       "@192.0.2.1 example.com"
                     : "lint: missing zone files or directories, as in ddds "
                       "lint example.com.zone; \"-\" is standard input");
        return EXIT_USAGE;
    }
    return check_inputs(options);
}
