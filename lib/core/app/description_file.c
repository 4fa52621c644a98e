/* Parser for descriptions of applications: text files with a setting per line.
 *
 *     name       plate
 *     string     strip " -"
 *     string     upper
 *     key        rewrite !^([A-Z]+)([0-9]+)$!\2.\1!
 *     root       plates.example
 *     flags      S
 *
 * A line is blank, or starts with `#', or has the name of a setting and its
 * value. description_settings.c parses the values. ddds-app(5) documents the
 * format.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "app/description_file.h"
#include "app/description_reader.h"
#include "app/grammars.h"
#include "base/ascii.h"
#include "base/error.h"

/* ---- Lines ------------------------------------------------------------- */

/* Refuse control characters, which a message would copy to the terminal. */
static ddds_status check_octets(struct description_reader *reader,
                                const char *end)
{
    for (const char *at = reader->place.begin; at < end; at++) {
        if (ascii_is_control((unsigned char)*at) && *at != '\t') {
            reader->place.at = at;
            return ddds_setting_refuse(reader, 0,
                                       "a control character; remove it");
        }
    }
    return DDDS_OK;
}

/* Parse the line up to |end|, the start of its trailing blanks. */
static ddds_status read_line(struct description_reader *reader, const char *end)
{
    const char *word = reader->place.begin;
    ddds_status status = check_octets(reader, end);
    while (word < end && ascii_is_blank(*word)) {
        word++;
    }
    if (status != DDDS_OK || word == end || *word == '#') {
        return status;
    }
    const char *value = word;
    while (value < end && !ascii_is_blank(*value)) {
        value++;
    }
    reader->place.at = word;
    const struct setting *setting =
        ddds_setting_find(reader, word, (size_t)(value - word));
    if (setting == NULL) {
        return DDDS_SYNTAX;
    }
    while (value < end && ascii_is_blank(*value)) {
        value++;
    }
    reader->place.at = value;
    if (value == end) {
        return ddds_setting_refuse(reader, 0,
                                   "%s has no value; write, for example: %s",
                                   setting->name, setting->example);
    }
    const char *text = ddds_arena_copy(&reader->described->arena, value,
                                       (size_t)(end - value));
    return text != NULL ? setting->read(reader, setting, text)
                        : ddds_error_no_memory(reader->error);
}

static ddds_status read_lines(struct description_reader *reader)
{
    const char *next = reader->source->text;
    const char *last = next + reader->source->length;
    ddds_status status = DDDS_OK;
    while (status == DDDS_OK && next < last) {
        const char *end = memchr(next, '\n', (size_t)(last - next));
        end = end != NULL ? end : last;
        reader->place.line++;
        reader->place.begin = next;
        reader->place.at = next;
        next = end < last ? end + 1 : last;
        if (end > reader->place.begin && end[-1] == '\r') {
            end--;
        }
        while (end > reader->place.begin && ascii_is_blank(end[-1])) {
            end--;
        }
        status = read_line(reader, end);
    }
    return status;
}

/* ---- The file ---------------------------------------------------------- */

/* Generate a text about the first key, if the description has none. */
static ddds_status describe_key(struct description_reader *reader)
{
    struct described *described = reader->described;
    char words[4096];
    if (described->application.first_key != NULL) {
        return DDDS_OK;
    }
    struct text text;
    ddds_text_init(&text, words, sizeof words);
    ddds_text_string(&text, "the string");
    ddds_transformations_describe(&described->key, &text);
    const char *root = described->application.root;
    if (root != NULL) {
        ddds_text_string(&text, ", below ");
        ddds_text_string(&text, root[0] != '\0' ? root : "a given root");
    }
    const char *first_key = ddds_arena_string(&described->arena, words);
    described->application.first_key = first_key;
    return first_key != NULL ? DDDS_OK : ddds_error_no_memory(reader->error);
}

/* If |name| was set, move to it for an error, and return true. */
static bool go_to(struct description_reader *reader, const char *name)
{
    struct description_place place = ddds_setting_place(reader, name);
    reader->place = place.line > 0 ? place : reader->place;
    return place.line > 0;
}

