/* SPDX-License-Identifier: MIT */
#include "query/query_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/options.h"
#include "query/record_types.h"

/* ---- Types and classes ----------------------------------------------- */

/* Words of query in dig's order, classes anywhere: TYPE NAME..., or NAME...
 * TYPE repeated; a type applies to the names since the last type. */
struct query_words {
    struct command_words *given;
    struct query_options *query;
    bool has_front;    /* a type before the names was given */
    const char *first; /* first type or class, or NULL */
    size_t kept;       /* number of names */
    size_t typed;      /* number of names with a type */
};

static int refuse_foreign(const char *word, const char *why)
{
    complain("\"%s\": %s; for a name, add a final dot: \"%s.\"", word, why,
             word);
    return EXIT_USAGE;
}

static int refuse_second(const struct query_words *words, const char *word)
{
    const struct query_options *query = words->query;
    uint16_t type =
        words->typed > 0 ? query->types[words->typed - 1] : query->type;
    char name[TYPE_NAME_SIZE];
    complain(
        "\"%s\": the type is already %s; write a type after each name, or, "
        "for a name, add a final dot: \"%s.\"",
        word, type_name(type, name), word);
    return EXIT_USAGE;
}

static int take_type(struct query_words *words, const char *word, uint16_t type)
{
    struct query_options *query = words->query;
    bool is_front = words->kept == 0 && !words->has_front;
    if (query->type != 0 && type == query->type) {
        return -1; /* the same type again */
    }
    if (words->has_front || (!is_front && words->typed == words->kept)) {
        return refuse_second(words, word);
    }
    if (is_front) {
        words->has_front = true;
        query->type = type;
    }
    while (words->typed < words->kept) {
        query->types[words->typed++] = type;
    }
    return -1;
}

static int take_query_word(struct query_words *words, const char *word)
{
    uint16_t type = type_find(word);
    enum class_word class = class_find(word);
    const char *meant = type_suggest(word);
    if (type == 0 && class == CLASS_NONE) {
        if (type_is_foreign(word)) {
            bool is_number = strncasecmp(word, "TYPE", 4) == 0;
            return refuse_foreign(
                word, is_number ? "not a type of records, whose numbers are 1 "
                                  "to 127 but for 41, and 256 to 65535"
                                : "query has no name for this type; "
                                  "write " SHOWN_TYPES);
        }
        if (meant != NULL) {
            complain("\"%s\": unknown type; did you mean %s? For a name, add a "
                     "final dot: \"%s.\"",
                     word, meant, word);
            return EXIT_USAGE;
        }
        words->given->inputs[words->kept++] = word;
        return -1;
    }
    if (class == CLASS_FOREIGN) {
        return refuse_foreign(word, "query shows records of class IN only");
    }
    words->first = words->first != NULL ? words->first : word;
    return type != 0 ? take_type(words, word, type) : -1;
}

/* Separate types and classes from names in |line|. Return -1 to continue; on a
 * mistake complain and return an exit status. */
static int query_words_sort(struct query_line *line)
{
    struct command_words *given = &line->common.words;
    struct query_words words = {.given = given,
                                .query = &line->query,
                                .has_front = line->query.type != 0};
    size_t count = given->input_count - given->literal_count;
    int status = -1;
    for (size_t i = 0; i < count && status < 0; i++) {
        status = take_query_word(&words, given->inputs[i]);
    }
    memmove(given->inputs + words.kept, given->inputs + count,
            given->literal_count * sizeof *given->inputs);
    given->input_count = words.kept + given->literal_count;
    if (status < 0 && words.first != NULL && given->input_count == 0 &&
        line->common.batch.input_files.count == 0) {
        complain("query: missing names; \"%s\" is a %s; for a name, add a "
                 "final dot: \"%s.\"",
                 words.first,
                 class_find(words.first) == CLASS_IN ? "class" : "type",
                 words.first);
        status = EXIT_USAGE;
    }
    return status;
}

#define AT(member) offsetof(struct query_line, member)

static int read_type(void *group, const struct option_use *use)
{
    struct query_options *query = group;
    query->type = type_find(use->value);
    return query->type != 0 ? -1 : option_refuse(use, SHOWN_TYPES);
}

static const struct option_row rows[] = {
    OPTION_VALUE("type", 't', "TYPE", COMMAND_QUERY,
                 "NAPTR (default), SRV, URI, A, AAAA, CNAME or DNAME, or TYPE "
                 "and a number",
                 read_type, .member = offsetof(struct query_options, type)),
};

static const struct option_rows query_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&query_rows, AT(query)},
    {&request_rows, AT(common.request)},
    {&batch_rows, AT(common.batch)},
    {&output_heading_rows, 0},
    {&output_rows, AT(common.output)},
    {&color_rows, AT(common.output.color)},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

static int check_type(uint16_t type)
{
    char name[TYPE_NAME_SIZE];
    if (ddds_type_name(type) != NULL) {
        return -1;
    }
    complain("query: %s is shown from servers only, not from zone files",
             type_name(type, name));
    return EXIT_USAGE;
}

/* A file of inputs has no types. */
static int check_retry_file(const struct query_line *line)
{
    const char *file = line->common.batch.retry_file;
    for (size_t i = 0; file != NULL && i < line->common.words.input_count;
         i++) {
        if (line->query.types[i] != 0 &&
            line->query.types[i] != line->query.type) {
            complain("query: --retry-file %s keeps names without their types: "
                     "give one type for all, with -t",
                     file);
            return EXIT_USAGE;
        }
    }
    return -1;
}

/* Zones in memory keep records of some types only. */
static int check_types(const struct query_line *line)
{
    const struct source_options *source = &line->common.source;
    int status = -1;
    if (source->zones.count == 0 && source->configurations.count == 0) {
        return status;
    }
    status = check_type(line->query.type);
    for (size_t i = 0; i < line->common.words.input_count && status < 0; i++) {
        status = line->query.types[i] != 0 ? check_type(line->query.types[i])
                                           : status;
    }
    return status;
}

static int complete(void *options)
{
    struct query_line *line = options;
    line->query.types =
        calloc(line->common.words.input_count + 1, sizeof *line->query.types);
    int status = query_words_sort(line);
    if (line->query.type == 0) {
        line->query.type = DDDS_TYPE_NAPTR;
    }
    status = status < 0 ? resolver_line_complete(options) : status;
    status = status < 0 ? check_retry_file(line) : status;
    return status < 0 ? check_types(line) : status;
}

static void clear(void *options)
{
    struct query_line *line = options;
    free(line->query.types);
    resolver_line_clear(options);
}

const struct option_set query_options = {
    .groups = groups,
    .size = sizeof(struct query_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = complete,
    .clear = clear,
};
