/* Lookups without resolutions, and the end of their database.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/leave.h"

#include <stdio.h>

#include <ddds/database.h>

#include "core/network/caller.h"
#include "core/network/clock.h"
#include "core/network/journal.h"
#include "core/network/kernel.h"

enum { LOOKUPS = 1000 };

/* Data for the callbacks. */
struct leaving {
    ddds_database *database; /* NULL: freed */
    unsigned left;           /* answers until it is freed */
};

static void count_down(void *context, uint32_t id,
                       const struct ddds_answer *answer)
{
    struct leaving *leaving = context;
    demand(leaving->database != NULL, "an answer of a database that was freed");
    journal_note("answer", id, answer->reply);
    if (--leaving->left == 0) {
        ddds_database_free(leaving->database);
        leaving->database = NULL;
    }
}

static void look_up_all(struct leaving *leaving)
{
    for (uint32_t i = 0; i < LOOKUPS && leaving->database != NULL; i++) {
        char name[32];
        snprintf(name, sizeof name, "%sx%u.sim", i % 3 == 0 ? "" : "a0-1.", i);
        const struct ddds_question question = {
            .size = sizeof question,
            .id = i,
            .kind = i % 3 == 0 ? DDDS_ASK_RULES : DDDS_ASK_ADDRESSES,
            .name = name};
        leaving->database->methods->lookup(leaving->database, &question,
                                           virtual_now() / 1000, count_down,
                                           leaving);
    }
}

void leave_run(const struct scenario *scenario)
{
    static const unsigned lives[] = {1, 7, 250, LOOKUPS};
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
        caller_open(scenario);
        struct leaving leaving = {caller_database(), lives[i]};
        look_up_all(&leaving);
        while (leaving.database != NULL) {
            demand(ddds_database_wait(leaving.database) == DDDS_OK,
                   "the database does not wait");
        }
        demand(kernel.opened == 0, "%u sockets of a freed database are open",
               kernel.opened);
    }
}
