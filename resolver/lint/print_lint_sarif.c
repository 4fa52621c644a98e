/* Print findings as SARIF (Static Analysis Results Interchange Format,
 * OASIS, version 2.1.0), which code hosts show beside the lines of a
 * change.
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "lint/example.h"
#include "lint/print_lint.h"
#include "print/json_members.h"
#include "text/printable.h"

static const char schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                             "errata01/os/schemas/sarif-schema-2.1.0.json";

static const char *level_of(enum ddds_severity severity)
{
    return severity == DDDS_INFO ? "note" : ddds_severity_text(severity);
}

static json_t *make_text(const char *text)
{
    return json_pack("{s:s}", "text", text);
}

/* Return the address of the page about |code|; NULL if only this computer has
 * the page, because the document is for code hosts. */
static json_t *make_help_uri(const struct ddds_check_code *code)
{
    return strncmp(DDDS_SITE, "http", 4) == 0
               ? json_sprintf("%s/lint/%s.html", DDDS_SITE, code->code)
               : NULL;
}

/* Return the help of |code| as plain text and as Markdown, with its example. */
static json_t *make_help(const struct ddds_check_code *code, const char *plain)
{
    enum { EXAMPLES_SIZE = 2048, HELP_SIZE = 4096 };
    char examples[EXAMPLES_SIZE] = "";
    char markdown[HELP_SIZE];
    const struct code_example *example = example_find(code->code);
    if (example != NULL) {
        snprintf(examples, sizeof examples,
                 "\nWrong:\n\n```\n%s\n```\n\nRight:\n\n```\n%s\n```\n",
                 example->wrong, example->right);
    }
    snprintf(markdown, sizeof markdown,
             "%s.\n\n**Why:** %s.\n\n**Effect:** %s.\n%s", code->title,
             code->why, code->consequence, examples);
    return json_pack("{s:s, s:s}", "text", plain, "markdown", markdown);
}

static json_t *make_rule(const struct ddds_check_code *code)
{
    char full[1024];
    snprintf(full, sizeof full, "%s. Why: %s. Effect: %s.", code->title,
             code->why, code->consequence);
    return json_pack(
        "{s:s, s:{s:s}, s:{s:s}, s:o*, s:o, s:{s:s}, s:{s:[s, s], s:s, s:s}}",
        "id", code->code, "shortDescription", "text", code->title,
        "fullDescription", "text", full, "helpUri", make_help_uri(code), "help",
        make_help(code, full), "defaultConfiguration", "level",
        level_of(code->severity), "properties", "tags", "dns", "naptr",
        "precision", code->severity == DDDS_ERROR ? "very-high" : "high",
        "problem.severity",
        code->severity == DDDS_INFO ? "recommendation"
                                    : ddds_severity_text(code->severity));
}

static json_t *make_driver(void)
{
    const struct ddds_check_code *code;
    json_t *rules = json_array();
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        json_array_append_new(rules, make_rule(code));
    }
    return json_pack("{s:s, s:s, s:s, s:o}", "name", "ddds", "version",
                     ddds_version(), "semanticVersion", ddds_version(), "rules",
                     rules);
}

enum { URI_SIZE = 4096 };

/* Append |text| to |uri|, %-encoding all characters except unreserved
 * characters, "/" and those of |more|. */
static void add_to_uri(char uri[URI_SIZE], const char *text, const char *more)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789-._~/";
    size_t length = strlen(uri);
    for (; *text != '\0' && length < URI_SIZE - 4; text++) {
        if (strchr(plain, *text) != NULL || strchr(more, *text) != NULL) {
            uri[length++] = *text;
        } else {
            length += (size_t)snprintf(uri + length, 4, "%%%02X",
                                       (unsigned)(unsigned char)*text);
        }
    }
    uri[length] = '\0';
}

/* Return |path| as a URI reference. */
static json_t *make_uri(const char *path)
{
    char uri[URI_SIZE] = "";
    add_to_uri(uri, path, "");
    return json_pack("{s:s}", "uri", uri);
}

/* Return the start of the line |number| of the file of |finding|. */
static const char *find_line(const struct ddds_finding *finding,
                             uint32_t number)
{
    const char *text = finding->text.text;
    const char *end = text + finding->text.length;
    const char *at = finding->source.text;
    uint32_t line = finding->region.line;
    for (; line < number && at < end; line++) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        at = feed != NULL ? feed + 1 : end;
    }
    for (; line > number && at > text; line--) {
        at--;
        while (at > text && at[-1] != '\n') {
            at--;
        }
    }
    return at;
}

/* Return |column| of the line |number|, which counts octets, in UTF-16 code
 * units, the default of SARIF. An octet that is not UTF-8 counts as one. */