/* Check settings that require fallback rules or shorter keys. */
static ddds_status check_needs(struct description_reader *reader)
{
    static const struct {
        const char *name;
        bool needs_rules;
    } needs[] = {
        {"because", true},
        {"given-port", true},
        {"skips-rules", true},
        {"addresses-if", true},
        {"published-decides", false},
        {"passes-failures", false},
    };
    bool has_rules = reader->described->fallback_count > 0;
    bool has_keys = reader->described->shortening_count > 0;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (!has_rules && (needs[i].needs_rules || !has_keys) &&
            go_to(reader, needs[i].name)) {
            return ddds_setting_refuse(
                reader, 0, "%s needs fallback rules%s, and there are none",
                needs[i].name, needs[i].needs_rules ? "" : " or shorter keys");
        }
    }
    return DDDS_OK;
}

/* Check settings that require another setting. */
static ddds_status check_pairs(struct description_reader *reader)
{
    const struct ddds_application *application =
        &reader->described->application;
    const struct {
        const char *name;
        const char *other;
        bool is_useless;
    } pairs[] = {
        {"protocols-by-rank", "pursues-one-protocol yes",
         application->ranks_protocols && !application->pursues_one_protocol},
        {"service-decides", "order-closes no",
         application->service_decides && application->order_closes},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].is_useless) {
            go_to(reader, pairs[i].name);
            return ddds_setting_refuse(reader, 0, "%s needs: %s", pairs[i].name,
                                       pairs[i].other);
        }
    }
    return DDDS_OK;
}

/* Check that the items of |list|, the value of |name|, are |known| or start
 * with |family|; NULL: anything is allowed. */
static ddds_status check_known(struct description_reader *reader,
                               const char *name, const char *list,
                               const char *known, const char *family)
{
    struct ddds_span item;
    while (known != NULL && ascii_next_item(&list, &item)) {
        bool is_of_family =
            family != NULL && ascii_begins_with(item.text, item.length, family);
        if (!is_of_family && !ascii_list_has(known, item)) {
            go_to(reader, name);
            return ddds_setting_refuse(
                reader, 0, "\"%.*s\" is not one of known-%s: %s",
                ddds_error_quoted(item.text, item.length), item.text, name,
                known);
        }
    }
    return DDDS_OK;
}

/* Return true if |item| is a complete services field with more than a service,
 * in this grammar or in another. */
static bool is_field(const struct ddds_application *own, struct ddds_span item)
{
    char field[DDDS_FIELD_SIZE];
    struct ddds_services services = DDDS_SERVICES_INIT;
    if (item.length >= sizeof field) {
        return false;
    }
    /* In grammars with protocols, services have no colons. */
    if (memchr(item.text, ':', item.length) != NULL &&
        ddds_grammar_of(own)->has_protocols) {
        return true;
    }
    memcpy(field, item.text, item.length);
    field[item.length] = '\0';
    return own->read_services(own, field, &services, NULL) == DDDS_OK &&
           services.service_count > 0 &&
           (services.service_count + services.protocol_count > 1 ||
            services.services[0].length < item.length);
}

/* Check that |services| lists names, not fields, and that protocols are only
 * listed if fields have them. */
static ddds_status check_wanted(struct description_reader *reader)
{
    const struct ddds_application *own = &reader->described->application;
    const char *list = own->services;
    struct ddds_span item;
    while (ascii_next_item(&list, &item)) {
        if (is_field(own, item)) {
            go_to(reader, "services");
            return ddds_setting_refuse(
                reader, 0, "\"%.*s\" is a whole services field, not a service",
                ddds_error_quoted(item.text, item.length), item.text);
        }
    }
    if (own->protocols != NULL && !ddds_grammar_of(own)->has_protocols) {
        go_to(reader, "protocols");
        return ddds_setting_refuse(reader, 0,
                                   "the grammar \"%s\" has no protocols",
                                   ddds_grammar_of(own)->name);
    }
    return DDDS_OK;
}

static ddds_status check_lists(struct description_reader *reader)
{
    const struct ddds_application *own = &reader->described->application;
    ddds_status status = check_known(reader, "services", own->services,
                                     own->known_services, own->service_family);
    if (status == DDDS_OK) {
        status = check_known(reader, "protocols", own->protocols,
                             own->known_protocols, NULL);
    }
    return status == DDDS_OK ? check_wanted(reader) : status;
}

static ddds_status decide_fall_back(struct description_reader *reader)
{
    struct described *described = reader->described;
    bool has_rules = described->fallback_count > 0;
    if (has_rules && go_to(reader, "shorten")) {
        return ddds_setting_refuse(reader, 0,
                                   "\"fallback\" and \"shorten\" do not go "
                                   "together");
    }
    if (described->fallback_count > DDDS_FALLBACK_MAX / 2 &&
        go_to(reader, "addresses-if")) {
        return ddds_setting_refuse(reader, 0,
                                   "with addresses-if there are at most %d "
                                   "fallback rules",
                                   DDDS_FALLBACK_MAX / 2);
    }
    described->application.fall_back = has_rules ? ddds_described_fall_back
                                       : described->shortening_count > 0
                                           ? ddds_described_shorten
                                           : NULL;
    return check_needs(reader);
}

