/* Databases may be freed while they call back.
 *
 * SPDX-License-Identifier: MIT */
#include "core/server/free_in_callback.h"

#include "base/assertions.h"

struct freeing {
    ddds_database *database;
    unsigned calls;
};

static void free_database(void *context, uint32_t id,
                          const struct ddds_answer *answer)
{
    struct freeing *freeing = context;
    freeing->calls++;
    ddds_database_free(freeing->database);
    assert_int_equal(answer->reply, DDDS_REPLY_DATA); /* still there */
    assert_non_null(answer->ruleset);
}

void free_in_callback(ddds_database *database)
{
    struct freeing freeing = {database, 0};
    for (uint32_t i = 0; i < 20; i++) {
        const struct ddds_question question = {.size = sizeof question,
                                               .id = i,
                                               .kind = DDDS_ASK_RULES,
                                               .name = "good.test"};
        database->methods->lookup(database, &question, 0, free_database,
                                  &freeing);
    }
    while (freeing.calls == 0) {
        ddds_database_wait(database);
    }
    assert_int_equal(freeing.calls, 1);
}
