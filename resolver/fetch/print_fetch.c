/* SPDX-License-Identifier: MIT */
#include "fetch/print_fetch.h"

#include <stdlib.h>
#include <string.h>

#include "print/json_members.h"
#include "render/render_json.h"
#include "text/printable.h"

const char *fetch_report_text(const struct fetch_report *report)
{
    return report->is_uuid && report->fetched->end == DDDS_FETCH_END_NOT_SPOKEN
               ? "a UUID names no server, so there is nothing to contact"
               : ddds_fetch_end_text(report->fetched->end);
}

/* ---- Text ---------------------------------------------------------------- */

void print_fetched(FILE *out, const struct fetch_report *report)
{
    const struct ddds_fetched *fetched = report->fetched;
    bool is_list = fetched->service == DDDS_FETCH_I2LS ||
                   fetched->service == DDDS_FETCH_I2NS;
    if (fetched->content != NULL) {
        fwrite(fetched->content, 1, fetched->length, out);
        return;
    }
    if (is_list) {
        fprintf(out, "# ");
        print_escaped(out, report->result->input);
        putc('\n', out);
    }
    for (size_t i = 0; i < fetched->uri_count; i++) {
        print_escaped(out, fetched->uris[i]);
        putc('\n', out);
    }
}

bool is_fit_for_terminal(const struct ddds_fetched *fetched)
{
    const char *text = fetched->content;
    for (size_t at = 0; at < fetched->length;) {
        size_t rest = fetched->length - at;
        size_t length = text[at] == '\n' || text[at] == '\t' ? 1
                        : rest > 1 && text[at] == '\r' && text[at + 1] == '\n'
                            ? 2
                            : printable_length(text + at, rest);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

/* ---- The trace ----------------------------------------------------------- */

static void print_attempt(FILE *out, const struct ddds_fetch_attempt *attempt,
                          size_t number, const struct style *style)
{
    bool is_good = attempt->end == DDDS_FETCH_END_DONE;
    fprintf(out, ";; %2zu  GET ", number);
    print_escaped(out, attempt->uri);
    if (attempt->address != NULL) {
        fprintf(out, "\n;;      at %s", attempt->address);
    } else {
        fputs("\n;;      not sent", out);
    }
    if (attempt->status != 0) {
        fprintf(out, ": %u in %llu ms", attempt->status,
                (unsigned long long)attempt->milliseconds);
    }
    fprintf(out, ": %s%s%s", color(style, is_good ? PAINT_GOOD : PAINT_BAD),
            ddds_fetch_end_name(attempt->end), color(style, PAINT_PLAIN));
    if (attempt->location != NULL) {
        fputs(" -> ", out);
        print_escaped(out, attempt->location);
    }
    if (attempt->detail != NULL) {
        fputs(": ", out);
        print_escaped(out, attempt->detail);
    } else if (!is_good) {
        fprintf(out, ": %s", ddds_fetch_end_text(attempt->end));
    }
    putc('\n', out);
}

void print_fetched_trace(FILE *out, const struct fetch_report *report,
                         const struct style *style)
{
    const struct ddds_fetched *fetched = report->fetched;
    const struct ddds_fetch_attempt *attempt;
    fputs(";; ", out);
    print_escaped(out, report->result->input);
    putc('\n', out);
    print_trace(out, report->result, style);
    if (fetched->attempt_count > 0) {
        fprintf(out, ";;\n;; service %s\n",
                ddds_fetch_service_name(fetched->service));
    }
    for (size_t i = 0; (attempt = ddds_fetched_attempt(fetched, i)) != NULL;
         i++) {
        print_attempt(out, attempt, report->result->step_count + i, style);
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static json_t *make_attempt(const struct ddds_fetch_attempt *attempt)
{
    json_t *object = json_object();
    put_string(object, "uri", attempt->uri);
    put_string(object, "address", attempt->address);
    put_known(object, "status", attempt->status != 0, attempt->status);
    put_number(object, "milliseconds", (json_int_t)attempt->milliseconds);
    put_string(object, "end", ddds_fetch_end_name(attempt->end));
    put_string(object, "location", attempt->location);
    put_string(object, "detail", attempt->detail);
    return object;
}

static json_t *make_uris(const struct ddds_fetched *fetched)
{
    json_t *array = json_array();
    for (size_t i = 0; i < fetched->uri_count; i++) {
        json_array_append_new(array, json_string(fetched->uris[i]));
    }
    return array;
}

static json_t *make_attempts(const struct ddds_fetched *fetched)
{
    json_t *array = json_array();
    const struct ddds_fetch_attempt *attempt;
    for (size_t i = 0; (attempt = ddds_fetched_attempt(fetched, i)) != NULL;
         i++) {
        json_array_append_new(array, make_attempt(attempt));
    }
    return array;
}

/* Larger content is written in pieces, because in JSON it can take six times
 * the memory. */
enum { PIECE = 65536 };

static bool is_small(const struct ddds_fetched *fetched)
{
    return fetched->content == NULL || fetched->length <= PIECE;
}

/* Add the content as a string, or in hexadecimal if it is not UTF-8 or has a
 * NUL. Large content is null. */
static void put_content(json_t *object, const struct ddds_fetched *fetched)
{
    const char *content = fetched->content;
    put_string(object, "type", fetched->type);
    put_known(object, "length", content != NULL, (json_int_t)fetched->length);
    if (is_small(fetched)) {
        put_span(
            object, "content",
            (struct ddds_span){content, content != NULL ? fetched->length : 0});
    } else {
        put_string(object, "content", NULL);
    }
}

static json_t *make_fetch(const struct ddds_fetched *fetched)
{
    json_t *object = json_object();
    put_string(object, "service", ddds_fetch_service_name(fetched->service));
    put_string(object, "end", ddds_fetch_end_name(fetched->end));
    json_object_set_new(object, "uris", make_uris(fetched));
    put_number(object, "skipped", (json_int_t)fetched->skipped);
    put_content(object, fetched);
    json_object_set_new(object, "attempts", make_attempts(fetched));
    return object;
}

/* Return the length of the next piece of |text|, which ends at a boundary of
 * UTF-8 characters. */
static size_t measure_piece(const char *text, size_t length)
{
    size_t size = length < PIECE ? length : PIECE;
    for (size_t back = 0; size < length && back < 4; back++) {
        if (((unsigned char)text[size - back] & 0xc0) != 0x80) {
            return size - back;
        }
    }
    return size;
}

static bool is_utf8(const char *text, size_t length)
{
    bool is_good = true;
    for (size_t at = 0, size; at < length && is_good; at += size) {
        size = measure_piece(text + at, length - at);
        json_t *piece = json_stringn(text + at, size);
        is_good = piece != NULL;
        json_decref(piece);
    }
    return is_good;
}

/* Print |text| as a JSON string without quotes. */
static void print_pieces(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0, size; at < length; at += size) {
        size = measure_piece(text + at, length - at);
        json_t *piece = json_stringn(text + at, size);
        char *quoted = json_dumps(piece, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
        json_decref(piece);
        fwrite(quoted + 1, 1, strlen(quoted) - 2, out);
        free(quoted);
    }
}

static void print_hex(FILE *out, const char *text, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < length; i++) {
        putc(digits[(unsigned char)text[i] >> 4], out);
        putc(digits[(unsigned char)text[i] & 15], out);
    }
}

/* Print |object|, replacing its null content by the content. The quotes of
 * |name| cannot be part of a JSON string, so its first match is the member. */
static void print_large(FILE *out, json_t *object,
                        const struct ddds_fetched *fetched)
{
    static const char name[] = "\"content\":";
    char *text = make_json_text(object);
    char *place = strstr(strstr(text, "\"fetch\":{"), name) + sizeof name - 1;
    char *rest = place + strlen("null");
    bool is_text = is_utf8(fetched->content, fetched->length);
    fwrite(text, 1, (size_t)(is_text ? place - text : rest - text), out);
    fputs(is_text ? "\"" : ",\"content_hex\":\"", out);
    (is_text ? print_pieces : print_hex)(out, fetched->content,
                                         fetched->length);
    fprintf(out, "\"%s\n", rest);
    free(text);
}

void print_fetched_json(FILE *out, const struct fetch_report *report,
                        const struct style *style)
{
    const struct ddds_fetched *fetched = report->fetched;
    json_t *object = make_json_result(report->result, style);
    put_string(object, "schema", "ddds.fetch/1");
    if (fetched->end != DDDS_FETCH_END_NO_OUTCOME) {
        put_string(object, "status",
                   ddds_reason_class_name(ddds_fetch_end_class(fetched->end)));
        json_object_set_new(
            object, "reason",
            fetched->end == DDDS_FETCH_END_DONE
                ? json_null()
                : make_json_reason(ddds_fetch_end_name(fetched->end), NULL,
                                   fetch_report_text(report)));
    }
    json_object_set_new(object, "fetch", make_fetch(fetched));
    put_given(object, style->given, NULL);
    if (is_small(fetched)) {
        print_json_object(out, object);
    } else {
        print_large(out, object, fetched);
    }
}
