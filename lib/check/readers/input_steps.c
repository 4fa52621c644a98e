/* The steps of applications: those of descriptions, and of applications
 * without a description.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/input_steps.h"

#include <stdio.h>
#include <string.h>

#include "app/described_application.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "check/readers/input_reader.h"
#include "check/sets/automaton.h"
#include "rule/substitution.h"

#define DECIMAL "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
#define IPV4 "!^(" DECIMAL "[.]){3}" DECIMAL "$!x!"
/* Names that are not ASCII have A-labels. */
#define NOT_ASCII "![^\001-\177]!x!"
#define UUID                                                                   \
    "!^urn:uuid:([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$!\\1!"
/* A step: a word of ddds-app(5) or a condition, its argument, and the part that
 * it changes. */
struct step_text {
    const char *word;
    const char *argument;
    const char *part;
};

/* ---- Applications -------------------------------------------------------- */

static const struct step_text urn_steps[] = {
    {"urn", NULL, NULL}, {"lower", NULL, UUID}, {NULL, NULL, NULL}};

/* UUIDs are answered locally. */
static const struct step_text local_urn_steps[] = {
    {"urn", NULL, NULL},
    {"answer", UUID, NULL},
    {"refuse", "!^urn:uuid:!x!", NULL},
    {NULL, NULL, NULL}};

static const struct step_text urn_key[] = {
    {"rewrite", "!^urn:([^:]+):.*$!\\1!", NULL}, {NULL, NULL, NULL}};

static const struct step_text uri_steps[] = {{"uri", NULL, NULL},
                                             {NULL, NULL, NULL}};

static const struct step_text uri_key[] = {
    {"rewrite", "!^([^:]+):.*$!\\1!", NULL}, {NULL, NULL, NULL}};

static const struct step_text radius_steps[] = {
    {"rewrite-if", "!^.*@([^@]*)$!\\1!", NULL},
    {"unsure", NOT_ASCII, NULL},
    {"check",
     "!^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)+$!x!i",
     NULL},
    {"note", "!(^|[.])eap(-noob)?[.]arpa$!x!i", NULL},
    {"domain", NULL, NULL},
    {NULL, NULL, NULL}};

static const struct step_text radius_key[] = {
    {"rewrite-if",
     "!^(wlan[.]mnc[0-9]{2,3}[.]mcc[0-9]{3}[.])(3gppnetwork[.]org)$!"
     "\\1pub.\\2!",
     NULL},
    {NULL, NULL, NULL}};

#define SIP_OCTETS "a-z0-9_.~!*'()%/:&+$"
#define SIP_HOST "([[][^]]*[]]|[-a-z0-9_.]+)(:[0-9]+)?"
#define SIP_TRANSPORT(name)                                                    \
    {                                                                          \
        "note", "#;transport=" name "(;|$)#x#i", NULL                          \
    }

/* Insert a bar after the scheme, because a host may have the name of a scheme.
 * Remove users before the conditions on parameters, because both may contain
 * semicolons. The engine interprets parameters. */
static const struct step_text sip_steps[] = {
    {"refuse", "#[|]|%([^0-9a-f]|.[^0-9a-f]|.?$)#x#i", NULL},
    {"rewrite-if", "#^(sips?):(.*)$#\\1|\\2#i", NULL},
    {"rewrite-if", "#^(sips?[|])[" SIP_OCTETS ";?=,-]+@([^@]*)$#\\1\\2#i",
     NULL},
    {"unsure", NOT_ASCII, NULL},
    {"check",
     "#^(sips?[|]" SIP_HOST "(;[][" SIP_OCTETS "-]+(=[][" SIP_OCTETS
     "-]*)?)*([?][][" SIP_OCTETS "?=-]*)?|" SIP_HOST ")$#x#i",
     NULL},
    {"rewrite-if", "#^([^?]*)[?].*$#\\1#", NULL},
    {"port", "#^(sips?[|])?([[].*[]]|[^:;]*):([0-9]+)(;.*)?$#\\3#i", NULL},
    {"unsure", "#[[]|;maddr(=|;|$)#x#i", NULL},
    {"refuse", "#;transport(=[^;]*)?;(.*;)?transport(=|;|$)#x#i", NULL},
    {"note", "#^sip[|]#x#i", NULL},
    {"note", "#^sips[|]#x#i", NULL},
    {"note", "#^[^:;]*:#x#i", NULL},
    {"note", "#;transport(=|;|$)#x#i", NULL},
    SIP_TRANSPORT("udp"),
    SIP_TRANSPORT("tcp"),
    SIP_TRANSPORT("tls"),
    SIP_TRANSPORT("sctp"),
    SIP_TRANSPORT("tls-sctp"),
    SIP_TRANSPORT("ws"),
    SIP_TRANSPORT("wss"),
    {"rewrite", "#^(sips?[|])?([^:;]*).*$#\\2#i", NULL},
    {"answer", IPV4, NULL},
    {"domain", NULL, NULL},
    {NULL, NULL, NULL}};

