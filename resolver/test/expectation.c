/* Parser for expectations: INPUT [KEY=VALUE ...] -> KIND VALUE.
 *
 * Blanks separate words. A word or a value that contains blanks is quoted; \"
 * and \\ are escapes in it. Words are unescaped into the memory of the
 * expectation; they never become longer.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* State of the parser. */
struct expectation_reader {
    const char *line;
    size_t length;
    size_t at;
    struct expectation *expectation;
    size_t used; /* octets used of the expectation's memory */
    struct ddds_error *error;
};

struct expectation_word {
    char *text;    /* NULL at the end of the line */
    size_t offset; /* of the word in the line */
    size_t value;  /* offset of the text after its first "=" */
    bool is_quoted;
};

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

static bool is_at_end(const struct expectation_reader *reader)
{
    return reader->at >= reader->length;
}

static void skip_blanks(struct expectation_reader *reader)
{
    while (!is_at_end(reader) && is_blank(reader->line[reader->at])) {
        reader->at++;
    }
}

static void keep(struct expectation_reader *reader, char octet)
{
    reader->expectation->memory[reader->used++] = octet;
}

/* Read a quoted text; the opening quote is the next octet. */
static ddds_status read_quoted(struct expectation_reader *reader)
{
    size_t begin = reader->at++;
    while (!is_at_end(reader) && reader->line[reader->at] != '"') {
        if (reader->line[reader->at] == '\\') {
            char next = reader->line[reader->at + 1];
            if (next != '"' && next != '\\') {
                return ddds_error_set(
                    reader->error, DDDS_SYNTAX, reader->at,
                    "in quotes, write \\\\ for a backslash and \\\" for "
                    "a quote");
            }
            reader->at++;
        }
        keep(reader, reader->line[reader->at++]);
    }
    if (is_at_end(reader)) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, begin,
                              "the closing quote is missing");
    }
    reader->at++;
    if (!is_at_end(reader) && !is_blank(reader->line[reader->at])) {
        return ddds_error_set(
            reader->error, DDDS_SYNTAX, reader->at,
            "expected a blank after the closing quote; write \\\" "
            "for a quote inside");
    }
    return DDDS_OK;
}

/* Read the next word. It may begin with a quote or, if it |has_value|, have a
 * quote after its first "=". */
static ddds_status read_word(struct expectation_reader *reader, bool has_value,
                             struct expectation_word *word)
{
    skip_blanks(reader);
    *word =
        (struct expectation_word){.offset = reader->at, .value = reader->at};
    if (is_at_end(reader)) {
        return DDDS_OK;
    }
    char *text = reader->expectation->memory + reader->used;
    ddds_status status = DDDS_OK;
    word->is_quoted = reader->line[reader->at] == '"';
    if (word->is_quoted) {
        status = read_quoted(reader);
    }
    while (!word->is_quoted && !is_at_end(reader) &&
           !is_blank(reader->line[reader->at])) {
        char octet = reader->line[reader->at++];
        keep(reader, octet);
        if (has_value && octet == '=') {
            has_value = false;
            word->value = reader->at;
            if (!is_at_end(reader) && reader->line[reader->at] == '"') {
                status = read_quoted(reader);
                break;
            }
        }
    }
    keep(reader, '\0');
    word->text = text;
    return status;
}

bool expectation_is_blank(const char *line, size_t length)
{
    size_t at = 0;
    while (at < length && is_blank(line[at])) {
        at++;
    }
    return at == length || line[at] == '#';
}

/* ---- Keys -------------------------------------------------------------- */

#define AT(member) offsetof(struct expectation, member)

const struct expectation_key expectation_keys[EXPECTATION_KEYS] = {
    {"service", EXPECTATION_LIST, AT(options.services), 0},
    {"protocol", EXPECTATION_LIST, AT(options.protocols), 0},
    {"app", EXPECTATION_APPLICATION, AT(application), 0},
    {"root", EXPECTATION_TEXT, AT(options.roots), 0},
    {"own-host", EXPECTATION_TEXT, AT(options.own_hosts), 0},
    {"dns", EXPECTATION_SWITCH, AT(options.dns), 0},
    {"all", EXPECTATION_SWITCH, AT(options.all), 0},
    {"no-q", EXPECTATION_SWITCH, AT(options.no_q), 0},
    {"no-addresses", EXPECTATION_SWITCH, AT(options.no_addresses), 0},
    {"require-ad", EXPECTATION_SWITCH, AT(options.require_authenticated), 0},
    {"tied", EXPECTATION_SWITCH, AT(is_tied), 0},
    {"max-hops", EXPECTATION_NUMBER, AT(options.max_hops), 1000},
    {"max-queries", EXPECTATION_NUMBER, AT(options.max_queries), 100000},
    {"todo", EXPECTATION_TEXT, AT(todo), 0},
};

