/* JSON, for programs: schema ddds.resolve/1, fixtures/schema/resolve.json.
 *
 * The library writes it. What the tool adds, such as the members of an input,
 * is put into it with Jansson.
 *
 * SPDX-License-Identifier: MIT */
#include "render/render_json.h"

#include <stdlib.h>

#include <ddds/show.h>

#include "print/json_members.h"
#include "text/memory_report.h"

/* A result, or a refusal. */
struct json_subject {
    const struct ddds_result *result;
    unsigned parts;
    const struct refusal *refusal;
};

static size_t write_text(const struct json_subject *subject, char *text,
                         size_t size)
{
    const struct refusal *refusal = subject->refusal;
    return refusal != NULL
               ? ddds_refusal_json(refusal->input, refusal->application,
                                   refusal->error, text, size)
               : ddds_result_json(subject->result, subject->parts, text, size);
}

/* Its text in allocated memory, and |length|. One that does not fit may be
 * longer the next time: its UUID has come to lie in the future. */
static char *make_text(const struct json_subject *subject, size_t *length)
{
    char *text = NULL;
    size_t size = 0;
    while ((*length = write_text(subject, text, size)) >= size) {
        size = *length + 1;
        free(text);
        text = malloc(size);
    }
    return text;
}

static json_t *make_tree(const struct json_subject *subject, const char *given)
{
    size_t length;
    char *text = make_text(subject, &length);
    json_t *object = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    free(text);
    if (object == NULL) {
        memory_fail(); /* the library writes nothing that it could not read */
    }
    put_given(object, given);
    return object;
}

/* Most texts fit where lines are composed. */
static void print_subject(FILE *out, const struct json_subject *subject)
{
    struct line line;
    size_t room;
    line_begin(&line, out);
    char *place = line_room(&line, &room);
    size_t length = write_text(subject, place, room);
    if (length < room) {
        line_added(&line, length);
    } else {
        char *text = make_text(subject, &length);
        line_add_octets(&line, text, length);
        free(text);
    }
    line_add(&line, "\n");
    line_send(&line);
}

/* What is put together is written without lines. */
static void print_tree(FILE *out, json_t *object)
{
    lines_send();
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
    return make_tree(&subject, style->given);
}

void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    const struct json_subject subject = as_subject(result, style);
    if (style->given == NULL) {
        print_subject(out, &subject);
    } else {
        print_tree(out, make_tree(&subject, style->given));
    }
}

void print_json_refusal(FILE *out, const struct refusal *refusal)
{
    const struct json_subject subject = {.refusal = refusal};
    if (refusal->given == NULL && refusal->schema == NULL) {
        print_subject(out, &subject);
        return;
    }
    json_t *object = make_tree(&subject, refusal->given);
    if (refusal->schema != NULL) {
        put_string(object, "schema", refusal->schema);
    }
    print_tree(out, object);
}

/* ---- Answers ------------------------------------------------------------ */

static void add_reply(void *self, const struct ddds_shown_step *shown)
{
    struct json_line *json = self;
    const struct ddds_answer *answer = shown->answer;
    json_line_string(json, "reply", shown->reply);
    json_line_string(json, "rcode", shown->rcode);
    json_line_string(json, "detail", answer->detail);
    json_line_number(json, "ttl", answer->ttl);
    json_line_bool(json, "authenticated", answer->authenticated);
    if (shown->security != NULL) {
        json_line_string(json, "security", shown->security);
    }
    json_line_string(json, "canonical", answer->canonical);
    json_line_string(json, "server", answer->server);
    json_line_string(json, "transport", shown->transport);
    json_line_known(json, "microseconds", shown->has_time,
                    answer->microseconds);
    json_line_bool(json, "cached", answer->cached);
    json_line_bool(json, "additional", answer->additional);
}

void json_line_reply(struct json_line *json, const struct ddds_answer *answer)
{
    const struct ddds_step step = {.answer = answer};
    const struct ddds_result result = {.steps = &step, .step_count = 1};
    const struct ddds_show show = {
        .size = sizeof show, .self = json, .step = add_reply};
    json_line_open(json, "answer", '{');
    (void)ddds_show_result(&result, DDDS_SHOW_TRACE, &show, NULL);
    json_line_close(json, '}');
}
