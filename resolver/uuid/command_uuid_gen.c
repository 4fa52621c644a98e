/* ddds uuid gen: make UUIDs, with uuidgen's letters and more.
 *
 * UUIDs are made and written in batches: many ids cost a system call for
 * entropy every thousand and one for output every few thousand.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/command_uuid.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/complain.h"
#include "cli/exits.h"

enum { BATCH = 4096 };

enum kind {
    KIND_V1,
    KIND_V4,
    KIND_V6,
    KIND_V7,
    KIND_NAME,
    KIND_CUSTOM,
    KIND_NIL,
    KIND_MAX,
};

/* What is to be made, and how it is written. */
struct making {
    enum kind kind;
    bool has_kind;
    uint64_t count;
    unsigned form;
    bool is_binary;

    /* Names. */
    enum ddds_uuid_hash hash;
    bool has_space;
    struct ddds_uuid space;
    const char *name; /* "-": a line of standard input each */
    bool is_hex;
    bool has_dns_form;
    enum ddds_uuid_dns_form dns_form;

    unsigned char custom[16];

    /* Clocks. */
    bool has_time;
    int64_t time; /* waiting makes it go on */
    struct ddds_uuid_source source;
    struct ddds_uuid_generator_options options;
    ddds_uuid_generator *generator;
};

/* ---- A clock that shows what the user says ------------------------------- */

static bool read_given_clock(void *context, int64_t *ticks)
{
    const struct making *making = context;
    *ticks = making->time;
    return true;
}

