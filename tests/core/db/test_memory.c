/* Zones in memory: what they answer, to one thread and to several.
 *
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <pthread.h>

#include <ddds/resolve.h>

#include "core/answers.h"
#include "base/limits.h"
#include "base/hash.h"
#include "core/store.h"
#include "base/table.h"

#define SOA " SOA . . 1 2 3 4 "

/* ---- Asking -------------------------------------------------------------- */

/* A database of |count| texts, each a zone. */
static ddds_database *load_texts(const char *const *texts, size_t count)
{
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    for (size_t i = 0; i < count; i++) {
        struct ddds_error error;
        if (ddds_memory_load_text(memory, "t", texts[i], strlen(texts[i]), NULL,
                                  &error) != DDDS_OK) {
            fail_msg("%s", error.detail);
        }
    }
    return memory;
}

/* A database of the zones of |path|, each below a line "zone". */
static ddds_database *load_zones(const char *path)
{
    static char zone[8192];
    char line[1024] = "";
    ddds_database *memory = ddds_memory_new(NULL);
    FILE *file = fopen(path, "r");
    assert_non_null(memory);
    assert_non_null(file);
    for (size_t length = 0; strcmp(line, "questions\n") != 0;) {
        assert_non_null(fgets(line, sizeof line, file));
        if (strcmp(line, "zone\n") != 0 && strcmp(line, "questions\n") != 0) {
            assert_true(length + strlen(line) < sizeof zone);
            memcpy(zone + length, line, strlen(line));
            length += strlen(line);
        } else if (length > 0) {
            struct ddds_error error;
            if (ddds_memory_load_text(memory, "t", zone, length, NULL,
                                      &error) != DDDS_OK) {
                fail_msg("%s: %s", path, error.detail);
            }
            length = 0;
        }
    }
    fclose(file);
    return memory;
}

static enum ddds_question_kind read_kind(const char *word)
{
    return strcmp(word, "rules") == 0       ? DDDS_ASK_RULES
           : strcmp(word, "servers") == 0   ? DDDS_ASK_SERVERS
           : strcmp(word, "addresses") == 0 ? DDDS_ASK_ADDRESSES
                                            : DDDS_ASK_URIS;
}

/* Ask the questions of |path|: kind, name, answer and reason. */
static void ask_all(ddds_database *memory, const char *path)
{
    /* Twice, since what was published answers the second time. */
    for (unsigned round = 0; round < 2; round++) {
        for (const char **row = table_rows(path, "questions", 4);
             table_next(row);) {
            struct said said;
            print_message("%s: %s\n", row[1], row[3]);
            assert_string_equal(ask(memory, read_kind(row[0]), row[1], &said),
                                row[2]);
        }
    }
}

#define RULES DDDS_ASK_RULES
#define SERVERS DDDS_ASK_SERVERS
#define ADDRESSES DDDS_ASK_ADDRESSES

/* ---- What zones answer --------------------------------------------------- */

#define BROKEN "names-of-a-broken-zone-fail.txt"

TEST(zones_answer_as_their_files_say)
{
    unsigned count = 0;
    DIR *folder = opendir("fixtures/answers");
    assert_non_null(folder);
    assert_int_equal(LIMIT_ALIASES, 16);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "fixtures/answers/%s", entry->d_name);
        if (strstr(path, ".txt") != NULL && strstr(path, BROKEN) == NULL) {
            print_message("%s\n", path);
            ddds_database *memory = load_zones(path);
            ask_all(memory, path);
            ddds_database_free(memory);
            count++;
        }
    }
    closedir(folder);
    assert_true(count > 11);
}

