/* The additional section: which of it becomes answers, and which does not.
 *
 * SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "db/wire/additional.h"
#include "db/wire/progress.h"
#include "base/assertions.h"
#include "core/names.h"
#include "core/wire.h"

enum { AA = 0x0400 };

static struct wire wire;
static struct arena arena;
static struct message message;
static struct ddds_answer answer;

static int setup(void **state)
{
    ddds_arena_init(&arena, NULL, 0);
    return 0;
}

static int teardown(void **state)
{
    ddds_ruleset_free(answer.ruleset);
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer)};
    ddds_arena_free(&arena);
    return 0;
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

/* What came of it, as in "SRV a TTL 1; A b TTL 2": the kind, the name, the TTL
 * and how many records. */
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
        ddds_text_string(&text, i > 0 ? "; " : "");
        ddds_text_string(&text, is_srv ? "SRV " : "A ");
        ddds_text_string(&text, addition->name);
        ddds_text_char(&text, ' ');
        ddds_text_number(&text, addition->answer->ttl);
        ddds_text_char(&text, ' ');
        ddds_text_number(&text,
                         (uint32_t)(is_srv ? addition->answer->server_count
                                           : addition->answer->address_count));
    }
    return said;
}

/* ---- After rules ------------------------------------------------------- */

static const struct {
    const char *about;
    const char *name;
    unsigned flags;
    const char *rule[3]; /* flags, regexp, replacement */
    const char *sent;
    const char *expected;
} rules[] = {
    {"servers and their addresses",
     "example.com",
     0,
     {"s", "", "_sip._udp.example.com"},
     "SRV _sip._udp.example.com a.example.com,A a.example.com,"
     "AAAA a.example.com",
     "SRV _sip._udp.example.com 100 1; A a.example.com 101 2"},
    {"the least TTL of a set",
     "example.com",
     0,
     {"S", "", "x.example.com"},
     "A a.example.com,SRV x.example.com a.example.com,"
     "SRV x.example.com b.example.com",
     "SRV x.example.com 101 2"},
    {"addresses of a host",
     "example.com",
     0,
     {"a", "", "a.example.com"},
     "AAAA a.example.com,A a.example.com,A a.example.com",
     "A a.example.com 100 3"},
    {"one family is half an answer",
     "example.com",
     0,
     {"a", "", "a.example.com"},
     "A a.example.com",
     ""},
    {"so is the other",
     "example.com",
     0,
     {"s", "", "x.example.com"},
     "SRV x.example.com a.example.com,AAAA a.example.com",
     "SRV x.example.com 100 1"},
    {"another owner",
     "example.com",
     0,
     {"s", "", "x.example.com"},
     "SRV y.example.com a.example.com,A a.example.com,AAAA a.example.com",
     ""},
    {"another type",
     "example.com",
     0,
     {"s", "", "x.example.com"},
     "A x.example.com,AAAA x.example.com,NAPTR x.example.com",
     ""},
    {"an A rule's target is not a service",
     "example.com",
     0,
     {"a", "", "x.example.com"},
     "SRV x.example.com a.example.com",
     ""},
    {"what an expression yields is not known",
     "example.com",
     0,
     {"s", "!.*!x.example.com!", ""},
     "SRV x.example.com a.example.com",
     ""},
    {"both fields make no rule",
     "example.com",
     0,
     {"s", "!.*!x.example.com!", "x.example.com"},
     "SRV x.example.com a.example.com",
     ""},
    {"an unknown flag",
     "example.com",
     0,
     {"sx", "", "x.example.com"},
     "SRV x.example.com a.example.com",
     ""},
    {"the next key is asked for",
     "example.com",
     0,
     {"", "", "x.example.com"},
     "SRV x.example.com a.example.com,A x.example.com,AAAA x.example.com",
     ""},
    {"another domain",
     "example.com",
     0,
     {"s", "", "x.example.net"},
     "SRV x.example.net a.example.com",
     ""},
    {"a target in another domain",
     "example.com",
     0,
     {"s", "", "x.example.com"},
     "SRV x.example.com a.example.net,A a.example.net,AAAA a.example.net",
     "SRV x.example.com 100 1"},
    {"a name that only ends alike",
     "example.com",
     0,
     {"a", "", "badexample.com"},
     "A badexample.com,AAAA badexample.com",
     ""},
    {"a sibling, of a resolver",
     "foo.urn.arpa",
     0,
     {"s", "", "bar.urn.arpa"},
     "SRV bar.urn.arpa a.urn.arpa",
     ""},
    {"a sibling, of the zone's server",
     "foo.urn.arpa",
     AA,
     {"s", "", "_x._tcp.urn.arpa"},
     "SRV _x._tcp.urn.arpa a.urn.arpa,A a.urn.arpa,AAAA a.urn.arpa",
     "SRV _x._tcp.urn.arpa 100 1; A a.urn.arpa 101 2"},
    {"a top-level domain is not a zone of the server",
     "example.com",
     AA,
     {"a", "", "other.com"},
     "A other.com,AAAA other.com",
     ""},
    {"the root neither", "com", AA, {"a", "", "net"}, "A net,AAAA net", ""},
    {"no service here",
     "example.com",
     0,
     {"s", "", "x.example.com"},
     "SRV x.example.com .,A a.example.com,AAAA a.example.com",
     "SRV x.example.com 100 1"},
};

TEST(rules_are_followed)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const char *const *rule = rules[i].rule;
        wire_begin(&wire, rules[i].flags, rules[i].name, TYPE_NAPTR);
        wire_rule(&wire, NULL, rule[0], rule[1], rule[2]);
        add_records(rules[i].sent);
        read_wire(rules[i].name, TYPE_NAPTR);
        if (strcmp(describe(), rules[i].expected) != 0) {
            fail_msg("%s: \"%s\"", rules[i].about, describe());
        }
        ddds_ruleset_free(answer.ruleset);
        answer.ruleset = NULL;
    }
}

/* ---- After servers ----------------------------------------------------- */

TEST(targets_are_followed)
{
    static const struct {
        const char *name;
        const char *target;
        const char *expected;
    } rows[] = {
        {"_sip._udp.example.com", "a.example.com", "A a.example.com 100 2"},
        {"_udp.example.com", "a.example.com", "A a.example.com 100 2"},
        {"x.example.com", "a.x.example.com", "A a.x.example.com 100 2"},
        {"x.example.com", "a.example.com", ""},
        {"_sip._udp.example.com", "a.example.net", ""},
        {"_sip", "a.example.net", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char sent[128];
        snprintf(sent, sizeof sent, "A %s,AAAA %s", rows[i].target,
                 rows[i].target);
        wire_begin(&wire, 0, rows[i].name, TYPE_SRV);
        wire_server(&wire, 1, NULL, 600, rows[i].target);
        add_records(sent);
        read_wire(rows[i].name, TYPE_SRV);
        assert_string_equal(describe(), rows[i].expected);
    }
}

/* What is wrong with one record is wrong with its set. */
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

FIXTURES(.set_up = setup, .tear_down = teardown);
