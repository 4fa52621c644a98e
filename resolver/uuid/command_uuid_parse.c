/* ddds uuid parse: what is in a UUID, in the columns of uuidparse and more.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/command_uuid.h"

#include <getopt.h>

#include "cli/exits.h"
#include "uuid/uuid_table.h"

/* -1 to go on, or an exit status. */
static int read_options(struct uuid_table *table, int count, char **arguments)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'J'},
        {"noheadings", no_argument, NULL, 'n'},
        {"raw", no_argument, NULL, 'r'},
        {"output", required_argument, NULL, 'o'},
        {"form", required_argument, NULL, 'F'},
        {NULL, 0, NULL, 0},
    };
    int code;
    while ((code = getopt_long(count, arguments, ":Jnro:", options, NULL)) >=
           0) {
        switch (code) {
        case 'J':
            table->is_json = true;
            break;
        case 'n':
            table->has_headings = false;
            break;
        case 'r':
            table->is_raw = true;
            break;
        case 'o':
            if (!uuid_table_choose(table, optarg)) {
                return EXIT_USAGE;
            }
            break;
        case 'F':
            if (!uuid_forms_read(optarg, &table->forms)) {
                return EXIT_USAGE;
            }
            break;
        default:
            return uuid_refuse_option("parse", code, arguments);
        }
    }
    return -1;
}

int uuid_parse(int count, char **arguments)
{
    struct uuid_table table;
    uuid_table_begin(&table);
    int status = read_options(&table, count, arguments);
    if (status >= 0) {
        return status;
    }
    struct words words;
    words_begin(&words, count, arguments, optind);
    return words_end(&words, uuid_table_print(&table, &words, stdout));
}
