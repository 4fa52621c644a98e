/* ddds urn: take URNs apart, normalise and compare them (RFC 8141).
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <ddds/urn.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"

static int refuse(const char *urn, const struct ddds_error *error)
{
    complain("\"%s\": %s", urn, error->detail);
    point_at(urn, error->offset);
    return exit_of_status(error->status);
}

/* ---- parse ------------------------------------------------------------- */

struct part {
    const char *name;
    struct ddds_span span;
};

static void print_parts(const struct part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (parts[i].span.text != NULL) {
            printf("%-4s%.*s\n", parts[i].name, (int)parts[i].span.length,
                   parts[i].span.text);
        }
    }
}

static void print_parts_json(const char *urn, const struct part *parts,
                             size_t count)
{
    json_t *object = json_object();
    json_object_set_new(object, "urn", json_string(urn));
    for (size_t i = 0; i < count; i++) {
        const struct ddds_span *span = &parts[i].span;
        json_object_set_new(object, parts[i].name,
                            span->text != NULL
                                ? json_stringn(span->text, span->length)
                                : json_null());
    }
    json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
}

static int parse(const char *text, bool is_json)
{
    struct ddds_urn urn;
    struct ddds_error error;
    if (ddds_urn_parse(text, &urn, &error) != DDDS_OK) {
        return refuse(text, &error);
    }
    const struct part parts[] = {{"nid", urn.nid},
                                 {"nss", urn.nss},
                                 {"r", urn.r},
                                 {"q", urn.q},
                                 {"f", urn.f}};
    if (is_json) {
        print_parts_json(text, parts, sizeof parts / sizeof parts[0]);
    } else {
        print_parts(parts, sizeof parts / sizeof parts[0]);
    }
    return EXIT_FOUND;
}

/* ---- normalize --------------------------------------------------------- */

static int normalize(const char *text)
{
    struct ddds_error error;
    size_t size = strlen(text) + 1;
    char *canonical = malloc(size);
    if (canonical == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    int status = EXIT_FOUND;
    if (ddds_urn_normalize(text, canonical, size, &error) == DDDS_OK) {
        puts(canonical);
    } else {
        status = refuse(text, &error);
    }
    free(canonical);
    return status;
}

/* ---- equal ------------------------------------------------------------- */

static int equal(const char *one, const char *other)
{
    bool is_equal;
    struct ddds_error error;
    struct ddds_urn urn;
    if (ddds_urn_parse(one, &urn, &error) != DDDS_OK) {
        return refuse(one, &error);
    }
    if (ddds_urn_parse(other, &urn, &error) != DDDS_OK) {
        return refuse(other, &error);
    }
    if (ddds_urn_equal(one, other, &is_equal, &error) != DDDS_OK) {
        complain("%s", error.detail);
        return exit_of_status(error.status);
    }
    return is_equal ? EXIT_FOUND : EXIT_NOT_FOUND;
}

/* ---- The command ------------------------------------------------------- */

static int run_each(int count, char **arguments, bool is_json)
{
    bool is_parse = strcmp(arguments[1], "parse") == 0;
    int status = EXIT_FOUND;
    for (int i = 2; i < count; i++) {
        if (strcmp(arguments[i], "--json") != 0) {
            status = worse_exit(status, is_parse ? parse(arguments[i], is_json)
                                                 : normalize(arguments[i]));
        }
    }
    return status;
}

/* How many words are URNs, and is --json among the others? -1 if an option is
 * none of ours. */
static int count_urns(int count, char **arguments, bool *is_json)
{
    int urns = 0;
    *is_json = false;
    for (int i = 2; i < count; i++) {
        if (strcmp(arguments[i], "--json") == 0) {
            *is_json = true;
        } else if (arguments[i][0] == '-') {
            complain("%s: no such option; ddds urn --help says more",
                     arguments[i]);
            return -1;
        } else {
            urns++;
        }
    }
    return urns;
}

int command_urn(int count, char **arguments)
{
    bool is_json;
    const char *verb = count > 1 ? arguments[1] : "";
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--help") == 0 ||
            strcmp(arguments[i], "-h") == 0) {
            return print_help(stdout, "urn");
        }
        if (strcmp(arguments[i], "--version") == 0 ||
            strcmp(arguments[i], "-V") == 0) {
            print_version();
            return EXIT_FOUND;
        }
    }
    bool is_equal = strcmp(verb, "equal") == 0;
    bool is_parse = strcmp(verb, "parse") == 0;
    if (!is_equal && !is_parse && strcmp(verb, "normalize") != 0) {
        complain("urn: say parse, normalize or equal; ddds urn --help says "
                 "more");
        return EXIT_USAGE;
    }
    int urns = count_urns(count, arguments, &is_json);
    if (urns < 0) {
        return EXIT_USAGE;
    }
    if ((is_equal && urns != 2) || urns == 0 || (is_json && !is_parse)) {
        complain("urn %s: %s", verb,
                 is_json && !is_parse ? "has no --json"
                 : is_equal           ? "takes two URNs"
                                      : "takes URNs, one or more");
        return EXIT_USAGE;
    }
    return is_equal ? equal(arguments[2], arguments[3])
                    : run_each(count, arguments, is_json);
}