/* Size of a list of names for messages. */
enum { NAMES_SIZE = 200 };

static void add_name(char names[NAMES_SIZE], const char *name)
{
    size_t length = strlen(names);
    snprintf(names + length, NAMES_SIZE - length, "%s%s",
             length > 0 ? ", " : "", name);
}

static ddds_status refuse_key(struct expectation_reader *reader,
                              const struct expectation_word *word)
{
    char names[NAMES_SIZE] = "";
    for (size_t i = 0; i < EXPECTATION_KEYS; i++) {
        add_name(names, expectation_keys[i].name);
    }
    return ddds_error_set(
        reader->error, DDDS_SYNTAX, word->offset,
        "unknown key \"%.40s\"; write KEY=VALUE with one of %s, or "
        "\"->\" and the expected result",
        word->text, names);
}

static ddds_status read_switch(struct expectation_reader *reader, size_t offset,
                               const char *value, bool *is_set)
{
    *is_set = strcmp(value, "yes") == 0;
    if (!*is_set && strcmp(value, "no") != 0) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, offset,
                              "invalid value \"%.40s\"; write yes or no",
                              value);
    }
    return DDDS_OK;
}

static ddds_status read_number(struct expectation_reader *reader, size_t offset,
                               const char *value, unsigned most,
                               unsigned *number)
{
    char *end;
    errno = 0;
    unsigned long read = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 ||
        read < 1 || read > most) {
        return ddds_error_set(
            reader->error, DDDS_SYNTAX, offset,
            "invalid number \"%.40s\"; write a whole number from 1 "
            "to %u",
            value, most);
    }
    *number = (unsigned)read;
    return DDDS_OK;
}

static ddds_status read_application(struct expectation_reader *reader,
                                    size_t offset, const char *value)
{
    reader->expectation->application = ddds_application_find(value);
    if (reader->expectation->application != NULL) {
        return DDDS_OK;
    }
    char names[NAMES_SIZE] = "";
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        add_name(names, (*each)->name);
    }
    return ddds_error_set(reader->error, DDDS_SYNTAX, offset,
                          "unknown application \"%.40s\"; write one of %s",
                          value, names);
}

static ddds_status take_value(struct expectation_reader *reader, size_t offset,
                              const struct expectation_key *key,
                              const char *value)
{
    void *member = (char *)reader->expectation + key->member;
    switch (key->kind) {
    case EXPECTATION_LIST:
    case EXPECTATION_TEXT:
        memcpy(member, &value, sizeof value);
        break;
    case EXPECTATION_APPLICATION:
        return read_application(reader, offset, value);
    case EXPECTATION_SWITCH:
        return read_switch(reader, offset, value, member);
    case EXPECTATION_NUMBER:
        return read_number(reader, offset, value, key->most, member);
    }
    return DDDS_OK;
}

/* Parse KEY=VALUE, or the name of a switch that is on. */
static ddds_status read_key(struct expectation_reader *reader,
                            const struct expectation_word *word)
{
    const char *value = word->text + strcspn(word->text, "=");
    size_t length = (size_t)(value - word->text);
    size_t i = 0;
    if (strstr(word->text, "->") != NULL && reader->line[word->value] != '"') {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "put a blank before and after \"->\"");
    }
    while (i < EXPECTATION_KEYS &&
           !(strncmp(expectation_keys[i].name, word->text, length) == 0 &&
             expectation_keys[i].name[length] == '\0')) {
        i++;
    }
    if (i == EXPECTATION_KEYS || word->is_quoted) {
        return refuse_key(reader, word);
    }
    const struct expectation_key *key = &expectation_keys[i];
    bool is_on = value[0] == '\0' && key->kind == EXPECTATION_SWITCH;
    if (!is_on && (value[0] == '\0' || value[1] == '\0')) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "%s has no value; write %s=VALUE, without blanks",
                              key->name, key->name);
    }
    size_t *place = &reader->expectation->values[i];
    if (*place > 0) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "%s is given twice; write it once%s", key->name,
                              key->kind == EXPECTATION_LIST
                                  ? ", with commas between its values"
                                  : "");
    }
    *place = word->value;
    return take_value(reader, word->value, key, is_on ? "yes" : value + 1);
}

/* ---- Kinds and values -------------------------------------------------- */

