/* Messages of chance, whole and damaged, as the library reads them and as a
 * second reader does (second_reader.h).
 *
 * usage: test_message_reading [MESSAGES [SEED]]
 *
 * SPDX-License-Identifier: MIT */
#include <strings.h>

#include "db/wire/progress.h"
#include "db/wire/rdata.h"
#include "seed.h"
#include "base/assertions.h"
#include "core/names.h"
#include "core/second_reader.h"
#include "core/wire.h"

/* ---- Chance -------------------------------------------------------------- */

static uint64_t random_state = UINT64_C(0x9e3779b97f4a7c15);

/* A number less than |count|. */
static unsigned draw(unsigned count)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 11) % count);
}

static struct wire wire;
static size_t places[512]; /* where names begin */
static unsigned place_count;

static void add_place(void)
{
    if (place_count < 512 && wire.length < 0x4000) {
        places[place_count++] = wire.length;
    }
}

static void add_label(void)
{
    static const char *const labels[] = {
        "a",       "b",
        "A",       "example",
        "EXAMPLE", "com",
        "_sip",    "_",
        "old",     "new",
        "x.y",     "\\",
        "\t",      "a-label-of-25-octets-or-so"};
    add_place();
    wire_string(&wire, labels[draw(sizeof labels / sizeof labels[0])]);
}

static void add_name(void)
{
    unsigned way = draw(4);
    if (way < 2 && place_count > 0) {
        wire_pointer(&wire, way == 0 ? 12 : places[draw(place_count)]);
        return;
    }
    for (unsigned left = draw(5); left > 0; left--) {
        add_label();
        if (draw(4) == 0) {
            wire_pointer(&wire, places[draw(place_count)]);
            return;
        }
    }
    wire_u8(&wire, 0);
}

static void add_octets(unsigned count)
{
    while (count-- > 0) {
        wire_u8(&wire, draw(256));
    }
}

static void add_text(void)
{
    static const char *const texts[] = {"", "u", "S", "E2U+sip",
                                        "!^.*$!sip:info@example.com!"};
    if (draw(6) > 0) {
        wire_string(&wire, texts[draw(sizeof texts / sizeof texts[0])]);
    } else {
        unsigned length = draw(20);
        wire_u8(&wire, length);
        add_octets(length);
    }
}

static void add_rdata(unsigned type)
{
    switch (type) {
    case TYPE_A:
        add_octets(4);
        break;
    case TYPE_AAAA:
        add_octets(16);
        break;
    case TYPE_SRV:
        add_octets(6);
        add_name();
        break;
    case TYPE_NAPTR:
        wire_u16(&wire, draw(3));
        wire_u16(&wire, draw(3));
        add_text();
        add_text();
        add_text();
        add_name();
        break;
    case TYPE_SOA:
        add_name();
        add_name();
        add_octets(16);
        wire_u32(&wire, draw(5000));
        break;
    case TYPE_URI:
        add_octets(4);
        add_text();
        break;
    case TYPE_OPT:
    case TYPE_TXT:
        add_text();
        break;
    default:
        add_name();
    }
}

static void add_record(unsigned wanted)
{
    static const unsigned types[] = {
        TYPE_A,     TYPE_AAAA, TYPE_SRV, TYPE_NAPTR, TYPE_CNAME, TYPE_CNAME,
        TYPE_DNAME, TYPE_SOA,  TYPE_NS,  TYPE_URI,   TYPE_OPT,   TYPE_TXT};
    unsigned type = draw(2) == 0 ? wanted : types[draw(12)];
    add_name();
    wire_u16(&wire, type);
    wire_u16(&wire, draw(20) > 0 ? 1 : 3);
    wire_u32(&wire, draw(30) > 0 ? draw(1000) : 0x80000000U + draw(3));
    size_t begin = wire.length;
    wire_u16(&wire, 0);
    add_rdata(type);
    size_t length = wire.length - begin - 2;
    length = draw(20) > 0 ? length : length + draw(5) - (length > 2 ? 2 : 0);
    wire.octets[begin] = (unsigned char)(length >> 8);
    wire.octets[begin + 1] = (unsigned char)length;
}

/* Compose a response to a question for |type|. */
static void compose(unsigned type)
{
    static const unsigned codes[] = {0, 0, 0, 0, 0, 0, 3, 3, 2, 5, 6, 9};
    unsigned counts[3];
    wire.length = place_count = 0;
    wire_u16(&wire, draw(65536));
    wire_u16(&wire, 0x8100 | draw(2) << 10 | draw(2) << 7 | draw(2) << 5 |
                        codes[draw(12)]);
    wire_u16(&wire, 1);
    for (unsigned i = 0; i < 3; i++) {
        counts[i] = draw(i == 0 ? 12 : 5);
        wire_u16(&wire, counts[i]);
    }
    for (unsigned left = 1 + draw(3); left > 0; left--) {
        add_label();
    }
    wire_u8(&wire, 0);
    wire_u16(&wire, type);
    wire_u16(&wire, 1);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < counts[i]; k++) {
            add_record(type);
        }
    }
}

