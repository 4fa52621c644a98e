/* ddds uuid check, fmt, cmp, range, ns: one UUID at a time.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/command_uuid.h"

#include <getopt.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

/* ---- check ------------------------------------------------------------- */

int uuid_check(int count, char **arguments)
{
    static const struct option options[] = {
        {"rfc", no_argument, NULL, 'R'},
        {"form", required_argument, NULL, 'F'},
        {NULL, 0, NULL, 0},
    };
    unsigned forms = 0;
    unsigned demands = 0;
    int code;
    while ((code = getopt_long(count, arguments, ":", options, NULL)) >= 0) {
        if (code == 'R') {
            demands = DDDS_UUID_RFC_ONLY;
        } else if (code != 'F') {
            return uuid_refuse_option("check", code, arguments);
        } else if (!uuid_forms_read(optarg, &forms)) {
            return EXIT_USAGE;
        }
    }
    struct words words;
    int status = EXIT_FOUND;
    words_begin(&words, count, arguments, optind);
    words.is_by_line = true;
    while (words_next(&words)) {
        struct ddds_error error;
        if (ddds_uuid_parse(words.text, words.length, forms | demands, NULL,
                            &error) != DDDS_OK) {
            uuid_refuse(words.text, &error);
            status = EXIT_NOT_FOUND;
        }
    }
    return words_end(&words, status);
}

/* ---- fmt --------------------------------------------------------------- */

/* What fmt writes, beside the forms of text. */
enum output { OUTPUT_TEXT, OUTPUT_BINARY, OUTPUT_V1, OUTPUT_V6 };

struct target {
    enum output output;
    unsigned form;
};

static bool find_target(const char *name, struct target *target)
{
    static const char *const others[] = {NULL, "bin", "v1", "v6"};
    for (int i = OUTPUT_BINARY; i <= OUTPUT_V6; i++) {
        if (strcmp(name, others[i]) == 0) {
            *target = (struct target){(enum output)i, DDDS_UUID_CANONICAL};
            return true;
        }
    }
    target->output = OUTPUT_TEXT;
    return uuid_form_find(name, strlen(name), &target->form);
}

static ddds_status write_target(const struct ddds_uuid *uuid,
                                const struct target *target,
                                struct ddds_error *error)
{
    struct ddds_uuid converted = *uuid;
    ddds_status status = DDDS_OK;
    int version = ddds_uuid_get_version(uuid);
    if (target->output == OUTPUT_BINARY) {
        fwrite(uuid->octets, 1, sizeof uuid->octets, stdout);
        return DDDS_OK;
    }
    if (target->output == OUTPUT_V1 && version != 1) {
        status = ddds_uuid_v6_to_v1(uuid, &converted, error);
    } else if (target->output == OUTPUT_V6 && version != 6) {
        status = ddds_uuid_v1_to_v6(uuid, &converted, error);
    }
    if (status == DDDS_OK) {
        char text[DDDS_UUID_FORM_SIZE];
        ddds_uuid_format(&converted, target->form, text, sizeof text);
        puts(text);
    }
    return status;
}

int uuid_fmt(int count, char **arguments)
{
    static const struct option options[] = {
        {"form", required_argument, NULL, 'F'},
        {NULL, 0, NULL, 0},
    };
    unsigned forms = UUID_READ_FORMS;
    struct target target = {OUTPUT_TEXT, DDDS_UUID_CANONICAL};
    int code;
    while ((code = getopt_long(count, arguments, ":f:", options, NULL)) >= 0) {
        if (code == 'F' && !uuid_forms_read(optarg, &forms)) {
            return EXIT_USAGE;
        }
        if (code == 'f' && !find_target(optarg, &target)) {
            complain("-f: \"%s\" is not one of canon, urn, upper, simple, "
                     "braced, int, oid, bin, v1 and v6",
                     optarg);
            return EXIT_USAGE;
        }
        if (code != 'F' && code != 'f') {
            return uuid_refuse_option("fmt", code, arguments);
        }
    }
    struct words words;
    int status = EXIT_FOUND;
    words_begin(&words, count, arguments, optind);
    while (words_next(&words)) {
        struct ddds_uuid uuid;
        struct ddds_error error;
        if (ddds_uuid_parse(words.text, words.length, forms, &uuid, &error) !=
            DDDS_OK) {
            uuid_refuse(words.text, &error);
            status = EXIT_USAGE;
        } else if (write_target(&uuid, &target, &error) != DDDS_OK) {
            complain("%s", error.detail);
            status = EXIT_USAGE;
        }
    }
    return words_end(&words, status);
}

