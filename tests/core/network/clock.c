/* The clocks of the process, in place of the C library's: c-ares, too, finds
 * this clock_gettime.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "core/network/clock.h"

#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SECOND = 1000000,

    /* The coarse clock is late by up to one tick of the system. */
    TICK = 4000,
};

static struct {
    bool is_on;
    bool is_standing;
    uint64_t now;
    uint64_t began;
    uint64_t jumped;
    int64_t date; /* seconds beside the monotonic clock */
} world;

void virtual_begin(uint64_t now)
{
    world.is_on = true;
    world.is_standing = false;
    world.now = world.began = now;
    world.jumped = 0;
    world.date = INT64_C(1800000000);
}

void virtual_end(void)
{
    world.is_on = false;
    world.now = 0;
}

uint64_t virtual_now(void)
{
    return world.now;
}

void virtual_pass(uint64_t now)
{
    world.now = now > world.now ? now : world.now;
}

void virtual_jump(uint64_t microseconds)
{
    world.now += microseconds;
    world.jumped += microseconds;
}

uint64_t virtual_jumped(void)
{
    return world.jumped;
}

void virtual_set_date(int64_t seconds)
{
    world.date += seconds;
}

void virtual_plant_standing(void)
{
    world.is_standing = true;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *time)
{
    uint64_t now = world.now;
    bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!world.is_on || clock == CLOCK_PROCESS_CPUTIME_ID ||
        clock == CLOCK_THREAD_CPUTIME_ID) {
        return (int)syscall(SYS_clock_gettime, clock, time);
    }
    if (clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_REALTIME_COARSE) {
        now = world.is_standing ? world.began : now - now % TICK;
    }
    time->tv_sec = (time_t)(now / SECOND) + (is_date ? (time_t)world.date : 0);
    time->tv_nsec = (long)(now % SECOND * 1000);
    return 0;
}
