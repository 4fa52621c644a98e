/* Loaded before the C library (LD_PRELOAD), gives a program a date of its own:
 *
 * CLOCK_STEPS  each time the program asks for the date, it is so many seconds
 *              too late, then so many too early, and so on
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

typedef int clock_fn(clockid_t clock, struct timespec *time);

static clock_fn *true_clock;
static int64_t steps;
static atomic_uint asked; /* how often for the date */

static int64_t number_of(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtoll(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void)
{
    *(void **)&true_clock = dlsym(RTLD_NEXT, "clock_gettime");
    steps = number_of("CLOCK_STEPS", 0);
}

static int64_t step(void)
{
    return atomic_fetch_add(&asked, 1) % 2 == 0 ? steps : -steps;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (true_clock == NULL) {
        begin(); /* another library's constructor came first */
    }
    int status = true_clock(clock, time);
    if (status == 0 &&
        (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += step();
    }
    return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to != NULL) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}
