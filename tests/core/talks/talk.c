/* Plays a talk: a conversation with the engine, written down. It needs no
 * database, no network, no clock, and no C.
 *
 *     # RFC 3404 section 4.3: a rule with an unknown flag is passed over.
 *     application urn
 *     input urn:cid:1@example.com
 *     services I2L
 *
 *     ? rules cid.urn.arpa
 *     = 50 10 "x" "http+I2L" "" other.example.
 *     = 100 10 "" "" "!^urn:cid:.+@([^@]+)$!\1!" .
 *
 *     ? rules example.com
 *     = timeout
 *
 *     ! TIMEOUT example.com
 *
 *     * cid.urn.arpa
 *     - 50 10 unknown_flag
 *     - 100 10 dead_end -> example.com : no answer in time
 *
 * Lines that begin with "#" and blank lines are for people. First come the
 * settings, a line each: application NAME, input TEXT, services LIST, protocols
 * LIST, roots LIST, own-hosts LIST, near LIST, max-hops N, max-queries N, dns,
 * all, no-q, no-addresses, require-authenticated, and chance N..., the random
 * numbers of 32 bits that are drawn in turn (otherwise none are drawn).
 * Then they talk:
 *
 *   ?  rules NAME, servers NAME, addresses NAME: the engine must ask this now.
 *      Where the talk goes on with anything else it must ask no more.
 *   =  An answer to the oldest open question, over as many lines as it needs.
 *      A record: ORDER PREFERENCE "FLAGS" "SERVICES" "REGEXP" REPLACEMENT, the
 *      strings as they are on the wire, perhaps followed by defect TEXT;
 *      PRIORITY WEIGHT PORT TARGET; or addresses. Or, instead of records:
 *      no name, no data, timeout, server failure, refused, network, malformed,
 *      bogus, too many queries. Besides: ttl SECONDS (3600 if nothing is said), authenticated,
 *      security WORD, queries N, canonical NAME, detail TEXT.
 *   >  rules NAME, servers NAME, addresses NAME: the next answer is to this
 *      question instead, the oldest of its kind that is open.
 *   +  So many seconds pass.
 *   reject        The caller gives the result up.
 *   stop REASON   The caller stops it all.
 *
 * And then, or after any result in between, it is demanded what came of it:
 *
 *   !  uri, servers, host, protocol or uuid, and OUTPUT: there is such an
 *      outcome, the best one first. All must be named. About the one just
 *      named: as URI, services FIELD, ttl SECONDS or none, authenticated, not
 *      authenticated, security WORD, note PART, near HOST LABELS, near HOST
 *      collocated, or near nothing 0. These may be left out, but for the note
 *      if there is one. Every one of its endpoints must be named, in order:
 *      endpoint HOST [PORT [PRIORITY WEIGHT]] [ADDRESS... | nowhere], where
 *      "nowhere" says that there are none; without either they are unknown.
 *      Or REASON [NAME]: no outcome, because of NAME. With it goes detail PART.
 *      Of both: aus TEXT, queries N, about PART (of the result's note).
 *   *  NAME: the rules found there, when they were last asked for; NAME PART:
 *      the application's own rules, with PART in what they say of themselves
 * ...
 *   -  ... had these verdicts, all of them, in their order: ORDER PREFERENCE
 *      VERDICT [-> OUTPUT] [: PART of the reason].
 *
 * The first line that does not hold ends the program with FILE:LINE, the demand
 * and the result.
 *
 * SPDX-License-Identifier: MIT */
#include "talk.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ------------------------------------------------------------- */

void talk_fail(const struct talk *talk, const char *demanded,
               const char *happened)
{
    fprintf(stderr, "%s:%u: demanded: %s\n%s:%u: happened: %s\n", talk->path,
            talk->line, demanded, talk->path, talk->line, happened);
    exit(1);
}

void talk_misread(const struct talk *talk, const char *why)
{
    fprintf(stderr, "%s:%u: %s\n", talk->path, talk->line, why);
    exit(2);
}

const char *talk_format(struct talk *talk, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *copy = ddds_arena_string(&talk->arena, text);
    if (copy == NULL) {
        talk_misread(talk, "out of memory");
    }
    return copy;
}

