/* A talk while it is played. See talk.c for the format.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_TALK_H
#define ENGINE_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/engine.h>

#include "base/arena.h"

enum {
    TALK_QUESTIONS = 512, /* limit per talk */
    TALK_RECORDS = 512,   /* limit per answer */
    TALK_WORDS = 64,      /* limit per line */
};

/* An answer while its lines are read. |question| is the question to this or the
 * next answer, or NULL. */
struct told {
    struct ddds_question *question;
    bool begun;
    struct ddds_answer answer;
    struct ddds_rule rules[TALK_RECORDS];
    size_t rule_count;
    struct ddds_srv servers[TALK_RECORDS];
    struct ddds_uri_target targets[TALK_RECORDS];
    struct ddds_address addresses[TALK_RECORDS];
};

/* Demands on the present result that were read so far. */
struct demanded {
    bool reason;
    size_t outcomes;  /* begun; the last of them is spoken of */
    size_t endpoints; /* of the last outcome */
    size_t targets;
    bool note; /* likewise */
};

struct talk {
    const char *path;
    unsigned line;
    struct arena arena; /* memory that the engine borrows */

    const struct ddds_application *application;
    const char *input;
    struct ddds_options options;
    uint32_t chances[TALK_WORDS]; /* given in turn */
    size_t chance_count;
    size_t next_chance;

    ddds_engine *engine;
    uint64_t now;
    struct ddds_question asked[TALK_QUESTIONS];
    bool answered[TALK_QUESTIONS];
    size_t asked_count;

    struct told told;
    struct demanded demanded;
    const struct ddds_step *judged; /* whose verdicts are demanded, or NULL */
    size_t verdicts;                /* demanded so far */
};

/* End the program: at this line the talk says |demanded|, but |happened|. */
_Noreturn void talk_fail(const struct talk *talk, const char *demanded,
                         const char *happened);

/* End the program: this line cannot be understood. */
_Noreturn void talk_misread(const struct talk *talk, const char *why);

/* A string that lives as long as the talk. */
__attribute__((format(printf, 2, 3))) const char *
talk_format(struct talk *talk, const char *format, ...);

/* Split |text| at spaces into |words|, which are copies; "quoted words" may
 * have spaces. Return their number. */
size_t talk_split(struct talk *talk, const char *text,
                  const char *words[TALK_WORDS]);

/* Return |text| after its first |count| words. */
const char *talk_behind(const char *text, size_t count);

/* Parse |word| as a number that is at most |most|. */
unsigned long talk_number(const struct talk *talk, const char *word,
                          unsigned long most);

/* Return |word| without a final dot. */
const char *talk_name(struct talk *talk, const char *word);

/* The question's words: "rules foo.urn.arpa". */
const char *talk_question(struct talk *talk,
                          const struct ddds_question *question);

/* ---- tell.c: "=" ------------------------------------------------------- */

/* Read a line of the present answer; the first line begins it. */
void talk_tell(struct talk *talk, const char *text);

/* The answer is complete: hand it to the engine. */
void talk_hand_over(struct talk *talk);

/* ---- demand.c: "!", "*" and "-" ---------------------------------------- */

/* Something that must be true of the result. */
void talk_demand(struct talk *talk, const char *text);

/* Start to check the verdicts on the rules of a key. */
void talk_open_rules(struct talk *talk, const char *text);

/* Check the verdict on the next rule. */
void talk_demand_verdict(struct talk *talk, const char *text);

/* Check that every rule of the key was checked. */
void talk_close_rules(struct talk *talk);

/* Check that the talk demanded the whole result. */
void talk_close_result(struct talk *talk);

/* Return a description of the engine's result, or that it waits. */
const char *talk_describe_result(struct talk *talk);

#endif
