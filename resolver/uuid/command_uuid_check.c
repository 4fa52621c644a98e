/* ddds uuid check, fmt, cmp, range, ns.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "uuid/uuid_options.h"
#include "uuid/forms.h"
#include "uuid/words.h"

/* Report that the word is not a UUID under |rules|, with a caret. */
static void refuse(const struct uuid_words *words, unsigned rules,
                   const struct ddds_error *error)
{
    char place[WORDS_PLACE_SIZE];
    char hint[FORM_HINT_SIZE];
    const char *text = words->text;
    form_hint(text, strlen(text), rules, hint);
    complain("%s\"%.100s%s\": %s%s", words_place(words, place), text,
             strlen(text) > 100 ? "..." : "", error->detail, hint);
    point_at(text, error->offset);
}

/* Parse the word under |rules|; report, but ignore, components of a URN. */
static ddds_status read_uuid(const struct uuid_words *words, unsigned rules,
                             struct ddds_uuid *uuid, struct ddds_error *error)
{
    char place[WORDS_PLACE_SIZE];
    size_t own = form_length(words->text, words->length, rules);
    ddds_status status = form_read(words->text, own, rules, uuid, error);
    if (status == DDDS_OK && own < words->length) {
        form_note_components(words_place(words, place), words->text, own);
    }
    return status;
}

/* ---- check ------------------------------------------------------------- */

int command_uuid_check(const void *given)
{
    const struct uuid_line *options = given;
    unsigned demands = options->uuid.read_forms | options->uuid.demands;
    struct uuid_words words;
    int status = EXIT_FOUND;
    words_begin(&words, options->words.inputs, options->words.input_count);
    words.is_by_line = true;
    while (words_next(&words)) {
        struct ddds_error error;
        if (read_uuid(&words, demands, NULL, &error) != DDDS_OK) {
            refuse(&words, demands, &error);
            status = EXIT_NOT_FOUND;
        }
    }
    return words_end(&words, status);
}

/* ---- fmt --------------------------------------------------------------- */

static ddds_status write_form(const struct ddds_uuid *uuid, unsigned form,
                              struct ddds_error *error)
{
    struct ddds_uuid converted = *uuid;
    ddds_status status = DDDS_OK;
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    ddds_uuid_inspect(uuid, 0, &fields);
    if (form == UUID_TO_BINARY) {
        fwrite(uuid->octets, 1, sizeof uuid->octets, stdout);
        return DDDS_OK;
    }
    bool is_converted = form == UUID_TO_V1 || form == UUID_TO_V6;
    int version = form == UUID_TO_V1 ? 1 : 6;
    if (is_converted && fields.version != version) {
        status = ddds_uuid_convert(uuid, (unsigned)version, &converted, error);
    }
    if (status == DDDS_OK) {
        char text[DDDS_UUID_FORM_SIZE];
        form_write(&converted, is_converted ? DDDS_UUID_CANONICAL : form, text);
        puts(text);
    }
    return status;
}

int command_uuid_fmt(const void *given)
{
    const struct uuid_line *options = given;
    struct uuid_words words;
    char place[WORDS_PLACE_SIZE];
    int status = EXIT_FOUND;
    words_begin(&words, options->words.inputs, options->words.input_count);
    while (words_next(&words)) {
        struct ddds_uuid uuid;
        struct ddds_error error;
        if (read_uuid(&words, options->uuid.read_forms, &uuid, &error) !=
            DDDS_OK) {
            refuse(&words, options->uuid.read_forms, &error);
            status = EXIT_USAGE;
        } else if (write_form(&uuid, options->uuid.form, &error) != DDDS_OK) {
            complain("%s%s", words_place(&words, place), error.detail);
            status = EXIT_USAGE;
        }
    }
    return words_end(&words, status);
}

/* ---- cmp --------------------------------------------------------------- */

int command_uuid_cmp(const void *line)
{
    const struct uuid_line *options = line;
    struct uuid_words words;
    struct ddds_uuid uuids[2];
    size_t count = 0;
    const size_t given = options->words.input_count;
    words_begin(&words, options->words.inputs, given);
    while (given > 0 && words_next(&words)) {
        struct ddds_error error;
        struct ddds_uuid uuid;
        if (read_uuid(&words, UUID_READ_FORMS, &uuid, &error) != DDDS_OK) {
            refuse(&words, UUID_ENCODED, &error);
            return EXIT_USAGE;
        }
        uuids[count < 2 ? count : 1] = uuid;
        count++;
    }
    if (words.status != EXIT_FOUND) {
        return words.status;
    }
    if (count != 2) {
        complain("uuid cmp: takes two UUIDs, not %zu", count);
        return EXIT_USAGE;
    }
    int order = ddds_uuid_compare(&uuids[0], &uuids[1]);
    printf("%d\n", order);
    return order == 0 ? EXIT_FOUND : EXIT_NOT_FOUND;
}

/* ---- range ------------------------------------------------------------- */

/* Find the lowest and highest UUID of |version| at the time |text|. */
static bool find_range(const char *text, unsigned version,
                       struct ddds_uuid *lowest, struct ddds_uuid *highest)
{
    int64_t ticks;
    struct ddds_error error;
    if (ddds_uuid_time_parse(text, strlen(text), &ticks, &error) != DDDS_OK) {
        complain("%s", error.detail);
        point_at(text, error.offset);
        return false;
    }
    if (ddds_uuid_range(version, ticks, lowest, highest, &error) != DDDS_OK) {
        complain("%s: %s", text, error.detail);
        return false;
    }
    return true;
}

/* Start the range, or extend it, with the time |text|. */
static bool add_time(const char *text, unsigned version, size_t count,
                     struct ddds_uuid *lowest, struct ddds_uuid *highest)
{
    struct ddds_uuid unused;
    return find_range(text, version, count == 0 ? lowest : &unused, highest);
}

int command_uuid_range(const void *line)
{
    const struct uuid_line *options = line;
    struct uuid_words words;
    struct ddds_uuid lowest;
    struct ddds_uuid highest;
    size_t count = 0;
    const size_t given = options->words.input_count;
    words_begin(&words, options->words.inputs, given);
    for (; given > 0 && words_next(&words); count++) {
        if (!add_time(words.text, options->uuid.range_version, count, &lowest,
                      &highest)) {
            return EXIT_USAGE;
        }
    }
    if (words.status != EXIT_FOUND) {
        return words.status;
    }
    if (count < 1 || count > 2) {
        complain("uuid range: takes a time, or a first and a last time");
        return EXIT_USAGE;
    }
    if (ddds_uuid_compare(&lowest, &highest) > 0) {
        complain("uuid range: the first time is after the last; swap them");
        return EXIT_USAGE;
    }
    char texts[2][DDDS_UUID_TEXT_SIZE];
    ddds_uuid_text(&lowest, texts[0]);
    ddds_uuid_text(&highest, texts[1]);
    printf("%s\n%s\n", texts[0], texts[1]);
    return EXIT_FOUND;
}

/* ---- ns ---------------------------------------------------------------- */

int command_uuid_ns(const void *given)
{
    const struct uuid_line *options = given;
    if (options->words.input_count > 0) {
        complain("uuid ns: takes no arguments; leave \"%s\" out",
                 options->words.inputs[0]);
        return EXIT_USAGE;
    }
    for (const struct ddds_uuid_namespace *space = ddds_uuid_namespaces();
         space->name != NULL; space++) {
        char text[DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(&space->uuid, text);
        printf("@%-9s %s  %s\n", space->name, text, space->names);
    }
    return EXIT_FOUND;
}
