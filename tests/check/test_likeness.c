/* Expressions that are like others.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/likeness.h"
#include "rule/substitution.h"
#include "base/table.h"

#define TABLE "fixtures/tables/likeness.tsv"

static bool are_alike(const char *other, const char *regexp)
{
    size_t length = strlen(other);
    return ddds_likeness_holds(other, length,
                               ddds_likeness_second(other, length), regexp,
                               strlen(regexp));
}

TEST(the_text_of_the_replacement_may_differ)
{
    for (const char **row =
             table_rows(TABLE, "The text of the replacement may differ", 3);
         table_next(row);) {
        if (are_alike(row[0], row[1]) != (strcmp(row[2], "yes") == 0)) {
            fail_msg("%s and %s", row[0], row[1]);
        }
    }
}
