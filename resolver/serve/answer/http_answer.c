/* SPDX-License-Identifier: MIT */
#include "serve/answer/http_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <microhttpd.h>

#include "print/json_members.h"
#include "render/render_html.h"
#include "render/rendering.h"
#include "serve/page/page.h"
#include "text/text_stream.h"

void answer_begin(struct answer *answer)
{
    *answer = (struct answer){.status = 200, .media = MEDIA_TEXT};
}

void answer_clear(struct answer *answer)
{
    free(answer->body);
    free(answer->location);
    answer_begin(answer);
}

void answer_text(struct answer *answer, enum media media, char *text,
                 size_t length)
{
    answer->media = media;
    answer->body = text;
    answer->length = length;
}

/* ---- Tags ---------------------------------------------------------------- */

static const uint64_t first_tag = 0xcbf29ce484222325U;

/* FNV-1a. A tag distinguishes versions; it need not resist attacks. */
static uint64_t mix(uint64_t tag, const void *octets, size_t length)
{
    const unsigned char *at = octets;
    for (size_t i = 0; i < length; i++) {
        tag = (tag ^ at[i]) * 0x100000001b3U;
    }
    return tag;
}

uint64_t answer_tag(const void *octets, size_t length)
{
    uint64_t tag = mix(first_tag, octets, length);
    return tag + (tag == 0);
}

/* Return the length of the member name at |text|, with its quotes and colon, if
 * its value differs between equal resolutions; otherwise 0. A quote in a string
 * is escaped, so a match is always a member name. */
static size_t fleeting_length(const char *text)
{
    static const char *const names[] = {
        "\"ttl\":",    "\"queries\":",   "\"cached\":",    "\"microseconds\":",
        "\"server\":", "\"transport\":", "\"additional\":"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(text, names[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

/* Return the end of the value at |text|: a string, a number or a word. */
static const char *skip_value(const char *text)
{
    if (*text != '"') {
        return text + strcspn(text, ",}");
    }
    for (text++; *text != '"' && *text != '\0'; text++) {
        text += *text == '\\' ? 1 : 0;
    }
    return text;
}

/* Mix the JSON |text| without values that differ between equal results. */
static uint64_t mix_document(uint64_t tag, const char *text)
{
    while (*text != '\0') {
        size_t length = *text == '"' ? fleeting_length(text) : 0;
        if (length > 0) {
            text = skip_value(text + length);
        } else {
            tag = mix(tag, text++, 1);
        }
    }
    return tag + (tag == 0);
}

/* ---- Documents ----------------------------------------------------------- */

/* The parameters, which a page shows again. */
static json_t *make_request(const struct ask *ask)
{
    json_t *object = json_object();
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (json_object_get(object, parameter->name) == NULL) {
            put_string(object, parameter->name, parameter->value);
        }
    }
    if (ask->input != NULL) {
        put_string(object, "input", ask->input);
    }
    if (ask->zone != NULL) {
        put_span(object, "zone",
                 (struct ddds_span){ask->zone, ask->zone_length});
    }
    return object;
}

/* Content of an answer: |text|, JSON of type |media|, which is taken over; or
 * HTML, made from |document| or from |piece|, which is HTML already. */
struct content {
    enum media media;
    char *text;
    const json_t *document;
    const char *piece;
};

static void print_html(const struct ask *ask, struct answer *answer,
                       const struct content *content)
{
    json_t *request = make_request(ask);
    const struct page_answer page = {
        paths[ask->route].name, answer->status, request,
        content->document,      content->piece, ask->media == MEDIA_PIECE};
    FILE *out = text_stream_open(&answer->body, &answer->length);
    page_write(out, &page);
    fclose(out);
    json_decref(request);
}

static void print_content(const struct ask *ask, struct answer *answer,
                          const struct content *content)
{
    char kind = (char)ask->media;
    answer->tag = mix_document(mix(first_tag, &kind, 1), content->text);
    if (answer_is_html(ask)) {
        answer->media = ask->media;
        print_html(ask, answer, content);
        free(content->text);
    } else {
        answer_text(answer, content->media, content->text,
                    strlen(content->text));
    }
}

bool answer_is_html(const struct ask *ask)
{
    return ask->media == MEDIA_HTML || ask->media == MEDIA_PIECE;
}

static char *dump(json_t *document)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    print_json_object(out, document);
    fclose(out);
    return text;
}

void answer_document(const struct ask *ask, struct answer *answer,
                     json_t *document)
{
    const struct content content = {MEDIA_JSON, dump(json_incref(document)),
                                    document, NULL};
    answer->status = 200;
    print_content(ask, answer, &content);
    json_decref(document);
}

void answer_shown(const struct ask *ask, struct answer *answer, unsigned status,
                  const struct ddds_result *result, bool has_trace,
                  const char *list)
{
    const struct style style = {.has_trace = has_trace};
    struct content content = {.media = MEDIA_JSON};
    char *piece = NULL;
    size_t length;
    FILE *out = text_stream_open(&content.text, &length);
    print_json(out, result, &style);
    fclose(out);
    if (answer_is_html(ask)) {
        out = text_stream_open(&piece, &length);
        fputs(list != NULL ? list : "", out);
        html_result(out, result);
        fclose(out);
        content.piece = piece;
    }
    answer->status = status;
    print_content(ask, answer, &content);
    free(piece);
}

/* ---- Problems ------------------------------------------------------------ */

/* Return |line|, a JSON object in one line, with the further member |name|,
 * whose value is the JSON line |value|. |line| is freed. */
static char *append_member(char *line, const char *name, const char *value)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    fprintf(out, "%.*s,\"%s\":%.*s}\n", (int)strlen(line) - 2, line, name,
            (int)strcspn(value, "\n"), value);
    fclose(out);
    free(line);
    return text;
}

void answer_problem(const struct ask *ask, struct answer *answer,
                    unsigned status, const char *code, const char *detail,
                    const char *result)
{
    json_t *object = json_object();
    put_string(object, "type", "about:blank");
    put_string(object, "title", MHD_get_reason_phrase_for(status));
    put_number(object, "status", (json_int_t)status);
    put_string(object, "detail", detail);
    put_string(object, "code", code);
    struct content content = {MEDIA_PROBLEM, dump(json_incref(object)), object,
                              NULL};
    if (result != NULL) {
        content.text = append_member(content.text, "result", result);
    }
    snprintf(answer->code, sizeof answer->code, "%s", code);
    answer->status = status;
    print_content(ask, answer, &content);
    answer->tag = 0;
    json_decref(object);
}
