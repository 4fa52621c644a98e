/* From the additional section to answers.
 *
 * Nobody asked for these data, so that they are not looked through for what may
 * be of use; it is known what will be asked next, and that is looked for:
 *
 * 1. The servers at the replacement of a rule with the flag S, the addresses at
 *    that of one with the flag A, the addresses of a server's target. What an
 *    expression yields is not known here.
 * 2. Their names must lie where who answered may speak for them
 *    (find_bailiwick).
 * 3. Addresses are an answer if A and AAAA are both there: that one of them is
 *    missing here says nothing about it.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/additional.h"

#include <string.h>

#include "db/wire/record_set.h"
#include "db/wire/types.h"
#include "name/domain.h"
#include <ddds/rule.h>

/* One message's, being read. */
struct reading {
    struct record_set set; /* of the additional section */
    const char *bailiwick;
    struct arena *arena;
    struct ddds_addition *additions;
    size_t count;
};

/* The domain that whoever answers for |message|'s question speaks for. That of
 * a service, _sip._udp.example.com, is the one below its labels (RFC 8552). An
 * authoritative server has the zone, which may begin one label above; but no
 * top-level domain is taken for one. */
static const char *find_bailiwick(const struct message *message)
{
    const char *name = message->question;
    const char *above = ddds_domain_parent(name);
    while (name[0] == '_' && above[0] != '\0') {
        name = above;
        above = ddds_domain_parent(name);
    }
    bool is_zone = message->is_authoritative && above != NULL &&
                   strchr(above, '.') != NULL;
    return is_zone ? above : name;
}

static size_t count_records(struct reading *reading, uint16_t type)
{
    reading->set.type = type;
    return ddds_record_set_count(&reading->set);
}

/* Look for the answer to |kind| at |name| from here on; false if there is to be
 * none. */
static bool begin(struct reading *reading, enum ddds_question_kind kind,
                  const char *name)
{
    for (size_t i = 0; i < reading->count; i++) {
        if (reading->additions[i].kind == kind &&
            strcmp(reading->additions[i].name, name) == 0) {
            return false;
        }
    }
    reading->set.name = name;
    return name[0] != '\0' && reading->count < LIMIT_ADDITIONS &&
           ddds_domain_is_within(name, reading->bailiwick);
}

/* The place of the next answer, to be counted if it comes to one. */
static struct ddds_answer *place(struct reading *reading,
                                 enum ddds_question_kind kind)
{
    struct ddds_addition *addition = &reading->additions[reading->count];
    *addition = (struct ddds_addition){.kind = kind, .name = reading->set.name};
    addition->answer.reply = DDDS_REPLY_DATA;
    addition->answer.additional = true;
    addition->answer.ttl = UINT32_MAX;
    return &addition->answer;
}

/* Add the records of |type| to |answer|; false if one of them cannot be read:
 * nothing is to be said in the place of somebody who was not asked. */
static bool add_addresses(struct reading *reading, uint16_t type,
                          struct ddds_answer *answer)
{
    size_t wanted = answer->address_count + count_records(reading, type);
    uint32_t ttl = ddds_record_set_ttl(&reading->set);
    answer->ttl = ttl < answer->ttl ? ttl : answer->ttl;
    return ddds_record_set_addresses(&reading->set, reading->arena, answer,
                                     NULL) == DDDS_OK &&
           answer->address_count == wanted;
}

static void take_addresses(struct reading *reading, const char *name)
{
    if (!begin(reading, DDDS_ASK_ADDRESSES, name) ||
        count_records(reading, TYPE_A) == 0 ||
        count_records(reading, TYPE_AAAA) == 0) {
        return;
    }
    struct ddds_answer *answer = place(reading, DDDS_ASK_ADDRESSES);
    reading->count += add_addresses(reading, TYPE_A, answer) &&
                      add_addresses(reading, TYPE_AAAA, answer);
}

static void take_targets(struct reading *reading, const struct ddds_srv *list,
                         size_t count)
{
    for (size_t i = 0; i < count && reading->count < LIMIT_ADDITIONS; i++) {
        take_addresses(reading, list[i].target);
    }
}

static void take_servers(struct reading *reading, const char *name)
{
    if (!begin(reading, DDDS_ASK_SERVERS, name)) {
        return;
    }
    size_t wanted = count_records(reading, TYPE_SRV);
    if (wanted == 0) {
        return;
    }
    struct ddds_answer *answer = place(reading, DDDS_ASK_SERVERS);
    answer->ttl = ddds_record_set_ttl(&reading->set);
    if (ddds_record_set_servers(&reading->set, reading->arena, answer, NULL) ==
            DDDS_OK &&
        answer->server_count == wanted) {
        reading->count++;
        take_targets(reading, answer->servers, answer->server_count);
    }
}

/* What comes after |rule|, if its output is its replacement. */
static void take_next(struct reading *reading, const struct ddds_rule *rule)
{
    if (rule->defect != NULL || rule->regexp[0] != '\0') {
        return;
    }
    switch (ddds_flags_interpret(rule->flags, "SA")) {
    case DDDS_NEXT_SERVERS:
        take_servers(reading, rule->replacement);
        break;
    case DDDS_NEXT_ADDRESSES:
        take_addresses(reading, rule->replacement);
        break;
    default:
        break;
    }
}

static void take_rules(struct reading *reading, const ddds_ruleset *ruleset)
{
    size_t count = ddds_ruleset_count(ruleset);
    for (size_t i = 0; i < count && reading->count < LIMIT_ADDITIONS; i++) {
        take_next(reading, ddds_ruleset_rule(ruleset, i));
    }
}

void ddds_additional_take(const struct message *message, struct arena *arena,
                          struct ddds_answer *answer)
{
    struct reading reading = {
        .set = {.records = message->records + message->answer_count +
                           message->authority_count,
                .count = message->additional_count},
        .bailiwick = find_bailiwick(message),
        .arena = arena,
        .additions =
            ddds_arena_array(arena, LIMIT_ADDITIONS, sizeof *reading.additions),
    };
    if (reading.additions == NULL || reading.set.count > LIMIT_ADDITIONAL) {
        return;
    }
    if (answer->ruleset != NULL) {
        take_rules(&reading, answer->ruleset);
    }
    take_targets(&reading, answer->servers, answer->server_count);
    answer->additions = reading.additions;
    answer->addition_count = reading.count;
}
