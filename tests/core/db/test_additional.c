/* The additional section: which of it becomes answers, and which does not.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/additional.h"
#include "db/wire/progress.h"
#include "base/format.h"
#include "base/one_arena.h"
#include "base/table.h"
#include "core/names.h"
#include "core/wire.h"

#define TABLE "fixtures/tables/additional.tsv"

enum { AA = 0x0400 };

static struct wire wire;
static struct message message;
static struct ddds_answer answer;

static int teardown(void **state)
{
    ddds_ruleset_free(answer.ruleset);
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer)};
    return free_arena(state);
}

/* ---- Composing ---------------------------------------------------------- */

/* One record of the additional section: "SRV OWNER TARGET", "A OWNER" and the
 * like; the TTL is 100 and one more for each record before it. */
static void add_record(const char *words, unsigned index)
{
    char type[8];
    char owner[64];
    char target[64] = "";
    int count = sscanf(words, "%7s %63s %63s", type, owner, target);
    if (strcmp(target, ".") == 0) {
        target[0] = '\0';
    }
    if (strcmp(type, "SRV") == 0) {
        assert_int_equal(count, 3);
        wire_server(&wire, 3, owner, 100 + index, target);
    } else if (strcmp(type, "A") == 0) {
        wire_address(&wire, 3, owner, 100 + index, index);
    } else if (strcmp(type, "AAAA") == 0) {
        wire_address6(&wire, 3, owner, 100 + index, index);
    } else if (strcmp(type, "NAPTR") == 0) {
        wire_rule(&wire, owner, "s", "", "a.example.com");
        wire_count(&wire, 1, 1); /* it was not in the answer */
        wire_count(&wire, 3, index + 1);
    } else {
        fail_msg("%s: no such record", words);
    }
}

/* All of them, with commas in between. */
static void add_records(const char *list)
{
    char copy[512];
    char *rest = copy;
    snprintf(copy, sizeof copy, "%s", list);
    for (unsigned i = 0; list[0] != '\0' && rest != NULL; i++) {
        char *comma = strchr(rest, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        add_record(rest, i);
        rest = comma != NULL ? comma + 1 : NULL;
    }
}

static void read_wire(const char *name, uint16_t type)
{
    struct progress progress;
    struct plain_name memory;
    const struct name_view wanted = labels_of(name, &memory);
    ddds_progress_begin(&progress, &wanted, type, &arena);
    assert_ok(
        ddds_message_read(wire.octets, wire.length, &arena, &message, NULL));
    ddds_progress_read(&progress, &message);
    assert_int_equal(progress.reply, DDDS_REPLY_DATA);
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                  .ttl = UINT32_MAX};
    assert_ok(
        ddds_progress_take(&progress, &message, &arena, NULL, &answer, NULL));
    ddds_additional_take(&message, &arena, &answer);
}

/* The result, as in "SRV a TTL 1; A b TTL 2": kind, name, TTL and number of
 * records. */
static const char *describe(void)
{
    static char said[512];
    struct text text;
    ddds_text_init(&text, said, sizeof said);
    for (size_t i = 0; i < answer.addition_count; i++) {
        const struct ddds_addition *addition = &answer.additions[i];
        bool is_srv = addition->kind == DDDS_ASK_SERVERS;
        assert_true(addition->answer->additional);
        assert_false(addition->answer->authenticated);
        assert_int_equal(addition->answer->reply, DDDS_REPLY_DATA);
        text_format(&text, "%s%s %s %u %zu", i > 0 ? "; " : "",
                    is_srv ? "SRV" : "A", addition->name,
                    (unsigned)addition->answer->ttl,
                    is_srv ? addition->answer->server_count
                           : addition->answer->address_count);
    }
    return said;
}

/* ---- After rules ------------------------------------------------------- */

TEST(rules_are_followed)
{
    for (const char **row = table_rows(TABLE, "Rules", 8); table_next(row);) {
        wire_begin(&wire, row[1][0] != '\0' ? AA : 0, row[0], TYPE_NAPTR);
        wire_rule(&wire, NULL, row[2], row[3], row[4]);
        add_records(row[5]);
        read_wire(row[0], TYPE_NAPTR);
        print_message("%s\n", row[7]);
        assert_string_equal(describe(), row[6]);
        ddds_ruleset_free(answer.ruleset);
        answer.ruleset = NULL;
    }
}

/* ---- After servers ----------------------------------------------------- */

TEST(targets_are_followed)
{
    for (const char **row = table_rows(TABLE, "Targets", 3); table_next(row);) {
        char sent[128];
        snprintf(sent, sizeof sent, "A %s,AAAA %s", row[1], row[1]);
        wire_begin(&wire, 0, row[0], TYPE_SRV);
        wire_server(&wire, 1, NULL, 600, row[1]);
        add_records(sent);
        read_wire(row[0], TYPE_SRV);
        print_message("%s\n", row[0]);
        assert_string_equal(describe(), row[2]);
    }
}

/* A fault of a record makes its set invalid. */
TEST(a_set_is_taken_whole)
{
    for (int broken = 0; broken <= 1; broken++) {
        wire_begin(&wire, 0, "_x.example.com", TYPE_SRV);
        wire_server(&wire, 1, NULL, 600, "a.example.com");
        add_records("A a.example.com,AAAA a.example.com");
        size_t at = wire_record(&wire, 3, "a.example.com", TYPE_A, 50);
        wire_u32(&wire, 0xc0000201);
        wire.length -= (unsigned)broken;
        wire_end(&wire, at);
        read_wire("_x.example.com", TYPE_SRV);
        assert_string_equal(describe(), broken ? "" : "A a.example.com 50 3");
    }
}

/* A section as long as a message allows is not looked through. */
TEST(there_is_an_end)
{
    static const size_t sizes[] = {LIMIT_ADDITIONAL, LIMIT_ADDITIONAL + 1};
    for (size_t k = 0; k < 2; k++) {
        wire_begin(&wire, 0, "_x.example.com", TYPE_SRV);
        wire_server(&wire, 1, NULL, 600, "a.example.com");
        add_records("A a.example.com,AAAA a.example.com");
        for (size_t i = 2; i < sizes[k]; i++) {
            wire_address(&wire, 3, "b.example.com", 60, 1);
        }
        read_wire("_x.example.com", TYPE_SRV);
        assert_int_equal(answer.addition_count, k == 0);
    }
    wire_begin(&wire, 0, "_x.example.com", TYPE_SRV);
    for (unsigned i = 0; i < LIMIT_ADDITIONS + 5; i++) {
        char name[32];
        snprintf(name, sizeof name, "h%u.example.com", i);
        wire_server(&wire, 1, NULL, 600, name);
    }
    for (unsigned i = 0; i < LIMIT_ADDITIONS + 5; i++) {
        char name[32];
        snprintf(name, sizeof name, "h%u.example.com", i);
        wire_address(&wire, 3, name, 60, 1);
        wire_address6(&wire, 3, name, 60, 1);
    }
    read_wire("_x.example.com", TYPE_SRV);
    assert_int_equal(answer.addition_count, LIMIT_ADDITIONS);
}

FIXTURES(.tear_down = teardown);
