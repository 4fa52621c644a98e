/* SPDX-License-Identifier: MIT */
#include "diff/diff_options.h"

#include <stdlib.h>

#include "cli/dig_options.h"
#include "cli/option_readers.h"
#include "cli/options.h"

#define AT(member) offsetof(struct diff_line, member)

static void keep_word(struct diff_options *diff, enum source_kind kind,
                      const char *text)
{
    size_t count = ++diff->word_count;
    diff->words = realloc(diff->words, count * sizeof *diff->words);
    diff->words[count - 1] = (struct source_word){kind, text};
}

/* Append a source; their order is kept. */
static int read_source(void *group, const struct option_use *use)
{
    keep_word(group, (enum source_kind)use->row->number, use->value);
    return -1;
}

static const struct option_row sources[] = {
    OPTION_HEADING(COMMAND_DIFF, "Sources of the rules"),
    OPTION_VALUE("zone", 0, "FILE[:ORIGIN]", COMMAND_DIFF,
                 "a zone file, like FILE itself; repeatable", read_source,
                 .number = SOURCE_ZONE),
    OPTION_VALUE("from", 0, "CONFIG", COMMAND_DIFF,
                 "the zone files in named.conf of BIND; repeatable",
                 read_source, .number = SOURCE_CONFIGURATION),
    OPTION_VALUE("view", 0, "NAME", COMMAND_DIFF,
                 "only this view of the CONFIG before it", read_source,
                 .number = SOURCE_VIEW),
    OPTION_SWITCH("dns", 0, COMMAND_DIFF, "the system's resolver", read_source,
                  .number = SOURCE_SYSTEM),
    OPTION_SWITCH("against", 0, COMMAND_DIFF,
                  "what follows belongs to the second source", read_source,
                  .number = SOURCE_AGAINST),
};

static const struct option_row inputs[] = {
    OPTION_VALUE("all-inputs", 0, "SET", COMMAND_DIFF,
                 "compare all inputs that match the expression SET, in zone "
                 "files; repeatable",
                 read_word, .member = offsetof(struct diff_options, sets),
                 .is_kept = true),
};

static const struct option_row outputs[] = {
    OPTION_SWITCH("ttl", 0, COMMAND_DIFF, "another TTL is a difference, too",
                  read_switch,
                  .member = offsetof(struct diff_options, compares_ttl)),
};

static const struct option_rows diff_source_rows = OPTION_ROWS(sources);
static const struct option_rows set_rows = OPTION_ROWS(inputs);
static const struct option_rows ttl_rows = OPTION_ROWS(outputs);

static const struct option_group groups[] = {
    {&diff_source_rows, AT(diff)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&batch_rows, AT(common.batch)},
    {&set_rows, AT(diff)},
    {&output_heading_rows, 0},
    {&output_rows, AT(common.output)},
    {&ttl_rows, AT(diff)},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

static int take(void *options, const struct option_set *set, const char *word)
{
    struct diff_line *line = options;
    bool is_server = word[0] == '@';
    if (dig_option_is(word)) {
        const struct dig_words dig = {&line->common.words, set,
                                      &line->common.source.dns, NULL};
        return dig_option_take(&dig, word);
    }
    keep_word(&line->diff, is_server ? SOURCE_SERVER : SOURCE_WORD,
              word + is_server);
    return -1;
}

static void clear(void *options)
{
    struct diff_line *line = options;
    free(line->diff.words);
    resolver_line_clear(options);
}

const struct option_set diff_options = {
    .groups = groups,
    .size = sizeof(struct diff_line),
    .begin = resolver_line_begin,
    .take = take,
    .complete = resolver_line_complete,
    .clear = clear,
};