static json_int_t convert(const struct ddds_finding *finding, uint32_t number,
                          uint32_t column)
{
    json_int_t units = 1;
    uint32_t character;
    if (finding->source.text == NULL) {
        return column;
    }
    const char *at = find_line(finding, number);
    const char *end = finding->text.text + finding->text.length;
    const char *to = at + (column - 1);
    for (; at < to && at < end; units++) {
        size_t length = printable_decode(at, (size_t)(end - at), &character);
        units += length == 4 ? 1 : 0; /* a surrogate pair */
        at += length == 0 ? 1 : length;
    }
    return units;
}

static json_t *make_region(const struct ddds_finding *finding,
                           const struct ddds_region *region)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "startLine",
                     (json_int_t)region->line, "startColumn",
                     convert(finding, region->line, region->column), "endLine",
                     (json_int_t)region->end_line, "endColumn",
                     convert(finding, region->end_line, region->end_column));
}

/* Return the query as a URI (RFC 4501). */
static json_t *make_live_location(const struct ddds_finding *finding)
{
    const char *key = finding->owner != NULL ? finding->owner : "";
    char uri[URI_SIZE] = "dns://";
    add_to_uri(uri, finding->server, ":[]");
    add_to_uri(uri, "/", "");
    add_to_uri(uri, key, "");
    add_to_uri(uri, "?type=NAPTR", "?=");
    return json_pack("[{s:{s:{s:s}}, s:[{s:s, s:s}]}]", "physicalLocation",
                     "artifactLocation", "uri", uri, "logicalLocations",
                     "fullyQualifiedName", key, "kind", "key");
}

static json_t *make_locations(const struct ddds_finding *finding)
{
    return json_pack("[{s:{s:o, s:o}}]", "physicalLocation", "artifactLocation",
                     make_uri(finding->file), "region",
                     make_region(finding, &finding->region));
}

static json_t *make_fixes(const struct ddds_finding *finding)
{
    return json_pack("[{s:[{s:o, s:[{s:o, s:{s:s}}]}]}]", "artifactChanges",
                     "artifactLocation", make_uri(finding->file),
                     "replacements", "deletedRegion",
                     make_region(finding, &finding->replaced),
                     "insertedContent", "text", finding->fix);
}

/* SARIF can only correct files, so the message has a live record and its
 * correction. */
static json_t *make_live_message(const struct ddds_finding *finding)
{
    char message[URI_SIZE];
    snprintf(
        message, sizeof message, "%.1000s%s%.*s%s%s", finding->detail,
        finding->source.length > 0 ? "; in " : "",
        (int)(finding->source.length < 1000 ? finding->source.length : 1000),
        finding->source.length > 0 ? finding->source.text : "",
        finding->fix != NULL ? "; write " : "",
        finding->fix != NULL ? finding->fix : "");
    return make_text(message);
}

json_t *make_finding_sarif(const struct ddds_finding *finding,
                           struct fingerprint fingerprint)
{
    char print[48];
    bool is_live = finding->server != NULL;
    snprintf(print, sizeof print, "%016" PRIx64 ":%zu", fingerprint.hash,
             fingerprint.number);
    /* Code hosts track a finding by its fingerprint when lines move. */
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:{s:s}, s:o*}", "ruleId", finding->code->code,
        "level", level_of(finding->code->severity), "message",
        is_live ? make_live_message(finding) : make_text(finding->detail),
        "locations",
        is_live ? make_live_location(finding) : make_locations(finding),
        "partialFingerprints", "primaryLocationLineHash", print, "fixes",
        finding->fix != NULL && !is_live ? make_fixes(finding) : NULL);
}

/* Without the invocation, no results would look like no faults. */
static json_t *make_invocations(const json_t *unchecked, const char *omitted)
{
    json_t *notifications = json_array();
    for (size_t i = 0; i < json_array_size(unchecked); i++) {
        json_array_append_new(notifications,
                              json_pack("{s:s, s:{s:O}}", "level", "error",
                                        "message", "text",
                                        json_array_get(unchecked, i)));
    }
    if (omitted != NULL) {
        json_array_append_new(notifications,
                              json_pack("{s:s, s:{s:s}}", "level", "note",
                                        "message", "text", omitted));
    }
    return json_pack("[{s:b, s:o}]", "executionSuccessful",
                     json_array_size(unchecked) == 0,
                     "toolExecutionNotifications", notifications);
}

void print_lint_sarif(FILE *out, json_t *findings, const json_t *unchecked,
                      const char *omitted)
{
    print_json_object(
        out,
        json_pack("{s:s, s:s, s:[{s:{s:o}, s:o, s:s, s:o}]}", "$schema", schema,
                  "version", "2.1.0", "runs", "tool", "driver", make_driver(),
                  "invocations", make_invocations(unchecked, omitted),
                  "columnKind", "utf16CodeUnits", "results", findings));
}
