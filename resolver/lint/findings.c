/* Lint records and keep the findings.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/findings.h"

#include <stdlib.h>
#include <string.h>

#include "print/json_members.h"

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

void findings_make(struct lint_findings *findings, ddds_check *check,
                   const char *text, size_t length)
{
    *findings = (struct lint_findings){.items = NULL};
    /* A text that is not a zone file has no findings. */
    ddds_check_text(check, "records", text, length, NULL, NULL);
    ddds_check_report(check, keep, findings, NULL, NULL);
    ddds_check_reset(check);
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
