/* One request over HTTP. libcurl connects, speaks TLS and reads; whom it may
 * connect to, how much it may read and for how long is decided here.
 *
 * Redirects are not followed here: each is a request of its own, to a host
 * whose addresses are looked up and judged like those of the first.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/transfer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include <ddds/status.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "fetch/answer_head.h"

/* The octets of one answer. */
struct buffer {
    char *octets;
    size_t length;
    size_t size;
};

struct http {
    const struct ddds_fetch_options *options;
    CURL *curl; /* NULL: nothing was requested yet */
    struct buffer content;
    struct fetched_head head;

    /* The request in progress. */
    struct transfer *transfer;
    bool is_too_large;
    bool is_stopped;
    bool is_wrong_address;
    bool is_without_memory;
    char message[CURL_ERROR_SIZE];
};

/* ---- Beginning and end --------------------------------------------------- */

/* Begin with libcurl, unless that has been done; false without memory. It
 * prepares TLS, which takes longer than to resolve a name: only a request needs
 * it. Without memory, libcurl reports whatever it was about to do, such as a
 * host without address. The functions are named here so that the linker can put
 * others in their place: those of the tool end it. */
static bool begin_libcurl(struct http *http)
{
    if (http->curl != NULL) {
        return true;
    }
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, strdup,
                             calloc) != CURLE_OK) {
        return false;
    }
    http->curl = curl_easy_init();
    if (http->curl == NULL) {
        curl_global_cleanup();
    }
    return http->curl != NULL;
}

/* libcurl reads the file for each connection, and then blames the server. */
static ddds_status check_certificates(const char *path,
                                      struct ddds_error *error)
{
    char line[128];
    bool has_any = false;
    errno = 0;
    FILE *file = fopen(path, "re");
    while (file != NULL && !has_any && fgets(line, sizeof line, file) != NULL) {
        has_any = strncmp(line, "-----BEGIN ", 11) == 0 &&
                  strstr(line, "CERTIFICATE-----") != NULL;
    }
    const char *why = file == NULL || ferror(file) ? strerror(errno)
                                                   : "it has no certificate";
    if (file != NULL) {
        fclose(file);
    }
    return has_any ? DDDS_OK
                   : ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                                    "%s: cannot be read: %s", path, why);
}

/* |accept| becomes a field of the request as it is: a line end in it would
 * begin another field. */
static ddds_status check_accept(const char *accept, struct ddds_error *error)
{
    size_t at = 0;
    while (ascii_is_graphic((unsigned char)accept[at]) || accept[at] == ' ') {
        at++;
    }
    if (accept[at] != '\0') {
        return ddds_error_set(error, DDDS_BAD_OPTION, at,
                              "media types: expected printable ASCII at %zu",
                              at);
    }
    return at <= LIMIT_FETCH_ACCEPT
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, LIMIT_FETCH_ACCEPT,
                                "the media types have more than %d octets",
                                (int)LIMIT_FETCH_ACCEPT);
}

struct http *ddds_http_new(const struct ddds_fetch_options *options,
                           struct ddds_error *error)
{
    if ((options->ca_file != NULL &&
         check_certificates(options->ca_file, error) != DDDS_OK) ||
        (options->accept != NULL &&
         check_accept(options->accept, error) != DDDS_OK)) {
        return NULL;
    }
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET, "out of memory");
        return NULL;
    }
    http->options = options;
    return http;
}

void ddds_http_free(struct http *http)
{
    if (http != NULL) {
        if (http->curl != NULL) {
            curl_easy_cleanup(http->curl);
            curl_global_cleanup();
        }
        free(http->content.octets);
        ddds_head_clear(&http->head);
        free(http);
    }
}

/* ---- What libcurl calls ------------------------------------------------- */

static bool buffer_reserve(struct buffer *buffer, size_t more)
{
    size_t wanted = buffer->length + more + 1;
    if (wanted <= buffer->size) {
        return true;
    }
    size_t size = buffer->size == 0 ? 16384 : buffer->size;
    while (size < wanted) {
        size *= 2;
    }
    char *octets = realloc(buffer->octets, size);
    if (octets == NULL) {
        return false;
    }
    buffer->octets = octets;
    buffer->size = size;
    return true;
}

static size_t take_content(char *octets, size_t one, size_t count,
                           void *context)
{
    struct http *http = context;
    struct buffer *content = &http->content;
    (void)one;
    if (count > http->options->max_size - content->length) {
        http->is_too_large = true;
        return 0;
    }
    if (!buffer_reserve(content, count)) {
        http->is_without_memory = true;
        return 0;
    }
    memcpy(content->octets + content->length, octets, count);
    content->length += count;
    return count;
}

