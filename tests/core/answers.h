/* Answers of a database as text, to be compared.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ANSWERS_H
#define UNIT_ANSWERS_H

#include <stdio.h>
#include <string.h>

#include <ddds/database.h>

#include "base/text.h"

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
        ddds_text_string(text, "; ");
        ddds_text_number(text, rule->order);
        ddds_text_char(text, ' ');
        ddds_text_number(text, rule->preference);
        const char *const fields[] = {rule->flags, rule->services, rule->regexp,
                                      rule->replacement};
        for (size_t j = 0; j < 4; j++) {
            ddds_text_string(text, " \"");
            ddds_text_string(text, fields[j]);
            ddds_text_char(text, '"');
        }
        ddds_text_string(text, rule->defect == NULL ? "" : " defect");
    }
}

static inline void say_servers(struct text *text,
                               const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *server = &answer->servers[i];
        const uint16_t numbers[] = {server->priority, server->weight,
                                    server->port};
        ddds_text_char(text, ';');
        for (size_t j = 0; j < 3; j++) {
            ddds_text_char(text, ' ');
            ddds_text_number(text, numbers[j]);
        }
        ddds_text_string(text, " \"");
        ddds_text_string(text, server->target);
        ddds_text_char(text, '"');
    }
}

static inline void say_targets(struct text *text,
                               const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        ddds_text_string(text, "; ");
        ddds_text_number(text, target->priority);
        ddds_text_char(text, ' ');
        ddds_text_number(text, target->weight);
        ddds_text_string(text, " \"");
        ddds_text_string(text, target->uri);
        ddds_text_char(text, '"');
    }
}

static inline void say_addresses(struct text *text,
                                 const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->address_count; i++) {
        char address[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&answer->addresses[i], address);
        ddds_text_string(text, "; ");
        ddds_text_string(text, address);
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
    ddds_text_string(&text, answers_name(answer->reply));
    ddds_text_char(&text, ' ');
    ddds_text_number(&text, answer->ttl);
    if (answer->canonical != NULL) {
        ddds_text_string(&text, " -> ");
        ddds_text_string(&text, answer->canonical);
    }
    if (answer->detail != NULL) {
        ddds_text_string(&text, " (");
        ddds_text_string(&text, answer->detail);
        ddds_text_char(&text, ')');
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
