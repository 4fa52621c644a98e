/* The configuration file of ddds lint.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/lint_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option.h"
#include "cli/suggestion.h"
#include "lint/policy.h"
#include "text/read_all.h"

/* Larger files are not configurations. */
enum { CONFIG_SIZE = 65536, LINE_SIZE = 1024 };

/* Options of the command line that a file may set. */
static const char *const settings[] = {"fail-on", "format", "app", "baseline"};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* The default file. */
static const char usual_path[] = ".ddds-lint";

static const char owners_setting[] = "ignore-owners";
static const char origin_setting[] = "origin";

/* A line of the file. */
struct config_line {
    struct lint_config *config;
    const char *path;
    size_t number;
    char *name;
    char *value;
};

/* ---- Settings ------------------------------------------------------------ */

static int refuse_name(const struct config_line *line)
{
    struct suggestion suggestion;
    const struct ddds_check_code *code;
    suggestion_begin(&suggestion, line->name, strlen(line->name));
    suggestion_try(&suggestion, owners_setting);
    suggestion_try(&suggestion, origin_setting);
    for (size_t i = 0; i < SETTINGS; i++) {
        suggestion_try(&suggestion, settings[i]);
    }
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        suggestion_try(&suggestion, code->code);
    }
    complain("%s:%zu: \"%.40s\" is neither a code nor a setting%s", line->path,
             line->number, line->name, suggestion_text(&suggestion));
    return EXIT_USAGE;
}

static int set_severity(const struct config_line *line,
                        const struct ddds_check_code *code)
{
    if (lint_policy_set(line->config->policy, code, line->value)) {
        return -1;
    }
    complain("%s:%zu: %s: \"%.40s\" is not one of error, warning, info, off",
             line->path, line->number, code->code, line->value);
    return EXIT_USAGE;
}

/* Add the words of the value to the ignored owners; the value is split in
 * place. */
static int set_owners(const struct config_line *line)
{
    char *rest = line->value;
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;) {
        size_t length = strlen(word);
        for (size_t i = 0; i < length; i++) {
            word[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] | 0x20
                                                              : word[i]);
        }
        if (length > 1 && word[length - 1] == '.') {
            word[length - 1] = '\0';
        }
        lint_policy_ignore(line->config->policy, word);
    }
    return -1;
}

/* Parse the value like the option of the same name. */
static int set_option(const struct config_line *line)
{
    char spelling[LINE_SIZE];
    struct option_place place;
    struct lint_line *options = &line->config->options;
    if (!option_find(line->config->set, COMMAND_LINT, line->name,
                     strlen(line->name), &place)) {
        return refuse_name(line);
    }
    struct option_use use = {place.row, &options->words, spelling, line->value};
    snprintf(spelling, sizeof spelling, "%.800s:%zu: %s", line->path,
             line->number, line->name);
    options->request.application = NULL; /* the last has precedence */
    return option_take(options, &place, &use);
}

/* Return |path| after following symbolic links. If it does not exist, return
 * its nearest existing directory, so that messages do not depend on files
 * elsewhere. Return NULL for a link to a missing file. */
static char *find_real(const char *path)
{
    struct stat about;
    char *real;
    size_t size = strlen(path) + sizeof "./";
    char *part = malloc(size);
    snprintf(part, size, "%s%s", *path == '/' ? "" : "./", path);
    char *slash;
    while ((real = realpath(part, NULL)) == NULL && lstat(part, &about) != 0 &&
           (slash = strrchr(part, '/')) != NULL) {
        slash[slash == part ? 1 : 0] = '\0';
    }
    free(part);
    return real;
}

/* Return true if |path|, after following symbolic links, is below the working
 * directory. A missing file there is reported when it is read. */
static bool is_below_here(const char *path)
{
    char *real = find_real(path);
    char *here = realpath(".", NULL);
    size_t length = here != NULL ? strlen(here) : 0;
    bool is_below =
        real != NULL && here != NULL && strncmp(real, here, length) == 0 &&
        (real[length] == '/' || real[length] == '\0' || length == 1);
    free(real);
    free(here);
    return is_below;
}

/* Check that the file may name this baseline: the default file may come from an
 * untrusted author. */
static int check_baseline(const struct config_line *line)
{
    if (strcmp(line->name, "baseline") != 0 ||
        strcmp(line->path, usual_path) != 0 || is_below_here(line->value)) {
        return -1;
    }
    complain("%s:%zu: baseline: %s is outside this directory; name it with "
             "--baseline",
             line->path, line->number, line->value);
    return EXIT_USAGE;
}

/* The origin is separate, because --origin depends on its position among the
 * files. */
static int set_origin(const struct config_line *line)
{
    char name[DDDS_NAME_SIZE];
    struct ddds_error error;
    line->config->origin = line->value;
    if (ddds_name_parse_idn(line->value, name, &error) == DDDS_OK) {
        return -1;
    }
    complain("%s:%zu: origin: %s", line->path, line->number, error.detail);
    return EXIT_USAGE;
}

static bool is_setting(const char *name)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (strcmp(name, settings[i]) == 0) {
            return true;
        }
    }
    return strcmp(name, origin_setting) == 0;
}