static bool read_entropy(void *context, unsigned char *octets, size_t length)
{
    (void)context;
    while (length > 0) {
        ssize_t got = getrandom(octets, length, 0);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        octets += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void let_given_clock_go_on(void *context, int64_t ticks)
{
    struct making *making = context;
    making->time += ticks;
}

/* ---- Making ------------------------------------------------------------ */

static ddds_status make(struct making *making, struct ddds_uuid *uuids,
                        size_t count, struct ddds_error *error)
{
    unsigned events = 0;
    ddds_status status = DDDS_OK;
    switch (making->kind) {
    case KIND_V4:
        return ddds_uuid_generate_v4(uuids, count, error);
    case KIND_V1:
        status = ddds_uuid_generator_v1(making->generator, uuids, count,
                                        &events, error);
        break;
    case KIND_V6:
        status = ddds_uuid_generator_v6(making->generator, uuids, count,
                                        &events, error);
        break;
    case KIND_V7:
        status = ddds_uuid_generator_v7(making->generator, uuids, count,
                                        &events, error);
        break;
    default:
        for (size_t i = 0; i < count; i++) {
            uuids[i] =
                making->kind == KIND_MAX ? *ddds_uuid_max() : *ddds_uuid_nil();
            if (making->kind == KIND_CUSTOM) {
                ddds_uuid_make_custom(making->custom, &uuids[i]);
            }
        }
    }
    if ((events & DDDS_UUID_RESET) != 0 && making->kind != KIND_V1) {
        complain("warning: the clock went back, and the order of the UUIDs "
                 "with it");
    }
    return status;
}

/* ---- Writing ----------------------------------------------------------- */

struct batch {
    struct ddds_uuid uuids[BATCH];
    char text[BATCH * DDDS_UUID_FORM_SIZE];
};

/* Write |count| UUIDs, a line each; false if they could not be. */
static bool write_uuids(const struct making *making, struct batch *batch,
                        size_t count)
{
    enum { LINE = DDDS_UUID_TEXT_SIZE };
    if (making->is_binary) {
        return fwrite(batch->uuids, sizeof batch->uuids[0], count, stdout) ==
               count;
    }
    size_t length = 0;
    if (making->form == DDDS_UUID_CANONICAL) {
        ddds_uuid_text_many(batch->uuids, count, batch->text, LINE);
        for (size_t i = 0; i < count; i++) {
            batch->text[i * LINE + LINE - 1] = '\n';
        }
        length = count * LINE;
    } else {
        for (size_t i = 0; i < count; i++) {
            length += ddds_uuid_format(&batch->uuids[i], making->form,
                                       batch->text + length,
                                       sizeof batch->text - length);
            batch->text[length++] = '\n';
        }
    }
    return fwrite(batch->text, 1, length, stdout) == length;
}

static int make_many(struct making *making, struct batch *batch)
{
    for (uint64_t left = making->count; left > 0;) {
        size_t count = left < BATCH ? (size_t)left : BATCH;
        struct ddds_error error;
        if (make(making, batch->uuids, count, &error) != DDDS_OK) {
            complain("uuid gen: %s", error.detail);
            /* A clock that the user set is the user's mistake. */
            return making->has_time ? EXIT_USAGE : exit_of_status(error.status);
        }
        if (!write_uuids(making, batch, count)) {
            return EXIT_OWN_FAILURE; /* main says why */
        }
        left -= count;
    }
    return EXIT_FOUND;
}

/* ---- Names ------------------------------------------------------------- */

static int hex_value(char digit)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit != '\0' ? strchr(digits, digit) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

/* Turn pairs of hexadecimal digits into octets, in place; false, and nothing
 * is changed, if they are none. */
static bool decode_hex(char *text, size_t *length)
{
    for (size_t i = 0; i < *length; i++) {
        if (hex_value(text[i]) < 0) {
            return false;
        }
    }
    if (*length % 2 != 0) {
        return false;
    }
    *length /= 2;
    for (size_t i = 0; i < *length; i++) {
        text[i] =
            (char)(hex_value(text[2 * i]) * 16 + hex_value(text[2 * i + 1]));
    }
    return true;
}

/* The UUID of one name, whose memory may be written to. */
static int make_name(const struct making *making, char *name, size_t length,
                     struct ddds_uuid *uuid)
{
    struct ddds_uuid_dns_name domain;
    struct ddds_error error;
    const void *octets = name;
    if (making->is_hex && !decode_hex(name, &length)) {
        complain("-N: \"%s\" is not pairs of hexadecimal digits", name);
        return EXIT_USAGE;
    }
    if (making->has_dns_form) {
        if (ddds_uuid_write_dns_name(name, length, making->dns_form, &domain,
                                     &error) != DDDS_OK) {
            complain("%s", error.detail);
            return EXIT_USAGE;
        }
        octets = domain.octets;
        length = domain.length;
    }
    ddds_uuid_make_name(making->hash, &making->space, octets, length, uuid);
    return EXIT_FOUND;
}

static int make_one_name(const struct making *making, char *name, size_t length,
                         struct batch *batch)
{
    int status = make_name(making, name, length, &batch->uuids[0]);
    if (status == EXIT_FOUND && !write_uuids(making, batch, 1)) {
        status = EXIT_OWN_FAILURE;
    }
    return status;
}

/* A name on each line of standard input. */
static int make_names_read(const struct making *making, struct batch *batch)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length = 0;
    int status = EXIT_FOUND;
    while (status != EXIT_OWN_FAILURE &&
           (length = getline(&line, &size, stdin)) >= 0) {
        if (length > 0 && line[length - 1] == '\n') {
            line[--length] = '\0';
        }
        status = worse_exit(status,
                            make_one_name(making, line, (size_t)length, batch));
    }
    if (length < 0 && !feof(stdin)) {
        complain("standard input: cannot be read: %s", strerror(errno));
        status = worse_exit(status, EXIT_TEMPORARY);
    }
    free(line);
    return status;
}

static int make_names(const struct making *making, struct batch *batch)
{
    assert(making->name != NULL); /* check_options has seen to it */
    if (strcmp(making->name, "-") == 0) {
        return make_names_read(making, batch);
    }
    char *name = strdup(making->name);
    if (name == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    int status = make_one_name(making, name, strlen(name), batch);
    free(name);
    return status;
}

/* ---- Options ----------------------------------------------------------- */

enum code {
    CODE_SHA256 = 256,
    CODE_CUSTOM,
    CODE_NIL,
    CODE_MAX,
    CODE_AT,
    CODE_NODE,
    CODE_NAME_FORM,
};

static bool set_kind(struct making *making, enum kind kind)
{
    if (making->has_kind) {
        complain("uuid gen: say only once which kind of UUID");
        return false;
    }
    making->has_kind = true;
    making->kind = kind;
    return true;
}

static bool set_hash(struct making *making, enum ddds_uuid_hash hash)
{
    making->hash = hash;
    return set_kind(making, KIND_NAME);
}

/* @dns, @url, @oid, @x500, or any UUID. */
static bool read_space(struct making *making, const char *text)
{
    struct ddds_error error;
    making->has_space = true;
    if (text[0] == '@') {
        for (const struct ddds_uuid_namespace *known = ddds_uuid_namespaces();
             known->name != NULL; known++) {
            if (strcmp(text + 1, known->name) == 0) {
                making->space = known->uuid;
                return true;
            }
        }
        complain("-n: \"%s\" is not one of @dns, @url, @oid and @x500", text);
        return false;
    }
    if (ddds_uuid_parse(text, strlen(text), UUID_READ_FORMS, &making->space,
                        &error) != DDDS_OK) {
        uuid_refuse(text, &error);
        return false;
    }
    const char *warning = ddds_uuid_namespace_warning(&making->space);
    if (warning != NULL) {
        complain("warning: %s", warning);
    }
    return true;
}

static bool read_count(struct making *making, const char *text)
{
    char *end;
    errno = 0;
    making->count = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0) {
        complain("-C: \"%s\" is not a whole number", text);
        return false;
    }
    return true;
}

/* Six octets in hexadecimal, with a colon or a hyphen between them or not. */
static bool read_node(struct making *making, const char *text)
{
    char digits[13] = "";
    size_t length = 0;
    for (const char *at = text; *at != '\0' && length < 13; at++) {
        if ((*at != ':' && *at != '-') || length % 2 != 0) {
            digits[length++] = *at;
        }
    }
    if (length != 12 || !decode_hex(digits, &length)) {
        complain("--node: \"%s\" is no address such as 9f:6b:de:ce:d8:46",
                 text);
        return false;
    }
    memcpy(making->options.node, digits, 6);
    making->options.has_node = true;
    return true;
}

/* 32 hexadecimal digits, in any form that has them. */
static bool read_custom(struct making *making, const char *text)
{
    struct ddds_uuid uuid;
    if (ddds_uuid_parse(text, strlen(text),
                        DDDS_UUID_SIMPLE | DDDS_UUID_CANONICAL, &uuid,
                        NULL) != DDDS_OK) {
        complain("--custom: \"%s\" is not 32 hexadecimal digits", text);
        return false;
    }
    memcpy(making->custom, uuid.octets, sizeof making->custom);
    return set_kind(making, KIND_CUSTOM);
}

static bool read_time(struct making *making, const char *text)
{
    struct ddds_error error;
    if (ddds_uuid_time_parse(text, strlen(text), &making->time, &error) !=
        DDDS_OK) {
        complain("--at: %s", error.detail);
        return false;
    }
    making->has_time = true;
    making->source = (struct ddds_uuid_source){
        making, read_given_clock, read_entropy, let_given_clock_go_on};
    making->options.source = &making->source;
    return true;
}

static bool read_name_form(struct making *making, const char *name)
{
    static const char *const names[] = {"common", "presentation", "wire"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            making->has_dns_form = true;
            making->dns_form = (enum ddds_uuid_dns_form)i;
            return true;
        }
    }
    complain("--name-form: \"%s\" is not one of common, presentation and wire",
             name);
    return false;
}

