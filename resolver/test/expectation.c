/* Parsing one line of expectations: INPUT [KEY=VALUE ...] -> KIND VALUE.
 *
 * Blanks separate words. A word, or the value of a key, that contains blanks is
 * put in double quotes, with \" and \\ as escapes. Words are unescaped into the
 * memory of the expectation, where they are never longer than the line.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "test/expectation_words.h"

/* ---- Keys -------------------------------------------------------------- */

enum key {
    KEY_SERVICE,
    KEY_PROTOCOL,
    KEY_APP,
    KEY_ROOT,
    KEY_OWN_HOST,
    KEY_DNS,
    KEY_ALL,
    KEY_NO_Q,
    KEY_NO_ADDRESSES,
    KEY_REQUIRE_AD,
    KEY_MAX_HOPS,
    KEY_MAX_QUERIES,
    KEY_TODO,
};

/* Named like the options of the command line. */
static const char *const keys[] = {
    [KEY_SERVICE] = "service",
    [KEY_PROTOCOL] = "protocol",
    [KEY_APP] = "app",
    [KEY_ROOT] = "root",
    [KEY_OWN_HOST] = "own-host",
    [KEY_DNS] = "dns",
    [KEY_ALL] = "all",
    [KEY_NO_Q] = "no-q",
    [KEY_NO_ADDRESSES] = "no-addresses",
    [KEY_REQUIRE_AD] = "require-ad",
    [KEY_MAX_HOPS] = "max-hops",
    [KEY_MAX_QUERIES] = "max-queries",
    [KEY_TODO] = "todo",
};

enum { KEYS = sizeof keys / sizeof keys[0] };

/* A list of names, for error messages. */
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
    for (size_t i = 0; i < KEYS; i++) {
        add_name(names, keys[i]);
    }
    return expectation_refuse(
        reader, word->offset,
        "unknown key \"%.40s\"; write KEY=VALUE with one of %s, or "
        "\"->\" and the expected result",
        word->text, names);
}

static ddds_status read_switch(struct expectation_reader *reader,
                               const struct expectation_word *word,
                               const char *value, bool *is_set)
{
    *is_set = strcmp(value, "yes") == 0;
    if (!*is_set && strcmp(value, "no") != 0) {
        return expectation_refuse(reader, word->value,
                                  "invalid value \"%.40s\"; write yes or no",
                                  value);
    }
    return DDDS_OK;
}

static ddds_status read_number(struct expectation_reader *reader,
                               const struct expectation_word *word,
                               const char *value, unsigned most,
                               unsigned *number)
{
    char *end;
    errno = 0;
    unsigned long read = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 ||
        read < 1 || read > most) {
        return expectation_refuse(
            reader, word->value,
            "invalid number \"%.40s\"; write a whole number from 1 "
            "to %u",
            value, most);
    }
    *number = (unsigned)read;
    return DDDS_OK;
}

static ddds_status read_application(struct expectation_reader *reader,
                                    const struct expectation_word *word,
                                    const char *value)
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
    return expectation_refuse(reader, word->value,
                              "unknown application \"%.40s\"; write one of %s",
                              value, names);
}

static ddds_status take_key(struct expectation_reader *reader,
                            const struct expectation_word *word, enum key key,
                            const char *value)
{
    struct ddds_options *options = &reader->expectation->options;
    switch (key) {
    case KEY_SERVICE:
        options->services = value;
        reader->expectation->at.service = word->value;
        return DDDS_OK;
    case KEY_PROTOCOL:
        options->protocols = value;
        reader->expectation->at.protocol = word->value;
        return DDDS_OK;
    case KEY_APP:
        return read_application(reader, word, value);
    case KEY_ROOT:
        options->roots = value;
        reader->expectation->at.root = word->value;
        return DDDS_OK;
    case KEY_OWN_HOST:
        options->own_hosts = value;
        reader->expectation->at.own_host = word->value;
        return DDDS_OK;
    case KEY_DNS:
        return read_switch(reader, word, value, &options->dns);
    case KEY_ALL:
        return read_switch(reader, word, value, &options->all);
    case KEY_NO_Q:
        return read_switch(reader, word, value, &options->no_q);
    case KEY_NO_ADDRESSES:
        return read_switch(reader, word, value, &options->no_addresses);
    case KEY_REQUIRE_AD:
        return read_switch(reader, word, value,
                           &options->require_authenticated);
    case KEY_MAX_HOPS:
        return read_number(reader, word, value, 1000, &options->max_hops);
    case KEY_MAX_QUERIES:
        return read_number(reader, word, value, 100000, &options->max_queries);
    case KEY_TODO:
        break;
    }
    reader->expectation->todo = value;
    return DDDS_OK;
}

/* KEY=VALUE. */
static ddds_status read_key(struct expectation_reader *reader,
                            const struct expectation_word *word)
{
    char *equals = strchr(word->text, '=');
    size_t key = 0;
    if (strstr(word->text, "->") != NULL && reader->line[word->value] != '"') {
        return expectation_refuse(reader, word->offset,
                                  "put a blank before and after \"->\"");
    }
    size_t length =
        equals != NULL ? (size_t)(equals - word->text) : strlen(word->text);
    while (key < KEYS && !(strncmp(keys[key], word->text, length) == 0 &&
                           keys[key][length] == '\0')) {
        key++;
    }
    if (key == KEYS || word->is_quoted) {
        return refuse_key(reader, word);
    }
    if (equals == NULL || equals[1] == '\0') {
        return expectation_refuse(
            reader, word->offset,
            "%s has no value; write %s=VALUE, without blanks", keys[key],
            keys[key]);
    }
    if ((reader->seen >> key & 1) != 0) {
        return expectation_refuse(
            reader, word->offset, "%s is given twice; write it once%s",
            keys[key],
            key <= KEY_PROTOCOL ? ", with commas between its values" : "");
    }
    reader->seen |= 1U << key;
    return take_key(reader, word, (enum key)key, equals + 1);
}

