/* An HTTP request. libcurl handles connections, TLS and HTTP; this module
 * limits addresses, sizes and times.
 *
 * Redirects are not followed here: each is a separate request, whose host is
 * looked up and checked like the first.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include <ddds/status.h>

#include "base/clocks.h"
#include "base/limits.h"
#include "fetch/answer_head.h"
#include "fetch/tls.h"
#include "fetch/transfers.h"

/* Content of an answer. */
struct buffer {
    char *octets;
    size_t length;
    size_t size;
};

/* State of a request in libcurl. */
struct http_exchange {
    struct transfers *transfers;
    CURL *curl;
    struct curl_slist *fields;
    struct curl_slist *addresses;
    struct fetched_head head;
    struct buffer content;
    uint64_t received; /* octets after the head, including chunk framing */
    bool is_fresh;     /* on a new connection */
    bool is_over;      /* libcurl has finished it */
    bool is_too_large;
    bool is_stopped;
    bool is_wrong_address;
    bool is_without_memory;
    char message[CURL_ERROR_SIZE];
};

static const struct ddds_fetch_options *options_of(const struct transfer *it)
{
    return it->exchange->transfers->options;
}

/* ---- Callbacks for libcurl ---------------------------------------------- */

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
    const struct transfer *transfer = context;
    struct http_exchange *exchange = transfer->exchange;
    struct buffer *content = &exchange->content;
    (void)one;
    if (count > options_of(transfer)->max_size - content->length) {
        exchange->is_too_large = true;
        return 0;
    }
    if (!buffer_reserve(content, count)) {
        exchange->is_without_memory = true;
        return 0;
    }
    memcpy(content->octets + content->length, octets, count);
    content->length += count;
    return count;
}

static size_t take_header(char *line, size_t one, size_t count, void *context)
{
    const struct transfer *transfer = context;
    struct http_exchange *exchange = transfer->exchange;
    const struct fetched_head *head = &exchange->head;
    (void)one;
    if (!ddds_head_take(&exchange->head, line, count)) {
        return 0;
    }
    exchange->is_too_large |=
        head->is_whole && head->length > options_of(transfer)->max_size;
    return exchange->is_too_large ? 0 : count;
}

/* Count octets before libcurl removes chunk framing (RFC 9112 section 7.1),
 * which is not content, and which libcurl does not limit. */
static int take_octets(CURL *curl, curl_infotype type, char *octets,
                       size_t count, void *context)
{
    const struct transfer *transfer = context;
    (void)curl;
    (void)octets;
    transfer->exchange->received += type == CURLINFO_DATA_IN ? count : 0;
    return 0;
}

/* libcurl calls this after each block that it has read. */
static int check_octets(void *context, curl_off_t total, curl_off_t octets,
                        curl_off_t up_total, curl_off_t up)
{
    const struct transfer *transfer = context;
    struct http_exchange *exchange = transfer->exchange;
    (void)total;
    (void)octets;
    (void)up_total;
    (void)up;
    exchange->is_too_large |=
        exchange->received / 2 >
        exchange->content.length + LIMIT_FETCHED_FRAMING / 2;
    return exchange->is_too_large;
}

static const char *proxy_of(const struct transfer *transfer)
{
    const struct ddds_fetch_options *options = options_of(transfer);
    const char *proxy =
        transfer->is_secure ? options->https_proxy : options->http_proxy;
    return proxy != NULL ? proxy : "";
}

/* Last check before the request is sent: the connection, new or reused, must be
 * to one of the addresses. With a proxy, addresses are not checked. */
static int check_connection(void *context, char *address, char *local, int port,
                            int local_port)
{
    struct transfer *transfer = context;
    const struct host_addresses *addresses = transfer->addresses;
    (void)local;
    (void)port;
    (void)local_port;
    snprintf(transfer->address, DDDS_ADDRESS_TEXT_SIZE, "%s", address);
    if (proxy_of(transfer)[0] != '\0') {
        return CURL_PREREQFUNC_OK;
    }
    for (size_t i = 0; i < addresses->count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses->list[i], text);
        if (strcmp(text, address) == 0) {
            return CURL_PREREQFUNC_OK;
        }
    }
    transfer->exchange->is_wrong_address = true;
    return CURL_PREREQFUNC_ABORT;
}

