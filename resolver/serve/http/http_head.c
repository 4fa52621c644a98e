/* The head of a request: RFC 9112 sections 2.2, 3, 5 and 6.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

#include <string.h>
#include <strings.h>

/* The request line, as libmicrohttpd has it, and what the fields say of where
 * the request goes and where it ends. */
struct head {
    const char *method;
    const char *target;   /* as it was received, up to its first NUL */
    const char *received; /* where: it is no longer the same */
    const char *version;
    const char *host;   /* the last one; or NULL */
    const char *coding; /* Transfer-Encoding; or NULL */
    size_t hosts;
    size_t lengths;
    size_t codings;
    size_t memory; /* that libmicrohttpd needs for the head */
    bool has_bad_field;
    const char *next; /* where the next field must begin; NULL: it does not */
};

/* What libmicrohttpd notes of a field. */
enum { FIELD_MEMORY = 64 };

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

/* RFC 9110 section 5.5: NUL, CR and LF are invalid. */
static bool is_value(const char *text, size_t length)
{
    return memchr(text, '\0', length) == NULL &&
           memchr(text, '\r', length) == NULL &&
           memchr(text, '\n', length) == NULL;
}

/* ---- As it was received ------------------------------------------------- */

/* libmicrohttpd before 1.0 takes a NUL for the end of a field, drops the rest
 * of a folded one, and says neither. But it reads a head where it was received,
 * and writes NULs over the colon after a name and over CR and LF after a line.
 * So each name must begin where the line before it ends; otherwise something is
 * left out. */
enum { LEAVES_OUT = MHD_VERSION < 0x01000000 };

/* Nor does it say how chunks are written, of which it takes LF for the end of a
 * line: a proxy may find another end of the body. */
enum { READS_CHUNKS_WELL = !LEAVES_OUT };

/* Where the request line ends; NULL: something was left out of it. */
static const char *end_line(const struct head *head)
{
    size_t method = strlen(head->method);
    bool is_whole = head->method + method + 1 == head->received &&
                    head->received + strlen(head->target) + 1 == head->version;
    return is_whole ? head->version + strlen(head->version) : NULL;
}

/* Are there more blanks after the method than one? libmicrohttpd skips them. */
static bool has_more_blanks(const struct head *head)
{
    const char *gap = head->method + strlen(head->method) + 1;
    return gap < head->received &&
           strspn(gap, " ") == (size_t)(head->received - gap);
}

/* Does |name| begin where the line before it ends, with CRLF, and |value| where
 * the name ends? */
static bool follows(const struct head *head, const char *name, size_t length,
                    const char *value)
{
    if (head->next == NULL || head->next + 2 != name || head->next[1] != '\0' ||
        value <= name + length) {
        return false;
    }
    const char *at = name + length + 1;
    while (at < value && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at == value;
}

/* Does the head end with the last line, its CRLF and an empty line? */
static bool ends(const struct head *head, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info != NULL && head->next + 4 == head->method + info->header_size;
}

/* ---- Fields ------------------------------------------------------------- */

static enum MHD_Result note_field(void *cls, enum MHD_ValueKind kind,
                                  const char *name, size_t name_length,
                                  const char *value, size_t value_length)
{
    static const char nothing[] = "";
    struct head *head = cls;
    (void)kind;
    value = value != NULL ? value : nothing;
    if (strcasecmp(name, "Host") == 0) {
        head->host = value;
        head->hosts++;
    } else if (strcasecmp(name, "Content-Length") == 0) {
        head->lengths++;
    } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
        head->coding = value;
        head->codings++;
    } else if (strcasecmp(name, "Cookie") == 0) {
        head->memory += value_length; /* it is copied */
    }
    head->memory += name_length + value_length + FIELD_MEMORY;
    head->has_bad_field |=
        !is_token(name, name_length) || !is_value(value, value_length);
    head->next =
        follows(head, name, name_length, value) ? value + value_length : NULL;
    return MHD_YES;
}

