/* Answers of a talk to the engine: the "=" lines.
 *
 * SPDX-License-Identifier: MIT */
#include "talk.h"

#include <arpa/inet.h>
#include <string.h>

enum { USUAL_TTL = 3600 };

/* The oldest question without an answer. */
static struct ddds_question *find_open_question(struct talk *talk)
{
    for (size_t i = 0; i < talk->asked_count; i++) {
        if (!talk->answered[i]) {
            return &talk->asked[i];
        }
    }
    talk_misread(talk, "no question is open");
}

static void demand_room(const struct talk *talk, size_t count)
{
    if (count == TALK_RECORDS) {
        talk_misread(talk, "too many records in one answer");
    }
}

static void tell_rule(struct talk *talk, const char *text,
                      const char *const *words, size_t count)
{
    struct told *told = &talk->told;
    bool has_defect = count > 7 && strcmp(words[6], "defect") == 0;
    demand_room(talk, told->rule_count);
    if (count != 6 && !has_defect) {
        talk_misread(talk, "a rule has six fields");
    }
    told->rules[told->rule_count++] = (struct ddds_rule){
        .order = (uint16_t)talk_number(talk, words[0], UINT16_MAX),
        .preference = (uint16_t)talk_number(talk, words[1], UINT16_MAX),
        .flags = words[2],
        .services = words[3],
        .regexp = words[4],
        .replacement = talk_name(talk, words[5]),
        .defect = has_defect
                      ? talk_format(talk, "%s", strstr(text, "defect ") + 7)
                      : NULL,
    };
}

static void tell_server(struct talk *talk, const char *const *words,
                        size_t count)
{
    struct told *told = &talk->told;
    demand_room(talk, told->answer.server_count);
    if (count != 4) {
        talk_misread(talk, "a server has four fields");
    }
    told->servers[told->answer.server_count++] = (struct ddds_srv){
        .priority = (uint16_t)talk_number(talk, words[0], UINT16_MAX),
        .weight = (uint16_t)talk_number(talk, words[1], UINT16_MAX),
        .port = (uint16_t)talk_number(talk, words[2], UINT16_MAX),
        .target = talk_name(talk, words[3]),
    };
}

static void tell_target(struct talk *talk, const char *const *words,
                        size_t count)
{
    struct told *told = &talk->told;
    demand_room(talk, told->answer.target_count);
    if (count != 3) {
        talk_misread(talk, "a URI record has three fields");
    }
    told->targets[told->answer.target_count++] = (struct ddds_uri_target){
        .priority = (uint16_t)talk_number(talk, words[0], UINT16_MAX),
        .weight = (uint16_t)talk_number(talk, words[1], UINT16_MAX),
        .uri = words[2],
    };
}

static void tell_address(struct talk *talk, const char *word)
{
    struct told *told = &talk->told;
    demand_room(talk, told->answer.address_count);
    bool is_long = strchr(word, ':') != NULL;
    struct ddds_address *address =
        &told->addresses[told->answer.address_count++];
    address->length = is_long ? 16 : 4;
    if (inet_pton(is_long ? AF_INET6 : AF_INET, word, address->octets) != 1) {
        talk_misread(talk, "invalid address");
    }
}

static void tell_record(struct talk *talk, const char *text)
{
    const char *words[TALK_WORDS];
    size_t count = talk_split(talk, text, words);
    switch (talk->told.question->kind) {
    case DDDS_ASK_RULES:
        tell_rule(talk, text, words, count);
        break;
    case DDDS_ASK_SERVERS:
        tell_server(talk, words, count);
        break;
    case DDDS_ASK_ADDRESSES:
        for (size_t i = 0; i < count; i++) {
            tell_address(talk, words[i]);
        }
        break;
    case DDDS_ASK_URIS:
        tell_target(talk, words, count);
        break;
    case DDDS_ASK_RECORDS:
        break; /* the engine does not ask for them */
    }
}

/* A reply without data; false if |text| is something else. */
static bool tell_reply(struct talk *talk, const char *text)
{
    static const struct {
        const char *words;
        enum ddds_reply reply;
    } replies[] = {
        {"no name", DDDS_REPLY_NO_NAME},
        {"no data", DDDS_REPLY_NO_DATA},
        {"timeout", DDDS_REPLY_TIMEOUT},
        {"server failure", DDDS_REPLY_SERVER_FAILURE},
        {"refused", DDDS_REPLY_REFUSED},
        {"network", DDDS_REPLY_NETWORK},
        {"malformed", DDDS_REPLY_MALFORMED},
        {"name too long", DDDS_REPLY_NAME_TOO_LONG},
        {"bogus", DDDS_REPLY_BOGUS},
        {"too many queries", DDDS_REPLY_LIMIT},
    };
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
        if (strcmp(text, replies[i].words) == 0) {
            talk->told.answer.reply = replies[i].reply;
            return true;
        }
    }
    return false;
}

static enum ddds_security read_security(struct talk *talk, const char *text)
{
    for (int i = 0; i <= (int)DDDS_SECURITY_BOGUS; i++) {
        if (strcmp(ddds_security_name((enum ddds_security)i), text) == 0) {
            return (enum ddds_security)i;
        }
    }
    talk_misread(talk, "there is no such security");
    return DDDS_SECURITY_UNKNOWN;
}

/* Something about the answer; false if |text| is a record. */
static bool tell_more(struct talk *talk, const char *text)
{
    struct ddds_answer *answer = &talk->told.answer;
    const char *value = talk_behind(text, 1);
    if (strcmp(text, "authenticated") == 0) {
        answer->authenticated = true;
    } else if (strncmp(text, "security ", 9) == 0) {
        answer->security = read_security(talk, value);
    } else if (strncmp(text, "ttl ", 4) == 0) {
        answer->ttl = (uint32_t)talk_number(talk, value, UINT32_MAX);
    } else if (strncmp(text, "queries ", 8) == 0) {
        answer->queries = (unsigned)talk_number(talk, value, 1000);
    } else if (strncmp(text, "canonical ", 10) == 0) {
        answer->canonical = talk_name(talk, talk_format(talk, "%s", value));
    } else if (strncmp(text, "detail ", 7) == 0) {
        answer->detail = talk_format(talk, "%s", value);
    } else {
        return false;
    }
    return true;
}

static void begin_answer(struct talk *talk)
{
    struct told *told = &talk->told;
    if (told->question == NULL) {
        told->question = find_open_question(talk);
    }
    told->begun = true;
    told->rule_count = 0;
    told->answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                        .ttl = USUAL_TTL};
}

void talk_tell(struct talk *talk, const char *text)
{
    if (!talk->told.begun) {
        begin_answer(talk);
    }
    if (!tell_reply(talk, text) && !tell_more(talk, text)) {
        tell_record(talk, text);
    }
}

void talk_hand_over(struct talk *talk)
{
    struct told *told = &talk->told;
    if (!told->begun) {
        return;
    }
    struct ddds_question *question = told->question;
    struct ddds_answer *answer = &told->answer;
    answer->servers = told->servers;
    answer->targets = told->targets;
    answer->addresses = told->addresses;
    answer->ruleset = ddds_ruleset_new(told->rules, told->rule_count, NULL);
    talk->answered[question - talk->asked] = true;
    ddds_engine_answer(talk->engine, question->id, answer, talk->now);
    ddds_ruleset_free(answer->ruleset);
    /* Free the data of the answer after the call, so that an engine that
     * keeps a pointer instead of a copy is found. */
    memset(told, 0xee, sizeof *told);
    told->question = NULL;
    told->begun = false;
}