size_t talk_split(struct talk *talk, const char *text,
                  const char *words[TALK_WORDS])
{
    size_t count = 0;
    while (*(text += strspn(text, " ")) != '\0') {
        bool quoted = *text == '"';
        text += quoted;
        size_t length = strcspn(text, quoted ? "\"" : " ");
        if (count == TALK_WORDS || (quoted && text[length] == '\0')) {
            talk_misread(talk, "too many words, or a quote too few");
        }
        words[count++] = talk_format(talk, "%.*s", (int)length, text);
        text += length + quoted;
    }
    return count;
}

const char *talk_behind(const char *text, size_t count)
{
    text += strspn(text, " ");
    for (; count > 0; count--) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    return text;
}

unsigned long talk_number(const struct talk *talk, const char *word,
                          unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(word, &end, 10);
    if (errno != 0 || end == word || *end != '\0' || number > most) {
        talk_misread(talk, "there should be a number, and a smaller one");
    }
    return number;
}

const char *talk_name(struct talk *talk, const char *word)
{
    size_t length = strlen(word);
    return length > 0 && word[length - 1] == '.'
               ? talk_format(talk, "%.*s", (int)(length - 1), word)
               : word;
}

static const char *const kinds[] = {
    [DDDS_ASK_RULES] = "rules",
    [DDDS_ASK_SERVERS] = "servers",
    [DDDS_ASK_ADDRESSES] = "addresses",
    [DDDS_ASK_URIS] = "uris",
};

const char *talk_question(struct talk *talk,
                          const struct ddds_question *question)
{
    return talk_format(talk, "%s %s", kinds[question->kind], question->name);
}

/* ---- Settings ---------------------------------------------------------- */

static uint32_t give_chance(void *context)
{
    struct talk *talk = context;
    return talk->chances[talk->next_chance++ % talk->chance_count];
}

static void set_chances(struct talk *talk, const char *text)
{
    const char *words[TALK_WORDS];
    talk->chance_count = talk_split(talk, text, words);
    for (size_t i = 0; i < talk->chance_count; i++) {
        talk->chances[i] = (uint32_t)talk_number(talk, words[i], UINT32_MAX);
    }
    if (talk->chance_count > 0) {
        talk->options.random = give_chance;
        talk->options.random_context = talk;
    }
}

static bool set_text(struct talk *talk, const char *word, const char *text)
{
    const struct {
        const char *word;
        const char **member;
    } settings[] = {
        {"input", &talk->input},
        {"services", &talk->options.services},
        {"protocols", &talk->options.protocols},
        {"roots", &talk->options.roots},
        {"own-hosts", &talk->options.own_hosts},
        {"near", &talk->options.near},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(word, settings[i].word) == 0) {
            *settings[i].member = talk_format(talk, "%s", text);
            return true;
        }
    }
    return false;
}

static bool set_switch(struct talk *talk, const char *word)
{
    const struct {
        const char *word;
        bool *member;
    } switches[] = {
        {"dns", &talk->options.dns},
        {"all", &talk->options.all},
        {"no-q", &talk->options.no_q},
        {"no-addresses", &talk->options.no_addresses},
        {"require-authenticated", &talk->options.require_authenticated},
    };
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (strcmp(word, switches[i].word) == 0) {
            return *switches[i].member = true;
        }
    }
    return false;
}

/* A line before the talk begins; false if it is not a setting. */
static bool set(struct talk *talk, const char *word, const char *text)
{
    if (talk->engine != NULL) {
        return false;
    }
    if (strcmp(word, "application") == 0) {
        talk->application = ddds_application_find(text);
        return talk->application != NULL;
    }
    if (strcmp(word, "max-hops") == 0) {
        talk->options.max_hops = (unsigned)talk_number(talk, text, 1000);
        return true;
    }
    if (strcmp(word, "max-queries") == 0) {
        talk->options.max_queries = (unsigned)talk_number(talk, text, 1000);
        return true;
    }
    if (strcmp(word, "chance") == 0) {
        set_chances(talk, text);
        return true;
    }
    return set_text(talk, word, text) || set_switch(talk, word);
}

/* ---- Talking ----------------------------------------------------------- */

static void begin(struct talk *talk)
{
    struct ddds_error error;
    if (talk->application == NULL || talk->input == NULL) {
        talk_misread(talk, "application and input must be said first");
    }
    talk->engine =
        ddds_engine_new(talk->application, talk->input, &talk->options, &error);
    if (talk->engine == NULL) {
        talk_fail(talk, "that it begins", error.detail);
    }
}

