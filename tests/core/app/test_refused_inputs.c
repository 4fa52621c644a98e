/* What applications refuse, where and with which reason.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>

#include "base/table.h"
#include "core/start.h"

static ddds_status read_status(const char *word)
{
    return strcmp(word, "input") == 0    ? DDDS_BAD_INPUT
           : strcmp(word, "option") == 0 ? DDDS_BAD_OPTION
                                         : DDDS_LIMIT;
}

TEST(each_is_refused_with_its_reason)
{
    struct table table;
    const char *row[6];
    table_open(&table, "fixtures/tables/refused-inputs.tsv", "Refused");
    while (table_fields(&table, row, 6)) {
        const struct ddds_application *application =
            ddds_application_find(row[0]);
        struct started started;
        const char *detail = started.error.detail;
        assert_non_null(application);
        start_with(application, row[1], row[2], &started);
        ddds_status status = read_status(row[3]);
        if (started.status != status || started.error.status != status ||
            started.error.offset != table_number(row[4]) ||
            (row[5][0] == '=' ? strcmp(detail, row[5] + 1) != 0
                              : strstr(detail, row[5]) == NULL)) {
            fail_msg("%s %s: %d at %zu: %s", row[0], row[1], started.status,
                     started.error.offset, detail);
        }
        const struct ddds_request request = {
            .input = row[1], .length = strlen(row[1]), .roots = row[2]};
        assert_int_equal(application->first_well_known_rule(
                             application, &request, &started.start, NULL),
                         status);
    }
}