TEST(names_of_a_broken_zone_fail)
{
    static const struct ddds_error whys[] = {
        {.status = DDDS_UNREADABLE, .detail = "f: cannot be read"},
        {.status = DDDS_SYNTAX, .detail = "g:1:1: no record"},
    };
    ddds_database *memory = load_zones("fixtures/answers/" BROKEN);
    struct ddds_error error;
    assert_ok(ddds_memory_break(memory, "f.z", &whys[0], &error));
    assert_ok(ddds_memory_break(memory, "G.z.", &whys[1], &error));
    assert_int_equal(ddds_memory_break(memory, "z", &whys[0], &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_memory_break(memory, "a..b", &whys[0], &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    ask_all(memory, "fixtures/answers/" BROKEN);
    ddds_database_free(memory);
}

/* ---- Single records -------------------------------------------------------
 */

static ddds_status add(ddds_database *memory, const char *owner, uint16_t type,
                       uint32_t ttl, const char *rdata, size_t length)
{
    const struct ddds_record record = {owner,  type, ttl,  rdata,
                                       length, NULL, false};
    return ddds_memory_add(memory, &record, NULL);
}

TEST(records_may_be_added_one_by_one)
{
    struct said said;
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    assert_string_equal(ask(memory, ADDRESSES, "a.b", &said),
                        "OUTSIDE 0 (\"a.b\" is in no given zone)");
    assert_ok(add(memory, "A.b.", TYPE_A, 60, "\300\0\2\1", 4));
    assert_ok(add(memory, "n", TYPE_NAPTR, 60, "\0\1\0\2\1u\0\3a\0b\0", 12));
    assert_ok(add(memory, "c", TYPE_CNAME, 50, "\1a\1B\0", 5));
    assert_ok(add(memory, "", TYPE_A, 0x80000000, "\300\0\2\1", 4));
    assert_ok(add(memory, "o", 65280, 60, NULL, 0));
    assert_string_equal(ask(memory, ADDRESSES, "a.b", &said),
                        "DATA 60; 192.0.2.1");
    assert_string_equal(ask(memory, RULES, "n", &said),
                        "DATA 60; 1 2 \"u\" \"\" \"a\\000b\" \"\" defect");
    assert_string_equal(ask(memory, ADDRESSES, "c", &said),
                        "DATA 50 -> a.b; 192.0.2.1");
    assert_string_equal(ask(memory, ADDRESSES, "", &said), "DATA 0; 192.0.2.1");
    assert_string_equal(ask(memory, ADDRESSES, "o", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, ADDRESSES, "b", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, ADDRESSES, "x", &said), "NO_NAME 0");
    ddds_database_free(memory);
}

TEST(added_records_go_to_the_zone_they_lie_in)
{
    static const char *const texts[] = {"$ORIGIN z.\n@ 60" SOA "9\n",
                                        "$ORIGIN y.z.\n@ 60" SOA "8\n"};
    struct said said;
    ddds_database *memory = load_texts(texts, 2);
    add(memory, "a.y.z", TYPE_A, 60, "\300\0\2\1", 4);
    add(memory, "a.x", TYPE_A, 60, "\300\0\2\2", 4);
    assert_string_equal(ask(memory, SERVERS, "a.y.z", &said), "NO_DATA 8");
    assert_string_equal(ask(memory, SERVERS, "a.z", &said), "NO_NAME 9");
    assert_string_equal(ask(memory, SERVERS, "a.x", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, SERVERS, "b", &said), "NO_NAME 0");
    /* Then the SOA of the root comes too. */
    add(memory, ".", TYPE_SOA, 60,
        "\0\0\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\5", 22);
    assert_string_equal(ask(memory, SERVERS, "b", &said), "NO_NAME 5");
    ddds_database_free(memory);
}

#define L10 "abcdefghij"
#define L63 L10 L10 L10 L10 L10 L10 "xyz"

TEST(malformed_records_are_not_added)
{
    static char large[65537];
    static const struct {
        const char *owner;
        uint16_t type;
        const char *rdata;
        size_t length;
    } cases[] = {
        {"a..b", TYPE_A, "\300\0\2\1", 4},
        {L63 "x", TYPE_A, "\300\0\2\1", 4},
        {"a", TYPE_A, "\300\0\2", 3},
        {"a", TYPE_NAPTR, "\0\1\0\2\1u\0\3ab\0", 11},
        {"a", TYPE_OPT, "", 0},
        {"a", 255, "", 0},
        {"a", TYPE_TXT, NULL, 0},
        {"a", 65280, large, 65536},
    };
    ddds_database *memory = ddds_memory_new(NULL);
    size_t before = measure_store(memory);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(add(memory, cases[i].owner, cases[i].type, 1,
                             cases[i].rdata, cases[i].length),
                         DDDS_MALFORMED);
    }
    assert_int_equal(measure_store(memory), before);
    ddds_database_free(memory);
}

/* ---- Size -----------------------------------------------------------------
 */

TEST(a_set_is_used_if_a_message_can_hold_it)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n"
        "$GENERATE 1-2729 most NAPTR \"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"
        "$GENERATE 0-2729 many NAPTR \"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"
        "$GENERATE 0-300 s SRV \"0 0 $ a\"\n"};
    struct said said;
    ddds_database *memory = load_texts(texts, 1);
    ask(memory, RULES, "most.z", &said);
    assert_memory_equal(said.text, "DATA 60; 1 1 ", 13);
    assert_int_equal(ddds_ruleset_count(said.ruleset), 2729);
    ask(memory, RULES, "many.z", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    ask(memory, SERVERS, "s.z", &said);
    assert_memory_equal(said.text, "DATA 60; 0 0 0 \"a.z\"; 0 0 1 ", 28);
    ddds_database_free(memory);
}

/* Octets of memory that a record of a large zone may take beside its text. */
enum { MANY = 200000, BOUND = 160 };

/* A zone as it is in the field: half of it rules, half of it addresses, each at
 * a name of its own. */
static char *write_large_zone(void)
{
    size_t size = (size_t)MANY * 80;
    char *text = malloc(size);
    assert_non_null(text);
    int length = snprintf(text, size, "$ORIGIN big.example.\n$TTL 60\n");
    for (unsigned i = 0; i < MANY / 2; i++) {
        length += snprintf(text + length, size - (size_t)length,
                           "k%u NAPTR 100 10 \"u\" \"E2U+sip\" "
                           "\"!^(.*)$!sip:\\\\1@example.com!\" .\n"
                           "a%u A 192.0.%u.%u\n",
                           i, i, i / 256 % 256, i % 256);
    }
    assert_true((size_t)length < size);
    return text;
}

TEST(memory_is_proportional_to_the_zone)
{
    char *text = write_large_zone();
    ddds_database *memory = load_texts((const char *const[]){text}, 1);
    free(text);
    size_t octets = measure_store(memory);
    print_message("%zu octets a record\n", octets / MANY);
    assert_true(octets / MANY <= BOUND);

    struct said said;
    for (unsigned i = 0; i < MANY / 2; i++) {
        char name[64];
        char expected[64];
        snprintf(name, sizeof name, "a%u.big.example", i);
        snprintf(expected, sizeof expected, "DATA 60; 192.0.%u.%u",
                 i / 256 % 256, i % 256);
        assert_string_equal(ask(memory, ADDRESSES, name, &said), expected);
    }
    for (unsigned i = 0; i < MANY / 2; i += 997) {
        char name[64];
        snprintf(name, sizeof name, "k%u.big.example", i);
        assert_string_equal(ask(memory, RULES, name, &said),
                            "DATA 60; 100 10 \"u\" \"E2U+sip\" "
                            "\"!^(.*)$!sip:\\1@example.com!\" \"\"");
    }
    ddds_database_free(memory);
}

TEST(one_name_may_have_very_many_records)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n$GENERATE 0-65535 a A "
        "192.0.2.1\n",
        "$ORIGIN y.\n$TTL 60\n$GENERATE 0-2800 b SRV \"0 0 $ a\"\n"
        "$GENERATE 0-2800 b SRV \"0 0 $ a\"\n"
        "$GENERATE 0-19999 c SRV \"0 0 $ a\"\n"};
    ddds_database *memory = load_texts(texts, 2);
    struct said said;
    assert_string_equal(ask(memory, ADDRESSES, "a.z", &said),
                        "DATA 60; 192.0.2.1");
    ask(memory, SERVERS, "b.y", &said);
    assert_memory_equal(said.text, "DATA 60; 0 0 0 ", 15);
    ask(memory, SERVERS, "c.y", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    /* Equal records are kept once, even if far apart. */
    assert_ok(
        add(memory, "b.y", DDDS_TYPE_SRV, 1, "\0\0\0\0\x0a\xf0\1a\1y", 11));
    for (unsigned i = 0; i < 47; i++) {
        char rdata[12] = "\0\1\0\0\0\0\1a\1y";
        rdata[5] = (char)i;
        assert_ok(add(memory, "b.y", DDDS_TYPE_SRV, 1, rdata, 11));
    }
    assert_int_equal(
        add(memory, "b.y", DDDS_TYPE_SRV, 1, "\0\2\0\0\0\0\1a\1y", 11),
        DDDS_LIMIT);
    ask(memory, SERVERS, "b.y", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    ddds_database_free(memory);
}

/* ---- Threads --------------------------------------------------------------
 */

enum { THREADS = 8, KEYS = 200 };

/* Run |ask_it|, which returns NULL if all is well, and free |memory|. */
static void run_threads(void *(*ask_it)(void *), ddds_database *memory)
{
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask_it, memory), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    ddds_database_free(memory);
}

