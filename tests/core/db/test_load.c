/* Master files into memory: which zone a file is, and all of it or nothing.
 *
 * SPDX-License-Identifier: MIT */
#include <dirent.h>

#include "core/answers.h"
#include "core/store.h"
#include "base/table.h"

#define SOA " SOA . . 1 2 3 4 9\n"

static ddds_database *new_memory(void)
{
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    return memory;
}

static ddds_status load(ddds_database *memory, const char *text,
                        const char *origin, struct ddds_error *error)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .origin = origin};
    return ddds_memory_load_text(memory, "t", text, strlen(text), &options,
                                 error);
}

/* ---- Which zone -----------------------------------------------------------
 */

TEST(the_apex_is_the_soas_owner_the_origin_or_the_first_origin)
{
    for (const char **row = table_rows("fixtures/tables/load.tsv", "Apex", 4);
         table_next(row);) {
        struct ddds_error error;
        struct said said;
        char beside[64];
        ddds_database *memory = new_memory();
        print_message("%s\n", row[3]);
        if (load(memory, row[0], row[1], &error) != DDDS_OK) {
            fail_msg("%s", error.detail);
        }
        /* The apex exists; what is beside it is in no zone. */
        ask(memory, DDDS_ASK_SERVERS, row[2], &said);
        assert_memory_equal(said.text, "NO_DATA ", 8);
        snprintf(beside, sizeof beside, "%sb", row[2]);
        ask(memory, DDDS_ASK_SERVERS, beside, &said);
        assert_int_equal(strstr(said.text, "no given zone") == NULL,
                         row[2][0] == '\0');
        ddds_database_free(memory);
    }
}

static void keep_origin(void *context, const char *origin)
{
    snprintf(context, DDDS_NAME_SIZE, "%s", origin);
}

TEST(a_guess_is_used_if_nothing_in_the_file_contradicts_it)
{
    for (const char **row =
             table_rows("fixtures/tables/load.tsv", "Guesses", 5);
         table_next(row);) {
        char assumed[DDDS_NAME_SIZE] = "none";
        const struct ddds_zone_options options = {
            .size = sizeof options,
            .context = assumed,
            .likely_origin = row[1],
            .assumed = keep_origin,
        };
        struct ddds_error error;
        ddds_database *memory = new_memory();
        print_message("%s\n", row[4]);
        ddds_status status = ddds_memory_load_text(
            memory, "t", row[0], strlen(row[0]), &options, &error);
        assert_int_equal(status == DDDS_OK, row[3] != NULL);
        assert_string_equal(assumed, row[2] != NULL ? row[2] : "none");
        if (status == DDDS_OK) {
            struct said said;
            ask(memory, DDDS_ASK_SERVERS, row[3], &said);
            assert_null(strstr(said.text, "no given zone"));
        } else {
            assert_non_null(strstr(error.detail, "no origin is known"));
        }
        ddds_database_free(memory);
    }
}

TEST(a_guess_has_to_be_a_name)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .likely_origin = "a..b"};
    struct ddds_error error;
    ddds_database *memory = new_memory();
    assert_int_equal(
        ddds_memory_load_text(memory, "t", "", 0, &options, &error),
        DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "origin of t"));
    ddds_database_free(memory);
}

TEST(a_file_that_says_no_zone_is_refused)
{
    struct ddds_error error;
    ddds_database *memory = new_memory();
    assert_int_equal(load(memory, "; nothing\n", NULL, &error), DDDS_SYNTAX);
    assert_int_equal(error.status, DDDS_SYNTAX);
    assert_string_equal(error.detail,
                        "t: the zone has no name: no SOA, no $ORIGIN and no "
                        "records; begin the file with $ORIGIN");
    assert_int_equal(error.setting, DDDS_SETTING_ORIGIN);
    assert_int_equal(load(memory, "", NULL, &error), DDDS_SYNTAX);
    assert_int_equal(load(memory, "@" SOA, "a..b", &error), DDDS_BAD_OPTION);
    assert_string_equal(error.detail,
                        "origin of t: domain name \"a..b\": a label is empty");
    ddds_database_free(memory);
}

TEST(one_zone_is_loaded_once)
{
    struct ddds_error error;
    struct said said;
    ddds_database *memory = new_memory();
    assert_ok(load(memory, "z." SOA "a.z. A 192.0.2.1\n", NULL, NULL));
    size_t octets = measure_store(memory);
    assert_int_equal(load(memory, "Z." SOA "b.z. A 192.0.2.2\n", NULL, &error),
                     DDDS_BAD_OPTION);
    assert_string_equal(error.detail,
                        "t: zone \"z\" was already loaded from t; "
                        "remove one of them");
    assert_int_equal(measure_store(memory), octets);
    assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "a.z", &said),
                        "DATA 9; 192.0.2.1");
    assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "b.z", &said),
                        "NO_NAME 9");
    ddds_database_free(memory);
}

