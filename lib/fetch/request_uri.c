/* SPDX-License-Identifier: MIT */
#include "fetch/request_uri.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include <ddds/uri.h>
#include <ddds/urn.h>

#include "fetch/addresses.h"
#include "fetch/service.h"

/* ---- Parsing ------------------------------------------------------------- */

static const char not_http[] = "it is not an http or https URI";

/* Return a part of |handle|, copied; "": missing, NULL: no memory. */
static const char *part(CURLU *handle, CURLUPart which, unsigned flags,
                        struct arena *arena)
{
    char *text = NULL;
    CURLUcode code = curl_url_get(handle, which, &text, flags);
    if (code != CURLUE_OK) {
        return code == CURLUE_OUT_OF_MEMORY ? NULL : "";
    }
    const char *kept = ddds_arena_string(arena, text);
    curl_free(text);
    return kept;
}

static const char *judge(const struct fetch_request *request,
                         const char *scheme, const char *user)
{
    struct ddds_address address;
    if (!request->is_secure && strcmp(scheme, "http") != 0) {
        return not_http;
    }
    if (user[0] != '\0') {
        return "it contains a user name";
    }
    if (!ddds_host_is_address(request->host, &address) &&
        !ddds_host_is_plain(request->host)) {
        return "its host is not a domain name";
    }
    return NULL;
}

static bool read_parts(CURLU *handle, const char *uri, struct arena *arena,
                       struct fetch_request *request, const char **problem)
{
    CURLUcode code = curl_url_set(handle, CURLUPART_URL, uri, CURLU_PATH_AS_IS);
    if (code != CURLUE_OK) {
        *problem = not_http;
        return code != CURLUE_OUT_OF_MEMORY;
    }
    const char *scheme = part(handle, CURLUPART_SCHEME, 0, arena);
    const char *user = part(handle, CURLUPART_USER, 0, arena);
    const char *port = part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT, arena);
    curl_url_set(handle, CURLUPART_FRAGMENT, NULL, 0);
    request->host = part(handle, CURLUPART_HOST, 0, arena);
    request->uri = part(handle, CURLUPART_URL, 0, arena);
    if (scheme == NULL || user == NULL || port == NULL ||
        request->host == NULL || request->uri == NULL) {
        return false;
    }
    request->is_secure = strcmp(scheme, "https") == 0;
    request->port = (uint16_t)strtoul(port, NULL, 10);
    *problem = judge(request, scheme, user);
    return true;
}

bool ddds_request_read(const char *uri, struct arena *arena,
                       struct fetch_request *request, const char **problem)
{
    struct ddds_uri parts;
    *problem = not_http;
    if (ddds_uri_parse(uri, &parts, NULL) != DDDS_OK ||
        parts.host.length == 0) {
        return true;
    }
    CURLU *handle = curl_url();
    bool has_memory =
        handle != NULL && read_parts(handle, uri, arena, request, problem);
    curl_url_cleanup(handle);
    return has_memory;
}

/* ---- THTTP --------------------------------------------------------------- */

const char *ddds_request_subject(const struct ddds_result *result,
                                 enum ddds_fetch_service service,
                                 struct arena *arena)
{
    const struct ddds_urn *urn = result->urn;
    if (urn == NULL) {
        return ddds_arena_copy(arena, result->input,
                               strcspn(result->input, "#"));
    }
    bool has_q =
        urn->q.text != NULL && ddds_service_kind(service) == SERVICE_CONTENT;
    return ddds_arena_format(
        arena, "urn:%.*s:%.*s%s%.*s%s%.*s", (int)urn->nid.length, urn->nid.text,
        (int)urn->nss.length, urn->nss.text, urn->r.text != NULL ? "?+" : "",
        (int)urn->r.length, urn->r.text != NULL ? urn->r.text : "",
        has_q ? "?=" : "", has_q ? (int)urn->q.length : 0,
        has_q ? urn->q.text : "");
}

const char *ddds_request_thttp(const char *scheme, const char *host,
                               uint16_t port, const char *service,
                               const char *subject, struct arena *arena)
{
    uint16_t usual = strcmp(scheme, "https") == 0 ? 443 : 80;
    if (port == usual) {
        return ddds_arena_format(arena, "%s://%s/uri-res/%s?%s", scheme, host,
                                 service, subject);
    }
    return ddds_arena_format(arena, "%s://%s:%u/uri-res/%s?%s", scheme, host,
                             port, service, subject);
}

/* ---- Redirects ----------------------------------------------------------- */

/* Return how many octets of |base| precede |reference| in the resolved URI: RFC
 * 3986 sections 5.2.2 and 5.2.3. */