static bool read_form(struct making *making, const char *name)
{
    making->is_binary = strcmp(name, "bin") == 0;
    if (making->is_binary ||
        uuid_form_find(name, strlen(name), &making->form)) {
        return true;
    }
    complain("-f: \"%s\" is not one of canon, urn, upper, simple, braced, int, "
             "oid and bin",
             name);
    return false;
}

/* Options that choose the kind. */
static bool take_kind(struct making *making, int code)
{
    switch (code) {
    case 'r':
        return set_kind(making, KIND_V4);
    case 't':
        return set_kind(making, KIND_V1);
    case '6':
        return set_kind(making, KIND_V6);
    case '7':
        return set_kind(making, KIND_V7);
    case 'm':
        return set_hash(making, DDDS_UUID_MD5);
    case 's':
        return set_hash(making, DDDS_UUID_SHA1);
    case CODE_SHA256:
        return set_hash(making, DDDS_UUID_SHA256);
    case CODE_NIL:
        return set_kind(making, KIND_NIL);
    default:
        return set_kind(making, KIND_MAX);
    }
}

static bool take_option(struct making *making, int code, char *value)
{
    switch (code) {
    case 'n':
        return read_space(making, value);
    case 'N':
        making->name = value;
        return true;
    case 'x':
        return making->is_hex = true;
    case 'C':
        return read_count(making, value);
    case 'f':
        return read_form(making, value);
    case CODE_CUSTOM:
        return read_custom(making, value);
    case CODE_AT:
        return read_time(making, value);
    case CODE_NODE:
        return read_node(making, value);
    case CODE_NAME_FORM:
        return read_name_form(making, value);
    default:
        return take_kind(making, code);
    }
}