/* Called before a handshake; |context| is an SSL_CTX with OpenSSL. */
static CURLcode prepare_tls(CURL *curl, void *context, void *user)
{
    const struct transfer *transfer = user;
    const struct curl_tlssessioninfo *session = NULL;
    bool has_proxy_tls = strncmp(proxy_of(transfer), "https:", 6) == 0;
    if (curl_easy_getinfo(curl, CURLINFO_TLS_SSL_PTR, &session) == CURLE_OK &&
        session->backend == CURLSSLBACKEND_OPENSSL) {
        ddds_tls_prepare(context, has_proxy_tls ? NULL : transfer->host);
    }
    return CURLE_OK;
}

/* ---- Sending ------------------------------------------------------------- */

/* Set "+host:port:address,address": libcurl makes no lookups of its own, and
 * forgets the addresses after a while. An address as host needs no such entry,
 * and for IPv6 none is allowed. */
static bool list_addresses(const struct transfer *transfer)
{
    struct ddds_address own;
    if (ddds_host_is_address(transfer->host, &own)) {
        return true;
    }
    char text[LIMIT_KEY_SIZE + 16 +
              LIMIT_FETCH_ADDRESSES * (DDDS_ADDRESS_TEXT_SIZE + 3)];
    int used =
        snprintf(text, sizeof text, "+%s:%u:", transfer->host, transfer->port);
    for (size_t i = 0; i < transfer->addresses->count; i++) {
        char address[DDDS_ADDRESS_TEXT_SIZE];
        const struct ddds_address *one = &transfer->addresses->list[i];
        ddds_address_format(one, address);
        used += snprintf(text + used, sizeof text - (size_t)used,
                         one->length == 16 ? "%s[%s]" : "%s%s",
                         i > 0 ? "," : "", address);
    }
    transfer->exchange->addresses = curl_slist_append(NULL, text);
    return transfer->exchange->addresses != NULL;
}

static bool list_fields(const struct transfer *transfer)
{
    char accept[sizeof "Accept: " + LIMIT_FETCH_ACCEPT];
    snprintf(accept, sizeof accept, "Accept: %s", transfer->accept);
    transfer->exchange->fields = curl_slist_append(NULL, accept);
    return transfer->exchange->fields != NULL;
}

static void set_limits(const struct transfer *transfer)
{
    CURL *curl = transfer->exchange->curl;
    uint64_t time = transfer->milliseconds;
    uint64_t connect = options_of(transfer)->connect_timeout;
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)time);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                     (long)(connect < time ? connect : time));
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT,
                     (long)transfer->exchange->is_fresh);
}

static void set_callbacks(struct transfer *transfer)
{
    struct http_exchange *exchange = transfer->exchange;
    CURL *curl = exchange->curl;
    curl_easy_setopt(curl, CURLOPT_PRIVATE, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_content);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, take_octets);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, check_octets);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, check_connection);
    curl_easy_setopt(curl, CURLOPT_PREREQDATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_SSL_CTX_FUNCTION, prepare_tls);
    curl_easy_setopt(curl, CURLOPT_SSL_CTX_DATA, (void *)transfer);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, exchange->message);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, exchange->fields);
    curl_easy_setopt(curl, CURLOPT_RESOLVE, exchange->addresses);
}

/* Return false without memory. */
static bool set_strings(const struct transfer *transfer)
{
    const struct ddds_fetch_options *options = options_of(transfer);
    const struct {
        CURLoption option;
        const char *text;
    } strings[] = {
        {CURLOPT_URL, transfer->uri},
        {CURLOPT_PROTOCOLS_STR, "http,https"},
        {CURLOPT_PROXY, proxy_of(transfer)},
        {CURLOPT_NOPROXY, options->no_proxy != NULL ? options->no_proxy : ""},
        {CURLOPT_USERAGENT, "ddds/" DDDS_VERSION},
        {CURLOPT_CAINFO, options->ca_file},
    };
    bool is_good = true;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        is_good &= strings[i].text == NULL ||
                   curl_easy_setopt(transfer->exchange->curl, strings[i].option,
                                    strings[i].text) == CURLE_OK;
    }
    return is_good;
}