/* Damage a third of the messages. */
static void damage(void)
{
    for (unsigned left = draw(3) == 0 ? 1 + draw(6) : 0; left > 0; left--) {
        wire.octets[12 + draw((unsigned)wire.length - 12)] =
            (unsigned char)draw(256);
    }
    if (draw(30) == 0) {
        wire.length = draw((unsigned)wire.length);
    }
}

/* ---- Comparing ----------------------------------------------------------- */

static struct arena arena;
static unsigned long answers; /* with data */

/* The second reader writes names in lower case. */
static void same_name(const char *text, const struct labels *name)
{
    char expected[LIMIT_NAME_SIZE];
    spell(name, expected);
    assert_int_equal(strcasecmp(text, expected), 0);
}

static void compare_record(struct message *message, size_t index,
                           const struct seen *seen)
{
    struct ddds_record record;
    ddds_status status = ddds_message_record(message, &message->records[index],
                                             &arena, &record, NULL);
    assert_int_equal(status == DDDS_OK, seen->has_owner);
    if (status != DDDS_OK) {
        return;
    }
    assert_int_equal(record.type, seen->type);
    assert_int_equal(message->records[index].class_number, seen->class_number);
    assert_int_equal(record.ttl, seen->ttl);
    same_name(record.owner, &seen->owner);
    if (record.defect != NULL) {
        assert_int_equal(record.rdata_length, seen->end - seen->begin);
        assert_memory_equal(record.rdata, message->names.octets + seen->begin,
                            record.rdata_length);
    }
}

/* Read a string of RDATA at |*at|; false if it runs past |end|. A NUL octet is
 * \000, and a backslash \\ if |escapes|. */
static bool see_string(const struct sight *sight, size_t *at, size_t end,
                       bool escapes, char text[4 * 255 + 1])
{
    if (*at >= end || *at + 1 + sight->octets[*at] > end) {
        return false;
    }
    size_t length = sight->octets[(*at)++];
    for (; length > 0; length--, ++*at) {
        unsigned char octet = sight->octets[*at];
        text += sprintf(text,
                        octet == 0                 ? "\\000"
                        : escapes && octet == '\\' ? "\\%c"
                                                   : "%c",
                        octet);
    }
    *text = '\0';
    return true;
}

/* Return true if one of the strings at |at| has a NUL octet. */
static bool has_nul(const struct sight *sight, size_t at, size_t end)
{
    bool is_found = false;
    for (unsigned i = 0; i < 3 && at < end; i++) {
        size_t length = sight->octets[at++];
        if (length > end - at) {
            break;
        }
        is_found |= memchr(sight->octets + at, 0, length) != NULL;
        at += length;
    }
    return is_found;
}

/* Return true if the fields of |seen| are those of |rule|. */
static void compare_rule(const struct sight *sight, const struct seen *seen,
                         const struct ddds_rule *rule)
{
    static struct labels name;
    char text[4 * 255 + 1];
    const char *const fields[] = {rule->flags, rule->services, rule->regexp};
    size_t at = seen->begin + 4;
    bool is_whole = at <= seen->end;
    bool escapes = has_nul(sight, at, seen->end);
    for (unsigned i = 0; i < 3 && is_whole; i++) {
        is_whole = see_string(sight, &at, seen->end, escapes, text);
        if (is_whole) {
            assert_string_equal(fields[i], text);
        }
    }
    at = is_whole ? see_name(sight, at, seen->end, &name) : 0;
    if (at == 0) {
        assert_non_null(rule->defect);
        return;
    }
    same_name(rule->replacement, &name);
    if (at != seen->end) {
        assert_non_null(rule->defect);
    }
}

/* Every rule of the set is one of the records, in its order. */
static void compare_rules(const struct sight *sight, const struct labels *name,
                          const ddds_ruleset *ruleset)
{
    size_t count = 0;
    for (unsigned key = 0; key < 9; key++) {
        for (unsigned i = 0; i < sight->counts[1]; i++) {
            const struct seen *seen = &sight->records[i];
            bool is_long = seen->end >= seen->begin + 4;
            unsigned order = is_long ? number_at(sight, seen->begin) : 9;
            unsigned preference =
                is_long ? number_at(sight, seen->begin + 2) : 9;
            if (!seen->has_owner || seen->type != TYPE_NAPTR ||
                seen->class_number != 1 || !equals(&seen->owner, name)) {
                continue;
            }
            if (order > 2 || preference > 2) {
                return; /* damaged: these orders are not drawn */
            }
            if (order * 3 + preference == key) {
                assert_true(count < ddds_ruleset_count(ruleset));
                compare_rule(sight, seen, ddds_ruleset_rule(ruleset, count++));
            }
        }
    }
    assert_int_equal(count, ddds_ruleset_count(ruleset));
}

