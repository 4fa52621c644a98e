/* Which parameters a path takes. Others are refused: a client whose misspelled
 * parameter is ignored gets another answer than it asked for.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/checks.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "serve/http/routes.h"

enum {
    RESOLVING = 1 << ROUTE_RESOLVE | 1 << ROUTE_TRACE | 1 << ROUTE_GRAPH,
    READING = RESOLVING | 1 << ROUTE_LINT, /* a zone, too */
    TAKING = READING | 1 << ROUTE_REWRITE | 1 << ROUTE_UUID,
};

enum kind { TEXT, TEXTS, SWITCH, ZONE, ORIGIN, FORMAT };

struct known {
    const char *name;
    unsigned routes;
    enum kind kind;
};

static const struct known rows[] = {
    {"input", READING, TEXT},
    {"app", READING, TEXT},
    {"service", RESOLVING, TEXT},
    {"protocol", RESOLVING, TEXT},
    {"all", RESOLVING, SWITCH},
    {"no-q", RESOLVING, SWITCH},
    {"no-addresses", RESOLVING, SWITCH},
    {"trace", 1 << ROUTE_RESOLVE, SWITCH},
    {"zone", READING, ZONE},
    {"origin", READING, ORIGIN},
    {"regexp", 1 << ROUTE_REWRITE, TEXT},
    {"string", 1 << ROUTE_REWRITE, TEXTS},
    {"master", 1 << ROUTE_REWRITE, SWITCH},
    {"uuid", 1 << ROUTE_UUID, TEXTS},
    {"format", TAKING, FORMAT},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct known *find_known(enum route route, const char *name)
{
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].routes >> route & 1) != 0 &&
            strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

/* Append |word| to a list in |text|. */
static void add_word(char text[CHECK_SIZE], const char *word, bool is_first)
{
    size_t length = strlen(text);
    snprintf(text + length, CHECK_SIZE - length, "%s%s", is_first ? " " : ", ",
             word);
}

/* The unknown name is the client's, so it is repeated only if it is plain. */
static void refuse_name(const struct ask *ask, const char *name,
                        char wrong[CHECK_SIZE])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t length = strlen(name);
    bool is_plain = length > 0 && length <= 32 && strspn(name, plain) == length;
    bool is_first = true;
    snprintf(wrong, CHECK_SIZE, "unknown parameter%s%s%s; this path takes",
             is_plain ? " \"" : "", is_plain ? name : "", is_plain ? "\"" : "");
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].routes >> ask->route & 1) != 0) {
            add_word(wrong, rows[i].name, is_first);
            is_first = false;
        }
    }
    if (!is_plain && ask->route == ROUTE_LINT) {
        length = strlen(wrong);
        snprintf(wrong + length, CHECK_SIZE - length,
                 "; send a zone file with \"Content-Type: text/dns\"");
    }
}

static bool is_switch(const char *value)
{
    static const char *const words[] = {"",    "0",    "1",   "false", "no",
                                        "off", "true", "yes", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(words[i], value) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_offered(const struct ask *ask, const char *format)
{
    size_t count;
    const enum media *media = route_media(ask->route, &count);
    enum media found = media_find(format);
    for (size_t i = 0; i < count; i++) {
        if (media[i] == found) {
            return true;
        }
    }
    return false;
}

static void refuse_format(const struct ask *ask, char wrong[CHECK_SIZE])
{
    size_t count;
    const enum media *media = route_media(ask->route, &count);
    snprintf(wrong, CHECK_SIZE, "the parameter \"format\" must be one of");
    for (size_t i = 0; i < count; i++) {
        if (media_name(media[i])[0] != '\0') {
            add_word(wrong, media_name(media[i]), i == 0);
        }
    }
}

static bool refuses_value(const struct ask *ask, const struct known *known,
                          const char *value, char wrong[CHECK_SIZE])
{
    if (known->kind == FORMAT && value[0] != '\0' && !is_offered(ask, value)) {
        refuse_format(ask, wrong);
        return true;
    }
    if (known->kind == SWITCH && !is_switch(value)) {
        snprintf(wrong, CHECK_SIZE, "the parameter \"%s\" must be 1 or 0",
                 known->name);
        return true;
    }
    if (known->kind == ZONE && value[0] != '\0' && ask->zone != value) {
        snprintf(wrong, CHECK_SIZE,
                 "the parameter \"zone\" is read from a form only: send it "
                 "with POST");
        return true;
    }
    if (known->kind == ORIGIN && value[0] != '\0' && ask->zone == NULL) {
        snprintf(
            wrong, CHECK_SIZE,
            "the parameter \"origin\" is that of a zone, which is missing or "
            "empty: send it with POST");
        return true;
    }
    return false;
}

bool checks_find(const struct ask *ask, char wrong[CHECK_SIZE])
{
    const struct parameters *parameters = &ask->parameters;
    if ((TAKING >> ask->route & 1) == 0) {
        return false;
    }
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->items[i];
        const struct known *known = find_known(ask->route, parameter->name);
        if (known == NULL) {
            refuse_name(ask, parameter->name, wrong);
            return true;
        }
        if (known->kind != TEXTS &&
            parameters_get(parameters, parameter->name) != parameter->value) {
            snprintf(wrong, CHECK_SIZE,
                     "the parameter \"%s\" must not come more than once",
                     known->name);
            return true;
        }
        if (refuses_value(ask, known, parameter->value, wrong)) {
            return true;
        }
    }
    return false;
}
