/* The journal of a run.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "core/network/chance.h"
#include "core/network/clock.h"

static struct {
    const char *replay;
    bool prints;
    void (*check)(void);
    uint64_t events;
    uint64_t hash;
} journal;

void journal_begin(const char *replay, bool prints)
{
    journal.replay = replay;
    journal.prints = prints;
    journal.check = NULL;
    journal.events = 0;
    journal.hash = 0;
}

void journal_watch(void (*check)(void))
{
    journal.check = check;
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

void journal_note(const char *what, uint64_t subject, uint64_t detail)
{
    uint64_t now = virtual_now();
    journal.events++;
    journal.hash = chance_mix(journal.hash ^ hash_text(what), now);
    journal.hash = chance_mix(journal.hash ^ subject, detail);
    if (journal.prints) {
        printf("%8llu %14llu %-20s %llu %llu\n",
               (unsigned long long)journal.events, (unsigned long long)now,
               what, (unsigned long long)subject, (unsigned long long)detail);
    }
    if (journal.check != NULL) {
        journal.check();
    }
}

uint64_t journal_events(void)
{
    return journal.events;
}

uint64_t journal_hash(void)
{
    return journal.hash;
}

void journal_fail(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "event %llu, at %llu microseconds: ",
            (unsigned long long)journal.events,
            (unsigned long long)virtual_now());
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTo repeat it: %s\n", journal.replay);
    fflush(stderr);
    _exit(1); /* what the run holds is not a leak */
}
