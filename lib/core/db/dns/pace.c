/* Each limit has a time before which no query may be sent. A query waits for
 * the later of its two, and advances both by their intervals.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/pace.h"

#include <stddef.h>

enum { NANOSECONDS_PER_MICROSECOND = 1000 };

static uint64_t interval_of(unsigned rate)
{
    const uint64_t second = UINT64_C(1000000000);
    return rate > 0 ? (second + rate - 1) / rate : 0;
}

void ddds_pace_begin(struct pace *pace, unsigned rate, unsigned server_rate)
{
    *pace = (struct pace){.interval = interval_of(rate),
                          .server_interval = interval_of(server_rate)};
    for (size_t i = 0; i < LIMIT_NAME_SERVERS; i++) {
        pace->last[i] = &pace->first[i];
    }
}

static uint64_t later(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

bool ddds_pace_admit(struct pace *pace, unsigned server, struct paced *query,
                     uint64_t now)
{
    if (pace->interval == 0 && pace->server_interval == 0) {
        return true;
    }
    uint64_t present = now * NANOSECONDS_PER_MICROSECOND;
    uint64_t turn = later(present, later(pace->next, pace->next_of[server]));
    /* Without a limit in total, the turns of a server are its own. */
    pace->next = pace->interval > 0 ? turn + pace->interval : 0;
    pace->next_of[server] = turn + pace->server_interval;
    if (turn == present) {
        return true;
    }
    query->due = turn;
    query->next = NULL;
    *pace->last[server] = query;
    pace->last[server] = &query->next;
    return false;
}

struct paced *ddds_pace_take(struct pace *pace, uint64_t now)
{
    for (size_t i = 0; i < LIMIT_NAME_SERVERS; i++) {
        struct paced *first = pace->first[i];
        if (first != NULL && first->due <= now * NANOSECONDS_PER_MICROSECOND) {
            pace->first[i] = first->next;
            if (first->next == NULL) {
                pace->last[i] = &pace->first[i];
            }
            return first;
        }
    }
    return NULL;
}

uint64_t ddds_pace_left(const struct pace *pace, uint64_t now)
{
    uint64_t present = now * NANOSECONDS_PER_MICROSECOND;
    uint64_t left = UINT64_MAX;
    for (size_t i = 0; i < LIMIT_NAME_SERVERS; i++) {
        if (pace->first[i] != NULL) {
            uint64_t due = pace->first[i]->due;
            uint64_t wait =
                due > present
                    ? (due - present + NANOSECONDS_PER_MICROSECOND - 1) /
                          NANOSECONDS_PER_MICROSECOND
                    : 0;
            left = wait < left ? wait : left;
        }
    }
    return left;
}