static const char *const kinds[] = {
    [EXPECTED_URI] = "uri",           [EXPECTED_SERVERS] = "servers",
    [EXPECTED_ENDPOINT] = "endpoint", [EXPECTED_HOST] = "host",
    [EXPECTED_PROTOCOL] = "protocol", [EXPECTED_UUID] = "uuid",
    [EXPECTED_KEY] = "key",           [EXPECTED_NONE] = "none",
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *expected_kind_word(enum expected_kind kind)
{
    return kinds[kind];
}

static ddds_status read_kind(struct expectation_reader *reader)
{
    struct expectation_word word;
    char names[NAMES_SIZE] = "";
    ddds_status status = read_word(reader, false, &word);
    if (status != DDDS_OK) {
        return status;
    }
    for (size_t i = 0; i < KINDS; i++) {
        if (word.text != NULL && strcmp(word.text, kinds[i]) == 0) {
            reader->expectation->kind = (enum expected_kind)i;
            return DDDS_OK;
        }
        add_name(names, kinds[i]);
    }
    return ddds_error_set(
        reader->error, DDDS_SYNTAX, word.offset,
        "%s%.40s%s; after \"->\" write one of %s, and its value",
        word.text != NULL ? "unknown kind of result \"" : "",
        word.text != NULL ? word.text : "missing kind of result",
        word.text != NULL ? "\"" : "", names);
}

/* Parse any name that a replacement may be. With a colon the text is rejected
 * as a URI or an endpoint. */
static ddds_status read_name(struct expectation_reader *reader,
                             const struct expectation_word *word)
{
    struct expectation *expectation = reader->expectation;
    char key[DDDS_KEY_SIZE];
    struct ddds_error error;
    ddds_status status = strchr(word->text, ':') != NULL
                             ? ddds_key_parse(word->text, key, &error)
                             : DDDS_OK;
    if (status != DDDS_OK ||
        ddds_name_parse_idn(word->text, expectation->endpoint, &error) !=
            DDDS_OK) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "%.200s; write a domain name", error.detail);
    }
    expectation->value = expectation->endpoint;
    return DDDS_OK;
}

/* Parse HOST:PORT. The host may be any target of an SRV record. */
static ddds_status read_endpoint(struct expectation_reader *reader,
                                 const struct expectation_word *word)
{
    char host[DDDS_NAME_SIZE] = "";
    char *colon = strrchr(word->text, ':');
    char *end = NULL;
    unsigned long port = 0;
    if (colon != NULL && colon[1] >= '0' && colon[1] <= '9') {
        port = strtoul(colon + 1, &end, 10);
        *colon = '\0';
        if (ddds_name_parse_idn(word->text, host, NULL) != DDDS_OK) {
            host[0] = '\0';
        }
        *colon = ':';
    }
    if (end == NULL || *end != '\0' || port > UINT16_MAX || host[0] == '\0') {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "invalid endpoint \"%.80s\"; write HOST:PORT",
                              word->text);
    }
    struct expectation *expectation = reader->expectation;
    snprintf(expectation->endpoint, sizeof expectation->endpoint, "%s:%u", host,
             (unsigned)port);
    expectation->value = expectation->endpoint;
    return DDDS_OK;
}

static ddds_status read_uuid(struct expectation_reader *reader,
                             const struct expectation_word *word)
{
    struct ddds_error error;
    if (ddds_uuid_parse(word->text, strlen(word->text),
                        DDDS_UUID_CANONICAL | DDDS_UUID_URN,
                        &reader->expectation->uuid, &error) != DDDS_OK) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                              "%.200s; write a UUID", error.detail);
    }
    return DDDS_OK;
}

static const char *const reasons[] = {
#define REASON_NAME(name, class, sentence) #name,
    DDDS_REASON_LIST(REASON_NAME)
#undef REASON_NAME
        "BAD_INPUT",
};

/* Parse a reason code, in either case. */
static ddds_status read_reason(struct expectation_reader *reader,
                               const struct expectation_word *word)
{
    char names[2 * NAMES_SIZE] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (i == DDDS_REASON_RESOLVED || i == DDDS_REASON_REJECTED) {
            continue;
        }
        if (strcasecmp(word->text, reasons[i]) == 0) {
            memcpy(word->text, reasons[i], strlen(reasons[i]) + 1);
            return DDDS_OK;
        }
        length += (size_t)snprintf(names + length, sizeof names - length, " %s",
                                   reasons[i]);
    }
    return ddds_error_set(reader->error, DDDS_SYNTAX, word->offset,
                          "unknown reason code \"%.30s\"; write one of%s",
                          word->text, names);
}

static ddds_status check_value(struct expectation_reader *reader,
                               const struct expectation_word *word)
{
    switch (reader->expectation->kind) {
    case EXPECTED_SERVERS:
    case EXPECTED_HOST:
    case EXPECTED_KEY:
        return read_name(reader, word);
    case EXPECTED_ENDPOINT:
        return read_endpoint(reader, word);
    case EXPECTED_UUID:
        return read_uuid(reader, word);
    case EXPECTED_NONE:
        return read_reason(reader, word);
    case EXPECTED_URI:
    case EXPECTED_PROTOCOL:
        break;
    }
    return DDDS_OK;
}