static const struct step_text no_steps[] = {{NULL, NULL, NULL}};

/* ---- Steps --------------------------------------------------------------- */

static ddds_substitution *compile(struct links *links, const char *text)
{
    struct ddds_error why;
    ddds_substitution *by =
        text != NULL ? ddds_substitution_new(text, &why) : NULL;
    links->no_memory |=
        text != NULL && by == NULL && why.status == DDDS_NO_MEMORY;
    if (text != NULL && by == NULL) {
        links->unknown = "an expression of the application is invalid";
    }
    return by;
}

/* Return a new link; NULL if there are too many, so that all is unknown. */
static struct input_step *add_link(struct links *links, enum link_kind kind)
{
    if (links->count == LINKS) {
        links->unknown = "the application has too many steps";
        return NULL;
    }
    struct input_step *link = &links->links[links->count++];
    *link = (struct input_step){.kind = kind};
    return link;
}

static void add_condition(struct links *links, enum choice choice,
                          const char *text)
{
    struct input_step *link = add_link(links, LINK_CONDITION);
    if (link != NULL) {
        link->choice = choice;
        link->by = compile(links, text);
    }
}

/* Add the conditions of a step: the string must be a domain, or an address,
 * which is answered without rules or has other keys. */
static void add_reading(struct links *links, const char *word)
{
    static const char addresses[] =
        "!^[[]?([0-9.]+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*)[]]?(/[0-9]*)?$!x!";
    if (strcmp(word, "address") == 0) {
        add_condition(links, CHOICE_UNSURE, addresses);
    }
    if (strcmp(word, "host") == 0) {
        add_condition(links, CHOICE_ANSWER, IPV4);
        add_condition(links, CHOICE_UNSURE, "![:[]!x!");
    }
    if (strcmp(word, "domain") == 0 || strcmp(word, "host") == 0) {
        add_link(links, LINK_DOMAIN);
    }
}

static const struct {
    const char *word;
    enum choice choice;
} conditions[] = {{"note", CHOICE_NOTE},     {"answer", CHOICE_ANSWER},
                  {"refuse", CHOICE_REFUSE}, {"unsure", CHOICE_UNSURE},
                  {"check", CHOICE_CHECK},   {"port", CHOICE_PORT}};

/* Set the kind of the step |word|, which changes the string, or may change a
 * part of it; false for other words. */
static bool find_kind(const char *word, enum link_kind *kind)
{
    static const struct {
        const char *word;
        enum link_kind kind;
    } kinds[] = {{"reverse", LINK_REVERSE},
                 {"reverse-labels", LINK_REVERSE_LABELS},
                 {"rewrite", LINK_REWRITE},
                 {"rewrite-if", LINK_REWRITE_IF},
                 {"uri", LINK_URI}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(word, kinds[i].word) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    }
    *kind = LINK_MAP;
    return ddds_letters_find(word) != NULL;
}

/* Return why the step |text| is not supported; NULL if it is. */
static const char *find_fault(const struct step_text *text, enum link_kind kind)
{
    static const char *const unknown[][2] = {
        {"check-digit", "check digits are not followed"},
        {"add-check-digit", "check digits are not followed"}};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        if (strcmp(text->word, unknown[i][0]) == 0) {
            return unknown[i][1];
        }
    }
    for (const char *at = text->argument; at != NULL && *at != '\0'; at++) {
        if ((unsigned char)*at >= 128) {
            return "steps with characters that are not ASCII are not followed";
        }
    }
    bool may_be_part =
        kind == LINK_REVERSE ||
        (kind == LINK_MAP && ddds_letters_find(text->word) != NULL &&
         ddds_letters_find(text->word)->may_end == NULL &&
         strcmp(text->word, "domain") != 0 && strcmp(text->word, "host") != 0);
    return text->part != NULL && !may_be_part
               ? "a step within a part of the string is not followed"
               : NULL;
}

