/* ddds uuid gen: generate UUIDs; the options include those of uuidgen.
 *
 * UUIDs are generated and written in chunks, to save system calls.
 *
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/options.h"
#include "uuid/uuid_options.h"
#include "uuid/hex.h"
#include "text/memory_report.h"
#include "uuid/forms.h"

enum { CHUNK = 4096, INTERRUPTIONS = 10000 };

/* State of the generation. */
struct uuid_making {
    const struct uuid_options *options;
    int64_t time; /* value of --at, advanced by waiting */
    struct ddds_uuid_source source;
    ddds_uuid_generator *generator;
    char place[40]; /* of the name: "standard input:2: ", or "" */
};

/* ---- Clock for --at ------------------------------------------------------ */

static bool read_given_clock(void *context, int64_t *ticks)
{
    const struct uuid_making *making = context;
    *ticks = making->time;
    return true;
}

static bool read_entropy(void *context, unsigned char *octets, size_t length)
{
    (void)context;
    unsigned interruptions = 0;
    while (length > 0) {
        ssize_t got = getrandom(octets, length, 0);
        if (got < 0 && (errno != EINTR || ++interruptions > INTERRUPTIONS)) {
            return false;
        }
        octets += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void let_given_clock_go_on(void *context, int64_t ticks)
{
    struct uuid_making *making = context;
    making->time += ticks;
}

/* ---- Making ------------------------------------------------------------ */

static ddds_status make(struct uuid_making *making, struct ddds_uuid *uuids,
                        size_t count, struct ddds_error *error)
{
    const struct uuid_options *options = making->options;
    unsigned events = 0;
    if (options->kind == UUID_V4) {
        return ddds_uuid_generate_v4(uuids, count, error);
    }
    if (options->kind <= UUID_V8_TIME) {
        ddds_status status = ddds_uuid_generate(
            making->generator, options->kind, uuids, count, &events, error);
        if ((events & DDDS_UUID_RESET) != 0 && options->kind != UUID_V1) {
            complain("warning: the clock went back, so the UUIDs are not in "
                     "order");
        }
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        uuids[i] =
            options->kind == UUID_MAX ? *ddds_uuid_max() : *ddds_uuid_nil();
        if (options->kind == UUID_CUSTOM) {
            ddds_uuid_make_octets(8, options->custom, &uuids[i]);
        }
    }
    return DDDS_OK;
}

/* ---- Writing ----------------------------------------------------------- */

struct chunk {
    struct ddds_uuid uuids[CHUNK];
    char text[CHUNK * DDDS_UUID_FORM_SIZE];
};

/* Write |count| UUIDs, each on a line; false on failure. */
static bool write_uuids(const struct uuid_making *making, struct chunk *chunk,
                        size_t count)
{
    enum { LINE = DDDS_UUID_TEXT_SIZE };
    if (making->options->form == UUID_TO_BINARY) {
        return fwrite(chunk->uuids, sizeof chunk->uuids[0], count, stdout) ==
               count;
    }
    size_t length = 0;
    if (making->options->form == DDDS_UUID_CANONICAL) {
        for (size_t i = 0; i < count; i++) {
            ddds_uuid_text(&chunk->uuids[i], chunk->text + i * LINE);
            chunk->text[i * LINE + LINE - 1] = '\n';
        }
        length = count * LINE;
    } else {
        for (size_t i = 0; i < count; i++) {
            length += form_write(&chunk->uuids[i], making->options->form,
                                 chunk->text + length);
            chunk->text[length++] = '\n';
        }
    }
    return fwrite(chunk->text, 1, length, stdout) == length;
}

static int make_many(struct uuid_making *making, struct chunk *chunk)
{
    for (uint64_t left = making->options->count; left > 0;) {
        size_t count = left < CHUNK ? (size_t)left : CHUNK;
        struct ddds_error error;
        if (make(making, chunk->uuids, count, &error) != DDDS_OK) {
            if (making->options->has_time && error.status == DDDS_BAD_CLOCK) {
                complain("uuid gen: --at: after this time the version has "
                         "fewer UUIDs than -C asks for");
                return EXIT_USAGE;
            }
            complain("uuid gen: %s", error.detail);
            return exit_of_status(error.status);
        }
        if (!write_uuids(making, chunk, count)) {
            return EXIT_OWN_FAILURE; /* main() reports it */
        }
        left -= count;
    }
    return EXIT_FOUND;
}

/* ---- Names ------------------------------------------------------------- */

/* Make the UUID of |name|, which may be modified. */
static int make_name(const struct uuid_making *making, char *name,
                     size_t length, struct ddds_uuid *uuid)
{
    struct ddds_uuid_dns_name domain;
    struct ddds_error error;
    const void *octets = name;
    if (making->options->is_hex && !hex_decode(name, &length)) {
        complain("%s\"%s\" is not pairs of hexadecimal digits",
                 making->place[0] != '\0' ? making->place : "-N: ", name);
        return EXIT_USAGE;
    }
    if (making->options->has_dns_form) {
        if (ddds_uuid_write_dns_name(name, length, making->options->dns_form,
                                     &domain, &error) != DDDS_OK) {
            complain("%s%s", making->place, error.detail);
            return EXIT_USAGE;
        }
        octets = domain.octets;
        length = domain.length;
    }
    if (ddds_uuid_make_name(making->options->hash, &making->options->space,
                            octets, length, uuid, &error) != DDDS_OK) {
        complain("%s%s", making->place, error.detail);
        return exit_of_status(error.status);
    }
    return EXIT_FOUND;
}

static int make_one_name(const struct uuid_making *making, char *name,
                         size_t length, struct chunk *chunk)
{
    int status = make_name(making, name, length, &chunk->uuids[0]);
    if (status == EXIT_FOUND && !write_uuids(making, chunk, 1)) {
        status = EXIT_OWN_FAILURE;
    }
    return status;
}

/* Make a UUID for each line of standard input. */
static int make_names_read(struct uuid_making *making, struct chunk *chunk)
{
    static const char mark[] = "\xef\xbb\xbf";
    char *line = NULL;
    size_t size = 0;
    ssize_t length = 0;
    int status = EXIT_FOUND;
    for (size_t i = 1; status != EXIT_OWN_FAILURE &&
                       (length = getline(&line, &size, stdin)) >= 0;
         i++) {
        if (i == 1 && strncmp(line, mark, sizeof mark - 1) == 0) {
            complain("standard input:1:1: the file begins with a byte order "
                     "mark; remove these three octets");
            status = EXIT_USAGE;
            break;
        }
        snprintf(making->place, sizeof making->place,
                 "standard input:%zu: ", i);
        length -= length > 0 && line[length - 1] == '\n';
        length -= length > 0 && line[length - 1] == '\r';
        line[length] = '\0';
        status = worse_exit(status,
                            make_one_name(making, line, (size_t)length, chunk));
    }
    if (length < 0 && !feof(stdin)) {
        complain("standard input: cannot be read: %s", strerror(errno));
        status = worse_exit(status, EXIT_TEMPORARY);
    }
    free(line);
    return status;
}

static int make_names(struct uuid_making *making, struct chunk *chunk)
{
    assert(making->options->name != NULL); /* check_options() ensures it */
    if (strcmp(making->options->name, "-") == 0) {
        return make_names_read(making, chunk);
    }
    char *name = strdup(making->options->name);
    int status = make_one_name(making, name, strlen(name), chunk);
    free(name);
    return status;
}

/* ---- The command ------------------------------------------------------- */

/* Return a message if the options for names conflict, or NULL. */
static const char *judge_names(const struct uuid_options *options)
{
    bool has_name = options->has_space || options->name != NULL ||
                    options->is_hex || options->has_dns_form;
    if (options->kind != UUID_NAMED) {
        return has_name ? "-n, -N, -x and --name-form need -m, -s, --sha256 or "
                          "--hash"
                        : NULL;
    }
    if (!options->has_space || options->name == NULL) {
        return "-m, -s, --sha256 and --hash need a namespace (-n) and a name "
               "(-N)";
    }
    if (options->count == 1) {
        return NULL;
    }
    return strcmp(options->name, "-") == 0
               ? "a name has one UUID; leave -C out"
               : "a name has one UUID; leave -C out, or use -N - for a name "
                 "from each line of standard input";
}

/* The same for time, node and method. */
static const char *judge_times(const struct uuid_options *options)
{
    bool is_old = options->kind == UUID_V1 || options->kind == UUID_V6;
    bool is_timed =
        is_old || options->kind == UUID_V7 || options->kind == UUID_V8_TIME;
    if ((options->has_time && !is_timed) || (options->has_node && !is_old)) {
        return "--at needs -t, -6, -7 or -8; --node needs -t or -6";
    }
    return options->has_method && options->kind != UUID_V7 ? "--method needs -7"
                                                           : NULL;
}

static bool check_options(const struct uuid_options *options)
{
    const char *why = judge_names(options);
    if (why == NULL) {
        why = judge_times(options);
    }
    if (why != NULL) {
        complain("uuid gen: %s", why);
    }
    return why == NULL;
}

/* Return true if the version can represent the time of --at. */
static bool check_time(const struct uuid_options *options)
{
    struct ddds_error error = {0};
    struct ddds_uuid lowest;
    struct ddds_uuid highest;
    if (!options->has_time || options->kind == UUID_V8_TIME) {
        return true;
    }
    /* Version 1 has the same range as version 6. */
    ddds_status status =
        ddds_uuid_range(options->kind == UUID_V7 ? 7 : 6, options->time,
                        &lowest, &highest, &error);
    if (status != DDDS_OK) {
        complain("--at: %s", error.detail);
    }
    return status == DDDS_OK;
}

static int run(struct uuid_making *making)
{
    struct ddds_error error;
    struct chunk *chunk = malloc(sizeof *chunk);
    const struct uuid_options *options = making->options;
    struct ddds_uuid_generator_options generating = {
        .size = sizeof generating,
        .source = options->has_time ? &making->source : NULL,
        .has_node = options->has_node,
        .method = options->method,
    };
    memcpy(generating.node, options->node, sizeof generating.node);
    making->generator = ddds_uuid_generator_new(&generating, &error);
    if (making->generator == NULL) {
        memory_fail();
    }
    int status = options->kind == UUID_NAMED ? make_names(making, chunk)
                                             : make_many(making, chunk);
    ddds_uuid_generator_free(making->generator);
    free(chunk);
    return status;
}

int command_uuid_gen(const void *given)
{
    const struct uuid_line *options = given;
    struct uuid_making making = {.options = &options->uuid,
                                 .time = options->uuid.time};
    making.source = (struct ddds_uuid_source){.size = sizeof making.source,
                                              &making,
                                              read_given_clock,
                                              read_entropy,
                                              let_given_clock_go_on};
    if (options->words.input_count > 0) {
        const char *word = options->words.inputs[0];
        const char *version = options_find_version(COMMAND_UUID_GEN, word);
        complain("uuid gen: takes no arguments; leave \"%s\" out%s%s", word,
                 version != NULL ? "; " : "", version != NULL ? version : "");
        return EXIT_USAGE;
    }
    return check_options(&options->uuid) && check_time(&options->uuid)
               ? run(&making)
               : EXIT_USAGE;
}
