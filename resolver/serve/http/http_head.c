/* Parser for the head of a request.
 *
 * Lines must end with CRLF, and other control characters than tab are refused,
 * so that another parser cannot find other lines. Names are tokens, which
 * excludes folded fields. Chunked bodies are refused, because libmicrohttpd
 * before 1.0 accepts LF as the end of a chunk's line.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_head.h"

#include <string.h>
#include <strings.h>

#include <ddds/span.h>

/* Memory that libmicrohttpd allocates for a field and for the request line. */
enum { FIELD_MEMORY = 64, LINE_MEMORY = 16 };

/* libmicrohttpd stores each parameter in the memory of the connection. */
enum { MOST_PARAMETERS = 128 };

struct head_reading {
    struct head *head;
    bool is_http10;
    size_t hosts;
    size_t lengths;
    size_t codings;
    struct ddds_span coding; /* value of Transfer-Encoding */
};

static void refuse(struct head *head, unsigned status, const char *wrong)
{
    if (head->status == 0) {
        head->status = status;
        head->wrong = wrong;
    }
}

/* ---- Lines -------------------------------------------------------------- */

/* RFC 9110 section 5.6.2, token. */
static bool is_token(const char *text, size_t length)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < length; i++) {
        bool is_plain = (text[i] >= '0' && text[i] <= '9') ||
                        ((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z');
        if (!is_plain && (text[i] == '\0' || strchr(others, text[i]) == NULL)) {
            return false;
        }
    }
    return length > 0;
}

enum line_end { LINE_ENDS, LINE_IS_OPEN, LINE_IS_INVALID };

/* Find the |length|, without CRLF, of the first line of |size| octets. */
static enum line_end find_end(const char *octets, size_t size, size_t *length)
{
    size_t at = 0;
    while (at < size &&
           ((unsigned char)octets[at] >= ' ' || octets[at] == '\t') &&
           octets[at] != '\x7f') {
        at++;
    }
    *length = at;
    if (at == size || (octets[at] == '\r' && at + 1 == size)) {
        return LINE_IS_OPEN;
    }
    return octets[at] == '\r' && octets[at + 1] == '\n' ? LINE_ENDS
                                                        : LINE_IS_INVALID;
}

/* ---- The request line --------------------------------------------------- */

static void check_version(struct head_reading *reading, const char *text,
                          size_t length)
{
    static const char name[] = "HTTP/";
    enum { AT = sizeof name - 1, LENGTH = AT + 3 };
    if (length != LENGTH || memcmp(text, name, AT) != 0 || text[AT] < '0' ||
        text[AT] > '9' || text[AT + 1] != '.' || text[AT + 2] < '0' ||
        text[AT + 2] > '9') {
        refuse(reading->head, 400, "the request line has no version of HTTP");
    } else if (text[AT] != '1') {
        refuse(reading->head, 505, "unsupported version of HTTP; use 1.1");
    }
    reading->is_http10 = length == LENGTH && text[AT + 2] == '0';
}

static void check_target(struct head *head, const char *text, size_t length)
{
    const char *end = text + length;
    size_t parameters = 1;
    if (length == 0) {
        refuse(head, 400,
               "write a single blank between the method and the target");
    } else if (memchr(text, ' ', length) != NULL ||
               memchr(text, '\t', length) != NULL) {
        refuse(head, 400, "the target contains a blank");
    } else if (length > LONGEST_TARGET) {
        refuse(head, 414, "the target is longer than 8192 octets");
    }
    text = memchr(text, '?', length);
    while (text != NULL &&
           (text = memchr(text, '&', (size_t)(end - text))) != NULL) {
        text++;
        parameters++;
    }
    if (parameters > MOST_PARAMETERS) {
        refuse(head, 400, "too many parameters");
    }
}

/* The target lies between the first and the last blank. */
static void read_line(struct head_reading *reading, const char *text,
                      size_t length)
{
    const char *first = memchr(text, ' ', length);
    const char *last = text + length;
    while (last > text && last[-1] != ' ') {
        last--;
    }
    if (first == NULL || !is_token(text, (size_t)(first - text))) {
        refuse(reading->head, 400, "the request does not begin with a method");
        return;
    }
    const char *target = first + 1;
    size_t size = last > target ? (size_t)(last - 1 - target) : 0;
    reading->head->memory = length + LINE_MEMORY;
    check_target(reading->head, target,
                 size > 0 && target[0] == ' ' ? 0 : size);
    check_version(reading, last, (size_t)(text + length - last));
}

/* ---- Fields ------------------------------------------------------------- */

/* RFC 9110 section 8.6. libmicrohttpd accepts no blanks after the number. */
static void read_length(struct head *head, const struct ddds_span *value)
{
    enum { MOST_DIGITS = 18 };
    const char *text = value->text;
    const char *end = text + value->length;
    bool is_empty = text == end;
    while (text < end && *text == '0') {
        text++;
    }
    size_t digits = (size_t)(end - text);
    for (; text < end && *text >= '0' && *text <= '9'; text++) {
        head->body = digits <= MOST_DIGITS
                         ? head->body * 10 + (uint64_t)(*text - '0')
                         : 0;
    }
    if (is_empty || text != end) {
        refuse(head, 400, "Content-Length is not a valid number");
    } else if (digits > MOST_DIGITS) {
        refuse(head, 413, "the body is too large");
    }
}

static bool has_name(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

static void read_field(struct head_reading *reading, const char *text,
                       size_t length)
{
    struct head *head = reading->head;
    const char *colon = memchr(text, ':', length);
    size_t name = colon != NULL ? (size_t)(colon - text) : 0;
    if (!is_token(text, name)) {
        refuse(head, 400, "a header field is invalid");
        return;
    }
    struct ddds_span value = {colon + 1, length - name - 1};
    while (value.length > 0 && strchr(" \t", value.text[0]) != NULL) {
        value.text++;
        value.length--;
    }
    head->memory += length + FIELD_MEMORY;
    if (has_name(text, name, "Host")) {
        reading->hosts++;
    } else if (has_name(text, name, "Content-Length")) {
        reading->lengths++;
        read_length(head, &value);
    } else if (has_name(text, name, "Transfer-Encoding")) {
        reading->codings++;
        reading->coding = value;
    }
}

/* Only "chunked" exists here (RFC 9112 section 6.1). Other codings are refused
 * too; if "chunked" is not the last, the body has no end. */
static void refuse_coding(struct head_reading *reading)
{
    static const char chunked[] = "chunked";
    const struct ddds_span whole = reading->coding;
    const char *last = whole.text + whole.length;
    while (last > whole.text && strchr(", \t", last[-1]) == NULL) {
        last--;
    }
    bool is_last =
        has_name(last, (size_t)(whole.text + whole.length - last), chunked);
    if (is_last && reading->is_http10) {
        refuse(reading->head, 400, "HTTP/1.0 has no Transfer-Encoding");
    } else if (is_last && last == whole.text) {
        refuse(reading->head, 411, "send the body with Content-Length");
    } else if (is_last) {
        refuse(
            reading->head, 501,
            "unsupported transfer coding; send the body with Content-Length");
    } else {
        refuse(reading->head, 400,
               "the transfer coding does not say where the body ends");
    }
}

static void check_fields(struct head_reading *reading)
{
    if (reading->hosts != 1 && (reading->hosts > 1 || !reading->is_http10)) {
        refuse(reading->head, 400, "the field Host is missing or repeated");
    }
    if (reading->lengths + reading->codings > 1) {
        refuse(reading->head, 400,
               "Content-Length and Transfer-Encoding must not be repeated or "
               "combined");
    } else if (reading->codings > 0) {
        refuse_coding(reading);
    }
    if (reading->head->memory > LONGEST_HEAD) {
        refuse(reading->head, 431, "the header fields are too long");
    }
}

/* ---- Parsing ------------------------------------------------------------ */

/* Refuse a head if its end is not within the limit; |length| octets were read.
 * Return true if it is refused. */
static bool is_too_long(struct head *head, size_t length)
{
    if (length - head->begin >= LONGEST_HEAD) {
        refuse(head, head->line == 0 ? 414 : 431,
               head->line == 0 ? "the request line is too long"
                               : "the header fields are too long");
    }
    return head->status != 0;
}

static bool is_empty_line(const char *octets, size_t length)
{
    return length >= 2 && octets[0] == '\r' && octets[1] == '\n';
}

bool head_read(const char *octets, size_t length, struct head *head)
{
    size_t end;
    struct head_reading reading = {.head = head};
    *head = (struct head){.status = 0};
    while (is_empty_line(octets + head->begin, length - head->begin)) {
        head->begin += 2;
    }
    for (size_t at = head->begin; head->status == 0; at += end + 2) {
        const char *line = octets + at;
        switch (find_end(line, length - at, &end)) {
        case LINE_IS_OPEN:
            return is_too_long(head, length);
        case LINE_IS_INVALID:
            refuse(head, 400,
                   "a line of the head contains a control character, or does "
                   "not end with CRLF");
            break;
        case LINE_ENDS:
            if (head->line == 0) {
                read_line(&reading, line, end);
                head->line = head->status == 0 ? at + end : 0;
            } else if (end > 0) {
                read_field(&reading, line, end);
            } else {
                check_fields(&reading);
                head->length = at + 2;
                return true;
            }
        }
    }
    return true;
}
