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

static const char schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                             "errata01/os/schemas/sarif-schema-2.1.0.json";

static const char *level_of(enum ddds_severity severity)
{
    return severity == DDDS_INFO ? "note" : ddds_severity_text(severity);
}

static json_t *make_text(const char *text)
{
    json_t *object = json_object();
    put_string(object, "text", text);
    return object;
}

/* Add the address of the RFC that |code| names first, if it names one. */
static void put_help_uri(json_t *object, const struct ddds_check_code *code)
{
    static const char section[] = " section ";
    char uri[128];
    const char *rfc = strstr(code->why, "RFC ");
    size_t digits = rfc != NULL ? strspn(rfc + 4, "0123456789") : 0;
    if (digits == 0 || digits > 5) {
        return;
    }
    int length =
        snprintf(uri, sizeof uri, "https://www.rfc-editor.org/rfc/rfc%.*s",
                 (int)digits, rfc + 4);
    const char *at = rfc + 4 + digits;
    if (strncmp(at, section, sizeof section - 1) == 0) {
        at += sizeof section - 1;
        size_t size = strspn(at, "0123456789.");
        size -= size > 0 && at[size - 1] == '.';
        snprintf(uri + length, sizeof uri - (size_t)length, "%s%.*s",
                 size > 0 ? "#section-" : "", size < 20 ? (int)size : 20, at);
    }
    put_string(object, "helpUri", uri);
}

/* The help of |code| as plain text and as Markdown, with its example. */
static json_t *make_help(const struct ddds_check_code *code)
{
    enum { HELP_SIZE = 4096 };
    char text[HELP_SIZE];
    const struct code_example *example = example_find(code->code);
    json_t *help = json_object();
    snprintf(text, sizeof text, "%s. Why: %s. Effect: %s.", code->title,
             code->why, code->consequence);
    put_string(help, "text", text);
    if (example != NULL) {
        snprintf(text, sizeof text,
                 "%s.\n\n**Why:** %s.\n\n**Effect:** %s.\n\n"
                 "Wrong:\n\n```\n%s\n```\n\nRight:\n\n```\n%s\n```\n",
                 code->title, code->why, code->consequence, example->wrong,
                 example->right);
    } else {
        snprintf(text, sizeof text, "%s.\n\n**Why:** %s.\n\n**Effect:** %s.\n",
                 code->title, code->why, code->consequence);
    }
    put_string(help, "markdown", text);
    return help;
}

static json_t *make_properties(const struct ddds_check_code *code)
{
    json_t *properties = json_object();
    json_t *tags = json_array();
    json_array_append_new(tags, json_string("dns"));
    json_array_append_new(tags, json_string("naptr"));
    json_object_set_new(properties, "tags", tags);
    put_string(properties, "precision",
               code->severity == DDDS_ERROR ? "very-high" : "high");
    put_string(properties, "problem.severity",
               code->severity == DDDS_INFO
                   ? "recommendation"
                   : ddds_severity_text(code->severity));
    return properties;
}

static json_t *make_rule(const struct ddds_check_code *code)
{
    json_t *object = json_object();
    json_t *configuration = json_object();
    char full[1024];
    snprintf(full, sizeof full, "%s. Why: %s. Effect: %s.", code->title,
             code->why, code->consequence);
    put_string(object, "id", code->code);
    json_object_set_new(object, "shortDescription", make_text(code->title));
    json_object_set_new(object, "fullDescription", make_text(full));
    put_help_uri(object, code);
    json_object_set_new(object, "help", make_help(code));
    put_string(configuration, "level", level_of(code->severity));
    json_object_set_new(object, "defaultConfiguration", configuration);
    json_object_set_new(object, "properties", make_properties(code));
    return object;
}

static json_t *make_driver(void)
{
    const struct ddds_check_code *code;
    json_t *driver = json_object();
    json_t *rules = json_array();
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        json_array_append_new(rules, make_rule(code));
    }
    put_string(driver, "name", "ddds");
    put_string(driver, "version", ddds_version());
    put_string(driver, "semanticVersion", ddds_version());
    json_object_set_new(driver, "rules", rules);
    return driver;
}

static json_t *wrap(json_t *object)
{
    json_t *array = json_array();
    json_array_append_new(array, object);
    return array;
}

enum { URI_SIZE = 4096 };

/* Append |text| to |uri| and %-encode all characters except unreserved
 * ones, "/" and those of |more|. */
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

