/* Any octets as a line of expectations.
 *
 * An error has an offset within the line, and a message. An accepted line can
 * be written in a canonical way, which is read as the same.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "test/expectation.h"
#include "fuzz.h"

static const struct ddds_options no_options = {.size = sizeof no_options};

static void write_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            putc('\\', out);
        }
        putc(*text, out);
    }
    putc('"', out);
}

/* Write a name; a colon in it must be escaped. */
static void write_name(FILE *out, const char *name)
{
    putc('"', out);
    for (; *name != '\0'; name++) {
        if (*name == ':') {
            fputs("\\\\058", out);
            continue;
        }
        if (*name == '"' || *name == '\\') {
            putc('\\', out);
        }
        putc(*name, out);
    }
    putc('"', out);
}

static void write_list(FILE *out, const char *key, const char *value)
{
    if (value != NULL) {
        fprintf(out, " %s=", key);
        write_quoted(out, value);
    }
}

static void write_expectation(FILE *out, const struct expectation *read)
{
    const struct ddds_options *options = &read->options;
    write_quoted(out, read->input);
    write_list(out, "service", options->services);
    write_list(out, "protocol", options->protocols);
    write_list(out, "root", options->roots);
    write_list(out, "own-host", options->own_hosts);
    write_list(out, "todo", read->todo);
    write_list(out, "app",
               read->application != NULL ? read->application->name : NULL);
    fprintf(out, " dns=%s all=%s no-q=%s no-addresses=%s require-ad=%s",
            options->dns ? "yes" : "no", options->all ? "yes" : "no",
            options->no_q ? "yes" : "no", options->no_addresses ? "yes" : "no",
            options->require_authenticated ? "yes" : "no");
    fputs(read->is_tied ? " tied" : "", out);
    if (options->max_hops > 0) {
        fprintf(out, " max-hops=%u", options->max_hops);
    }
    if (options->max_queries > 0) {
        fprintf(out, " max-queries=%u", options->max_queries);
    }
    fprintf(out, " -> %s ", expected_kind_word(read->kind));
    if (read->kind == EXPECTED_SERVERS || read->kind == EXPECTED_HOST ||
        read->kind == EXPECTED_KEY) {
        /* The root is a name without labels. */
        write_name(out, read->value[0] != '\0' ? read->value : ".");
    } else {
        write_quoted(out, read->value);
    }
}

static bool is_same(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other
                                        : strcmp(one, other) == 0;
}

static void check_same(const struct expectation *one,
                       const struct expectation *other)
{
    require(is_same(one->input, other->input));
    require(is_same(one->value, other->value));
    require(is_same(one->todo, other->todo));
    require(is_same(one->options.services, other->options.services));
    require(is_same(one->options.protocols, other->options.protocols));
    require(is_same(one->options.roots, other->options.roots));
    require(is_same(one->options.own_hosts, other->options.own_hosts));
    require(one->kind == other->kind);
    require(one->application == other->application);
    require(one->options.dns == other->options.dns);
    require(one->options.all == other->options.all);
    require(one->is_tied == other->is_tied);
    require(one->options.max_hops == other->options.max_hops);
    require(one->options.max_queries == other->options.max_queries);
    require(one->kind != EXPECTED_UUID ||
            ddds_uuid_compare(&one->uuid, &other->uuid) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct expectation first;
    static struct expectation second;
    struct ddds_error error;
    char *line = copy_of(data, size);
    ddds_status start =
        expectation_parse(&second, line, size, &no_options, true, &error);
    bool is_start = start == DDDS_OK && second.result == 0;
    require(second.values[0] <= size && second.result <= size);
    ddds_status status =
        expectation_parse(&first, line, size, &no_options, false, &error);
    require(status == start || is_start);
    if (status != DDDS_OK) {
        require(status == DDDS_SYNTAX && error.offset <= size);
        require(error.detail[0] != '\0');
        free(line);
        return 0;
    }
    require(!expectation_is_blank(line, size));
    char *written = NULL;
    size_t length;
    FILE *out = open_memstream(&written, &length);
    require(out != NULL);
    write_expectation(out, &first);
    require(fclose(out) == 0);
    status =
        expectation_parse(&second, written, length, &no_options, false, &error);
    /* Written in full a line may be too long. */
    require(status == DDDS_OK || length >= EXPECTATION_SIZE - 1);
    if (status == DDDS_OK) {
        check_same(&first, &second);
    }
    free(written);
    free(line);
    return 0;
}
