/* Print findings as JUnit XML: a suite for each file, a case for each finding.
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "lint/print_lint.h"

#include "text/text_stream.h"

static void print_name(FILE *out, const struct ddds_finding *finding)
{
    fputs(finding->code->code, out);
    if (finding->server == NULL) {
        fprintf(out, " line %" PRIu32 " column %" PRIu32, finding->region.line,
                finding->region.column);
    }
    if (finding->owner != NULL) {
        fprintf(out, " %s", finding->owner);
    }
}

static void print_story(FILE *out, const struct ddds_finding *finding)
{
    print_finding_text(out, finding, false);
}

/* Return the output of |print|; the caller frees it. */
static char *make_text(void (*print)(FILE *out,
                                     const struct ddds_finding *finding),
                       const struct ddds_finding *finding)
{
    char *text = NULL;
    size_t size;
    FILE *out = text_stream_open(&text, &size);
    print(out, finding);
    fclose(out);
    return text;
}

void print_finding_junit(struct junit *junit,
                         const struct ddds_finding *finding, bool counts)
{
    char *name = make_text(print_name, finding);
    char *story = make_text(print_story, finding);
    const struct junit_case added = {
        .name = name,
        .class = finding->file,
        .verdict = counts ? JUNIT_FAILED : JUNIT_SKIPPED,
        .message = finding->detail,
        .type = ddds_severity_text(finding->code->severity),
        .story = story,
    };
    junit_add(junit, finding->file, &added);
    free(name);
    free(story);
}

void print_unchecked_junit(struct junit *junit, const json_t *unchecked,
                           const char *omitted)
{
    for (size_t i = 0; i < json_array_size(unchecked); i++) {
        const char *detail = json_string_value(json_array_get(unchecked, i));
        const struct junit_case added = {
            .name = detail,
            .class = "ddds lint",
            .verdict = JUNIT_BROKEN,
            .message = detail,
            .type = "not checked",
        };
        junit_add(junit, "not checked", &added);
    }
    if (omitted != NULL) {
        const struct junit_case added = {
            .name = omitted,
            .class = "ddds lint",
            .verdict = JUNIT_SKIPPED,
            .message = omitted,
        };
        junit_add(junit, "not shown", &added);
    }
}

void print_no_findings_junit(struct junit *junit)
{
    static const struct junit_case added = {.name = "no findings",
                                            .class = "ddds lint"};
    if (junit->suite == NULL && junit->suites == 0) {
        junit_add(junit, "ddds lint", &added);
    }
}