static void compare_data(const struct sight *sight, const struct labels *name,
                         unsigned type, const struct ddds_answer *answer)
{
    static struct labels target;
    size_t count = 0;
    for (unsigned i = 0; i < sight->counts[1]; i++) {
        const struct seen *seen = &sight->records[i];
        size_t length = seen->end - seen->begin;
        const unsigned char *data = sight->octets + seen->begin;
        if (!seen->has_owner || seen->type != type || seen->class_number != 1 ||
            !equals(&seen->owner, name)) {
            continue;
        }
        if (type == TYPE_SRV && length >= 6 &&
            see_name(sight, seen->begin + 6, seen->end, &target) == seen->end) {
            assert_int_equal(answer->servers[count].priority,
                             number_at(sight, seen->begin));
            assert_int_equal(answer->servers[count].port,
                             number_at(sight, seen->begin + 4));
            same_name(answer->servers[count++].target, &target);
        } else if (length == (type == TYPE_A      ? 4U
                              : type == TYPE_AAAA ? 16U
                                                  : RDATA_SIZE_MAX)) {
            assert_memory_equal(answer->addresses[count++].octets, data,
                                length);
        } else if (type == TYPE_URI && length > 4 &&
                   memchr(data + 4, 0, length - 4) == NULL) {
            assert_int_equal(strlen(answer->targets[count].uri), length - 4);
            assert_memory_equal(answer->targets[count++].uri, data + 4,
                                length - 4);
        }
    }
    assert_int_equal(count, answer->server_count + answer->address_count +
                                answer->target_count);
}

static void compare_answer(struct message *message, const struct sight *sight,
                           const struct labels *question, unsigned type)
{
    static struct found found;
    char text[LIMIT_NAME_SIZE];
    struct plain_name memory;
    spell(question, text);
    const struct name_view wanted = labels_of(text, &memory);
    struct progress progress;
    ddds_progress_begin(&progress, &wanted, (uint16_t)type, &arena);
    if (ddds_progress_check(&progress, message, NULL) != DDDS_OK) {
        return;
    }
    found = (struct found){.ttl = UINT32_MAX, .name = *question};
    see_found(sight, type, message->rcode, &found);
    ddds_progress_read(&progress, message);
    assert_int_equal(progress.is_elsewhere, found.is_elsewhere);
    if (!found.is_elsewhere) {
        assert_int_equal(progress.reply, found.reply);
    }
    assert_int_equal(progress.aliases, found.aliases);
    assert_int_equal(progress.ttl, found.ttl);
    same_name(text_of(&progress.name, text), &found.name);
    if (found.reply != DDDS_REPLY_DATA || found.is_elsewhere) {
        return;
    }
    struct ddds_answer answer = {.size = sizeof answer, .ttl = UINT32_MAX};
    ddds_status status =
        ddds_progress_take(&progress, message, &arena, NULL, &answer, NULL);
    answers += status == DDDS_OK;
    if (type == TYPE_NAPTR) {
        assert_ok(status);
        compare_rules(sight, &found.name, answer.ruleset);
        ddds_ruleset_free(answer.ruleset);
    } else {
        compare_data(sight, &found.name, type, &answer);
    }
}

static void compare_message(void)
{
    static struct sight sight;
    static struct labels question;
    unsigned type = 0;
    struct message message;
    unsigned char *octets = malloc(wire.length > 0 ? wire.length : 1);
    assert_non_null(octets);
    memcpy(octets, wire.octets, wire.length);
    sight.octets = octets;
    sight.length = wire.length;
    sight.is_readable = see(&sight, &question, &type);
    assert_int_equal(ddds_message_read(octets, wire.length, &arena, &message,
                                       NULL) == DDDS_OK,
                     sight.is_readable);
    if (sight.is_readable) {
        size_t count = message.answer_count + message.authority_count +
                       message.additional_count;
        for (size_t i = 0; i < count; i++) {
            compare_record(&message, i, &sight.records[i]);
        }
        if (message.question_count == 1) {
            compare_answer(&message, &sight, &question, type);
        }
    }
    ddds_arena_reset(&arena);
    free(octets);
}

static unsigned long wanted_count = 20000;

TEST(both_readers_agree)
{
    static const unsigned types[] = {TYPE_NAPTR, TYPE_NAPTR, TYPE_SRV,
                                     TYPE_A,     TYPE_AAAA,  TYPE_URI};
    for (unsigned long i = 0; i < wanted_count; i++) {
        compose(types[draw(6)]);
        damage();
        compare_message();
    }
    ddds_arena_free(&arena);
    assert_true(answers > wanted_count / 20);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        wanted_count = strtoul(argv[1], NULL, 10);
    }
    random_state ^= take_seed(argc > 2 ? strtoull(argv[2], NULL, 10) : 0) *
                    UINT64_C(0xd1342543de82ef95);
    return unit_run("tests");
}
