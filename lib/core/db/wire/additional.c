/* Answers from the additional section.
 *
 * Only answers to the questions that the client asks next are extracted:
 *
 * 1. They are the servers at the replacement of a rule with the flag S, the
 *    addresses at that of a rule with the flag A, and the addresses of a
 *    server's target. The output of an expression is not known here.
 * 2. Their names must lie in the bailiwick of the server (find_bailiwick).
 * 3. Addresses are an answer only if both A and AAAA are present: a missing
 *    type here does not mean that it does not exist.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/additional.h"

#include <string.h>

#include <ddds/rule.h>

#include "db/wire/rrset.h"
#include "base/types.h"
#include "base/domain.h"

/* State of reading an additional section. */
struct additional_reader {
    struct message *message;
    const struct message_record *section;
    size_t length;
    struct arena *arena;
    size_t count;
    struct ddds_addition additions[LIMIT_ADDITIONS];
    struct ddds_answer answers[LIMIT_ADDITIONS]; /* those of |additions| */
    char question[LIMIT_NAME_SIZE];
    const char *bailiwick;
};

/* Return the bailiwick of the server of |message|, a suffix of |name|, the
 * question's name. For a service name, as _sip._udp.example.com, it is the
 * domain below the labels that start with an underscore (RFC 8552). For an
 * authoritative server the zone may start a label above; but a top-level domain
 * is not assumed. */
static const char *find_bailiwick(const struct message *message,
                                  const char *name)
{
    const char *above = ddds_domain_parent(name);
    while (name[0] == '_' && above[0] != '\0') {
        name = above;
        above = ddds_domain_parent(name);
    }
    bool is_zone = message->is_authoritative && above != NULL &&
                   strchr(above, '.') != NULL;
    return is_zone ? above : name;
}

static struct message_rrset find_set(const struct additional_reader *reader,
                                     const struct plain_name *owner,
                                     uint16_t type)
{
    const struct name_view name = {owner->octets, owner->length};
    return ddds_rrset_of(reader->message, reader->section, reader->length,
                         &name, type);
}

/* Return true if |name| may have an answer to |kind|, and none was added. */
static bool is_wanted(const struct additional_reader *reader,
                      enum ddds_question_kind kind, const char *name)
{
    for (size_t i = 0; i < reader->count; i++) {
        if (reader->additions[i].kind == kind &&
            strcmp(reader->additions[i].name, name) == 0) {
            return false;
        }
    }
    return name[0] != '\0' && reader->count < LIMIT_ADDITIONS &&
           ddds_domain_is_within(name, reader->bailiwick);
}

/* Prepare the next answer. It counts after |reader->count| is incremented. */
static struct ddds_answer *begin(struct additional_reader *reader,
                                 enum ddds_question_kind kind, const char *name)
{
    struct ddds_addition *addition = &reader->additions[reader->count];
    struct ddds_answer *answer = &reader->answers[reader->count];
    *addition = (struct ddds_addition){.kind = kind, .name = name};
    *answer = (struct ddds_answer){.size = sizeof *answer,
                                   .reply = DDDS_REPLY_DATA,
                                   .additional = true,
                                   .ttl = UINT32_MAX};
    return answer;
}

/* Add the records of |set| to |answer|; return false if a record cannot be
 * read, since an answer must be complete. */
static bool add_addresses(const struct additional_reader *reader,
                          struct message_rrset *set, struct ddds_answer *answer)
{
    size_t complete = answer->address_count + set->base.count;
    answer->ttl = set->ttl < answer->ttl ? set->ttl : answer->ttl;
    return ddds_rrset_addresses(&set->base, reader->arena, answer, NULL) ==
               DDDS_OK &&
           answer->address_count == complete;
}

