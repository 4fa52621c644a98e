/* Answers of THTTP servers and of SMPs. The first octet selects service and
 * status, the second the way and the media type; then the Location up to a
 * newline; then the content. Only harmless URIs are passed on.
 *
 * The same octets after the second are the lines of a head: a head that is
 * taken has one length at most and no line with another reading.
 *
 * SPDX-License-Identifier: MIT */
#include <strings.h>

#include <ddds/uri.h>

#include "base/arena.h"
#include "fetch/answer_head.h"
#include "fetch/thttp.h"
#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/smp.h"
#include "fetch/uri_list.h"
#include "fuzz.h"

static void check(const struct meaning *meaning, struct arena *arena)
{
    struct ddds_uri parts;
    struct fetch_request request;
    for (size_t i = 0; i < meaning->uri_count; i++) {
        require(ddds_uri_parse(meaning->uris[i], &parts, NULL) == DDDS_OK);
        require(ddds_uri_is_harmless(meaning->uris[i]));
    }
    require(meaning->end == DDDS_FETCH_END_DONE || meaning->uri_count == 0);
    const char *problem;
    if (meaning->next != NULL) {
        require(ddds_request_read(meaning->next, arena, &request, &problem));
    }
    if (meaning->next != NULL && problem == NULL) {
        require(strchr(request.uri, '#') == NULL);
        require(strpbrk(request.host, "@/?# ") == NULL);
    }
}

/* A relative Location leads to a path without dot segments. */
static void check_reference(const char *base, const char *reference,
                            struct arena *arena)
{
    struct ddds_uri parts;
    const char *whole = ddds_request_refer(base, reference, arena);
    if (whole == NULL || ddds_uri_parse(reference, &parts, NULL) == DDDS_OK) {
        return;
    }
    require(ddds_uri_parse(whole, &parts, NULL) == DDDS_OK);
    char *path = malloc(parts.path.length + 2);
    require(path != NULL);
    memcpy(path, parts.path.text, parts.path.length);
    memcpy(path + parts.path.length, "/", 2);
    require(strstr(path, "/./") == NULL && strstr(path, "/../") == NULL);
    free(path);
}

/* For any participant and type of documents, the request goes to the server of
 * the base, to a path of one or three segments. */
static void check_smp(const char *participant, const char *document,
                      struct arena *arena)
{
    struct fetch_request request;
    const char *problem;
    const char *uri =
        ddds_smp_uri("http://smp.example:81/", 1, participant, document, arena);
    require(uri != NULL);
    require(ddds_request_read(uri, arena, &request, &problem) &&
            problem == NULL);
    require(strcmp(request.host, "smp.example") == 0 && request.port == 81);
    require(strcmp(request.uri, uri) == 0);
    const char *rest = uri + strlen("http://smp.example:81/");
    require(strpbrk(rest, "?# :@") == NULL);
    const char *services = strstr(rest, "/services/");
    require(services != NULL && strchr(rest, '/') == services);
    require(strchr(services + strlen("/services/"), '/') == NULL);
}

static bool is_field(const char *line, size_t length, const char *name)
{
    return length > strlen(name) && strncasecmp(line, name, strlen(name)) == 0;
}

/* Take the lines of |text| until the head ends or is refused. */
static void check_head(const char *text, size_t size)
{
    struct fetched_head head = {.octets = 0};
    bool is_taken = true;
    for (size_t at = 0, length; at < size && is_taken; at += length) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', size - at);
        bool is_trailer = head.is_whole && !head.is_interim;
        length = end != NULL ? (size_t)(end + 1 - line) : size - at;
        is_taken = ddds_head_take(&head, line, length);
        require(!is_taken || is_trailer ||
                (line[0] != ' ' && line[0] != '\t' &&
                 !is_field(line, length, "Transfer-Encoding: gzip") &&
                 !is_field(line, length, "Content-Encoding: gzip")));
    }
    require(head.octets <= size);
    require(is_taken == (head.problem == NULL && !head.is_too_large));
    require(!is_taken || !head.is_whole || !head.is_chunked ||
            !head.has_length);
    require(head.location == NULL || strpbrk(head.location, "\n") == NULL);
    ddds_head_clear(&head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned statuses[] = {200, 203, 301, 302, 303, 307, 308, 404,
                                        403, 500, 501, 204, 304, 410, 429, 299};
    static const char *const types[] = {NULL, "text/uri-list", "text/plain",
                                        "text/html"};
    if (size < 2) {
        return 0;
    }
    char *text = copy_of(data + 2, size - 2);
    check_head(text, size - 2);
    char *content = memchr(text, '\n', size - 2);
    if (content != NULL) {
        *content++ = '\0';
    } else {
        content = text + size - 2;
    }
    const struct transfer transfer = {
        .uri = "http://a.example:8080/uri-res/I2L?urn:foo:1",
        .status = statuses[data[0] >> 4],
        .location = text[0] != '\0' ? text : NULL,
        .type = types[data[1] >> 1 & 3],
        .content = content,
        .length = (size_t)(text + size - 2 - content),
    };
    struct arena arena = {.next = NULL};
    struct meaning meaning;
    require(ddds_thttp_read(&transfer, (enum ddds_fetch_service)(data[0] & 7),
                            (data[1] & 1) != 0 ? WAY_URI : WAY_THTTP, &arena,
                            &meaning));
    check(&meaning, &arena);
    check_reference(transfer.uri, text, &arena);
    require(ddds_smp_judge(&transfer, true) != NULL ||
            ddds_smp_judge(&transfer, false) != NULL);
    check_smp(text, content, &arena);
    ddds_arena_free(&arena);
    free(text);
    return 0;
}