TEST(a_file_has_one_soa)
{
    for (const char **row =
             table_rows("fixtures/tables/load.tsv", "One SOA", 2);
         table_next(row);) {
        struct ddds_error error;
        ddds_database *memory = new_memory();
        ddds_status status = load(memory, row[0], NULL, &error);
        if (row[1] == NULL) {
            assert_ok(status);
        } else {
            assert_int_equal(status, DDDS_SYNTAX);
            assert_string_equal(error.detail, row[1]);
        }
        ddds_database_free(memory);
    }
}

/* ---- All or nothing --------------------------------------------------------
 */

TEST(a_failed_load_leaves_nothing_behind)
{
    static const struct {
        const char *text;
        ddds_status expected;
    } cases[] = {
        {"y.z." SOA "a.y.z. A 192.0.2.1\nb.y.z. A 192.0.2.256\n", DDDS_SYNTAX},
        {"y.z." SOA "$GENERATE 1-999 a$.y.z. A 192.0.2.1\n\"", DDDS_SYNTAX},
        {"y.z." SOA "a.y.z. A 192.0.2.1\nx." SOA, DDDS_SYNTAX},
        {"y.z." SOA "a.y.z. A 192.0.2.1\n$GENERATE 0-2147483647 a A 1.2.3.4\n",
         DDDS_LIMIT},
        {"z." SOA "a.z. A 192.0.2.1\n", DDDS_BAD_OPTION},
        {"y.z." SOA "$INCLUDE a\n", DDDS_SYNTAX},
    };
    struct said said;
    ddds_database *memory = new_memory();
    assert_ok(load(memory, "z." SOA "a.z. A 192.0.2.9\n", NULL, NULL));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ddds_error error;
        assert_int_equal(load(memory, cases[i].text, NULL, &error),
                         cases[i].expected);
        assert_int_equal(error.status, cases[i].expected);
        assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "a.y.z", &said),
                            "NO_NAME 9");
        assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "a.z", &said),
                            "DATA 9; 192.0.2.9");
    }
    /* And the zone may be loaded after all. */
    assert_ok(load(memory, "y.z." SOA "a.y.z. A 192.0.2.1\n", NULL, NULL));
    assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "a.y.z", &said),
                        "DATA 9; 192.0.2.1");
    ddds_database_free(memory);
}

TEST(what_cannot_be_read_is_told_from_what_is_wrong)
{
    struct ddds_error error;
    ddds_database *memory = new_memory();
    assert_int_equal(ddds_memory_load(memory, "fixtures/none", NULL, &error),
                     DDDS_UNREADABLE);
    assert_int_equal(ddds_memory_load(memory, "fixtures", NULL, &error),
                     DDDS_UNREADABLE);
    assert_int_equal(ddds_memory_load(memory,
                                      "fixtures/zones-bad/include-missing.zone",
                                      NULL, &error),
                     DDDS_UNREADABLE);
    assert_int_equal(ddds_memory_load(memory,
                                      "fixtures/zones-bad/include-loop.zone",
                                      NULL, &error),
                     DDDS_LIMIT);
    assert_int_equal(
        ddds_memory_load(memory, "fixtures/zones-bad/order.zone", NULL, &error),
        DDDS_SYNTAX);
    assert_int_equal(
        ddds_memory_load(memory, "fixtures/zones-bad/order.zone", NULL, NULL),
        DDDS_SYNTAX);
    ddds_database_free(memory);
}

/* ---- Complaints ------------------------------------------------------------
 */

static void keep_complaint(void *context, const char *detail)
{
    struct text *complaints = context;
    ddds_text_string(complaints, detail);
    ddds_text_char(complaints, '\n');
}

TEST(what_costs_a_record_is_complained_about)
{
    static const char text[] = "z." SOA "a.z. A 192.0.2.1\n"
                               "  CNAME b.z.\n"
                               "x.y. A 192.0.2.2\n"
                               "c.z. CNAME a.z.\n"
                               "c.z. CNAME a.z.\n"
                               "c.z. CNAME b.z.\n"
                               "c.z. RRSIG x\nc.z. NSEC x\nc.z. TXT x\n"
                               "d.z. DNAME a.z.\nd.z. A 192.0.2.3\n"
                               "d.z. DNAME b.z.\n";
    char memory_of_text[4096];
    struct text complaints;
    ddds_text_init(&complaints, memory_of_text, sizeof memory_of_text);
    const struct ddds_memory_reports reports = {.size = sizeof reports,
                                                .complaint = keep_complaint,
                                                .context = &complaints};
    ddds_database *memory = new_memory();
    assert_ok(ddds_memory_report(memory, &reports, NULL));
    assert_ok(
        ddds_memory_load_text(memory, "t", text, strlen(text), NULL, NULL));
    assert_string_equal(
        complaints.bytes,
        "t:3:3: zone \"z\": \"a.z\": CNAME and other data at this name; the "
        "CNAME is used (RFC 1034 section 3.6.2)\n"
        "t:4:1: zone \"z\": \"x.y\": name outside the zone; record ignored\n"
        "t:7:1: zone \"z\": \"c.z\": second CNAME or DNAME at this name, "
        "ignored (RFC 2181 section 10.1, RFC 6672 section 2.4)\n"
        "t:10:1: zone \"z\": \"c.z\": CNAME and other data at this name; the "
        "CNAME is used (RFC 1034 section 3.6.2)\n"
        "t:13:1: zone \"z\": \"d.z\": second CNAME or DNAME at this name, "
        "ignored (RFC 2181 section 10.1, RFC 6672 section 2.4)\n");
    ddds_database_free(memory);
}

