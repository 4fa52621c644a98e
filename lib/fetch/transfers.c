/* libcurl's multi interface in the library's event loop: libcurl says which
 * sockets to watch, and when to call it.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/transfers.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <curl/curl.h>
#include <sys/epoll.h>

#include "base/clocks.h"
#include "fetch/transfer.h"

/* ---- Memory -------------------------------------------------------------- */

static _Thread_local bool has_lacked_memory;

static void *note(void *memory)
{
    has_lacked_memory |= memory == NULL;
    return memory;
}

static void *allocate(size_t size)
{
    return note(malloc(size));
}

static void *reallocate(void *memory, size_t size)
{
    return note(realloc(memory, size));
}

static char *duplicate(const char *text)
{
    return note(strdup(text));
}

static void *allocate_zeros(size_t count, size_t size)
{
    return note(calloc(count, size));
}

bool ddds_transfers_lacked_memory(void)
{
    bool has_lacked = has_lacked_memory;
    has_lacked_memory = false;
    return has_lacked;
}

/* ---- Callbacks for libcurl ----------------------------------------------- */

/* Watch a socket for libcurl. |known| is not NULL if it is watched already. */
static int watch_socket(CURL *curl, curl_socket_t descriptor, int wanted,
                        void *context, void *known)
{
    struct transfers *transfers = context;
    struct epoll_event event = {.data.fd = descriptor};
    (void)curl;
    event.events = (wanted & CURL_POLL_IN ? EPOLLIN : 0) |
                   (wanted & CURL_POLL_OUT ? EPOLLOUT : 0);
    int change = wanted == CURL_POLL_REMOVE ? EPOLL_CTL_DEL
                 : known != NULL            ? EPOLL_CTL_MOD
                                            : EPOLL_CTL_ADD;
    int status = epoll_ctl(transfers->descriptor, change, descriptor, &event);
    curl_multi_assign(transfers->multi, descriptor,
                      wanted != CURL_POLL_REMOVE ? transfers : NULL);
    return status == 0 || wanted == CURL_POLL_REMOVE ? 0 : -1;
}

static int set_timer(CURLM *multi, long milliseconds, void *context)
{
    struct transfers *transfers = context;
    (void)multi;
    transfers->due = milliseconds < 0
                         ? UINT64_MAX
                         : ddds_clock_now() + (uint64_t)milliseconds;
    return 0;
}

/* ---- Lifetime ------------------------------------------------------------ */

bool ddds_transfers_begin(struct transfers *transfers,
                          const struct ddds_fetch_options *options)
{
    transfers->options = options;
    transfers->due = UINT64_MAX;
    transfers->process = getpid();
    transfers->descriptor = epoll_create1(EPOLL_CLOEXEC);
    return transfers->descriptor >= 0;
}

/* Initialise libcurl at the first request, because TLS initialisation takes
 * longer than resolving a name. */
bool ddds_transfers_open(struct transfers *transfers)
{
    if (transfers->multi != NULL) {
        return true;
    }
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, allocate, free, reallocate,
                             duplicate, allocate_zeros) != CURLE_OK) {
        return false;
    }
    transfers->multi = curl_multi_init();
    if (transfers->multi == NULL) {
        curl_global_cleanup();
        return false;
    }
    curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers);
    curl_multi_setopt(transfers->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(transfers->multi, CURLMOPT_TIMERDATA, transfers);
    return true;
}

bool ddds_transfers_are_inherited(const struct transfers *transfers)
{
    return transfers->process != getpid();
}

void ddds_transfers_end(struct transfers *transfers)
{
    if (transfers->multi != NULL && !ddds_transfers_are_inherited(transfers)) {
        curl_multi_cleanup(transfers->multi);
        curl_global_cleanup();
    }
    if (transfers->descriptor >= 0) {
        close(transfers->descriptor);
    }
}

/* ---- Events -------------------------------------------------------------- */

/* Return when ddds_transfers_process() is due, in monotonic milliseconds. */
static uint64_t find_due(const struct transfers *transfers)
{
    uint64_t due = transfers->due;
    const struct transfer *transfer = transfers->first;
    for (; transfer != NULL; transfer = transfer->next) {
        due = transfer->latest < due ? transfer->latest : due;
    }
    return due;
}

int ddds_transfers_timeout(const struct transfers *transfers)
{
    uint64_t due = find_due(transfers);
    uint64_t now = ddds_clock_now();
    if (due == UINT64_MAX) {
        return -1;
    }
    uint64_t left = due > now ? due - now : 0;
    return left < INT_MAX ? (int)left : INT_MAX;
}

static void complete_all(struct transfers *transfers)
{
    struct CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(transfers->multi, &left)) != NULL) {
        char *context = NULL;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
        transfers->complete(context, (int)code);
    }
}

/* End transfers that libcurl lost, for example without memory: all if
 * |has_failed|, otherwise those that exceeded their time. */
static void complete_lost(struct transfers *transfers, bool has_failed)
{
    uint64_t now = ddds_clock_now();
    struct transfer *transfer = transfers->first;
    for (; transfer != NULL; transfer = transfer->next) {
        if (has_failed || transfer->latest <= now) {
            transfer->latest = UINT64_MAX;
            transfers->complete(transfer, has_failed
                                              ? (int)CURLE_OUT_OF_MEMORY
                                              : (int)CURLE_OPERATION_TIMEDOUT);
        }
    }
}

/* Pass events to libcurl; false if it failed. */
static bool process_events(struct transfers *transfers)
{
    enum { EVENTS_AT_ONCE = 64 };
    struct epoll_event events[EVENTS_AT_ONCE];
    CURLMcode code = CURLM_OK;
    int running;
    int count = epoll_wait(transfers->descriptor, events, EVENTS_AT_ONCE, 0);
    for (int i = 0; i < count && code == CURLM_OK; i++) {
        if (events[i].data.fd < 0) {
            continue; /* the system has answered a lookup */
        }
        unsigned bits = events[i].events;
        int mask = ((bits & EPOLLIN) != 0 ? CURL_CSELECT_IN : 0) |
                   ((bits & EPOLLOUT) != 0 ? CURL_CSELECT_OUT : 0) |
                   ((bits & (EPOLLERR | EPOLLHUP)) != 0 ? CURL_CSELECT_ERR : 0);
        code = curl_multi_socket_action(transfers->multi, events[i].data.fd,
                                        mask, &running);
    }
    if (code == CURLM_OK && transfers->due <= ddds_clock_now()) {
        transfers->due = UINT64_MAX; /* unless libcurl sets it again */
        code = curl_multi_socket_action(transfers->multi, CURL_SOCKET_TIMEOUT,
                                        0, &running);
    }
    return code == CURLM_OK;
}

void ddds_transfers_process(struct transfers *transfers)
{
    if (transfers->multi != NULL) {
        bool has_failed = !process_events(transfers);
        complete_all(transfers);
        complete_lost(transfers, has_failed);
    }
}
