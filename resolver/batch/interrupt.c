/* Signals set a flag, which the loop checks when poll(2) returns. A signal just
 * before poll(2) would go unnoticed; SIGALRM, each second, ends the wait. Other
 * system calls are restarted, so that output is not torn.
 *
 * A second signal ends the process at once, unless it comes with the first:
 * timeout(1) signals its child, and then the group that the child is in.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "batch/clock.h"

static volatile sig_atomic_t came;     /* signal number, or 0 */
static volatile uint64_t first_moment; /* when it came */

enum { TOGETHER = 100 }; /* milliseconds */

static void note(int number)
{
    if (number != SIGALRM && came == 0) {
        first_moment = read_clock();
        came = number;
    } else if (number != SIGALRM && read_clock() - first_moment >= TOGETHER) {
        signal(number, SIG_DFL);
        raise(number);
    }
    alarm(1);
}

static void handle(int signal)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static void handle_unless_ignored(int signal)
{
    struct sigaction before;
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        handle(signal);
    }
}

/* Unblock SIGALRM, which the process may have inherited as blocked. */
static void handle_alarm(void)
{
    sigset_t alarms;
    handle(SIGALRM);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
}

void interrupt_begin(void)
{
    came = 0;
    handle_alarm();
    handle_unless_ignored(SIGINT);
    handle_unless_ignored(SIGTERM);
    alarm(1);
}

bool interrupt_came(void)
{
    return came != 0;
}

void interrupt_end(void)
{
    alarm(0);
    if (came != 0) {
        signal(came, SIG_DFL);
        raise(came);
    }
}
