/* Checks of any octets as a zone file.
 *
 * Every finding has a code, a place in the text, and a detail of one line of
 * printable ASCII; findings come in the order of their lines; a correction can
 * be read as a record, which no longer has the finding. The printed JSON is
 * valid, and SARIF has the members that its schema requires.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

#include "fuzz.h"
#include "lint/print_lint.h"

/* Corrections that are pasted and checked again: a few tell as much as all. */
enum { PASTED_MAX = 4 };

struct looking {
    const char *text;
    size_t length;
    json_t *findings;
    json_t *results;
    uint32_t last_line;
    size_t count;
    unsigned pasted;
};

static void check_line(const char *text)
{
    for (; *text != '\0'; text++) {
        require(*text >= 0x20 && *text <= 0x7e);
    }
}

/* The octet that |line| and |column| mean; the text must have so many. */
static const char *find_place(const struct looking *looking, uint32_t line,
                              uint32_t column)
{
    const char *at = looking->text;
    const char *end = at + looking->length;
    require(line >= 1 && column >= 1);
    for (; line > 1; line--) {
        at = memchr(at, '\n', (size_t)(end - at));
        require(at != NULL);
        at++;
    }
    require((size_t)(end - at) + 1 >= column);
    return at + column - 1;
}

static void check_region(const struct looking *looking,
                         const struct ddds_region *region)
{
    const char *begin = find_place(looking, region->line, region->column);
    require(region->end_line >= region->line);
    require(region->end_line > region->line ||
            region->end_column > region->column);
    /* Missing text is after the end. */
    const char *end = find_place(looking, region->end_line, 1);
    require(end + region->end_column >= begin);
}

/* A search for |code| in the findings of a text. */
struct search {
    const struct ddds_check_code *code;
    bool was_found;
};

static void look_for(void *context, const struct ddds_finding *finding)
{
    struct search *search = context;
    search->was_found |= finding->code == search->code;
}

static void check_fix(const struct ddds_finding *finding)
{
    struct search search = {.code = finding->code};
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "o"};
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    char text[8192];
    check_line(finding->fix);
    snprintf(text, sizeof text, "$TTL 1\n%s", finding->fix);
    ddds_check *check = ddds_check_new(&options, NULL);
    require(check != NULL);
    require(ddds_check_text(check, "f", text, strlen(text), NULL, NULL) ==
            DDDS_OK);
    require(ddds_check_report(check, look_for, &search, &summary, NULL) ==
            DDDS_OK);
    ddds_check_free(check);
    require(summary.records == 1 && !search.was_found);
}

static void take_finding(void *context, const struct ddds_finding *finding)
{
    struct looking *looking = context;
    require(ddds_check_code_find(finding->code->code) == finding->code);
    require(strcmp(finding->file, "t") == 0);
    require(finding->region.line >= looking->last_line);
    looking->last_line = finding->region.line;
    check_region(looking, &finding->region);
    require(*finding->detail != '\0');
    check_line(finding->detail);
    if (finding->fix != NULL) {
        check_region(looking, &finding->replaced);
        if (looking->pasted++ < PASTED_MAX) {
            check_fix(finding);
        }
    }
    looking->count++;
    json_array_append_new(looking->findings, make_finding_json(finding));
    json_array_append_new(
        looking->results,
        make_finding_sarif(finding, (struct fingerprint){looking->count, 1}));
}

/* Parse the JSON that was printed to |file|. */
static json_t *reread(FILE *file, char **text)
{
    require(fclose(file) == 0);
    json_t *document = json_loads(*text, 0, NULL);
    require(document != NULL);
    free(*text);
    return document;
}

static void check_json(struct looking *looking,
                       const struct ddds_check_summary *summary)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    require(file != NULL);
    json_t *unchecked = json_array();
    print_lint_json(file, looking->findings, unchecked, summary);
    json_decref(unchecked);
    json_t *document = reread(file, &text);
    require(json_array_size(json_object_get(document, "findings")) ==
            looking->count);
    json_decref(document);
}

/* Require the members that the schema of SARIF 2.1.0 requires. */
static void check_sarif(struct looking *looking)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    require(file != NULL);
    print_lint_sarif(file, looking->results, NULL, NULL);
    json_t *document = reread(file, &text);
    json_t *run = json_array_get(json_object_get(document, "runs"), 0);
    json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
    json_t *results = json_object_get(run, "results");
    require(json_is_string(json_object_get(document, "version")));
    require(json_is_string(json_object_get(driver, "name")));
    require(json_array_size(results) == looking->count);
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result)
    {
        json_t *message = json_object_get(result, "message");
        require(json_is_string(json_object_get(message, "text")));
        require(json_is_string(json_object_get(result, "ruleId")));
    }
    json_decref(document);
}

static void list_finding(void *context, const struct ddds_finding *finding)
{
    json_array_append_new(context, make_finding_json(finding));
}

static json_t *list_findings(ddds_check *check, const char *text, size_t size)
{
    json_t *findings = json_array();
    require(check != NULL);
    ddds_check_text(check, "t", text, size, NULL, NULL);
    require(ddds_check_report(check, list_finding, findings, NULL, NULL) ==
            DDDS_OK);
    return findings;
}

/* A check that is reused for another text has the findings of a new check. */
static void compare_used_check(const char *text, size_t size)
{
    static ddds_check *used;
    used = used != NULL ? used : ddds_check_new(NULL, NULL);
    ddds_check *check = ddds_check_new(NULL, NULL);
    json_t *findings = list_findings(check, text, size);
    json_t *found_again = list_findings(used, text, size);
    require(json_equal(findings, found_again));
    json_decref(findings);
    json_decref(found_again);
    ddds_check_free(check);
    ddds_check_reset(used);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const inputs[] = {"urn:foo:1"};
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "o",
                                               .inputs = inputs,
                                               .input_count = 1};
    /* A line of $GENERATE makes a million records: others read those. */
    for (size_t i = 0; i + 4 < size; i++) {
        if (data[i] == '$' && (data[i + 1] | 0x20) == 'g') {
            return 0;
        }
    }
    char *text = copy_of(data, size);
    struct looking looking = {
        .text = text,
        .length = size,
        .findings = json_array(),
        .results = json_array(),
    };
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    ddds_check *check = ddds_check_new(&options, NULL);
    require(check != NULL);
    ddds_status status = ddds_check_text(check, "t", text, size, NULL, NULL);
    require(status == DDDS_OK || status == DDDS_SYNTAX || status == DDDS_LIMIT);
    require(ddds_check_report(check, take_finding, &looking, &summary, NULL) ==
            DDDS_OK);
    require(looking.count + summary.omitted == summary.found[DDDS_INFO] +
                                                   summary.found[DDDS_WARNING] +
                                                   summary.found[DDDS_ERROR]);
    check_json(&looking, &summary);
    /* All its rules are in every document: that is dear. */
    if (size % 8 == 0) {
        check_sarif(&looking);
    } else {
        json_decref(looking.results);
    }
    ddds_check_free(check);
    compare_used_check(text, size);
    free(text);
    return 0;
}
