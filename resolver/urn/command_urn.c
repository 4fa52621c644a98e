/* ddds urn: parse, normalise and compare URNs (RFC 8141).
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <ddds/urn.h>

#include "batch/inputs.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "urn/urn_options.h"
#include "print/json_members.h"

static int refuse(const struct input *input, const struct ddds_error *error)
{
    inputs_refuse(input, error);
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
    print_json_object(stdout, object);
}

static int parse(const struct input *input, bool is_json)
{
    struct ddds_urn urn;
    struct ddds_error error;
    if (ddds_urn_parse(input->text, &urn, &error) != DDDS_OK) {
        return refuse(input, &error);
    }
    const struct part parts[] = {{"nid", urn.nid},
                                 {"nss", urn.nss},
                                 {"r", urn.r},
                                 {"q", urn.q},
                                 {"f", urn.f}};
    if (is_json) {
        print_parts_json(input->text, parts, sizeof parts / sizeof parts[0]);
    } else {
        print_parts(parts, sizeof parts / sizeof parts[0]);
    }
    return EXIT_FOUND;
}

/* ---- normalize --------------------------------------------------------- */

static int normalize(const struct input *input)
{
    struct ddds_error error;
    char canonical[INPUT_SIZE];
    if (ddds_urn_normalize(input->text, canonical, sizeof canonical, &error) !=
        DDDS_OK) {
        return refuse(input, &error);
    }
    puts(canonical);
    return EXIT_FOUND;
}

static int show(const struct urn_line *options, const struct input *input)
{
    struct ddds_error error;
    if (!input_is_whole(input, &error)) {
        return refuse(input, &error);
    }
    return options->words.command == COMMAND_URN_PARSE
               ? parse(input, options->urn.is_json)
               : normalize(input);
}

int command_urn_each(const void *given)
{
    const struct urn_line *options = given;
    const struct input *input;
    int status = EXIT_FOUND;
    if (options->words.input_count == 0) {
        complain("%s: missing URNs; \"-\" reads them from standard input",
                 command_page(options->words.command)->name);
        return EXIT_USAGE;
    }
    struct inputs *inputs = inputs_new(&options->words, NULL, 0);
    while ((input = inputs_read(inputs)) != NULL) {
        status = worse_exit(status, show(options, input));
    }
    status = worse_exit(status, inputs_status(inputs));
    inputs_free(inputs);
    return status;
}

/* ---- equal ------------------------------------------------------------- */

/* Copy |input|, which must be a URN, to |*text|, to be freed. */
static int keep(const struct input *input, char **text)
{
    struct ddds_error error;
    struct ddds_urn urn;
    if (!input_is_whole(input, &error) ||
        ddds_urn_parse(input->text, &urn, &error) != DDDS_OK) {
        return refuse(input, &error);
    }
    *text = strdup(input->text);
    return EXIT_FOUND;
}

/* Read exactly two URNs. */
static int read_both(struct inputs *inputs, char *urns[2])
{
    const struct input *input;
    size_t count = 0;
    int status = EXIT_FOUND;
    while (status == EXIT_FOUND && (input = inputs_read(inputs)) != NULL) {
        status = count < 2 ? keep(input, &urns[count]) : status;
        count++;
    }
    status = worse_exit(status, inputs_status(inputs));
    if (status == EXIT_FOUND && count != 2) {
        complain("urn equal: takes two URNs, not %zu", count);
        return EXIT_USAGE;
    }
    return status;
}

static int compare(const char *one, const char *other)
{
    bool is_equal;
    struct ddds_error error;
    if (ddds_urn_equal(one, other, &is_equal, &error) != DDDS_OK) {
        complain("%s", error.detail);
        return exit_of_status(error.status);
    }
    return is_equal ? EXIT_FOUND : EXIT_NOT_FOUND;
}

int command_urn_equal(const void *given)
{
    const struct urn_line *options = given;
    char *urns[2] = {NULL, NULL};
    struct inputs *inputs = inputs_new(&options->words, NULL, 0);
    int status = read_both(inputs, urns);
    if (status == EXIT_FOUND) {
        status = compare(urns[0], urns[1]);
    }
    free(urns[0]);
    free(urns[1]);
    inputs_free(inputs);
    return status;
}
