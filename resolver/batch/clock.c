/* SPDX-License-Identifier: MIT */
#include "batch/clock.h"

#include <time.h>

uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t clock_after(unsigned milliseconds)
{
    return milliseconds > 0 ? read_clock() + milliseconds : 0;
}