/* Milliseconds that a transfer may exceed its limit. libcurl enforces the
 * limit, unless it has no memory for a timer. */
enum { SLACK = 1000 };

/* Start without previous results. False without memory. */
static bool begin(struct transfer *transfer)
{
    struct http_exchange *exchange = transfer->exchange;
    ddds_head_clear(&exchange->head);
    exchange->content.length = 0;
    exchange->received = 0;
    exchange->is_wrong_address = false;
    exchange->message[0] = '\0';
    transfer->address[0] = '\0';
    transfer->latest = ddds_clock_now() + transfer->milliseconds + SLACK;
    set_limits(transfer);
    set_callbacks(transfer);
    return set_strings(transfer) &&
           curl_multi_add_handle(exchange->transfers->multi, exchange->curl) ==
               CURLM_OK;
}

/* ---- Receiving ----------------------------------------------------------- */

static enum ddds_fetch_end end_of(const struct http_exchange *exchange,
                                  CURLcode code)
{
    if (exchange->is_stopped) {
        return DDDS_FETCH_END_STOPPED;
    }
    if (exchange->is_too_large) {
        return DDDS_FETCH_END_TOO_LARGE;
    }
    if (exchange->head.problem != NULL) {
        return DDDS_FETCH_END_BAD_ANSWER;
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
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2:
    case CURLE_URL_MALFORMAT:
        return DDDS_FETCH_END_BAD_ANSWER;
    default:
        return DDDS_FETCH_END_UNREACHABLE;
    }
}

/* Return the status of the answer. An incomplete head has no status (RFC 9112
 * section 8); libcurl accepts it, so set |*code| to an error. */
static unsigned take_status(struct http_exchange *exchange, CURLcode *code)
{
    long status = 0;
    if (exchange->head.is_whole) {
        curl_easy_getinfo(exchange->curl, CURLINFO_RESPONSE_CODE, &status);
    } else if (*code == CURLE_OK) {
        *code = CURLE_PARTIAL_FILE;
        snprintf(exchange->message, sizeof exchange->message,
                 "the connection ended in the head of the answer");
    }
    return (unsigned)status;
}

static void explain(struct transfer *transfer, CURLcode code)
{
    const struct http_exchange *exchange = transfer->exchange;
    const char *message =
        exchange->head.problem != NULL ? exchange->head.problem
        : exchange->message[0] != '\0' ? exchange->message
                                       : curl_easy_strerror(code);
    bool is_clear =
        code == CURLE_OK || exchange->is_too_large || exchange->is_stopped;
    struct ddds_error shown; /* makes the detail printable */
    ddds_error_set(&shown, DDDS_UNREADABLE, DDDS_NO_OFFSET, "%s", message);
    snprintf(transfer->detail, sizeof transfer->detail, "%s",
             is_clear ? "" : shown.detail);
}

static void show_answer(struct transfer *transfer, CURLcode code)
{
    struct http_exchange *exchange = transfer->exchange;
    curl_off_t microseconds = 0;
    transfer->status = take_status(exchange, &code);
    curl_easy_getinfo(exchange->curl, CURLINFO_TOTAL_TIME_T, &microseconds);
    exchange->content.octets[exchange->content.length] = '\0';
    transfer->end = end_of(exchange, code);
    transfer->took = (uint64_t)microseconds / 1000;
    bool has_head = exchange->head.is_whole;
    transfer->location = has_head ? exchange->head.location : NULL;
    transfer->type = has_head ? exchange->head.type : NULL;
    transfer->content = exchange->content.octets;
    transfer->length = exchange->content.length;
    explain(transfer, code);
}

/* Return true if a header line was too long. Before 8.6 libcurl has a single
 * code for this and for lack of memory; then it is assumed if the request was
 * sent and no allocation failed. */
static bool is_long_line(const struct http_exchange *exchange, CURLcode code,
                         bool lacked_memory)
{
#if LIBCURL_VERSION_NUM >= 0x080600
    if (code == CURLE_TOO_LARGE) {
        return true;
    }
#endif
    curl_off_t sent = 0;
    return code == CURLE_OUT_OF_MEMORY && !lacked_memory &&
           curl_easy_getinfo(exchange->curl, CURLINFO_PRETRANSFER_TIME_T,
                             &sent) == CURLE_OK &&
           sent > 0;
}

