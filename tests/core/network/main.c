/* The library's DNS on a simulated network, with simulated servers and clocks.
 *
 * usage: network [--scenario NAME] [--seed N] [--resolutions N] [--log]
 *                [--long]
 *        network --self-test     planted mistakes are found
 *        network --list          the names of the scenarios
 *
 * SEED in the environment replaces the usual seed.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/network/run.h"
#include "core/network/seeds.h"
#include "core/network/selftest.h"
#include "seed.h"

enum {
    USUAL_SEED = 3402,
    USUAL_COUNT = 10000,   /* resolutions of a scenario */
    LONG_TOTAL = 10000000, /* of all scenarios */
    SHORT_COUNT = 400,     /* of a run that is compared with another run */
};

struct arguments {
    const char *program;
    const char *scenario; /* NULL: all */
    uint64_t seed;
    bool has_seed;
    uint64_t resolutions;
    bool prints;
};

/* The command that repeats the run is printed before it: the library may crash
 * in it. */
static struct run_counts run_once(const struct arguments *arguments,
                                  const struct scenario *scenario,
                                  uint64_t seed, uint64_t resolutions)
{
    static char replay[4096];
    snprintf(replay, sizeof replay,
             "%s --scenario %s --seed %llu --resolutions %llu --log",
             arguments->program, scenario->name, (unsigned long long)seed,
             (unsigned long long)resolutions);
    if (!arguments->prints) {
        printf("running %s\n", replay);
        fflush(stdout);
    }
    return run(scenario, seed, resolutions, PLANT_NONE, arguments->prints,
               replay);
}

/* Two runs with one seed are the same, event for event. */
static bool is_repeated(const struct arguments *arguments,
                        const struct scenario *scenario)
{
    for (uint64_t seed = arguments->seed; seed <= arguments->seed + 1; seed++) {
        struct run_counts one =
            run_once(arguments, scenario, seed, SHORT_COUNT);
        struct run_counts other =
            run_once(arguments, scenario, seed, SHORT_COUNT);
        if (one.hash != other.hash || one.events != other.events) {
            fprintf(stderr,
                    "%s: two runs with the seed %llu differ: %llu events with "
                    "the hash %016llx, and %llu with %016llx\n",
                    scenario->name, (unsigned long long)seed,
                    (unsigned long long)one.events,
                    (unsigned long long)one.hash,
                    (unsigned long long)other.events,
                    (unsigned long long)other.hash);
            return false;
        }
    }
    return true;
}

static void print_counts(const struct scenario *scenario, uint64_t seed,
                         const struct run_counts *counts)
{
    printf("%s: seed %llu: %llu resolved, %llu negative, %llu failed, %llu "
           "given up; %llu queries, %llu over TCP; %llu events in %llu s of "
           "virtual time; hash %016llx\n",
           scenario->name, (unsigned long long)seed,
           (unsigned long long)counts->resolved,
           (unsigned long long)counts->negative,
           (unsigned long long)counts->failed,
           (unsigned long long)counts->given_up,
           (unsigned long long)counts->queries,
           (unsigned long long)counts->streamed,
           (unsigned long long)counts->events,
           (unsigned long long)counts->seconds,
           (unsigned long long)counts->hash);
    fflush(stdout);
}

/* Runs that once found a mistake of the library. */
static void run_seeds(const struct arguments *arguments,
                      const struct scenario *scenario)
{
    const struct known_seed *known;
    for (size_t i = 0; (known = known_seed_at(i)) != NULL; i++) {
        if (strcmp(known->scenario, scenario->name) == 0) {
            run_once(arguments, scenario, known->seed, known->resolutions);
        }
    }
}

static bool run_scenario(const struct scenario *scenario,
                         const struct arguments *arguments)
{
    if (!arguments->prints) {
        run_seeds(arguments, scenario);
        if (!is_repeated(arguments, scenario)) {
            return false;
        }
    }
    struct run_counts counts =
        run_once(arguments, scenario, arguments->seed, arguments->resolutions);
    print_counts(scenario, arguments->seed, &counts);
    return true;
}

static int run_all(const struct arguments *arguments)
{
    const struct scenario *scenario;
    bool is_known = false;
    bool is_good = true;
    for (size_t i = 0; (scenario = scenario_at(i)) != NULL; i++) {
        if (arguments->scenario == NULL ||
            strcmp(arguments->scenario, scenario->name) == 0) {
            is_known = true;
            is_good = is_good && run_scenario(scenario, arguments);
        }
    }
    if (!is_known) {
        fprintf(stderr, "unknown scenario: %s\n", arguments->scenario);
        return 2;
    }
    return is_good ? 0 : 1;
}

static size_t count_scenarios(void)
{
    size_t count = 0;
    while (scenario_at(count) != NULL) {
        count++;
    }
    return count;
}

static int list_scenarios(void)
{
    for (size_t i = 0; scenario_at(i) != NULL; i++) {
        puts(scenario_at(i)->name);
    }
    return 0;
}

static int refuse_usage(void)
{
    fprintf(stderr, "usage: network [--scenario NAME] [--seed N] "
                    "[--resolutions N] [--log] [--long]\n"
                    "       network --self-test | --list\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {
        .program = argv[0],
        .resolutions = USUAL_COUNT,
    };
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--self-test") == 0) {
            return selftest_run();
        } else if (strcmp(argv[i], "--list") == 0) {
            return list_scenarios();
        } else if (strcmp(argv[i], "--log") == 0) {
            arguments.prints = true;
        } else if (strcmp(argv[i], "--long") == 0) {
            arguments.resolutions = LONG_TOTAL / count_scenarios() + 1;
        } else if (strcmp(argv[i], "--scenario") == 0 && has_value) {
            arguments.scenario = argv[++i];
        } else if (strcmp(argv[i], "--seed") == 0 && has_value) {
            arguments.seed = read_whole_number(argv[++i]);
            arguments.has_seed = true;
        } else if (strcmp(argv[i], "--resolutions") == 0 && has_value) {
            arguments.resolutions = read_whole_number(argv[++i]);
        } else {
            return refuse_usage();
        }
    }
    if (!arguments.has_seed) {
        arguments.seed = take_seed(USUAL_SEED);
    }
    return run_all(&arguments);
}
