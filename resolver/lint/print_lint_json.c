/* Print findings as a JSON document of schema ddds.lint/1.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_members.h"
#include "lint/example.h"
#include "lint/print_lint.h"

static json_t *make_code(const struct ddds_check_code *code)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "code", code->code,
                     "severity", ddds_severity_text(code->severity), "title",
                     code->title, "why", code->why, "effect",
                     code->consequence);
}

static json_t *make_region(const struct ddds_region *region)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "line", (json_int_t)region->line,
                     "column", (json_int_t)region->column, "end_line",
                     (json_int_t)region->end_line, "end_column",
                     (json_int_t)region->end_column);
}

static json_t *make_fix(const struct ddds_finding *finding)
{
    if (finding->fix == NULL) {
        return json_null();
    }
    json_t *object = finding->server != NULL ? json_object()
                                             : make_region(&finding->replaced);
    put_string(object, "record", finding->fix);
    return object;
}

static json_t *make_file(const struct ddds_finding *finding)
{
    json_t *object = make_region(&finding->region);
    put_string(object, "file", finding->file);
    return object;
}

/* Return the record, and the columns of the finding. */
static json_t *make_rule(const struct ddds_finding *finding)
{
    if (finding->source.text == NULL) {
        return json_null();
    }
    json_t *object = json_object();
    json_object_set_new(
        object, "record",
        json_stringn(finding->source.text, finding->source.length));
    put_number(object, "column", finding->region.column);
    put_number(object, "end_column", finding->region.end_column);
    return object;
}

static json_t *make_live(const struct ddds_finding *finding)
{
    return json_pack("{s:s, s:s?, s:o}", "server", finding->server, "key",
                     finding->owner, "rule", make_rule(finding));
}

json_t *make_finding_json(const struct ddds_finding *finding)
{
    bool is_live = finding->server != NULL;
    json_t *object = is_live ? make_live(finding) : make_file(finding);
    json_object_update_new(object, make_code(finding->code));
    put_string(object, "owner", finding->owner);
    put_string(object, "detail", finding->detail);
    json_object_set_new(object, "fix", make_fix(finding));
    return object;
}

json_t *make_lint_json(json_t *findings, json_t *unchecked,
                       const struct ddds_check_summary *summary)
{
    json_t *counts = json_object();
    for (int i = DDDS_ERROR; i >= DDDS_INFO; i--) {
        put_number(counts, ddds_severity_text((enum ddds_severity)i),
                   (json_int_t)summary->found[i]);
    }
    put_number(counts, "omitted", (json_int_t)summary->omitted);
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "schema",
                     "ddds.lint/1", "files", (json_int_t)summary->files,
                     "questions", (json_int_t)summary->queries, "records",
                     (json_int_t)summary->records, "keys",
                     (json_int_t)summary->keys, "summary", counts, "findings",
                     findings, "unchecked", unchecked);
}

void print_lint_json(FILE *out, json_t *findings, json_t *unchecked,
                     const struct ddds_check_summary *summary)
{
    print_json_object(
        out, make_lint_json(findings, json_incref(unchecked), summary));
}

json_t *make_explained_code(const struct ddds_check_code *code)
{
    const struct code_example *example = example_find(code->code);
    json_t *object = make_code(code);
    json_object_update_new(
        object, json_pack("{s:s?, s:s?}", "wrong",
                          example != NULL ? example->wrong : NULL, "right",
                          example != NULL ? example->right : NULL));
    return object;
}

void print_codes_json(FILE *out)
{
    const struct ddds_check_code *code;
    json_t *array = json_array();
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        json_array_append_new(array, make_explained_code(code));
    }
    print_json_object(out, json_pack("{s:s, s:o}", "schema",
                                     "ddds.lint-codes/1", "codes", array));
}
