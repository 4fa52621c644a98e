/* Validation of the head of an answer. libcurl is too tolerant: it decodes
 * codings that were not requested, where some octets can expand to hours of
 * work, and accepts contradictory lengths. So each line is checked before
 * libcurl reads the content.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/answer_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/span.h>

#include "base/ascii.h"
#include "base/limits.h"

void ddds_head_clear(struct fetched_head *head)
{
    free(head->location);
    free(head->type);
    *head = (struct fetched_head){.octets = 0};
}

static bool refuse(struct fetched_head *head, const char *problem)
{
    head->problem = problem;
    return false;
}

/* Keep |value|. Different values of a field form a list (RFC 9110 section 5.2),
 * which is invalid for the fields that are kept. */
static bool keep(struct fetched_head *head, struct ddds_span value, char **kept)
{
    char *one = strndup(value.text, value.length);
    if (*kept != NULL && one != NULL && strcmp(*kept, one) != 0) {
        size_t size = strlen(*kept) + strlen(one) + sizeof ", ";
        char *list = malloc(size);
        if (list != NULL) {
            snprintf(list, size, "%s, %s", *kept, one);
        }
        free(one);
        one = list;
    }
    free(*kept);
    *kept = one;
    head->is_without_memory = one == NULL;
    return one != NULL;
}

static bool is_word(struct ddds_span span, const char *word)
{
    return span.length == strlen(word) &&
           strncasecmp(span.text, word, span.length) == 0;
}

static bool take_length(struct fetched_head *head, struct ddds_span value)
{
    const char *at = value.text;
    uint64_t length;
    if (!ascii_read_number(&at, value.text + value.length, INT64_MAX,
                           &length) ||
        at != value.text + value.length) {
        return refuse(head, "its Content-Length is not a number of octets");
    }
    if (head->has_length && head->length != length) {
        return refuse(head, "it has two Content-Lengths, which differ");
    }
    head->has_length = true;
    head->length = length;
    return true;
}

static bool take_coding(struct fetched_head *head, struct ddds_span value)
{
    if (!is_word(value, "chunked") || head->is_chunked) {
        return refuse(head, "it has an unsupported Transfer-Encoding; only "
                            "chunked is supported");
    }
    head->is_chunked = true;
    return true;
}

static bool take_field(struct fetched_head *head, struct ddds_span name,
                       struct ddds_span value)
{
    if (is_word(name, "Location")) {
        return keep(head, value, &head->location);
    }
    if (is_word(name, "Content-Type")) {
        return keep(head, value, &head->type);
    }
    if (is_word(name, "Content-Length")) {
        return take_length(head, value);
    }
    if (is_word(name, "Transfer-Encoding")) {
        return take_coding(head, value);
    }
    if (is_word(name, "Content-Encoding") && !is_word(value, "identity")) {
        return refuse(head, "it has a Content-Encoding that was not requested");
    }
    return true;
}

/* Return the length of the token at |line| (RFC 9110 section 5.6.2). */
static size_t measure_name(const char *line, size_t length)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    size_t at = 0;
    while (at < length &&
           (ascii_is_alpha((unsigned char)line[at]) ||
            ascii_is_digit((unsigned char)line[at]) ||
            memchr(others, line[at], sizeof others - 1) != NULL)) {
        at++;
    }
    return at;
}

static bool read_field(struct fetched_head *head, const char *line,
                       size_t length)
{
    struct ddds_span name = {line, measure_name(line, length)};
    if (ascii_is_blank(line[0])) {
        return refuse(head, "a field of its head is folded");
    }
    if (name.length == 0 || name.length == length || line[name.length] != ':') {
        return refuse(head, "a field of its head has no valid name");
    }
    size_t begin = name.length + 1;
    while (begin < length && ascii_is_blank(line[begin])) {
        begin++;
    }
    while (length > begin && ascii_is_blank(line[length - 1])) {
        length--;
    }
    return take_field(head, name,
                      (struct ddds_span){line + begin, length - begin});
}

/* Refuse an answer with both lengths, a sign of response splitting: servers may
 * disagree which counts (RFC 9112 section 6.3). */
static bool end_head(struct fetched_head *head)
{
    head->is_whole = true;
    return !head->is_chunked || !head->has_length ||
           refuse(head, "it has a Content-Length and a Transfer-Encoding");
}

/* Return true for the status line of an answer, also after an interim answer
 * (RFC 9110 section 15.2). */
static bool is_status(const struct fetched_head *head, const char *line,
                      size_t length)
{
    static const char begin[] = "HTTP/";
    return (!head->has_status || (head->is_whole && head->is_interim)) &&
           length >= sizeof begin && memcmp(line, begin, sizeof begin - 1) == 0;
}

static void begin_head(struct fetched_head *head, const char *line,
                       size_t length)
{
    size_t octets = head->octets;
    const char *blank = memchr(line, ' ', length);
    ddds_head_clear(head);
    head->octets = octets;
    head->has_status = true;
    head->is_interim =
        blank != NULL && blank + 1 < line + length && blank[1] == '1';
}

bool ddds_head_take(struct fetched_head *head, const char *line, size_t length)
{
    head->octets += length;
    if (head->octets > LIMIT_FETCHED_HEADERS) {
        head->is_too_large = true;
        return false;
    }
    if (is_status(head, line, length)) {
        begin_head(head, line, length);
        return true;
    }
    if (head->is_whole) { /* a trailer, which interim answers cannot have */
        return !head->is_interim ||
               refuse(head, "no final answer follows an interim answer");
    }
    while (length > 0 &&
           (line[length - 1] == '\r' || line[length - 1] == '\n')) {
        length--;
    }
    return length == 0 ? end_head(head) : read_field(head, line, length);
}
