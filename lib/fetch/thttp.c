/* Interpretation of answers: RFC 2169 section 3, and common deviations: lists
 * in answer to I2L, URIs as plain text. A web page is not taken for a list.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/thttp.h"

#include <string.h>
#include <strings.h>

#include <ddds/uri.h>

#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/uri_list.h"

/* ---- Helpers ------------------------------------------------------------- */

static bool end_with(struct meaning *meaning, enum ddds_fetch_end end,
                     const char *detail)
{
    meaning->end = end;
    meaning->detail = detail;
    return true;
}

static bool is_redirect(unsigned status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 ||
           status == 308;
}

static bool is_type(const char *type, const char *wanted)
{
    size_t length = strlen(wanted);
    return type != NULL && strncasecmp(type, wanted, length) == 0 &&
           strchr("; \t", type[length]) != NULL; /* NUL is found, too */
}

/* Return true if the content may be a list of URIs, maybe plain text. */
static bool is_list(const struct transfer *transfer)
{
    return is_type(transfer->type, "text/uri-list") ||
           is_type(transfer->type, "text/plain");
}

/* ---- Error statuses ----------------------------------------------------- */

/* Interpret a status other than success; RFC 2169 section 3.1 allows all. */
static bool refuse(const struct transfer *transfer, enum way way,
                   struct meaning *meaning)
{
    unsigned status = transfer->status;
    if (status == 401 || status == 403 || status == 407 || status == 451) {
        return end_with(meaning, DDDS_FETCH_END_DENIED, NULL);
    }
    if (status == 408 || status == 425 || status == 429 ||
        (status >= 500 && status != 501 && status != 505)) {
        return end_with(meaning, DDDS_FETCH_END_SERVER_ERROR, NULL);
    }
    if (status == 400 || status == 404 || status == 405 || status == 501) {
        meaning->is_unknown_service = way == WAY_THTTP;
        return end_with(meaning, DDDS_FETCH_END_NOT_FOUND, NULL);
    }
    if (status == 421) { /* RFC 9110 section 15.5.20; not about the name */
        return end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                        "the server does not answer for this host");
    }
    if (status >= 400 && status < 500) {
        return end_with(meaning, DDDS_FETCH_END_NOT_FOUND, NULL);
    }
    return end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                    "this service has no such status");
}

/* ---- Single URIs --------------------------------------------------------- */

/* RFC 2483 sections 4.7 and 4.8: answers to I2N and I2Ns must be URNs. */
static bool wants_urns(enum ddds_fetch_service service)
{
    return service == DDDS_FETCH_I2N || service == DDDS_FETCH_I2NS;
}

static bool is_urn(const char *uri)
{
    return strncasecmp(uri, "urn:", 4) == 0;
}

/* Remove all but URNs from |list|. */
static void keep_urns(struct uri_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (is_urn(list->uris[i])) {
            list->uris[count++] = list->uris[i];
        }
    }
    list->skipped += list->count - count;
    list->count = count;
}

static bool give_uri(const char *uri, struct arena *arena,
                     struct meaning *meaning)
{
    const char **list = ddds_arena_array(arena, 1, sizeof *list);
    if (list == NULL) {
        return false;
    }
    list[0] = uri;
    meaning->uris = list;
    meaning->uri_count = 1;
    return end_with(meaning, DDDS_FETCH_END_DONE, NULL);
}

static bool give_location(const struct transfer *transfer, struct arena *arena,
                          struct meaning *meaning)
{
    const char *uri =
        ddds_request_refer(transfer->uri, transfer->location, arena);
    if (uri == NULL || !ddds_uri_is_harmless(uri)) {
        return end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                        "its Location is not a URI that can be passed on");
    }
    return give_uri(uri, arena, meaning);
}

/* Return true if |list| was read from the text of the resource that a rule's URI
 * identifies. */
static bool is_document(const struct transfer *transfer,
                        enum ddds_fetch_service service, enum way way,
                        const struct uri_list *list)
{
    return way == WAY_URI && !wants_urns(service) &&
           is_type(transfer->type, "text/plain") &&
           (list->skipped > 0 || list->count == 0);
}

static bool give_first(const struct transfer *transfer,
                       enum ddds_fetch_service service, enum way way,
                       struct arena *arena, struct meaning *meaning)
{
    struct uri_list list;
    if (!ddds_uri_list_read(transfer->content, transfer->length, arena,
                            &list)) {
        return false;
    }
    if (is_document(transfer, service, way, &list)) {
        return give_uri(transfer->uri, arena, meaning);
    }
    if (wants_urns(service)) {
        keep_urns(&list);
    }
    if (list.count == 0) {
        return list.skipped > 0
                   ? end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                              wants_urns(service) ? "its text is not a URN"
                                                  : "its text is not a URI")
                   : end_with(meaning, DDDS_FETCH_END_NOT_FOUND, NULL);
    }
    return give_uri(list.uris[0], arena, meaning);
}

static bool read_uri(const struct transfer *transfer,
                     enum ddds_fetch_service service, enum way way,
                     struct arena *arena, struct meaning *meaning)
{
    bool is_name = wants_urns(service);
    if (transfer->location != NULL &&
        (!is_name || is_urn(transfer->location))) {
        return give_location(transfer, arena, meaning);
    }
    if (transfer->status == 200 && is_list(transfer)) {
        return give_first(transfer, service, way, arena, meaning);
    }
    if (transfer->status == 200 && way == WAY_URI && !is_name) {
        return give_uri(transfer->uri, arena, meaning);
    }
    return end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                    is_name ? "it names no URN"
                            : "it names no URI: it has no Location, and its "
                              "content is not a list of URIs");
}