/* Convert "p" to "P", with the meaning that rules with this flag are not
 * terminal. */
static ddds_status lower_p(struct description_reader *reader)
{
    struct described *described = reader->described;
    struct ddds_application *application = &described->application;
    const char *p = strchr(application->flags, 'P');
    if (!described->p_delegates) {
        return DDDS_OK;
    }
    if (p == NULL) {
        go_to(reader, "p-delegates");
        return ddds_setting_refuse(reader, 0,
                                   "p-delegates needs the flag P: flags SAUP");
    }
    char *flags = ddds_arena_copy(&described->arena, application->flags,
                                  strlen(application->flags));
    if (flags == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    flags[p - application->flags] = 'p';
    application->flags = flags;
    return DDDS_OK;
}

/* Check that the example, which messages show, is a valid input. */
static ddds_status check_example(struct description_reader *reader)
{
    struct ddds_application trial = reader->described->application;
    char aus[LIMIT_OUTPUT_SIZE];
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    struct ddds_error why;
    if (!go_to(reader, "example")) {
        return DDDS_OK;
    }
    const struct ddds_request request = {.input = trial.example,
                                         .length = strlen(trial.example),
                                         .roots =
                                             trial.root != NULL ? "a" : NULL};
    trial.example = NULL;
    if (ddds_described_first_rule(&trial, &request, &start, &why) == DDDS_OK) {
        return DDDS_OK;
    }
    const char *value = reader->place.at + sizeof "example" - 1;
    while (ascii_is_blank(*value)) {
        value++;
    }
    return ddds_setting_pass_on(reader, (size_t)(value - reader->place.at),
                                &why);
}

/* Check that no setting is missing or useless. */
static ddds_status check_whole(struct description_reader *reader)
{
    reader->place = (struct description_place){1, reader->source->text,
                                               reader->source->text};
    if (reader->described->application.name == NULL) {
        return ddds_setting_refuse(reader, 0,
                                   "the application has no name; write: name "
                                   "NAME");
    }
    ddds_status (*const rest[])(struct description_reader *
                                reader) = {check_pairs,
                                           check_lists,
                                           decide_fall_back,
                                           lower_p,
                                           ddds_setting_check_fallback,
                                           describe_key,
                                           check_example};
    ddds_status status = DDDS_OK;
    for (size_t i = 0; status == DDDS_OK && i < sizeof rest / sizeof *rest;
         i++) {
        status = rest[i](reader);
    }
    if (reader->described->because == NULL) {
        reader->described->because = "its description";
    }
    return status;
}

static const struct ddds_application plain = {
    .size = sizeof plain, /* defaults of RFC 3404 */
    .title = "an application of a file",
    .subject = "input",
    .service = "service",
    .first_well_known_rule = ddds_described_first_rule,
    .flags = "SAUP",
    .order_closes = true,
};

struct described *ddds_description_read(const struct source *source,
                                        bool (*is_taken)(const char *name),
                                        struct ddds_error *error)
{
    struct described *described = calloc(1, sizeof *described);
    if (described == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    struct fallback_line fallback_lines[DDDS_FALLBACK_MAX];
    struct description_reader reader = {.fallback_lines = fallback_lines,
                                        .source = source,
                                        .described = described,
                                        .is_taken = is_taken,
                                        .error = error};
    described->application = plain;
    described->application.data = described;
    ddds_grammar_use(&described->application, ddds_grammar_at(0));
    ddds_status status = read_lines(&reader);
    if (status == DDDS_OK) {
        status = check_whole(&reader);
    }
    if (status != DDDS_OK) {
        ddds_description_free(described);
        return NULL;
    }
    return described;
}

void ddds_description_free(struct described *described)
{
    ddds_transformations_clear(&described->string);
    ddds_transformations_clear(&described->key);
    ddds_transformations_clear(&described->given_port);
    ddds_transformations_clear(&described->given_protocols);
    ddds_transformations_clear(&described->skips_rules);
    ddds_transformations_clear(&described->addresses_if);
    ddds_arena_free(&described->arena);
    free(described);
}
