/* JSON, for programs: schema ddds.resolve/1, fixtures/schema/resolve.json.
 *
 * The library writes it. What the tool adds, such as the members of an input,
 * is put into it with Jansson.
 *
 * SPDX-License-Identifier: MIT */
#include "render/render_json.h"

#include <stdlib.h>

#include "print/json.h"
#include "text/memory_report.h"

/* A result, or a refusal. */
struct subject {
    const struct ddds_result *result;
    unsigned parts;
    const struct refusal *refusal;
};

/* Its text: in |own|, where most fit, or allocated. */
enum { OWN_SIZE = 4096 };
struct document {
    char own[OWN_SIZE];
    char *text;
    size_t length;
};

static size_t write_text(const struct subject *subject, char *text, size_t size)
{
    const struct refusal *refusal = subject->refusal;
    return refusal != NULL
               ? ddds_refusal_json(refusal->input, refusal->application,
                                   refusal->error, text, size)
               : ddds_result_json(subject->result, subject->parts, text, size);
}

static void close_document(struct document *document)
{
    if (document->text != document->own) {
        free(document->text);
    }
}

/* A text that does not fit may be longer the next time: its UUID has come to
 * lie in the future. */
static void open_document(struct document *document,
                          const struct subject *subject)
{
    size_t size = OWN_SIZE;
    document->text = document->own;
    document->length = write_text(subject, document->text, size);
    while (document->length >= size) {
        close_document(document);
        size = document->length + 1;
        document->text = malloc(size);
        document->length = write_text(subject, document->text, size);
    }
}

static json_t *make_tree(const struct subject *subject, const char *given)
{
    struct document document;
    open_document(&document, subject);
    json_t *object =
        json_loadb(document.text, document.length, JSON_ALLOW_NUL, NULL);
    close_document(&document);
    if (object == NULL) {
        memory_fail(); /* the library writes nothing that it could not read */
    }
    put_given(object, given);
    return object;
}

/* The text is made before it is written: it is written as a whole or not at
 * all. */
static void print_subject(FILE *out, const struct subject *subject)
{
    struct document document;
    open_document(&document, subject);
    document.text[document.length] = '\n';
    fwrite(document.text, 1, document.length + 1, out);
    close_document(&document);
}

static struct subject as_subject(const struct ddds_result *result,
                                 const struct style *style)
{
    return (struct subject){.result = result,
                            .parts = style->has_trace ? DDDS_JSON_TRACE : 0};
}

json_t *make_json_result(const struct ddds_result *result,
                         const struct style *style)
{
    const struct subject subject = as_subject(result, style);
    return make_tree(&subject, style->given);
}

void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    const struct subject subject = as_subject(result, style);
    if (style->given == NULL) {
        print_subject(out, &subject);
    } else {
        print_json_object(out, make_tree(&subject, style->given));
    }
}

void print_json_refusal(FILE *out, const struct refusal *refusal)
{
    const struct subject subject = {.refusal = refusal};
    if (refusal->given == NULL && refusal->schema == NULL) {
        print_subject(out, &subject);
        return;
    }
    json_t *object = make_tree(&subject, refusal->given);
    if (refusal->schema != NULL) {
        put_string(object, "schema", refusal->schema);
    }
    print_json_object(out, object);
}

/* ---- Answers ------------------------------------------------------------ */

/* The server and transport of an answer; null for zone files. */
static void put_source(json_t *object, const struct ddds_answer *answer)
{
    const char *transport = answer->tcp ? "tcp" : "udp";
    bool is_dns = answer->server != NULL;
    put_string(object, "server", answer->server);
    put_string(object, "transport", is_dns ? transport : NULL);
    put_known(object, "microseconds", is_dns && !answer->cached,
              answer->microseconds);
    json_object_set_new(object, "cached", json_boolean(answer->cached));
    json_object_set_new(object, "additional", json_boolean(answer->additional));
}

json_t *make_reply(const struct ddds_answer *answer)
{
    json_t *object = json_object();
    put_string(object, "reply", reply_word(answer->reply));
    put_string(object, "rcode", ddds_reply_rcode(answer->reply));
    put_string(object, "detail", answer->detail);
    put_number(object, "ttl", answer->ttl);
    json_object_set_new(object, "authenticated",
                        json_boolean(answer->authenticated));
    put_string(object, "canonical", answer->canonical);
    put_source(object, answer);
    return object;
}