/* Do the options go together? */
static bool check_options(const struct making *making)
{
    bool is_named = making->kind == KIND_NAME;
    bool has_name = making->has_space || making->name != NULL ||
                    making->is_hex || making->has_dns_form;
    bool is_timed = making->kind == KIND_V1 || making->kind == KIND_V6 ||
                    making->kind == KIND_V7;
    if (is_named && (!making->has_space || making->name == NULL)) {
        complain("uuid gen: -m, -s and --sha256 need a namespace (-n) and a "
                 "name (-N)");
        return false;
    }
    if (has_name && !is_named) {
        complain("uuid gen: -n, -N, -x and --name-form go with -m, -s or "
                 "--sha256");
        return false;
    }
    if (is_named && making->count != 1) {
        complain("uuid gen: -C makes no sense of a name; -N - takes a name "
                 "from each line of standard input");
        return false;
    }
    if ((making->has_time && !is_timed) ||
        (making->options.has_node && (!is_timed || making->kind == KIND_V7))) {
        complain("uuid gen: --at goes with -t, -6 and -7, --node with -t and "
                 "-6");
        return false;
    }
    return true;
}

static int run(struct making *making)
{
    int status = EXIT_OWN_FAILURE;
    struct ddds_error error;
    struct batch *batch = malloc(sizeof *batch);
    making->generator = ddds_uuid_generator_new(&making->options, &error);
    if (batch == NULL || making->generator == NULL) {
        complain("out of memory");
    } else if (making->kind == KIND_NAME) {
        status = make_names(making, batch);
    } else {
        status = make_many(making, batch);
    }
    ddds_uuid_generator_free(making->generator);
    free(batch);
    return status;
}

int uuid_gen(int count, char **arguments)
{
    static const struct option options[] = {
        {"random", no_argument, NULL, 'r'},
        {"time", no_argument, NULL, 't'},
        {"time-v6", no_argument, NULL, '6'},
        {"time-v7", no_argument, NULL, '7'},
        {"md5", no_argument, NULL, 'm'},
        {"sha1", no_argument, NULL, 's'},
        {"sha256", no_argument, NULL, CODE_SHA256},
        {"custom", required_argument, NULL, CODE_CUSTOM},
        {"nil", no_argument, NULL, CODE_NIL},
        {"max", no_argument, NULL, CODE_MAX},
        {"namespace", required_argument, NULL, 'n'},
        {"name", required_argument, NULL, 'N'},
        {"name-form", required_argument, NULL, CODE_NAME_FORM},
        {"hex", no_argument, NULL, 'x'},
        {"count", required_argument, NULL, 'C'},
        {"at", required_argument, NULL, CODE_AT},
        {"node", required_argument, NULL, CODE_NODE},
        {"form", required_argument, NULL, 'f'},
        {NULL, 0, NULL, 0},
    };
    struct making making = {
        .kind = KIND_V4, .count = 1, .form = DDDS_UUID_CANONICAL};
    int code;
    while ((code = getopt_long(count, arguments, ":rt67msn:N:xC:f:", options,
                               NULL)) >= 0) {
        if (code == '?' || code == ':') {
            return uuid_refuse_option("gen", code, arguments);
        }
        if (!take_option(&making, code, optarg)) {
            return EXIT_USAGE;
        }
    }
    if (optind < count) {
        complain("uuid gen: takes no argument \"%s\"", arguments[optind]);
        return EXIT_USAGE;
    }
    return check_options(&making) ? run(&making) : EXIT_USAGE;
}