/* Restart |transfer| if libcurl chose a reused connection to a former address
 * of the host; return true if it was restarted. */
static bool begin_again(struct transfer *transfer)
{
    struct http_exchange *exchange = transfer->exchange;
    if (!exchange->is_wrong_address || exchange->is_fresh) {
        return false;
    }
    exchange->is_fresh = true;
    exchange->is_over = false;
    exchange->is_without_memory = !begin(transfer);
    return !exchange->is_without_memory;
}

static void complete(void *context, int given)
{
    struct transfer *transfer = context;
    struct http_exchange *exchange = transfer->exchange;
    CURLcode code = (CURLcode)given;
    bool lacked_memory = ddds_transfers_lacked_memory();
    transfer->latest = UINT64_MAX;
    curl_multi_remove_handle(exchange->transfers->multi, exchange->curl);
    exchange->is_over = true;
    if (begin_again(transfer)) {
        return;
    }
    exchange->is_too_large |= exchange->head.is_too_large ||
                              is_long_line(exchange, code, lacked_memory);
    transfer->is_without_memory =
        exchange->is_without_memory || exchange->head.is_without_memory ||
        (code == CURLE_OUT_OF_MEMORY && !exchange->is_too_large) ||
        (code != CURLE_OK && lacked_memory);
    if (!transfer->is_without_memory) {
        show_answer(transfer, code);
    }
    transfer->done(transfer);
}

/* ---- Transfers ----------------------------------------------------------- */

static void link_to(struct transfers *transfers, struct transfer *transfer)
{
    transfer->previous = NULL;
    transfer->next = transfers->first;
    if (transfer->next != NULL) {
        transfer->next->previous = transfer;
    }
    transfers->first = transfer;
}

bool ddds_transfer_begin(struct transfers *transfers, struct transfer *transfer)
{
    if (transfers->first == NULL) {
        ddds_transfers_lacked_memory(); /* clear failures of earlier requests */
    }
    struct http_exchange *exchange = calloc(1, sizeof *exchange);
    if (exchange == NULL) {
        return false;
    }
    transfer->exchange = exchange;
    exchange->transfers = transfers;
    transfers->complete = complete;
    link_to(transfers, transfer);
    if (!ddds_transfers_open(transfers)) {
        return false;
    }
    exchange->curl = curl_easy_init();
    return exchange->curl != NULL && buffer_reserve(&exchange->content, 0) &&
           list_fields(transfer) && list_addresses(transfer) && begin(transfer);
}

void ddds_transfer_stop(struct transfer *transfer)
{
    if (transfer->exchange->is_over) {
        return;
    }
    transfer->exchange->is_stopped = true;
    complete(transfer, (int)CURLE_ABORTED_BY_CALLBACK);
}

void ddds_transfer_measure(const struct transfer *transfer, uint64_t *octets,
                           uint64_t *total)
{
    const struct http_exchange *exchange = transfer->exchange;
    *octets = exchange->content.length;
    *total = exchange->head.has_length ? exchange->head.length : 0;
}

char *ddds_transfer_take(struct transfer *transfer)
{
    char *octets = transfer->exchange->content.octets;
    transfer->exchange->content = (struct buffer){.size = 0};
    return octets;
}

void ddds_transfer_end(struct transfer *transfer)
{
    struct http_exchange *exchange = transfer->exchange;
    if (exchange == NULL) {
        return;
    }
    *(transfer->previous != NULL ? &transfer->previous->next
                                 : &exchange->transfers->first) =
        transfer->next;
    if (transfer->next != NULL) {
        transfer->next->previous = transfer->previous;
    }
    if (!ddds_transfers_are_inherited(exchange->transfers)) {
        if (!exchange->is_over && exchange->curl != NULL) {
            curl_multi_remove_handle(exchange->transfers->multi,
                                     exchange->curl);
        }
        curl_easy_cleanup(exchange->curl);
    }
    curl_slist_free_all(exchange->fields);
    curl_slist_free_all(exchange->addresses);
    ddds_head_clear(&exchange->head);
    free(exchange->content.octets);
    free(exchange);
    transfer->exchange = NULL;
}