/* The only transfer coding is chunked (RFC 9112 section 6.1); others that end
 * with it say where the body ends. */
static const char *judge_coding(const struct head *head, unsigned *status)
{
    static const char chunked[] = "chunked";
    const char *last = strrchr(head->coding, ',');
    last = last != NULL ? last + 1 : head->coding;
    last += strspn(last, " \t");
    if (strcasecmp(head->coding, chunked) == 0) {
        bool is_old = strcmp(head->version, "HTTP/1.0") == 0;
        *status = is_old ? *status : 411;
        return is_old              ? "HTTP/1.0 has no Transfer-Encoding"
               : READS_CHUNKS_WELL ? NULL
                                   : "send the body with Content-Length";
    }
    if (strcasecmp(last, chunked) == 0) {
        *status = 501;
        return "the only transfer coding here is chunked";
    }
    return "the transfer coding does not say where the body ends";
}

/* Read the fields of |head|, whose request line is set. NULL if all is well, or
 * what is wrong, a sentence, and |*status| is that of the answer. */
static const char *read_head(struct head *head,
                             struct MHD_Connection *connection,
                             unsigned *status)
{
    *status = 400;
    head->next = end_line(head);
    bool is_whole = head->next != NULL;
    head->memory = strlen(head->target) + strlen(head->method) + 16;
    (void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, note_field,
                                      head);
    is_whole &= head->next != NULL && ends(head, connection);
    if (strpbrk(head->target, " \t") != NULL) {
        return "the target contains a blank";
    }
    if (head->has_bad_field) {
        return "a header field is invalid";
    }
    if (LEAVES_OUT && has_more_blanks(head)) {
        return "there must be one blank between the method and the target";
    }
    if (LEAVES_OUT && !is_whole) {
        return "the request line or a header field contains a NUL, is folded, "
               "or "
               "does not end with CRLF";
    }
    if (head->lengths + head->codings > 1) {
        return "Content-Length or Transfer-Encoding must come once, and not "
               "both";
    }
    return head->codings > 0 ? judge_coding(head, status) : NULL;
}

/* ---- The host ----------------------------------------------------------- */

/* The request must name one host, and one of ours. The host of the target
 * counts before the field (RFC 9112 section 3.2.2). HTTP/1.0 has no field. NULL
 * if it does, or what is wrong; |*is_other|: the host is that of another
 * server. */
static const char *judge_host(const struct request *request,
                              const struct head *head, bool *is_other)
{
    struct ddds_span host = request->ask.authority;
    if (head->hosts > 1 || (head->hosts == 0 && !request->ask.is_http10)) {
        return "the field Host must come once";
    }
    if (host.text == NULL && head->host != NULL) {
        host = (struct ddds_span){head->host, strlen(head->host)};
    }
    if (host.text == NULL) {
        return NULL;
    }
    switch (hosts_judge(&request->server->hosts, host.text, host.length)) {
    case HOST_INVALID:
        return "the host is invalid";
    case HOST_OTHER:
        *is_other = true;
        return "the request is for another host; whoever runs the server can "
               "allow its name";
    case HOST_OWN:
        break;
    }
    return NULL;
}

void head_check(struct request *request, const char *method,
                const char *version)
{
    unsigned status;
    bool is_other = false;
    struct head head = {.method = method,
                        .target = request->line,
                        .received = request->received,
                        .version = version};
    const char *wrong = read_head(&head, request->connection, &status);
    request->memory = head.memory;
    if (wrong == NULL) {
        status = 400;
        wrong = judge_host(request, &head, &is_other);
    }
    if (is_other) {
        reply_problem(request, 421, "OTHER_HOST", wrong);
    } else if (wrong != NULL) {
        reply_problem(request, status, "BAD_REQUEST", wrong);
        request->is_last = true;
    }
}
