/* Common options of commands with a source of rules.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/resolver_line.h"

#include "cli/complain.h"
#include "cli/dig_options.h"
#include "cli/exits.h"
#include "cli/options.h"

void resolver_line_begin(void *options)
{
    struct resolver_line *line = options;
    source_options_begin(&line->source);
    request_options_begin(&line->request);
    line->batch.jobs = line->words.command == COMMAND_FETCH ? 16 : 128;
    line->output.has_trace = line->words.command == COMMAND_TRACE;
}

void resolver_line_clear(void *options)
{
    struct resolver_line *line = options;
    source_options_clear(&line->source);
    request_options_clear(&line->request);
}

int resolver_line_take(void *options, const struct option_set *set,
                       const char *word)
{
    struct resolver_line *line = options;
    if (word[0] == '@') {
        given_words_add(&line->source.servers, word + 1);
        return -1;
    }
    if (dig_option_is(word) && (line->words.command & DIG_COMMANDS) != 0) {
        const struct dig_words dig = {&line->words, set, &line->source.dns,
                                      &line->output.hides_comments};
        return dig_option_take(&dig, word);
    }
    options_keep_input(&line->words, word);
    return -1;
}

/* JSON inputs have JSON results. */
static int check_objects(struct resolver_line *line)
{
    if (!line->batch.is_ndjson || line->output.format == FORMAT_JSON) {
        return -1;
    }
    if (line->output.format != FORMAT_TEXT) {
        complain("--ndjson: results are JSON objects, too; leave the other "
                 "format out");
        return EXIT_USAGE;
    }
    line->output.format = FORMAT_JSON;
    return -1;
}

/* Limit inputs in progress to queries per second, because waiting for the rate
 * limit uses up their time. */
static void limit_jobs(struct resolver_line *line)
{
    const unsigned rates[] = {line->source.dns.rate,
                              line->source.dns.rate_per_server};
    for (size_t i = 0; i < 2; i++) {
        if (rates[i] > 0 && rates[i] < line->batch.jobs) {
            line->batch.jobs = rates[i];
        }
    }
}

int resolver_line_complete(void *options)
{
    struct resolver_line *line = options;
    limit_jobs(line);
    color_options_complete(&line->output.color);
    int status = source_options_complete(&line->source,
                                         line->words.command != COMMAND_DIFF);
    status = status < 0 ? check_objects(line) : status;
    return status < 0 ? request_options_complete(&line->request) : status;
}
