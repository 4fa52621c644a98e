/* Answers of a database as text, to be compared.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ANSWERS_H
#define UNIT_ANSWERS_H

#include <string.h>

#include <ddds/database.h>

#include "base/format.h"

/* The last answer; |count| says how many came. */
struct said {
    unsigned count;
    uint32_t id;
    ddds_ruleset *ruleset;
    char text[4096];
};

static inline void say_rules(struct text *text, const ddds_ruleset *ruleset)
{
    for (size_t i = 0; i < ddds_ruleset_count(ruleset); i++) {
        const struct ddds_rule *rule = ddds_ruleset_rule(ruleset, i);
        text_format(text, "; %u %u \"%s\" \"%s\" \"%s\" \"%s\"%s", rule->order,
                    rule->preference, rule->flags, rule->services, rule->regexp,
                    rule->replacement, rule->defect == NULL ? "" : " defect");
    }
}

static inline void say_servers(struct text *text,
                               const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *server = &answer->servers[i];
        text_format(text, "; %u %u %u \"%s\"", server->priority, server->weight,
                    server->port, server->target);
    }
}

static inline void say_targets(struct text *text,
                               const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        text_format(text, "; %u %u \"%s\"", target->priority, target->weight,
                    target->uri);
    }
}

static inline void say_addresses(struct text *text,
                                 const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->address_count; i++) {
        char address[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&answer->addresses[i], address);
        text_format(text, "; %s", address);
    }
}

/* The constant of |reply|, without DDDS_REPLY_. */
static inline const char *answers_name(enum ddds_reply reply)
{
    static const char *const names[] = {
#define ANSWERS_NAME(name, text) #name,
        DDDS_REPLY_LIST(ANSWERS_NAME)
#undef ANSWERS_NAME
    };
    return names[reply];
}

/* Take an answer; |context| is a struct said. As in "DATA 60 -> canonical
 * (detail); 192.0.2.1". */
static inline void say(void *context, uint32_t id,
                       const struct ddds_answer *answer)
{
    struct said *said = context;
    struct text text;
    said->count++;
    said->id = id;
    said->ruleset = answer->ruleset;
    ddds_text_init(&text, said->text, sizeof said->text);
    text_format(&text, "%s %u", answers_name(answer->reply),
                (unsigned)answer->ttl);
    if (answer->canonical != NULL) {
        text_format(&text, " -> %s", answer->canonical);
    }
    if (answer->detail != NULL) {
        text_format(&text, " (%s)", answer->detail);
    }
    if (answer->ruleset != NULL) {
        say_rules(&text, answer->ruleset);
    }
    say_servers(&text, answer);
    say_targets(&text, answer);
    say_addresses(&text, answer);
    if (answer->queries != 0 || answer->authenticated) {
        ddds_text_string(&text, " but no DNS was asked");
    }
}

/* Return the immediate answer of |database| as text. */
static inline const char *ask(ddds_database *database,
                              enum ddds_question_kind kind, const char *name,
                              struct said *said)
{
    const struct ddds_question question = {
        .size = sizeof question, .id = 77, .kind = kind, .name = name};
    memset(said, 0, sizeof *said);
    database->methods->lookup(database, &question, 0, say, said);
    return said->count == 1 && said->id == 77 ? said->text : "not one answer";
}

#endif