static void keep_unreadable(void *context, const struct ddds_record *record,
                            const struct ddds_error *error)
{
    char *text = context;
    size_t length = strlen(text);
    snprintf(text + length, 512 - length, "[%s %s]",
             record != NULL ? record->owner : "-", error->detail);
}

TEST(syntax_errors_can_be_skipped)
{
    struct ddds_error error;
    char unreadable[512] = "";
    struct ddds_memory_reports reports = {.unreadable = keep_unreadable,
                                          .context = unreadable};
    static const char text[] = "z." SOA "a.z. A 192.0.2.256\n"
                               "b.z. ADDRESS 192.0.2.1\n"
                               "c.z. A 192.0.2.1\n";
    ddds_database *memory = new_memory();
    assert_int_equal(ddds_memory_report(memory, &reports, &error),
                     DDDS_BAD_OPTION);
    reports.size = sizeof reports;
    assert_ok(ddds_memory_report(memory, &reports, &error));
    assert_ok(
        ddds_memory_load_text(memory, "t", text, strlen(text), NULL, &error));
    assert_non_null(strstr(unreadable, "[a.z t:2:8: "));
    assert_non_null(strstr(unreadable, "[- t:3:6: "));
    assert_null(strstr(unreadable, "c.z"));
    /* A file in which nothing can be read is refused. */
    unreadable[0] = '\0';
    assert_int_equal(
        ddds_memory_load_text(memory, "u", "no zone file\n", 13, NULL, &error),
        DDDS_SYNTAX);
    assert_string_equal(unreadable, "");
    ddds_database_free(memory);
}

TEST(whoever_does_not_listen_hears_nothing)
{
    struct said said;
    ddds_database *memory = new_memory();
    assert_ok(load(memory, "z." SOA "x.y. A 192.0.2.2\n", NULL, NULL));
    assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, "x.y", &said),
                        "OUTSIDE 0 (\"x.y\" is in no given zone)");
    ddds_database_free(memory);
}

/* ---- Files ------------------------------------------------------------------
 */

/* Load every file of |folder| that ends in .zone, each into a database of its
 * own, and count them. */
static unsigned load_folder(const char *folder, bool legal)
{
    unsigned count = 0;
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *entry; (entry = readdir(files)) != NULL;) {
        char path[512];
        struct ddds_error error;
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".zone") != 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ddds_database *memory = new_memory();
        size_t before = measure_store(memory);
        ddds_status status = ddds_memory_load(memory, path, NULL, &error);
        if ((status == DDDS_OK) != legal) {
            fail_msg("%s: %s", path, status == DDDS_OK ? "" : error.detail);
        }
        assert_int_equal(measure_store(memory) > before, legal);
        ddds_database_free(memory);
        count++;
    }
    closedir(files);
    return count;
}

TEST(legal_files_are_loaded_and_illegal_ones_are_not)
{
    assert_true(load_folder("fixtures/zones-odd", true) > 25);
    assert_true(load_folder("fixtures/zones-bad", false) > 50);
}

TEST(many_zones_live_in_one_database)
{
    ddds_database *memory = new_memory();
    for (unsigned i = 0; i < 2000; i++) {
        char text[128];
        snprintf(text, sizeof text,
                 "$ORIGIN z%u.\n$TTL 9\na A 192.0.2.1\nc CNAME a.z%u.\n", i,
                 i + 1);
        assert_ok(load(memory, text, NULL, NULL));
    }
    for (unsigned i = 0; i < 1999; i++) {
        char name[32];
        char expected[64];
        struct said said;
        snprintf(name, sizeof name, "c.z%u", i);
        snprintf(expected, sizeof expected, "DATA 9 -> a.z%u; 192.0.2.1",
                 i + 1);
        assert_string_equal(ask(memory, DDDS_ASK_ADDRESSES, name, &said),
                            expected);
    }
    ddds_database_free(memory);
}