static void ask(struct talk *talk, const char *text)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    const char *demanded = talk_format(talk, "a question, %s", text);
    if (!ddds_engine_question(talk->engine, &question)) {
        talk_fail(talk, demanded, talk_describe_result(talk));
    }
    const char *asked = talk_question(talk, &question);
    if (strcmp(asked, text) != 0) {
        talk_fail(talk, demanded, talk_format(talk, "it asks %s", asked));
    }
    if (talk->asked_count == TALK_QUESTIONS) {
        talk_misread(talk, "too many questions");
    }
    talk->asked[talk->asked_count++] = question;
}

/* The engine must not ask any more at the moment. */
static void demand_silence(struct talk *talk)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    if (ddds_engine_question(talk->engine, &question)) {
        talk_fail(
            talk, "no more questions",
            talk_format(talk, "it asks %s", talk_question(talk, &question)));
    }
}

static void turn_to(struct talk *talk, const char *text)
{
    for (size_t i = 0; i < talk->asked_count; i++) {
        if (!talk->answered[i] &&
            strcmp(talk_question(talk, &talk->asked[i]), text) == 0) {
            talk->told.question = &talk->asked[i];
            return;
        }
    }
    talk_misread(talk, "no such question is open");
}

static void pass_time(struct talk *talk, const char *text)
{
    talk->now += talk_number(talk, text, 1000000) * 1000;
}

static void reject(struct talk *talk, const char *text)
{
    (void)text;
    talk_close_result(talk);
    ddds_engine_reject(talk->engine, talk->now);
    talk->demanded = (struct demanded){0};
}

static void stop(struct talk *talk, const char *text)
{
    for (int i = 0; i <= (int)DDDS_REASON_BOGUS; i++) {
        if (strcmp(ddds_reason_name((enum ddds_reason)i), text) == 0) {
            ddds_engine_stop(talk->engine, (enum ddds_reason)i, NULL);
            return;
        }
    }
    talk_misread(talk, "there is no such reason");
}

/* Play a line of the talk itself; false if it cannot be understood. */
static bool play(struct talk *talk, const char *word, const char *text)
{
    static const struct {
        const char *word;
        void (*play)(struct talk *talk, const char *text);
    } lines[] = {
        {"?", ask},         {"=", talk_tell},   {">", turn_to},
        {"+", pass_time},   {"!", talk_demand}, {"*", talk_open_rules},
        {"reject", reject}, {"stop", stop},     {"-", talk_demand_verdict},
    };
    if (strcmp(word, "=") != 0) {
        talk_hand_over(talk);
    }
    if (strcmp(word, "-") != 0) {
        talk_close_rules(talk);
    }
    if (strcmp(word, "?") != 0) {
        demand_silence(talk);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(word, lines[i].word) == 0) {
            lines[i].play(talk, text);
            return true;
        }
    }
    return false;
}

static void read_line(struct talk *talk, const char *line)
{
    const char *text = line + strspn(line, " ");
    if (*text == '#' || *text == '\0') {
        return;
    }
    const char *word = talk_format(talk, "%.*s", (int)strcspn(text, " "), text);
    text = talk_behind(text, 1);
    if (set(talk, word, text)) {
        return;
    }
    if (talk->engine == NULL) {
        begin(talk);
    }
    if (!play(talk, word, text)) {
        talk_misread(talk, "this line cannot be understood");
    }
}

/* Everything must have been said by now. */
static void end(struct talk *talk)
{
    if (talk->engine == NULL) {
        talk_misread(talk, "there is no talk");
    }
    talk_hand_over(talk);
    talk_close_rules(talk);
    demand_silence(talk);
    talk_close_result(talk);
}

static void play_file(struct talk *talk, FILE *file)
{
    char line[4096];
    while (fgets(line, sizeof line, file) != NULL) {
        talk->line++;
        size_t length = strlen(line);
        if (length == 0 || line[length - 1] != '\n') {
            talk_misread(talk, "the line is too long, or has no end");
        }
        while (length > 0 && strchr(" \n", line[length - 1]) != NULL) {
            line[--length] = '\0';
        }
        read_line(talk, line);
    }
    end(talk);
}

int main(int argc, char **argv)
{
    static struct talk talk = {.options = DDDS_OPTIONS_INIT};
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s TALK\n", argv[0]);
        return 2;
    }
    talk.path = argv[1];
    play_file(&talk, file);
    ddds_engine_free(talk.engine);
    ddds_arena_free(&talk.arena);
    fclose(file);
    return 0;
}