/* ---- Lists and content --------------------------------------------------- */

static bool read_list(const struct transfer *transfer,
                      enum ddds_fetch_service service, enum way way,
                      struct arena *arena, struct meaning *meaning)
{
    struct uri_list list;
    bool are_names = wants_urns(service);
    if (!is_list(transfer)) {
        return way == WAY_URI && !are_names
                   ? give_uri(transfer->uri, arena, meaning)
                   : end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                              "it is not a list of URIs "
                              "(text/uri-list)");
    }
    if (!ddds_uri_list_read(transfer->content, transfer->length, arena,
                            &list)) {
        return false;
    }
    if (is_document(transfer, service, way, &list)) {
        return give_uri(transfer->uri, arena, meaning);
    }
    if (are_names) {
        keep_urns(&list);
    }
    meaning->skipped = list.skipped;
    if (list.is_full) {
        return end_with(meaning, DDDS_FETCH_END_TOO_LARGE,
                        "its list has more than 65536 URIs");
    }
    if (list.count == 0) {
        return list.skipped > 0 ? end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                                           are_names ? "its list has no URN"
                                                     : "its list has no URI")
                                : end_with(meaning, DDDS_FETCH_END_NOT_FOUND,
                                           "its list is empty");
    }
    meaning->uris = list.uris;
    meaning->uri_count = list.count;
    return end_with(meaning, DDDS_FETCH_END_DONE, NULL);
}

static bool read_success(const struct transfer *transfer,
                         enum ddds_fetch_service service, enum way way,
                         struct arena *arena, struct meaning *meaning)
{
    switch (ddds_service_kind(service)) {
    case SERVICE_URI:
        return read_uri(transfer, service, way, arena, meaning);
    case SERVICE_LIST:
        return read_list(transfer, service, way, arena, meaning);
    default:
        meaning->has_content = true;
        return end_with(meaning, DDDS_FETCH_END_DONE, NULL);
    }
}

/* ---- Redirects ----------------------------------------------------------- */

/* The Location of a redirect is the answer to I2L, unless it repeats the
 * request elsewhere, for example from http to https; for I2N it is the answer
 * if it is a URN. All other redirects are followed. */
static bool read_redirect(const struct transfer *transfer,
                          enum ddds_fetch_service service, struct arena *arena,
                          struct meaning *meaning)
{
    if (transfer->location == NULL) {
        return end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                        "it redirects without a Location");
    }
    const char *next =
        ddds_request_refer(transfer->uri, transfer->location, arena);
    bool is_answer = next == NULL || service == DDDS_FETCH_I2L ||
                     (service == DDDS_FETCH_I2N && is_urn(next));
    if (next != NULL &&
        (!is_answer || ddds_request_is_same(transfer->uri, next))) {
        meaning->next = next;
        return end_with(meaning, DDDS_FETCH_END_DONE, NULL);
    }
    return give_location(transfer, arena, meaning);
}

/* RFC 9110 section 15.4.1: the content may list the choices, and the Location is
 * the preferred one. */
static bool read_choices(const struct transfer *transfer,
                         enum ddds_fetch_service service, enum way way,
                         struct arena *arena, struct meaning *meaning)
{
    enum service_kind kind = ddds_service_kind(service);
    bool has_list = is_type(transfer->type, "text/uri-list");
    if (kind == SERVICE_LIST && has_list) {
        return read_list(transfer, service, way, arena, meaning);
    }
    if (transfer->location != NULL) {
        return read_redirect(transfer, service, arena, meaning);
    }
    return kind == SERVICE_URI && has_list
               ? give_first(transfer, service, way, arena, meaning)
               : end_with(meaning, DDDS_FETCH_END_BAD_ANSWER,
                          "it offers several answers, and prefers none");
}

/* ---- Interface ----------------------------------------------------------- */

bool ddds_thttp_read(const struct transfer *transfer,
                     enum ddds_fetch_service service, enum way way,
                     struct arena *arena, struct meaning *meaning)
{
    memset(meaning, 0, sizeof *meaning);
    if (transfer->end != DDDS_FETCH_END_DONE) {
        return end_with(meaning, transfer->end,
                        transfer->detail[0] != '\0' ? transfer->detail : NULL);
    }
    if (is_redirect(transfer->status)) {
        return read_redirect(transfer, service, arena, meaning);
    }
    if (transfer->status == 300) {
        return read_choices(transfer, service, way, arena, meaning);
    }
    if (transfer->status == 200 || transfer->status == 203) {
        return read_success(transfer, service, way, arena, meaning);
    }
    return refuse(transfer, way, meaning);
}

const char *ddds_thttp_types(enum ddds_fetch_service service)
{
    if (service == DDDS_FETCH_SMP) {
        return "application/xml, text/xml, */*;q=0.1";
    }
    return ddds_service_kind(service) == SERVICE_CONTENT
               ? "*/*"
               : "text/uri-list, text/plain;q=0.5, */*;q=0.1";
}