static int set(const struct config_line *line)
{
    const struct ddds_check_code *code = ddds_check_code_find(line->name);
    if (code != NULL) {
        return set_severity(line, code);
    }
    if (strcmp(line->name, owners_setting) == 0) {
        return set_owners(line);
    }
    if (!is_setting(line->name)) {
        return refuse_name(line);
    }
    if (strcmp(line->name, origin_setting) == 0) {
        return set_origin(line);
    }
    int status = check_baseline(line);
    return status < 0 ? set_option(line) : status;
}

/* ---- Lines --------------------------------------------------------------- */

/* Trim blanks at both ends of |text|. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return text;
}

static int read_line(struct config_line *line, char *text)
{
    char *equals = strchr(text, '=');
    text = trim(text);
    if (*text == '\0' || *text == '#') {
        return -1;
    }
    if (equals == NULL) {
        complain("%s:%zu: \"%.40s\": write NAME = VALUE, as in L512 = off",
                 line->path, line->number, text);
        return EXIT_USAGE;
    }
    *equals = '\0';
    line->name = trim(text);
    line->value = trim(equals + 1);
    if (*line->value == '\0') {
        complain("%s:%zu: %.40s: missing value, as in L512 = off", line->path,
                 line->number, line->name);
        return EXIT_USAGE;
    }
    return set(line);
}

static int read_lines(struct lint_config *config, char *text)
{
    struct config_line line = {.config = config, .path = config->path};
    int status = -1;
    while (*text != '\0') {
        char *end = text + strcspn(text, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        line.number++;
        int found = read_line(&line, text);
        status = found < 0    ? status
                 : status < 0 ? found
                              : worse_exit(status, found);
        text = end + (is_last ? 0 : 1);
    }
    return status;
}

void lint_config_free(struct lint_config *config)
{
    if (config != NULL) {
        free(config->path);
        free(config->text);
        lint_policy_free(config->policy);
        free(config);
    }
}

int lint_config_read(struct lint_line *line, const struct option_set *set,
                     const char *path, const char *text, size_t length)
{
    struct lint_config *config = calloc(1, sizeof *config);
    line->lint.config = config;
    config->set = set;
    config->options.words.command = COMMAND_LINT;
    config->path = strdup(path);
    config->policy = lint_policy_new();
    config->text = malloc(length + 1);
    memcpy(config->text, text, length);
    config->text[length] = '\0';
    if (strlen(config->text) != length) {
        complain("%s: not a text file: it holds a NUL octet", path);
        return EXIT_USAGE;
    }
    return read_lines(config, config->text);
}

/* ---- The file ------------------------------------------------------------ */

/* Open |path|. The default file must be a regular file: a symlink in an
 * untrusted directory could make us read and print any file. */
static FILE *open_path(const char *path)
{
    int flags = path == usual_path ? O_NOFOLLOW | O_NONBLOCK : 0;
    int number = open(path, O_RDONLY | O_CLOEXEC | flags);
    FILE *file = number >= 0 ? fdopen(number, "r") : NULL;
    if (file == NULL && number >= 0) {
        close(number);
    }
    return file;
}

static int read_path(struct lint_line *line, const struct option_set *set,
                     const char *path)
{
    size_t length;
    char *text = read_and_close(open_path(path), CONFIG_SIZE, &length);
    int status = EXIT_TEMPORARY;
    if (text != NULL) {
        status = lint_config_read(line, set, path, text, length);
    } else if (errno == EFBIG) {
        complain("%s: more than 65536 octets are not a configuration", path);
        status = EXIT_USAGE;
    } else {
        complain("%s: cannot be read: %s", path, strerror(errno));
    }
    free(text);
    return status;
}

const struct lint_policy *lint_config_policy(const struct lint_line *line)
{
    const struct lint_config *config = line->lint.config;
    return config != NULL ? config->policy : NULL;
}

/* Use settings of the file that the command line does not override. */
static void take_settings(struct lint_line *line)
{
    const struct lint_line *file = &line->lint.config->options;
    struct lint_options *lint = &line->lint;
    if (!lint->has_format && file->lint.has_format) {
        lint->format = file->lint.format;
    }
    if (!lint->has_fail_on && file->lint.has_fail_on) {
        lint->fail_on = file->lint.fail_on;
    }
    if (lint->baseline == NULL) {
        lint->baseline = file->lint.baseline;
    }
    if (line->request.application == NULL) {
        line->request.application = file->request.application;
    }
}

int lint_config_begin(struct lint_line *line, const struct option_set *set)
{
    struct stat about;
    const char *path = line->lint.config_path;
    if (path != NULL && line->lint.has_no_config) {
        complain("--config and --no-config: leave one of the two out");
        return EXIT_USAGE;
    }
    bool is_there = path == NULL && !line->lint.has_no_config &&
                    lstat(usual_path, &about) == 0;
    if (is_there && (S_ISLNK(about.st_mode) || S_ISDIR(about.st_mode))) {
        complain("%s: it is %s; name the file with --config, or use "
                 "--no-config",
                 usual_path,
                 S_ISLNK(about.st_mode) ? "a link, which is not followed"
                                        : "a directory");
        return EXIT_USAGE;
    }
    if (is_there && S_ISREG(about.st_mode)) {
        path = usual_path;
    }
    int status = path != NULL ? read_path(line, set, path) : -1;
    if (status < 0 && path != NULL) {
        take_settings(line);
    }
    return status;
}