static size_t take_header(char *line, size_t one, size_t count, void *context)
{
    struct http *http = context;
    (void)one;
    return ddds_head_take(&http->head, line, count) ? count : 0;
}

static int take_progress(void *context, curl_off_t total, curl_off_t octets,
                         curl_off_t up_total, curl_off_t up)
{
    struct http *http = context;
    const struct ddds_fetch_options *options = http->options;
    (void)up_total;
    (void)up;
    http->is_stopped = options->progress != NULL &&
                       !options->progress(options->progress_context,
                                          (uint64_t)octets, (uint64_t)total);
    return http->is_stopped;
}

static const char *proxy_of(const struct http *http)
{
    const struct ddds_fetch_options *options = http->options;
    const char *proxy =
        http->transfer->is_secure ? options->https_proxy : options->http_proxy;
    return proxy != NULL ? proxy : "";
}

/* The last check before the request leaves: the connection, new or kept, is to
 * one of the addresses. A proxy has its own. */
static int check_connection(void *context, char *address, char *local, int port,
                            int local_port)
{
    struct http *http = context;
    const struct host_addresses *addresses = http->transfer->addresses;
    (void)local;
    (void)port;
    (void)local_port;
    snprintf(http->transfer->address, DDDS_ADDRESS_TEXT_SIZE, "%s", address);
    if (proxy_of(http)[0] != '\0') {
        return CURL_PREREQFUNC_OK;
    }
    for (size_t i = 0; i < addresses->count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses->list[i], text);
        if (strcmp(text, address) == 0) {
            return CURL_PREREQFUNC_OK;
        }
    }
    http->is_wrong_address = true;
    return CURL_PREREQFUNC_ABORT;
}

/* ---- One request --------------------------------------------------------- */

/* "host:port:address,address": libcurl looks up nothing itself. An address
 * needs no such line, and one of IPv6 may have none. */
static struct curl_slist *list_addresses(const struct transfer *transfer,
                                         bool *has_failed)
{
    struct ddds_address own;
    if (ddds_host_is_address(transfer->host, &own)) {
        return NULL;
    }
    char text[LIMIT_KEY_SIZE + 16 +
              LIMIT_FETCH_ADDRESSES * (DDDS_ADDRESS_TEXT_SIZE + 3)];
    int used =
        snprintf(text, sizeof text, "%s:%u:", transfer->host, transfer->port);
    for (size_t i = 0; i < transfer->addresses->count; i++) {
        char address[DDDS_ADDRESS_TEXT_SIZE];
        const struct ddds_address *one = &transfer->addresses->list[i];
        ddds_address_format(one, address);
        used += snprintf(text + used, sizeof text - (size_t)used,
                         one->length == 16 ? "%s[%s]" : "%s%s",
                         i > 0 ? "," : "", address);
    }
    struct curl_slist *list = curl_slist_append(NULL, text);
    *has_failed |= list == NULL;
    return list;
}

static void set_limits(struct http *http)
{
    const struct ddds_fetch_options *options = http->options;
    CURL *curl = http->curl;
    uint64_t time = http->transfer->milliseconds;
    uint64_t connect = options->connect_timeout;
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)time);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                     (long)(connect < time ? connect : time));
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, proxy_of(http));
    curl_easy_setopt(curl, CURLOPT_NOPROXY,
                     options->no_proxy != NULL ? options->no_proxy : "");
    if (options->ca_file != NULL) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, options->ca_file);
    }
}

static void set_callbacks(struct http *http)
{
    CURL *curl = http->curl;
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_content);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, http);
    curl_easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, take_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, http);
    curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, check_connection);
    curl_easy_setopt(curl, CURLOPT_PREREQDATA, http);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, http->message);
}

static CURLcode perform(struct http *http, bool is_fresh)
{
    struct transfer *transfer = http->transfer;
    char accept[sizeof "Accept: " + LIMIT_FETCH_ACCEPT];
    CURL *curl = http->curl;
    snprintf(accept, sizeof accept, "Accept: %s", transfer->accept);
    struct curl_slist *headers = curl_slist_append(NULL, accept);
    bool has_failed = headers == NULL;
    struct curl_slist *addresses = list_addresses(transfer, &has_failed);
    CURLcode code = CURLE_OUT_OF_MEMORY;
    if (!has_failed) {
        curl_easy_reset(curl);
        set_limits(http);
        set_callbacks(http);
        curl_easy_setopt(curl, CURLOPT_URL, transfer->uri);
        curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "ddds/" DDDS_VERSION);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_RESOLVE, addresses);
        curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, (long)is_fresh);
        code = curl_easy_perform(curl);
    }
    curl_slist_free_all(headers);
    curl_slist_free_all(addresses);
    return code;
}

