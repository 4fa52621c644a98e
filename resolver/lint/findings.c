/* Check records, and keep the findings.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/findings.h"

#include <stdlib.h>
#include <string.h>

#include "render/rendering.h"
#include "text/text_stream.h"

/* Return a copy of |text|, which may be NULL. */
static char *copy(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

static void keep(void *context, const struct ddds_finding *finding)
{
    struct lint_findings *findings = context;
    findings->items = realloc(findings->items,
                              (findings->count + 1) * sizeof *findings->items);
    findings->items[findings->count++] = (struct kept_finding){
        .code = finding->code,
        .line = finding->region.line,
        .detail = copy(finding->detail),
        .fix = copy(finding->fix),
    };
}

ddds_check *findings_check(bool is_cached)
{
    static const char *const of_ttls[] = {"L512"};
    const struct ddds_check_options options = {
        .size = sizeof options,
        .ignored = of_ttls,
        .ignored_count = is_cached ? 1 : 0,
    };
    return ddds_check_new(&options, NULL);
}

/* A text that is not a zone file has no findings. */
static void make(struct lint_findings *findings, ddds_check *check,
                 const char *text, size_t length, ddds_finding_fn *keeps)
{
    *findings = (struct lint_findings){.items = NULL};
    ddds_check_text(check, "records", text, length, NULL, NULL);
    ddds_check_report(check, keeps, findings, NULL, NULL);
    ddds_check_reset(check);
}

void findings_make(struct lint_findings *findings, ddds_check *check,
                   const char *text, size_t length)
{
    make(findings, check, text, length, keep);
}

/* Codes of syntax and expressions start with L1 and L2. */
static void keep_of_expression(void *context,
                               const struct ddds_finding *finding)
{
    if (finding->code->code[1] <= '2') {
        keep(context, finding);
    }
}

void findings_of_expression(struct lint_findings *findings, const char *regexp)
{
    char *text = NULL;
    size_t length = 0;
    ddds_check *check = findings_check(false);
    FILE *record = text_stream_open(&text, &length);
    fputs("example. 3600 IN NAPTR 100 10 \"u\" \"\" ", record);
    print_quoted(record, regexp);
    fputs(" .\n", record);
    fclose(record);
    make(findings, check, text, length, keep_of_expression);
    ddds_check_free(check);
    free(text);
}

void findings_free(struct lint_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->items[i].detail);
        free(findings->items[i].fix);
    }
    free(findings->items);
}

bool findings_has_error(const struct lint_findings *findings, size_t line)
{
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].line == line &&
            findings->items[i].code->severity == DDDS_ERROR) {
            return true;
        }
    }
    return false;
}

json_t *findings_make_json(const struct kept_finding *finding)
{
    return json_pack("{s:s, s:s, s:s, s:s?}", "code", finding->code->code,
                     "severity", ddds_severity_text(finding->code->severity),
                     "detail", finding->detail, "fix", finding->fix);
}