static ddds_status read_value(struct expectation_reader *reader)
{
    static const char *const wanted[] = {
        [EXPECTED_URI] = "a URI",
        [EXPECTED_SERVERS] = "the owner of the SRV records",
        [EXPECTED_ENDPOINT] = "HOST:PORT",
        [EXPECTED_HOST] = "a host name",
        [EXPECTED_PROTOCOL] = "the output for the protocol",
        [EXPECTED_UUID] = "a UUID",
        [EXPECTED_KEY] = "a domain name",
        [EXPECTED_NONE] = "a reason code, such as NO_NAME",
    };
    struct expectation_word word;
    enum expected_kind kind = reader->expectation->kind;
    ddds_status status = read_word(reader, false, &word);
    if (status == DDDS_OK && (word.text == NULL || word.text[0] == '\0')) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word.offset,
                              "after \"%s\" write %s", kinds[kind],
                              wanted[kind]);
    }
    if (status == DDDS_OK) {
        reader->expectation->value = word.text;
        status = check_value(reader, &word);
    }
    return status;
}

/* ---- Lines ------------------------------------------------------------- */

static ddds_status read_input(struct expectation_reader *reader)
{
    struct expectation_word word;
    ddds_status status = read_word(reader, false, &word);
    if (status == DDDS_OK && !word.is_quoted &&
        (word.text == NULL || strcmp(word.text, "->") == 0)) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, word.offset,
                              "missing input; write one before \"->\"");
    }
    reader->expectation->input = word.text;
    reader->expectation->is_set = false;
    size_t length = status == DDDS_OK ? strlen(word.text) : 0;
    if (length > 2 && word.text[0] == '/' && word.text[length - 1] == '/') {
        word.text[length - 1] = '\0';
        reader->expectation->input++;
        reader->expectation->is_set = true;
    }
    return status;
}

static ddds_status read_keys(struct expectation_reader *reader)
{
    for (;;) {
        struct expectation_word word;
        ddds_status status = read_word(reader, true, &word);
        if (status != DDDS_OK) {
            return status;
        }
        if (word.text == NULL) {
            return DDDS_OK;
        }
        if (!word.is_quoted && strcmp(word.text, "->") == 0) {
            skip_blanks(reader);
            reader->expectation->result = reader->at;
            return DDDS_OK;
        }
        status = read_key(reader, &word);
        if (status != DDDS_OK) {
            return status;
        }
    }
}

static ddds_status read_end(struct expectation_reader *reader)
{
    skip_blanks(reader);
    if (is_at_end(reader)) {
        return DDDS_OK;
    }
    return reader->line[reader->at] == '#'
               ? ddds_error_set(reader->error, DDDS_SYNTAX, reader->at,
                                "write the comment on a line of its own")
               : ddds_error_set(
                     reader->error, DDDS_SYNTAX, reader->at,
                     "unexpected text after the value; put a value that "
                     "contains blanks in double quotes");
}

/* Reject lines that are too long, empty, or contain NUL. */
static ddds_status check_line(struct expectation_reader *reader)
{
    if (reader->length >= EXPECTATION_SIZE - 1) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, 0,
                              "the line is longer than %d octets; shorten it",
                              EXPECTATION_SIZE - 2);
    }
    if (strlen(reader->line) != reader->length) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, strlen(reader->line),
                              "the line contains a NUL octet; remove it");
    }
    if (expectation_is_blank(reader->line, reader->length)) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, 0,
                              "the line is empty; write INPUT -> KIND VALUE");
    }
    return DDDS_OK;
}

ddds_status expectation_parse(struct expectation *expectation, const char *line,
                              size_t length, const struct ddds_options *options,
                              bool may_lack_result, struct ddds_error *error)
{
    static ddds_status (*const parts[])(struct expectation_reader *) = {
        check_line, read_input, read_keys, read_kind, read_value, read_end,
    };
    enum { INPUT_AND_KEYS = 3 };
    struct expectation_reader reader = {line, length, 0, expectation, 0, error};
    ddds_status status = DDDS_OK;
    expectation->application = NULL;
    expectation->options = *options;
    expectation->todo = NULL;
    expectation->result = 0;
    memset(expectation->values, 0, sizeof expectation->values);
    expectation->is_tied = false;
    for (size_t i = 0; status == DDDS_OK && i < sizeof parts / sizeof parts[0];
         i++) {
        if (i == INPUT_AND_KEYS && expectation->result == 0) {
            return may_lack_result
                       ? DDDS_OK
                       : ddds_error_set(
                             error, DDDS_SYNTAX, reader.at,
                             "missing expected result; write -> KIND VALUE");
        }
        status = parts[i](&reader);
    }
    expectation->options.all |= expectation->is_tied;
    if (status == DDDS_OK && expectation->is_set && expectation->options.all) {
        return ddds_error_set(error, DDDS_SYNTAX, 0,
                              "the best result of a set is proved; leave all "
                              "and tied out");
    }
    return status;
}