static void *ask_every_key(void *context)
{
    ddds_database *memory = context;
    static char wrong;
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < KEYS; i++) {
            struct said said;
            char name[32];
            char expected[64];
            snprintf(name, sizeof name, "k%u.z", i);
            snprintf(expected, sizeof expected,
                     "DATA 60; %u 1 \"\" \"\" \"\" \"a.z\"", i);
            if (strcmp(ask(memory, RULES, name, &said), expected) != 0) {
                return &wrong;
            }
        }
    }
    return NULL;
}

TEST(threads_share_a_database)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n$GENERATE 0-199 k$ NAPTR "
        "\"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"};
    ddds_database *memory = load_texts(texts, 1);
    run_threads(ask_every_key, memory);
}

static void *resolve_every_key(void *context)
{
    static char wrong;
    const struct ddds_options options = {.size = sizeof options, .roots = "z"};
    ddds_resolution *resolution = ddds_resolution_new(
        context, ddds_application_urn(), "urn:k0:1", &options, NULL);
    bool is_right = resolution != NULL;
    for (unsigned i = 0; i < 3 * KEYS && is_right; i++) {
        char input[32];
        char expected[32];
        snprintf(input, sizeof input, "urn:k%u:a", i % KEYS);
        snprintf(expected, sizeof expected, "x:a%u", i % KEYS);
        ddds_resolution_restart(resolution, input, NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        const struct ddds_outcome *outcome =
            ddds_result_outcome(ddds_resolution_result(resolution), 0);
        is_right = outcome != NULL && strcmp(outcome->uri, expected) == 0;
    }
    ddds_resolution_free(resolution);
    return is_right ? NULL : &wrong;
}

TEST(resolutions_share_a_database)
{
    static char zone[KEYS * 80] = "$ORIGIN z.\n$TTL 60\n";
    size_t length = strlen(zone);
    for (unsigned i = 0; i < KEYS; i++) {
        length += (size_t)snprintf(
            zone + length, sizeof zone - length,
            "k%u NAPTR 1 1 u x+I2L \"!^urn:k%u:(.+)$!x:\\\\1%u!\" .\n", i, i,
            i);
    }
    const char *const texts[] = {zone};
    ddds_database *memory = load_texts(texts, 1);
    run_threads(resolve_every_key, memory);
}

TEST(rules_are_read_once_and_shared)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\nk NAPTR 1 1 \"\" \"\" \"\" a\n"
        "*.w NAPTR 1 1 \"\" \"\" \"\" a\nc CNAME k\n"};
    ddds_database *memory = load_texts(texts, 1);
    struct said said;
    ask(memory, RULES, "c.z", &said);
    ddds_ruleset *rules = said.ruleset;
    ask(memory, RULES, "k.z", &said);
    assert_ptr_equal(said.ruleset, rules);
    ask(memory, RULES, "a.w.z", &said);
    ddds_ruleset *wild = said.ruleset;
    ask(memory, RULES, "b.w.z", &said);
    assert_ptr_equal(said.ruleset, wild);
    /* They outlive the database, if they are held. */
    ddds_ruleset_hold(rules);
    ddds_database_free(memory);
    assert_int_equal(ddds_ruleset_count(rules), 1);
    ddds_ruleset_free(rules);
}