/* ---- cmp --------------------------------------------------------------- */

int uuid_cmp(int count, char **arguments)
{
    int code = getopt(count, arguments, ":");
    if (code >= 0) {
        return uuid_refuse_option("cmp", code, arguments);
    }
    if (count - optind != 2) {
        complain("uuid cmp: takes two UUIDs");
        return EXIT_USAGE;
    }
    struct ddds_uuid uuids[2];
    for (int i = 0; i < 2; i++) {
        struct ddds_error error;
        const char *text = arguments[optind + i];
        if (ddds_uuid_parse(text, strlen(text), UUID_READ_FORMS, &uuids[i],
                            &error) != DDDS_OK) {
            uuid_refuse(text, &error);
            return EXIT_USAGE;
        }
    }
    int order = ddds_uuid_compare(&uuids[0], &uuids[1]);
    printf("%d\n", order);
    return order == 0 ? EXIT_FOUND : EXIT_NOT_FOUND;
}

/* ---- range ------------------------------------------------------------- */

/* The lowest and highest id of the millisecond at |text|. */
static bool find_range(const char *text, struct ddds_uuid *lowest,
                       struct ddds_uuid *highest)
{
    enum { TICKS_PER_MILLISECOND = 10000 };
    int64_t ticks;
    struct ddds_error error;
    if (ddds_uuid_time_parse(text, strlen(text), &ticks, &error) != DDDS_OK) {
        complain("%s", error.detail);
        point_at(text, error.offset);
        return false;
    }
    int64_t milliseconds =
        ticks / TICKS_PER_MILLISECOND - (ticks % TICKS_PER_MILLISECOND < 0);
    if (ddds_uuid_v7_range(milliseconds, lowest, highest, &error) != DDDS_OK) {
        complain("%s: %s", text, error.detail);
        return false;
    }
    return true;
}

int uuid_range(int count, char **arguments)
{
    static const struct option options[] = {
        {"v7", no_argument, NULL, '7'},
        {NULL, 0, NULL, 0},
    };
    int code;
    while ((code = getopt_long(count, arguments, ":7", options, NULL)) >= 0) {
        if (code != '7') {
            return uuid_refuse_option("range", code, arguments);
        }
    }
    if (count - optind < 1 || count - optind > 2) {
        complain("uuid range: takes a time, or the first and the last");
        return EXIT_USAGE;
    }
    struct ddds_uuid lowest;
    struct ddds_uuid highest;
    struct ddds_uuid unused;
    if (!find_range(arguments[optind], &lowest, &highest) ||
        (optind + 1 < count &&
         !find_range(arguments[optind + 1], &unused, &highest))) {
        return EXIT_USAGE;
    }
    if (ddds_uuid_compare(&lowest, &highest) > 0) {
        complain("uuid range: the first time is after the last");
        return EXIT_USAGE;
    }
    char texts[2][DDDS_UUID_TEXT_SIZE];
    ddds_uuid_text(&lowest, texts[0]);
    ddds_uuid_text(&highest, texts[1]);
    printf("%s\n%s\n", texts[0], texts[1]);
    return EXIT_FOUND;
}

/* ---- ns ---------------------------------------------------------------- */

int uuid_ns(int count, char **arguments)
{
    if (count > 1) {
        complain("uuid ns: takes no arguments, not \"%s\"", arguments[1]);
        return EXIT_USAGE;
    }
    for (const struct ddds_uuid_namespace *space = ddds_uuid_namespaces();
         space->name != NULL; space++) {
        char text[DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(&space->uuid, text);
        printf("@%-5s %s  %s\n", space->name, text, space->names);
    }
    return EXIT_FOUND;
}
