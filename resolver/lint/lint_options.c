/* The options of ddds lint.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/lint_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/dig_options.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/options.h"
#include "cli/values.h"
#include "lint/lint_config.h"

#define SETS(what) .member = offsetof(struct lint_options, what)
#define GIVES(what) .given = offsetof(struct lint_options, what)
#define AT(member) offsetof(struct lint_line, member)

/* ---- Values ------------------------------------------------------------ */

static const struct option_choice formats[] = {
    {"text", ALL_COMMANDS, LINT_TEXT},
    {"gcc", ALL_COMMANDS, LINT_GCC},
    {"json", ALL_COMMANDS, LINT_JSON},
    {"sarif", ALL_COMMANDS, LINT_SARIF},
    {"github", ALL_COMMANDS, LINT_GITHUB},
    {"junit", ALL_COMMANDS, LINT_JUNIT},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice severities[] = {
    {"error", ALL_COMMANDS, DDDS_ERROR},
    {"warning", ALL_COMMANDS, DDDS_WARNING},
    {"info", ALL_COMMANDS, DDDS_INFO},
    {NULL, ALL_COMMANDS, 0},
};

/* ---- Parsers ------------------------------------------------------------- */

/* An origin applies to the files that follow it. */
static int read_origin(void *group, const struct option_use *use)
{
    struct lint_options *lint = group;
    size_t count = lint->origins.count + 1;
    lint->origin_places =
        realloc(lint->origin_places, count * sizeof *lint->origin_places);
    lint->origin_places[count - 1] = use->words->input_count;
    return read_word(group, use);
}

/* Split "L204,L210" in place. */
static int read_ignored(void *group, const struct option_use *use)
{
    struct lint_options *lint = group;
    size_t count = 1;
    for (const char *at = use->value; *at != '\0'; at++) {
        count += *at == ',';
    }
    lint->ignored = realloc(lint->ignored, (lint->ignored_count + count) *
                                               sizeof *lint->ignored);
    char *value = use->value;
    for (; count > 0; count--) {
        char *code = value;
        value += strcspn(value, ",");
        if (*value == ',') {
            *value++ = '\0';
        }
        if (ddds_check_code_find(code) == NULL) {
            return value_refuse(use->spelling, code,
                                "a code, such as L204; ddds lint --codes lists "
                                "them");
        }
        lint->ignored[lint->ignored_count++] = code;
    }
    return -1;
}

static int read_config(void *group, const struct option_use *use)
{
    struct lint_options *lint = group;
    if (lint->config_path != NULL) {
        complain("%s: given twice; ddds lint reads one configuration",
                 use->spelling);
        return EXIT_USAGE;
    }
    lint->config_path = use->value;
    return -1;
}

/* ---- Rows -------------------------------------------------------------- */

static const struct option_row sources[] = {
    OPTION_HEADING(COMMAND_LINT, "Input"),
    OPTION_VALUE("from", 0, "CONFIG", COMMAND_LINT,
                 "the zone files in named.conf of BIND; repeatable", read_word,
                 .member = offsetof(struct source_options, configurations),
                 .is_kept = true),
};

static const struct option_row origins[] = {
    OPTION_VALUE("origin", 0, "NAME", COMMAND_LINT,
                 "origin of the files after it, until $ORIGIN changes it",
                 read_origin, SETS(origins), .is_kept = true),
};

static const struct option_row requests[] = {
    OPTION_VALUE("app", 0, "NAME", COMMAND_LINT,
                 "the application (default: by services and owner name)",
                 read_application,
                 .member = offsetof(struct request_options, application)),
    OPTION_VALUE("app-file", 0, "FILE", COMMAND_LINT,
                 "the application that FILE describes", read_application_file,
                 .member = offsetof(struct request_options, described)),
    OPTION_VALUE("root", 0, "NAME", COMMAND_LINT,
                 "the domain of first keys, instead of urn.arpa; repeatable",
                 read_list, .member = offsetof(struct request_options, roots),
                 .is_kept = true),
};

static const struct option_row samples[] = {
    OPTION_VALUE("input", 0, "STRING", COMMAND_LINT,
                 "try expressions on this, too; repeatable", read_word,
                 SETS(samples), .is_kept = true),
};

static const struct option_row outputs[] = {
    OPTION_SWITCH("json", 0, COMMAND_LINT, "one JSON document", read_constant,
                  SETS(format), GIVES(has_format), .number = LINT_JSON),
    OPTION_VALUE("format", 0, "FORMAT", COMMAND_LINT, "", read_choice,
                 SETS(format), GIVES(has_format), .choices = formats,
                 .has_default = true),
    OPTION_VALUE("fail-on", 0, "LEVEL", COMMAND_LINT,
                 "exit with 1 if there are findings of this level:",
                 read_choice, SETS(fail_on), GIVES(has_fail_on),
                 .choices = severities, .has_default = true),
    OPTION_VALUE("ignore", 0, "CODES", COMMAND_LINT,
                 "do not report these: L210,L217", read_ignored, SETS(ignored),
                 .is_kept = true),
    OPTION_SWITCH("summary", 0, COMMAND_LINT,
                  "count findings by file and code instead of showing them",
                  read_switch, SETS(has_summary)),
    OPTION_SWITCH("quiet", 'q', COMMAND_LINT,
                  "only findings that make the exit status 1", read_switch,
                  SETS(is_quiet)),
    OPTION_SWITCH("codes", 0, COMMAND_LINT,
                  "list all codes; with --format json, all about them",
                  read_switch, SETS(shows_codes)),
    OPTION_VALUE("explain", 0, "CODE", COMMAND_LINT,
                 "explain a code, with an example", read_string,
                 SETS(explained)),
};

static const struct option_row others[] = {
    OPTION_HEADING(COMMAND_LINT, "Corrections"),
    OPTION_SWITCH("fix", 0, COMMAND_LINT,
                  "correct the files in place, where the correction is certain",
                  read_switch, SETS(fixes)),
    OPTION_SWITCH("diff", 0, COMMAND_LINT,
                  "show what --fix would change, as a unified diff",
                  read_switch, SETS(has_diff)),

    OPTION_HEADING(COMMAND_LINT, "Settings"),
    OPTION_VALUE("baseline", 0, "FILE", COMMAND_LINT,
                 "report only findings that FILE does not have", read_string,
                 SETS(baseline)),
    OPTION_VALUE("write-baseline", 0, "FILE", COMMAND_LINT,
                 "write the findings to FILE, for --baseline", read_string,
                 SETS(new_baseline)),
    OPTION_VALUE("config", 0, "FILE", COMMAND_LINT,
                 "severities, ignored owners, defaults (.ddds-lint)",
                 read_config, SETS(config_path)),
    OPTION_SWITCH("no-config", 0, COMMAND_LINT, "do not read .ddds-lint",
                  read_switch, SETS(has_no_config)),

    OPTION_HEADING(COMMAND_LINT, "Live records"),
    OPTION_SWITCH("dns", 0, COMMAND_LINT,
                  "the inputs are names; query the system's resolver",
                  read_switch, SETS(is_live)),
    OPTION_SWITCH("authorities", 0, COMMAND_LINT,
                  "query the servers of each zone, even if nothing fails",
                  read_switch, SETS(asks_authorities),
                  .is_for_published = true),
    OPTION_VALUE("authority-port", 0, "PORT", COMMAND_LINT, "their port (53)",
                 read_port, SETS(authority_port), .is_for_published = true),
};

static const struct option_rows from_rows = OPTION_ROWS(sources);
static const struct option_rows origin_rows = OPTION_ROWS(origins);
static const struct option_rows application_rows = OPTION_ROWS(requests);
static const struct option_rows sample_rows = OPTION_ROWS(samples);
static const struct option_rows lint_output_rows = OPTION_ROWS(outputs);
static const struct option_rows lint_rows = OPTION_ROWS(others);

static const struct option_group groups[] = {
    {&from_rows, AT(source)},      {&zone_file_rows, AT(source)},
    {&origin_rows, AT(lint)},      {&application_rows, AT(request)},
    {&sample_rows, AT(lint)},      {&output_heading_rows, 0},
    {&lint_output_rows, AT(lint)}, {&color_rows, AT(color)},
    {&help_rows, AT(words)},       {&lint_rows, AT(lint)},
    {&dns_rows, AT(source)},       {NULL, 0},
};

/* ---- Entry --------------------------------------------------------------- */

static void begin(void *options)
{
    struct lint_line *line = options;
    source_options_begin(&line->source);
    request_options_begin(&line->request);
}

static int take(void *options, const struct option_set *set, const char *word)
{
    struct lint_line *line = options;
    if (dig_option_is(word)) {
        const struct dig_words dig = {&line->words, set, &line->source.dns,
                                      NULL};
        return dig_option_take(&dig, word);
    }
    if (word[0] == '@') {
        given_words_add(&line->source.servers, word + 1);
    } else {
        options_keep_input(&line->words, word);
    }
    return -1;
}

static int complete(void *options)
{
    struct lint_line *line = options;
    line->lint.is_live |=
        line->source.servers.count > 0 || line->source.is_recursive;
    color_options_complete(&line->color);
    int status = source_options_complete(&line->source, line->lint.is_live);
    return status < 0 ? lint_config_begin(line, &lint_options) : status;
}

static void clear(void *options)
{
    struct lint_line *line = options;
    source_options_clear(&line->source);
    request_options_clear(&line->request);
    free(line->lint.origin_places);
    lint_config_free(line->lint.config);
}

const struct option_set lint_options = {
    .groups = groups,
    .size = sizeof(struct lint_line),
    .begin = begin,
    .take = take,
    .complete = complete,
    .clear = clear,
};
