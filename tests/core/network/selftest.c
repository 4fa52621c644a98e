/* Each planted mistake runs in a process of its own, which must end with the
 * message of the invariant.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/selftest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/network/run.h"

enum { SEED = 8141, RESOLUTIONS = 6000, TEXT = 4096 };

struct mistake {
    const char *name;
    enum plant plant;
    const char *scenario;
    const char *said; /* a part of the message */
};

static const struct mistake mistakes[] = {
    {"nothing", PLANT_NONE, "loss", ""},
    {"forgers who know everything", PLANT_FORGED, "forgers",
     "a forged answer was believed"},
    {"the same with c-ares", PLANT_FORGED, "cares",
     "a forged answer was believed"},
    {"a second result", PLANT_TWICE, "calm", "a second result"},
    {"a result that does not come", PLANT_LOST, "rate", "its time was over"},
    {"a cache whose clock stands still", PLANT_STALE, "cached", " TTL of "},
    {"waits that end too late", PLANT_LATE, "loss", "its time was over"},
    {"waits that are too long", PLANT_SLEEP, "calm", "the library sleeps"},
    {"waits that end at once", PLANT_SPIN, "calm", "the library spins"},
    {"a socket that stays open", PLANT_LEAK, "calm", "left open"},
    {"data of another input", PLANT_WRONG, "calm", "input "},
    {"losses that are not noted", PLANT_SILENT, "dying", "without a cause"},
    {"a run that differs", PLANT_DIFFERS, "calm", "differ"},
};

static const struct scenario *find_scenario(const char *name)
{
    size_t i = 0;
    while (strcmp(scenario_at(i)->name, name) != 0) {
        i++;
    }
    return scenario_at(i);
}

/* In a process of its own. */
static _Noreturn void make(const struct mistake *mistake, int output)
{
    const struct scenario *scenario = find_scenario(mistake->scenario);
    dup2(output, STDERR_FILENO);
    struct run_counts one =
        run(scenario, SEED, RESOLUTIONS, mistake->plant, false, "(planted)");
    if (mistake->plant == PLANT_DIFFERS) {
        struct run_counts other =
            run(scenario, SEED, RESOLUTIONS, PLANT_NONE, false, "(planted)");
        if (one.hash != other.hash) {
            fprintf(stderr, "two runs differ\n");
            _exit(1);
        }
    }
    _exit(0);
}

/* Read what a process says, until it ends. */
static void read_all(int input, char text[TEXT])
{
    size_t length = 0;
    ssize_t count;
    while ((count = read(input, text + length, TEXT - 1 - length)) > 0) {
        length += (size_t)count;
    }
    text[length] = '\0';
}

static bool is_found(const struct mistake *mistake)
{
    int ends[2];
    int status = -1;
    char text[TEXT];
    if (pipe(ends) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        make(mistake, ends[1]);
    }
    close(ends[1]);
    read_all(ends[0], text);
    close(ends[0]);
    waitpid(child, &status, 0);
    int expected = mistake->plant == PLANT_NONE ? 0 : 1;
    bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == expected &&
                   strstr(text, mistake->said) != NULL;
    printf("%s: %s\n", mistake->name, is_good ? "as expected" : "NOT FOUND");
    if (!is_good) {
        printf("    status %d, and it said: %s\n", status, text);
    }
    return is_good;
}

int selftest_run(void)
{
    int missed = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        fflush(stdout);
        missed += !is_found(&mistakes[i]);
    }
    return missed > 0 ? 1 : 0;
}