static void add_step(struct links *links, const struct step_text *text)
{
    enum link_kind kind;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (strcmp(text->word, conditions[i].word) == 0) {
            add_condition(links, conditions[i].choice, text->argument);
            return;
        }
    }
    bool is_known = find_kind(text->word, &kind);
    const char *fault = find_fault(text, kind);
    links->unknown = fault != NULL ? fault : links->unknown;
    if (text->part == NULL) {
        add_reading(links, text->word);
    }
    struct input_step *link = is_known ? add_link(links, kind) : NULL;
    if (link == NULL) {
        return;
    }
    link->argument = text->argument;
    link->part = compile(links, text->part);
    if (kind == LINK_MAP) {
        link->map = ddds_letters_find(text->word);
    } else if (kind == LINK_REWRITE || kind == LINK_REWRITE_IF) {
        link->by = compile(links, text->argument);
    } else if (kind == LINK_URI) {
        link->by = compile(links, "!^urn:!x!i");
        link->part = compile(links, UUID);
    }
}

static void add_texts(struct links *links, const struct step_text *texts)
{
    for (; texts->word != NULL; texts++) {
        add_step(links, texts);
    }
}

/* ---- Described applications ---------------------------------------------- */

/* Keys with hashes of two lengths, or of other octets, could be confused. */
static void add_hash(struct links *links, const struct step *step)
{
    static const unsigned bits[] = {
        [DIGEST_MD5] = 128, [DIGEST_SHA1] = 160, [DIGEST_SHA256] = 256};
    unsigned each = step->is_hexadecimal ? 4 : 5;
    size_t length = (bits[step->digest] + each - 1) / each;
    const char *octets =
        each == 4 ? "0123456789abcdef" : "234567abcdefghijklmnopqrstuvwxyz";
    if (links->hash_length != 0 &&
        (links->hash_length != length || *links->hash_octets != *octets)) {
        links->unknown = "hashes of two kinds are not followed";
    }
    links->hash_length = length;
    links->hash_octets = octets;
    struct input_step *link = add_link(links, LINK_HASH);
    if (link != NULL) {
        link->part = compile(links, step->part);
    }
}

static void add_described_steps(struct links *links,
                                const struct transformations *steps)
{
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->steps[i];
        if (step->kind->argument == STEP_ARGUMENT_HASH) {
            add_hash(links, step);
        } else {
            add_step(links, &(struct step_text){step->kind->word,
                                                step->argument, step->part});
        }
    }
}

/* Add a condition for each expression of |all|. The first that matches the
 * input counts. */
static void add_conditions(struct links *links, enum choice choice,
                           const struct transformations *all)
{
    for (size_t i = 0; i < all->count; i++) {
        add_condition(links, choice, all->steps[i].argument);
    }
}

/* A proof requires that a description treats inputs with the same notes alike.
 * Set |unknown| if it may not. */
static void find_doubts(struct links *links, const struct described *described)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct input_step *link = &links->links[i];
        bool is_protocols = i >= 2 * described->given_port.count &&
                            i < 2 * described->given_port.count +
                                    described->given_protocols.count;
        if (is_protocols && link->by != NULL && !link->by->is_constant) {
            links->unknown = "protocols from inputs are not followed";
        }
    }
    for (size_t i = 0; i < described->fallback_count; i++) {
        if (!described->fallback_rules[i].is_relative ||
            described->fallback_rules[i].rule.regexp[0] != '\0') {
            links->unknown = "fallback rules that do not name keys below the "
                             "first are not followed";
        }
    }
}

/* Return the length of the longest prefix of fallback rules, with its dot. */
static size_t find_prefix(const struct described *described)
{
    size_t prefix = 0;
    for (size_t i = 0; i < described->fallback_count; i++) {
        const struct described_rule *rule = &described->fallback_rules[i];
        size_t length =
            rule->is_relative ? strlen(rule->rule.replacement) + 1 : 0;
        prefix = length > prefix ? length : prefix;
    }
    return prefix;
}

static bool reads_addresses(const struct transformations *steps)
{
    for (size_t i = 0; i < steps->count; i++) {
        const char *word = steps->steps[i].kind->word;
        if (strcmp(word, "host") == 0 || strcmp(word, "address") == 0) {
            return true;
        }
    }
    return false;
}