static enum ddds_fetch_end end_of(const struct http *http, CURLcode code)
{
    if (http->is_too_large) {
        return DDDS_FETCH_END_TOO_LARGE;
    }
    if (http->head.problem != NULL) {
        return DDDS_FETCH_END_BAD_ANSWER;
    }
    if (http->is_stopped) {
        return DDDS_FETCH_END_STOPPED;
    }
    switch (code) {
    case CURLE_OK:
        return DDDS_FETCH_END_DONE;
    case CURLE_OPERATION_TIMEDOUT:
        return DDDS_FETCH_END_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        return DDDS_FETCH_END_UNTRUSTED;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP2:
    case CURLE_URL_MALFORMAT:
        return DDDS_FETCH_END_BAD_ANSWER;
    default:
        return DDDS_FETCH_END_UNREACHABLE;
    }
}

static void begin(struct http *http, struct transfer *transfer)
{
    http->transfer = transfer;
    http->content.length = 0;
    http->is_too_large = false;
    http->is_stopped = false;
    http->is_wrong_address = false;
    http->is_without_memory = false;
    http->message[0] = '\0';
    transfer->address[0] = '\0';
    ddds_head_clear(&http->head);
}

/* The status of the answer. A head that is incomplete has none and conveys
 * nothing (RFC 9112 section 8): libcurl takes it, so |*code| is then set. */
static long take_status(struct http *http, CURLcode *code)
{
    long status = 0;
    if (http->head.is_whole) {
        curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &status);
        return status;
    }
    if (*code == CURLE_OK) {
        *code = CURLE_PARTIAL_FILE;
        snprintf(http->message, sizeof http->message,
                 "the connection ended in the head of the answer");
    }
    return status;
}

/* Pass on what the answer is; valid until the next request. */
static void show_answer(struct http *http, CURLcode code)
{
    struct transfer *transfer = http->transfer;
    long status = take_status(http, &code);
    curl_off_t microseconds = 0;
    curl_easy_getinfo(http->curl, CURLINFO_TOTAL_TIME_T, &microseconds);
    http->content.octets[http->content.length] = '\0';
    transfer->end = end_of(http, code);
    transfer->status = (unsigned)status;
    transfer->took = (uint64_t)microseconds / 1000;
    bool has_head = http->head.is_whole;
    transfer->location = has_head ? http->head.location : NULL;
    transfer->type = has_head ? http->head.type : NULL;
    transfer->content = http->content.octets;
    transfer->length = http->content.length;
    const char *message = http->head.problem != NULL ? http->head.problem
                          : http->message[0] != '\0' ? http->message
                                                     : curl_easy_strerror(code);
    struct ddds_error shown; /* makes the detail printable */
    ddds_error_set(&shown, DDDS_UNREADABLE, DDDS_NO_OFFSET, "%s", message);
    snprintf(transfer->detail, sizeof transfer->detail, "%s",
             code != CURLE_OK && !http->is_too_large && !http->is_stopped
                 ? shown.detail
                 : "");
}

/* libcurl before 8.6 has one code for a header line that is too long and for no
 * memory: is there memory, and was the request sent? */
static bool is_long_line(const struct http *http, CURLcode code)
{
#if LIBCURL_VERSION_NUM >= 0x080600
    if (code == CURLE_TOO_LARGE) {
        return true;
    }
#endif
    if (code != CURLE_OUT_OF_MEMORY) {
        return false;
    }
    curl_off_t sent = 0;
    void *room = malloc(LIMIT_FETCHED_HEADERS);
    bool has_memory = room != NULL;
    free(room);
    return has_memory && !http->is_without_memory &&
           curl_easy_getinfo(http->curl, CURLINFO_PRETRANSFER_TIME_T, &sent) ==
               CURLE_OK &&
           sent > 0;
}

bool ddds_http_get(struct http *http, struct transfer *transfer)
{
    begin(http, transfer);
    if (!begin_libcurl(http) || !buffer_reserve(&http->content, 0)) {
        return false;
    }
    CURLcode code = perform(http, false);
    if (http->is_wrong_address) {
        /* A kept connection to an address that the host had before. */
        begin(http, transfer);
        code = perform(http, true);
    }
    http->is_without_memory |= http->head.is_without_memory;
    http->is_too_large |= http->head.is_too_large || is_long_line(http, code);
    if ((code == CURLE_OUT_OF_MEMORY && !http->is_too_large) ||
        http->is_without_memory) {
        return false;
    }
    show_answer(http, code);
    return true;
}
