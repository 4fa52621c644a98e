/* All requests in progress, in an event loop for libcurl.
 *
 * libcurl's sockets are in an epoll instance, so that a caller's event loop
 * watches a single descriptor.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_TRANSFERS_H
#define FETCH_TRANSFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <ddds/fetch.h>

struct transfer;

struct transfers {
    const struct ddds_fetch_options *options;
    void *multi;    /* a CURLM with its connections; NULL: none yet */
    pid_t process;  /* that made them */
    int descriptor; /* of epoll */
    uint64_t due;   /* when to call libcurl, in monotonic milliseconds;
                       UINT64_MAX: when a socket is ready */
    struct transfer *first;

    /* Called when a request has ended: its CURLINFO_PRIVATE and CURLcode. */
    void (*complete)(void *context, int code);
};

/* Initialise |transfers|; false if descriptors are used up. */
bool ddds_transfers_begin(struct transfers *transfers,
                          const struct ddds_fetch_options *options);

/* Return true in the child of a fork. It must not call libcurl, which would
 * change the parent's epoll instance and end its TLS connections. */
bool ddds_transfers_are_inherited(const struct transfers *transfers);

/* Free the members of |transfers|; all transfers must have ended. */
void ddds_transfers_end(struct transfers *transfers);

/* Initialise libcurl, unless that was done; false without memory. */
bool ddds_transfers_open(struct transfers *transfers);

/* Return the milliseconds until ddds_transfers_process() is due, or -1. */
int ddds_transfers_timeout(const struct transfers *transfers);

/* Process events and timeouts; |complete| is called at ends of requests. */
void ddds_transfers_process(struct transfers *transfers);

/* Return true if an allocation of libcurl failed in this thread since the last
 * call. libcurl's own error codes do not always report this. */
bool ddds_transfers_lacked_memory(void);

#endif