/* ---- Kinds and their values -------------------------------------------- */

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
    ddds_status status = expectation_read_word(reader, false, &word);
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
    return expectation_refuse(
        reader, word.offset,
        "%s%.40s%s; after \"->\" write one of %s, and its value",
        word.text != NULL ? "unknown kind of result \"" : "",
        word.text != NULL ? word.text : "missing kind of result",
        word.text != NULL ? "\"" : "", names);
}

/* A name may be any that a replacement can be; with a colon, it was meant to be
 * a URI or an endpoint. */
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
        ddds_name_parse(word->text, expectation->endpoint, &error) != DDDS_OK) {
        return expectation_refuse(reader, word->offset,
                                  "%.200s; write a domain name", error.detail);
    }
    expectation->value = expectation->endpoint;
    return DDDS_OK;
}

/* Parse HOST:PORT. The host may be any name that SRV records can hold. */
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
        if (ddds_name_parse(word->text, host, NULL) != DDDS_OK) {
            host[0] = '\0';
        }
        *colon = ':';
    }
    if (end == NULL || *end != '\0' || port > UINT16_MAX || host[0] == '\0') {
        return expectation_refuse(reader, word->offset,
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
        return expectation_refuse(reader, word->offset, "%.200s; write a UUID",
                                  error.detail);
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
    return expectation_refuse(reader, word->offset,
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
    ddds_status status = expectation_read_word(reader, false, &word);
    if (status == DDDS_OK && (word.text == NULL || word.text[0] == '\0')) {
        return expectation_refuse(reader, word.offset, "after \"%s\" write %s",
                                  kinds[kind], wanted[kind]);
    }
    if (status == DDDS_OK) {
        reader->expectation->value = word.text;
        status = check_value(reader, &word);
    }
    return status;
}

/* ---- The whole --------------------------------------------------------- */

static ddds_status read_input(struct expectation_reader *reader)
{
    struct expectation_word word;
    ddds_status status = expectation_read_word(reader, false, &word);
    if (status == DDDS_OK && !word.is_quoted &&
        (word.text == NULL || strcmp(word.text, "->") == 0)) {
        return expectation_refuse(reader, word.offset,
                                  "missing input; write one before \"->\"");
    }
    reader->expectation->input = word.text;
    return status;
}

static ddds_status read_keys(struct expectation_reader *reader)
{
    for (;;) {
        struct expectation_word word;
        ddds_status status = expectation_read_word(reader, true, &word);
        if (status != DDDS_OK) {
            return status;
        }
        if (word.text == NULL && reader->may_end) {
            return DDDS_OK;
        }
        if (word.text == NULL) {
            return expectation_refuse(
                reader, word.offset,
                "missing expected result; write -> KIND VALUE");
        }
        if (!word.is_quoted && strcmp(word.text, "->") == 0) {
            expectation_skip_blanks(reader);
            reader->expectation->at.result = reader->at;
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
    expectation_skip_blanks(reader);
    if (expectation_is_at_end(reader)) {
        return DDDS_OK;
    }
    return reader->line[reader->at] == '#'
               ? expectation_refuse(reader, reader->at,
                                    "write the comment on a line of its own")
               : expectation_refuse(
                     reader, reader->at,
                     "unexpected text after the value; put a value that "
                     "contains blanks in double quotes");
}

/* Reject lines that are too long, empty or contain NUL. */
static ddds_status check_line(struct expectation_reader *reader)
{
    if (reader->length >= EXPECTATION_SIZE - 1) {
        return expectation_refuse(
            reader, 0, "the line is longer than %d octets; shorten it",
            EXPECTATION_SIZE - 2);
    }
    if (strlen(reader->line) != reader->length) {
        return expectation_refuse(reader, strlen(reader->line),
                                  "the line contains a NUL octet; remove it");
    }
    if (expectation_is_blank(reader->line, reader->length)) {
        return expectation_refuse(
            reader, 0, "the line is empty; write INPUT -> KIND VALUE");
    }
    return DDDS_OK;
}

static ddds_status parse(struct expectation_reader *reader,
                         const struct ddds_options *options)
{
    static ddds_status (*const parts[])(struct expectation_reader *) = {
        check_line, read_input, read_keys, read_kind, read_value, read_end,
    };
    enum { INPUT_AND_KEYS = 3 };
    struct expectation *expectation = reader->expectation;
    ddds_status status = DDDS_OK;
    expectation->application = NULL;
    expectation->options = *options;
    expectation->todo = NULL;
    expectation->at = (struct expectation_places){0};
    for (size_t i = 0; status == DDDS_OK && i < sizeof parts / sizeof parts[0];
         i++) {
        if (i < INPUT_AND_KEYS || expectation->at.result > 0) {
            status = parts[i](reader);
        }
    }
    return status;
}

ddds_status expectation_parse(struct expectation *expectation, const char *line,
                              size_t length, const struct ddds_options *options,
                              struct ddds_error *error)
{
    struct expectation_reader reader = {line, length, 0,     expectation,
                                        0,    0,      false, error};
    return parse(&reader, options);
}

ddds_status expectation_parse_start(struct expectation *expectation,
                                    const char *line, size_t length,
                                    const struct ddds_options *options,
                                    struct ddds_error *error)
{
    struct expectation_reader reader = {line, length, 0,    expectation,
                                        0,    0,      true, error};
    return parse(&reader, options);
}
