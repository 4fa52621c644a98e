/* Format for programs: JSON of the schema ddds.resolve/1,
 * fixtures/schema/resolve.json.
 *
 * The library writes it; members of the input are added with Jansson.
 *
 * SPDX-License-Identifier: MIT */
#include "render/render_json.h"

#include <string.h>

#include <ddds/show.h>

#include "print/json_members.h"
#include "print/json_text.h"
#include "resolve/reply_json.h"

/* A result or a refusal. */
struct json_subject {
    const struct ddds_result *result;
    unsigned parts;
    const struct refusal *refusal;
};

static size_t write_text(const void *context, char *text, size_t size)
{
    const struct json_subject *subject = context;
    const struct refusal *refusal = subject->refusal;
    return refusal != NULL
               ? ddds_refusal_json(refusal->input.text, refusal->application,
                                   refusal->error, text, size)
               : ddds_result_json(subject->result, subject->parts, text, size);
}

static void print_subject(FILE *out, const struct json_subject *subject)
{
    struct line line;
    line_begin(&line, out);
    line_add_json(&line, write_text, subject);
    line_add(&line, "\n");
    line_send(&line);
}

static void print_tree(FILE *out, json_t *object)
{
    lines_send(); /* the object is not printed by line.h */
    print_json_object(out, object);
}

static struct json_subject as_subject(const struct ddds_result *result,
                                      const struct style *style)
{
    return (struct json_subject){
        .result = result, .parts = style->has_trace ? DDDS_SHOW_TRACE : 0};
}

json_t *make_json_result(const struct ddds_result *result,
                         const struct style *style)
{
    const struct json_subject subject = as_subject(result, style);
    return make_json_tree(write_text, &subject);
}

void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    if (style->given == NULL) {
        const struct json_subject subject = as_subject(result, style);
        print_subject(out, &subject);
    } else {
        json_t *object = make_json_result(result, style);
        put_given(object, style->given, NULL);
        print_tree(out, object);
    }
}

void print_json_refusal(FILE *out, const struct refusal *refusal)
{
    const struct json_subject subject = {.refusal = refusal};
    const struct ddds_span input = refusal->input;
    bool has_nul = memchr(input.text, '\0', input.length) != NULL;
    if (refusal->given == NULL && refusal->schema == NULL && !has_nul) {
        print_subject(out, &subject);
        return;
    }
    json_t *object = make_json_tree(write_text, &subject);
    if (refusal->schema != NULL) {
        put_string(object, "schema", refusal->schema);
    }
    if (has_nul) { /* where the library ends the input */
        put_span(object, "input", input);
    }
    put_given(object, refusal->given, refusal->reserved);
    print_tree(out, object);
}

/* ---- Answers ------------------------------------------------------------ */

static void add_reply(void *self, const struct ddds_shown_step *shown)
{
    ddds_json_reply(self, shown);
}

void add_json_reply(struct json *json, const struct ddds_answer *answer)
{
    const struct ddds_step step = {.answer = answer};
    const struct ddds_result result = {.steps = &step, .step_count = 1};
    const struct ddds_show show = {
        .size = sizeof show, .self = json, .step = add_reply};
    ddds_json_open(json, "answer", '{');
    (void)ddds_show_result(&result, DDDS_SHOW_TRACE, &show, NULL);
    ddds_json_close(json, '}');
}
