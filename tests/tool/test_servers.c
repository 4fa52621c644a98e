/* Configurations of name servers: which zones they name, and from which files.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "zones/named.h"
#include "zones/named_conf.h"

#define TABLE "fixtures/tables/servers.tsv"

/* The zones of |text| as "NAME FILE[ in FOLDER][ of VIEW][ copy]; ..." */
static void list_zones(const struct server_zones *zones, char list[2048])
{
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; i < zones->count && length < 1024; i++) {
        const struct server_zone *zone = &zones->items[i];
        const char *folder = zones->folder;
        length += (size_t)snprintf(
            list + length, 2048 - length, "%s%s %s%s%s%s%s%s",
            i > 0 ? "; " : "", zone->name, zone->file,
            folder != NULL ? " in " : "", folder != NULL ? folder : "",
            zone->view != NULL ? " of " : "",
            zone->view != NULL ? zone->view : "", zone->is_copy ? " copy" : "");
    }
}

TEST(configurations_name_zones)
{
    for (const char **row = table_rows(TABLE, "Configurations name zones", 3);
         table_next(row);) {
        const char *text = row[0];
        struct server_zones zones = {.items = NULL};
        struct ddds_error error = {.detail = ""};
        char list[2048];
        print_message("%s\n", text);
        ddds_status status =
            servers_read_text("t", text, strlen(text), &zones, &error);
        list_zones(&zones, list);
        assert_string_equal(list, row[1]);
        assert_int_equal(status == DDDS_OK, row[2] == NULL);
        if (row[2] != NULL && strstr(error.detail, row[2]) == NULL) {
            fail_msg("%s", error.detail);
        }
        server_zones_clear(&zones);
    }
}

TEST(words_have_a_limit)
{
    static const char before[] = "zone \"";
    struct server_zones zones = {.items = NULL};
    struct ddds_error error = {.detail = ""};
    char text[NAMED_WORD_SIZE + 100];
    int length = snprintf(text, sizeof text, "%s", before);
    memset(text + length, 'a', NAMED_WORD_SIZE);
    assert_int_equal(servers_read_text("t", text,
                                       (size_t)length + NAMED_WORD_SIZE, &zones,
                                       &error),
                     DDDS_SYNTAX);
    assert_non_null(strstr(error.detail, "longer than"));
    server_zones_clear(&zones);
}