static void add_description(struct links *links,
                            const struct ddds_application *application)
{
    const struct described *described = application->data;
    links->prefix = find_prefix(described);
    add_conditions(links, CHOICE_PORT, &described->given_port);
    add_conditions(links, CHOICE_NOTE, &described->given_port);
    add_conditions(links, CHOICE_NOTE, &described->given_protocols);
    add_conditions(links, CHOICE_NOTE, &described->skips_rules);
    add_conditions(links, CHOICE_NOTE, &described->addresses_if);
    find_doubts(links, described);
    add_described_steps(links, &described->string);
    links->string_count = links->count;
    add_described_steps(links, &described->key);
    if (application->root == NULL && !reads_addresses(&described->string) &&
        !reads_addresses(&described->key)) { /* keys that are addresses */
        add_condition(links, CHOICE_UNSURE, IPV4);
        add_condition(links, CHOICE_UNSURE, "!:!x!");
    }
}

/* Return true if groups of |ere| are the only brackets with parentheses, and
 * could be left out. */
static bool has_plain_groups(const char *ere)
{
    bool is_within = false; /* a bracket expression */
    for (; *ere != '\0'; ere++) {
        if (strchr("|\\", *ere) != NULL ||
            (is_within && strchr("()[", *ere) != NULL) ||
            (*ere == '[' && ere[1 + (ere[1] == '^')] == ']') ||
            (*ere == ')' && strspn(ere + 1, "*+?{") > 0)) {
            return false;
        }
        is_within = is_within ? *ere != ']' : *ere == '[';
    }
    return !is_within;
}

/* Return true if |one| and |other| match the same strings, because they differ
 * in groups alone. */
static bool are_alike(const char *one, const char *other)
{
    bool are = has_plain_groups(one) && has_plain_groups(other);
    while (are && *one != '\0') {
        one += strspn(one, "()");
        other += strspn(other, "()");
        are = *one == *other;
        one += *one != '\0';
        other += *other != '\0';
    }
    return are && other[strspn(other, "()")] == '\0';
}

/* Find hashes of parts without which a string is rejected: then no reader has
 * to follow the names that the string itself may be. */
static void find_required(struct links *links)
{
    for (size_t i = 0; i + 1 < links->count; i++) {
        struct input_step *link = &links->links[i];
        const struct input_step *next = link + 1;
        link->is_required =
            link->kind == LINK_HASH && link->part != NULL &&
            i + 1 != links->string_count && next->kind == LINK_REWRITE &&
            next->by != NULL &&
            (link->part->ignores_case || !next->by->ignores_case) &&
            are_alike(link->part->ere, next->by->ere);
    }
}

/* ---- After a hash -------------------------------------------------------- */

/* Replace the letters that |ere| requires before its first colon by colons: no
 * string in which a hash takes their place matches, because it has no colon. */
static void blank_prefix(char *ere)
{
    size_t begin = 1 + strspn(ere + (ere[0] != '\0'), "(");
    size_t end = begin;
    while (ere[0] == '^' && ascii_is_alnum((unsigned char)ere[end])) {
        end++;
    }
    if (ere[0] == '^' && ere[end] == ':' && has_plain_groups(ere) &&
        strchr("*?{", ere[end + 1]) == NULL) {
        memset(ere + begin, ':', end - begin);
    }
}

/* Return true if |by| matches and captures in the same way whatever the octets
 * of a hash in the string are, and captures the hash at most once. */
static bool is_indifferent(struct links *links, const ddds_substitution *by)
{
    char ere[LIMIT_NAME_SIZE];
    struct arena arena = {.next = NULL};
    unsigned groups = 0;
    int depth = 0;
    bool is =
        by != NULL && by->status == DDDS_OK && strlen(by->ere) < sizeof ere;
    for (unsigned i = 0; is && i + 1U < by->piece_count; i++) {
        is = (groups >> by->pieces[i].group & 1) == 0;
        groups |= 1U << by->pieces[i].group;
    }
    /* Groups within others capture the same octets. */
    for (const char *at = is && by->piece_count > 2 ? by->ere : ""; *at != '\0';
         at++) {
        depth += (*at == '(') - (*at == ')');
        is = is && depth <= 1;
    }
    if (!is) {
        return false;
    }
    memcpy(ere, by->ere, strlen(by->ere) + 1);
    blank_prefix(ere);
    const struct automaton *automaton =
        ddds_automaton_new(&arena, ere, by->ignores_case);
    links->no_memory |= arena.failed;
    is = automaton != NULL;
    for (uint16_t i = 0; is && i < automaton->count; i++) {
        const struct automaton_state *state = &automaton->states[i];
        size_t found = 0;
        for (const char *octet = links->hash_octets;
             state->kind == AUTOMATON_OCTET && *octet != '\0'; octet++) {
            found += state->set[(unsigned char)*octet / 64] >>
                         (unsigned char)*octet % 64 &
                     1;
        }
        is = found == 0 || found == strlen(links->hash_octets);
    }
    ddds_arena_free(&arena);
    return is;
}