TEST(nothing_may_be_freed)
{
    ddds_database_free(NULL);
}

/* CPython hashes octets with SipHash-1-3 too; under PYTHONHASHSEED=0 its key is
 * zero, and sys.hash_info says which algorithm it is. */
TEST(hashes_are_those_of_siphash)
{
    static const struct {
        const char *text;
        uint64_t expected;
    } cases[] = {
        {"a", UINT64_C(0x407448d2b89b1813)},
        {"example.com", UINT64_C(0x7e0432aaedb1758c)},
        {"12345678", UINT64_C(0x3489982430560a87)},
        {"12345678123456781", UINT64_C(0x57b28565cf0822be)},
        {"cid.urn.arpa", UINT64_C(0x406e126f60a94f32)},
    };
    const struct hash_key zero = {{0, 0}};
    const uint16_t one = 1;
    if (*(const unsigned char *)&one != 1) {
        skip(); /* Words are taken as the machine has them. */
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(ddds_hash(&zero, cases[i].text, strlen(cases[i].text)) ==
                    cases[i].expected);
    }
}

TEST(hashes_depend_on_every_octet_and_on_the_key)
{
    struct hash_key key = {
        {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};
    unsigned char octets[64];
    for (unsigned i = 0; i < sizeof octets; i++) {
        octets[i] = (unsigned char)i;
    }
    for (size_t length = 0; length < sizeof octets; length++) {
        uint64_t hash = ddds_hash(&key, octets, length);
        assert_true(hash != ddds_hash(&key, octets, length + 1));
        for (size_t i = 0; i < length; i++) {
            octets[i] ^= 1;
            assert_true(hash != ddds_hash(&key, octets, length));
            octets[i] ^= 1;
        }
        struct hash_key other = {{key.word[0] ^ 1, key.word[1]}};
        assert_true(hash != ddds_hash(&other, octets, length));
    }
}

/* ---- The keys of all zones ----------------------------------------------- */

struct keys {
    char text[256];
};

static void note_key(void *context, const char *name)
{
    struct keys *keys = context;
    size_t length = strlen(keys->text);
    snprintf(keys->text + length, sizeof keys->text - length, "%s%s",
             length > 0 ? " " : "", name);
}

/* In an order that does not depend on how they lie in memory. */
TEST(keys_come_in_their_order)
{
    static const char *const texts[] = {
        "$ORIGIN b.test.\n@" SOA "5\n"
        "z NAPTR 1 1 \"\" \"\" \"\" a\n"
        "@ NAPTR 1 1 \"\" \"\" \"\" a\n"
        "* NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a.z NAPTR 1 1 \"\" \"\" \"\" a\n"
        "za NAPTR 1 1 \"\" \"\" \"\" a\n"
        "A\\.c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "none TXT a\n",
        "$ORIGIN test.\n@" SOA "5\n"
        "c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a.c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "b NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a NAPTR 1 1 \"\" \"\" \"\" a\n",
    };
    struct keys keys = {""};
    ddds_database *memory = load_texts(texts, 2);
    assert_ok(ddds_memory_keys(memory, note_key, &keys, NULL));
    assert_string_equal(keys.text, "a.test b.test *.b.test a\\.c.b.test "
                                   "z.b.test a.z.b.test za.b.test c.test "
                                   "a.c.test");
    ddds_database_free(memory);

    memory = ddds_memory_new(NULL);
    keys.text[0] = '\0';
    assert_ok(ddds_memory_keys(memory, note_key, &keys, NULL));
    assert_string_equal(keys.text, "");
    ddds_database_free(memory);
}
