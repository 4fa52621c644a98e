/* All requests in progress: the loop in which libcurl works.
 *
 * The sockets of libcurl are watched by one descriptor, an epoll instance, so
 * that an event loop of the caller has one descriptor to watch.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_TRANSFERS_H
#define FETCH_TRANSFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/fetch.h>

struct transfer;

struct transfers {
    const struct ddds_fetch_options *options;
    void *multi;    /* a CURLM, which keeps connections; NULL: nothing was
                       requested yet */
    int descriptor; /* of epoll */
    uint64_t due;   /* when libcurl is to be called, in monotonic milliseconds;
                       UINT64_MAX: when a socket is ready */
    struct transfer *first;

    /* Called with the CURLINFO_PRIVATE of a request that has ended, and its
     * CURLcode. */
    void (*complete)(void *context, int code);
};

/* Make |transfers|; false if the system has no descriptor left. */
bool ddds_transfers_begin(struct transfers *transfers,
                          const struct ddds_fetch_options *options);

/* Free what |transfers| holds; all transfers have ended. */
void ddds_transfers_end(struct transfers *transfers);

/* Begin with libcurl, unless that has been done; false without memory. */
bool ddds_transfers_open(struct transfers *transfers);

/* Milliseconds until ddds_transfers_process must be called; -1: no limit. */
int ddds_transfers_timeout(const struct transfers *transfers);

/* Process what has arrived, and what is due. |complete| is called for
 * requests that have ended. */
void ddds_transfers_process(struct transfers *transfers);

/* True if an allocation of libcurl has failed in this thread since the last
 * call: libcurl then reports whatever it was about to do. */
bool ddds_transfers_lacked_memory(void);

#endif