/* A path as a URI reference. */
static json_t *make_uri(const char *path)
{
    char uri[URI_SIZE] = "";
    json_t *object = json_object();
    add_to_uri(uri, path, "");
    put_string(object, "uri", uri);
    return object;
}

static json_t *make_dns_uri(const char *server, const char *key)
{
    char uri[URI_SIZE] = "dns://";
    json_t *object = json_object();
    add_to_uri(uri, server, ":[]");
    add_to_uri(uri, "/", "");
    add_to_uri(uri, key, "");
    add_to_uri(uri, "?type=NAPTR", "?=");
    put_string(object, "uri", uri);
    return object;
}

static json_t *make_region(const struct ddds_region *region)
{
    json_t *object = json_object();
    put_number(object, "startLine", region->line);
    put_number(object, "startColumn", region->column);
    put_number(object, "endLine", region->end_line);
    put_number(object, "endColumn", region->end_column);
    return object;
}

/* The query as a URI (RFC 4501). */
static json_t *make_live_location(const struct ddds_finding *finding)
{
    const char *key = finding->owner != NULL ? finding->owner : "";
    json_t *name = json_object();
    json_t *location = json_object();
    json_t *physical = json_object();
    put_string(name, "fullyQualifiedName", key);
    put_string(name, "kind", "key");
    json_object_set_new(physical, "artifactLocation",
                        make_dns_uri(finding->server, key));
    json_object_set_new(location, "physicalLocation", physical);
    json_object_set_new(location, "logicalLocations", wrap(name));
    return wrap(location);
}

static json_t *make_locations(const struct ddds_finding *finding)
{
    json_t *physical = json_object();
    json_t *location = json_object();
    json_t *locations = json_array();
    json_object_set_new(physical, "artifactLocation", make_uri(finding->file));
    json_object_set_new(physical, "region", make_region(&finding->region));
    json_object_set_new(location, "physicalLocation", physical);
    json_array_append_new(locations, location);
    return locations;
}

static json_t *make_fixes(const struct ddds_finding *finding)
{
    json_t *replacement = json_object();
    json_t *change = json_object();
    json_t *fix = json_object();
    json_object_set_new(replacement, "deletedRegion",
                        make_region(&finding->replaced));
    json_object_set_new(replacement, "insertedContent",
                        make_text(finding->fix));
    json_object_set_new(change, "artifactLocation", make_uri(finding->file));
    json_object_set_new(change, "replacements", wrap(replacement));
    json_object_set_new(fix, "artifactChanges", wrap(change));
    return wrap(fix);
}

/* SARIF can only correct files: the message holds a live record and its
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

/* What code hosts know a finding by when lines move. */
static json_t *make_fingerprints(struct fingerprint fingerprint)
{
    char text[48];
    json_t *object = json_object();
    snprintf(text, sizeof text, "%016" PRIx64 ":%zu", fingerprint.hash,
             fingerprint.number);
    put_string(object, "primaryLocationLineHash", text);
    return object;
}

json_t *make_finding_sarif(const struct ddds_finding *finding,
                           struct fingerprint fingerprint)
{
    json_t *object = json_object();
    bool is_live = finding->server != NULL;
    put_string(object, "ruleId", finding->code->code);
    put_string(object, "level", level_of(finding->code->severity));
    json_object_set_new(object, "message",
                        is_live ? make_live_message(finding)
                                : make_text(finding->detail));
    json_object_set_new(object, "locations",
                        is_live ? make_live_location(finding)
                                : make_locations(finding));
    json_object_set_new(object, "partialFingerprints",
                        make_fingerprints(fingerprint));
    if (finding->fix != NULL && !is_live) {
        json_object_set_new(object, "fixes", make_fixes(finding));
    }
    return object;
}

void print_lint_sarif(FILE *out, json_t *findings)
{
    json_t *document = json_object();
    json_t *run = json_object();
    json_t *tool = json_object();
    json_object_set_new(tool, "driver", make_driver());
    json_object_set_new(run, "tool", tool);
    /* Columns count octets, and non-ASCII octets are findings themselves. */
    put_string(run, "columnKind", "utf16CodeUnits");
    json_object_set_new(run, "results", findings);
    put_string(document, "$schema", schema);
    put_string(document, "version", "2.1.0");
    json_object_set_new(document, "runs", wrap(run));
    print_json_object(out, document);
}
