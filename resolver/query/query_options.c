/* The options of ddds query.
 *
 * SPDX-License-Identifier: MIT */
#include "query/query_options.h"

#include <stdlib.h>

#include <ddds/record.h>

#include "cli/option_readers.h"
#include "cli/options.h"
#include "query/query_words.h"
#include "query/record_types.h"

#define AT(member) offsetof(struct query_line, member)

static int read_type(void *group, const struct option_use *use)
{
    struct query_options *query = group;
    query->type = type_find(use->value);
    return query->type != 0 ? -1 : option_refuse(use, SHOWN_TYPES);
}

static const struct option_row rows[] = {
    OPTION_VALUE("type", 't', "TYPE", COMMAND_QUERY,
                 "NAPTR (default), SRV, URI, A, AAAA, CNAME or DNAME",
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

static void begin(void *options, size_t most)
{
    struct query_line *line = options;
    resolver_line_begin(options, most);
    line->query.types = calloc(most, sizeof *line->query.types);
}

static int complete(void *options)
{
    struct query_line *line = options;
    int status = query_words_sort(line);
    if (line->query.type == 0) {
        line->query.type = DDDS_TYPE_NAPTR;
    }
    return status < 0 ? resolver_line_complete(options) : status;
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
    .begin = begin,
    .take = resolver_line_take,
    .complete = complete,
    .clear = clear,
};