static void take_addresses(struct additional_reader *reader, const char *name)
{
    if (!is_wanted(reader, DDDS_ASK_ADDRESSES, name)) {
        return;
    }
    struct plain_name owner;
    owner.length = ddds_domain_write(name, owner.octets);
    struct message_rrset four = find_set(reader, &owner, TYPE_A);
    struct message_rrset six = find_set(reader, &owner, TYPE_AAAA);
    if (four.base.count > 0 && six.base.count > 0) {
        struct ddds_answer *answer = begin(reader, DDDS_ASK_ADDRESSES, name);
        reader->count += add_addresses(reader, &four, answer) &&
                         add_addresses(reader, &six, answer);
    }
}

static void take_targets(struct additional_reader *reader,
                         const struct ddds_srv *list, size_t count)
{
    for (size_t i = 0; i < count && reader->count < LIMIT_ADDITIONS; i++) {
        take_addresses(reader, list[i].target);
    }
}

static void take_servers(struct additional_reader *reader, const char *name)
{
    if (!is_wanted(reader, DDDS_ASK_SERVERS, name)) {
        return;
    }
    struct plain_name owner;
    owner.length = ddds_domain_write(name, owner.octets);
    struct message_rrset set = find_set(reader, &owner, TYPE_SRV);
    if (set.base.count == 0) {
        return;
    }
    struct ddds_answer *answer = begin(reader, DDDS_ASK_SERVERS, name);
    answer->ttl = set.ttl;
    if (ddds_rrset_servers(&set.base, reader->arena, answer, NULL) == DDDS_OK &&
        answer->server_count == set.base.count) {
        reader->count++;
        take_targets(reader, answer->servers, answer->server_count);
    }
}

/* Take the servers or addresses of the replacement of |rule|, which must have
 * no expression. */
static void take_next(struct additional_reader *reader,
                      const struct ddds_rule *rule)
{
    if (rule->defect != NULL || rule->regexp[0] != '\0') {
        return;
    }
    switch (ddds_flags_interpret(rule->flags, "SA")) {
    case DDDS_NEXT_SERVERS:
        take_servers(reader, rule->replacement);
        break;
    case DDDS_NEXT_ADDRESSES:
        take_addresses(reader, rule->replacement);
        break;
    default:
        break;
    }
}

static void take_rules(struct additional_reader *reader,
                       const ddds_ruleset *ruleset)
{
    size_t count = ddds_ruleset_count(ruleset);
    for (size_t i = 0; i < count && reader->count < LIMIT_ADDITIONS; i++) {
        take_next(reader, ddds_ruleset_rule(ruleset, i));
    }
}

/* Copy the additions to the arena, and refer to them in |answer|. */
static void keep(const struct additional_reader *reader,
                 struct ddds_answer *answer)
{
    struct ddds_addition *additions =
        ddds_arena_array(reader->arena, reader->count, sizeof *additions);
    struct ddds_answer *answers =
        ddds_arena_array(reader->arena, reader->count, sizeof *answers);
    if (additions == NULL || answers == NULL) {
        return;
    }
    memcpy(answers, reader->answers, reader->count * sizeof *answers);
    for (size_t i = 0; i < reader->count; i++) {
        additions[i] = reader->additions[i];
        additions[i].answer = &answers[i];
    }
    answer->additions = additions;
    answer->addition_count = reader->count;
}

void ddds_additional_take(struct message *message, struct arena *arena,
                          struct ddds_answer *answer)
{
    struct additional_reader reader;
    if (message->additional_count > LIMIT_ADDITIONAL) {
        return;
    }
    reader.message = message;
    reader.section =
        message->records + message->answer_count + message->authority_count;
    reader.length = message->additional_count;
    reader.arena = arena;
    reader.count = 0;
    ddds_domain_spell(message->question.octets, message->question.length,
                      reader.question);
    reader.bailiwick = find_bailiwick(message, reader.question);
    if (answer->ruleset != NULL) {
        take_rules(&reader, answer->ruleset);
    }
    take_targets(&reader, answer->servers, answer->server_count);
    if (reader.count > 0 &&
        ddds_message_check_labels(message, NULL) == DDDS_OK) {
        keep(&reader, answer);
    }
}
