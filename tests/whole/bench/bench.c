/* Measuring.
 *
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct bench bench_start(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--smoke") == 0) {
        return (struct bench){1, 1000};
    }
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : BENCH_ROUNDS;
    if (rounds < 1 || rounds > BENCH_ROUNDS_MAX) {
        fprintf(stderr, "usage: %s [--smoke | ROUNDS]\n", argv[0]);
        exit(2);
    }
    return (struct bench){(unsigned)rounds, 1};
}

size_t bench_share(const struct bench *bench, size_t count)
{
    size_t share = count / bench->divisor;
    return share > 0 ? share : 1;
}

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void bench_add(struct bench_series *series, double sample)
{
    series->samples[series->count++] = sample;
}

/* The least of the samples from |begin| to before |end|. */
static double least_of(const struct bench_series *series, unsigned begin,
                       unsigned end)
{
    double least = series->samples[begin];
    for (unsigned i = begin + 1; i < end; i++) {
        least = series->samples[i] < least ? series->samples[i] : least;
    }
    return least;
}

double bench_least(const struct bench_series *series)
{
    return least_of(series, 0, series->count);
}

void bench_print(const char *subject, const char *what, const char *unit,
                 double value)
{
    printf("%s-%s%s%s %.4g\n", subject, what, unit[0] == '\0' ? "" : "-", unit,
           value);
}

double bench_compare(const char *subject, const char *what, const char *unit,
                     const struct bench_series *one,
                     const struct bench_series *other)
{
    unsigned half = one->count / 2;
    double value = bench_least(one) / bench_least(other);
    printf("%s-%s%s%s %.4g", subject, what, unit[0] == '\0' ? "" : "-", unit,
           value);
    if (half > 0) {
        double first = least_of(one, 0, half) / least_of(other, 0, half);
        double second = least_of(one, half, one->count) /
                        least_of(other, half, other->count);
        double low = first < second ? first : second;
        double high = first < second ? second : first;
        if (high > low * 1.05) {
            printf(" %.4g-%.4g", low, high);
        }
    }
    putchar('\n');
    return value;
}

size_t bench_resident(void)
{
    unsigned long size = 0;
    unsigned long resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu %lu", &size, &resident) != 2) {
        bench_fail("/proc/self/statm cannot be read");
    }
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

double bench_apart(double (*measure)(const void *context), const void *context)
{
    int ends[2];
    double measured = 0;
    if (pipe(ends) != 0) {
        bench_fail("no pipe");
    }
    pid_t child = fork();
    if (child == 0) {
        measured = measure(context);
        _exit(write(ends[1], &measured, sizeof measured) !=
              (ssize_t)sizeof measured);
    }
    close(ends[1]);
    if (child < 0 ||
        read(ends[0], &measured, sizeof measured) != (ssize_t)sizeof measured) {
        bench_fail("a child died");
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    return measured;
}

void bench_fail(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

void bench_use(uint64_t value)
{
    static volatile uint64_t sink;
    sink ^= value;
}