static size_t measure_kept(const char *base, const struct ddds_uri *parts,
                           const char *reference)
{
    const char *path = parts->path.text;
    size_t before = (size_t)(path - base);
    size_t length = parts->path.length;
    switch (reference[0]) {
    case '\0':
    case '#':
        return strcspn(base, "#");
    case '?':
        return before + length;
    case '/':
        return reference[1] == '/' ? parts->scheme.length + 1 : before;
    default:
        while (length > 0 && path[length - 1] != '/') {
            length--;
        }
        return before + length;
    }
}

/* Remove the segments "." and ".." from |path|, |length| octets, which is empty
 * or begins with "/" (RFC 3986 section 5.2.4). Return the new length. */
static size_t remove_dot_segments(char *path, size_t length)
{
    size_t kept = 0;
    for (size_t at = 0, next; at < length; at = next) {
        next = at + 1;
        while (next < length && path[next] != '/') {
            next++;
        }
        size_t size = next - at; /* of "/" and the segment */
        bool is_parent = size == 3 && memcmp(path + at, "/..", 3) == 0;
        bool is_removing = is_parent; /* the previous segment */
        while (is_removing && kept > 0) {
            kept--;
            is_removing = path[kept] != '/';
        }
        if (!is_parent && (size != 2 || path[at + 1] != '.')) {
            memmove(path + kept, path + at, size);
            kept += size;
        } else if (next == length) {
            path[kept++] = '/';
        }
    }
    return kept;
}

const char *ddds_request_refer(const char *base, const char *reference,
                               struct arena *arena)
{
    struct ddds_uri parts;
    if (ddds_uri_parse(reference, &parts, NULL) == DDDS_OK) {
        return ddds_arena_string(arena, reference);
    }
    if (ddds_uri_parse(base, &parts, NULL) != DDDS_OK) {
        return NULL;
    }
    bool has_root =
        parts.path.length > 0 || strchr("/?#", reference[0]) != NULL;
    char *whole = ddds_arena_format(arena, "%.*s%s%s",
                                    (int)measure_kept(base, &parts, reference),
                                    base, has_root ? "" : "/", reference);
    if (whole == NULL || ddds_uri_parse(whole, &parts, NULL) != DDDS_OK) {
        return NULL;
    }
    if (strchr("?#", reference[0]) == NULL) { /* it may have a path */
        size_t path = (size_t)(parts.path.text - whole);
        size_t rest = path + parts.path.length;
        size_t end =
            path + remove_dot_segments(whole + path, parts.path.length);
        memmove(whole + end, whole + rest, strlen(whole + rest) + 1);
    }
    return whole;
}

static bool is_span_same(struct ddds_span one, struct ddds_span other)
{
    return one.length == other.length &&
           (one.text == NULL) == (other.text == NULL) &&
           (one.text == NULL || memcmp(one.text, other.text, one.length) == 0);
}

/* Return true if the paths are equal, or spell the same service. */
static bool is_path_same(struct ddds_span one, struct ddds_span other)
{
    static const char base[] = "/uri-res/";
    const size_t begin = sizeof base - 1;
    enum ddds_fetch_service mine;
    enum ddds_fetch_service its;
    if (is_span_same(one, other)) {
        return true;
    }
    if (one.length <= begin || other.length <= begin ||
        memcmp(one.text, base, begin) != 0 ||
        memcmp(other.text, base, begin) != 0) {
        return false;
    }
    struct ddds_span name = {one.text + begin, one.length - begin};
    struct ddds_span other_name = {other.text + begin, other.length - begin};
    return ddds_service_find(name, &mine) &&
           ddds_service_find(other_name, &its) && mine == its;
}

bool ddds_request_is_same(const char *one, const char *other)
{
    struct ddds_uri mine;
    struct ddds_uri its;
    return ddds_uri_parse(one, &mine, NULL) == DDDS_OK &&
           ddds_uri_parse(other, &its, NULL) == DDDS_OK &&
           mine.query.text != NULL && is_path_same(mine.path, its.path) &&
           is_span_same(mine.query, its.query);
}

/* ---- Components ---------------------------------------------------------- */

const char *ddds_request_complete(const char *uri, const struct ddds_urn *urn,
                                  bool has_q, struct arena *arena)
{
    if (urn == NULL || strncasecmp(uri, "urn:", 4) == 0) {
        return ddds_arena_string(arena, uri);
    }
    size_t end = strcspn(uri, "#");
    const char *fragment = uri + end;
    bool adds_q = has_q && urn->q.text != NULL && memchr(uri, '?', end) == NULL;
    bool adds_f = urn->f.text != NULL && fragment[0] == '\0';
    return ddds_arena_format(arena, "%.*s%s%.*s%s%.*s%s", (int)end, uri,
                             adds_q ? "?" : "", adds_q ? (int)urn->q.length : 0,
                             adds_q ? urn->q.text : "", adds_f ? "#" : "",
                             adds_f ? (int)urn->f.length : 0,
                             adds_f ? urn->f.text : "", fragment);
}