/* Set |unknown| if the steps after a hash may depend on its octets. */
static void check_hashed(struct links *links)
{
    bool is_hashed = false;
    bool is = true;
    for (size_t i = 0; i < links->count; i++) {
        const struct input_step *link = &links->links[i];
        bool is_plain =
            link->kind == LINK_HASH || link->kind == LINK_REVERSE_LABELS ||
            (link->kind == LINK_MAP && strcmp(link->map->word, "lower") == 0);
        bool is_rewriting =
            link->kind == LINK_REWRITE || link->kind == LINK_REWRITE_IF;
        is =
            is && (!is_hashed ||
                   ((is_plain || is_rewriting) &&
                    (link->part == NULL || is_indifferent(links, link->part)) &&
                    (!is_rewriting || is_indifferent(links, link->by))));
        is_hashed |= link->kind == LINK_HASH;
        is = is && (!is_hashed || i >= links->string_count);
    }
    if (!is) {
        links->unknown = "steps that depend on a hash are not followed";
    }
}

/* ---- All ----------------------------------------------------------------- */

/* Length of the longest prefix of fallback rules without a description. */
enum { PREFIX = 18 };

static bool is_described(const struct ddds_application *application)
{
    return application->first_well_known_rule ==
           ddds_application_enum()->first_well_known_rule;
}

static void add_known(struct links *links, const struct step_text *string,
                      const struct step_text *key)
{
    add_texts(links, string);
    links->string_count = links->count;
    add_texts(links, key);
}

/* Return true if UUIDs are answered without a database. */
static bool is_local(const struct ddds_options *options)
{
    static const char nil[] = "urn:uuid:00000000-0000-0000-0000-000000000000";
    char aus[2 * sizeof nil + LIMIT_KEY_SIZE];
    const struct ddds_application *urn = ddds_application_urn();
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    const struct ddds_request request = {.input = nil,
                                         .length = sizeof nil - 1,
                                         .roots = options->roots,
                                         .is_local = !options->dns};
    return urn->first_well_known_rule(urn, &request, &start, NULL) == DDDS_OK &&
           start.beginning == DDDS_BEGIN_UUID;
}

void ddds_links_make(struct links *links,
                     const struct ddds_application *application,
                     const struct ddds_options *options)
{
    *links =
        (struct links){.prefix = application->fall_back != NULL ? PREFIX : 0};
    if (is_described(application)) {
        add_description(links, application);
    } else if (application == ddds_application_urn()) {
        add_known(links, is_local(options) ? local_urn_steps : urn_steps,
                  urn_key);
    } else if (application == ddds_application_uri()) {
        add_known(links, uri_steps, uri_key);
    } else if (application == ddds_application_radius()) {
        add_known(links, radius_steps, radius_key);
    } else if (application == ddds_application_sip()) {
        add_known(links, sip_steps, no_steps);
    } else {
        links->unknown = "inputs of this application are not followed";
    }
    find_required(links);
    check_hashed(links);
}

void ddds_links_free(struct links *links)
{
    for (size_t i = 0; i < links->count; i++) {
        ddds_substitution_free(links->links[i].by);
        ddds_substitution_free(links->links[i].part);
    }
    links->count = 0;
}

const char *ddds_input_plain(const struct ddds_application *application)
{
    const struct {
        const struct ddds_application *application;
        const char *inputs;
    } plain[] = {
        {ddds_application_enum(), "[+][0-9]{1,15}"},
        {ddds_application_find("i-enum"), "[+][0-9]{1,15}"},
        {ddds_application_radius(), "[^@]+"},
        {ddds_application_find("diameter"), "[^]@:;/[]+"},
        {ddds_application_sip(), "sips?:[^@:;?]+"},
        {ddds_application_peppol(), "iso6523-actorid-upis::[0-9]{4}:[^A-Z]+"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (application == plain[i].application) {
            return plain[i].inputs;
        }
    }
    return NULL;
}
