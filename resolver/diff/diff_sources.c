/* Find the sources among the words.
 *
 * A source is a zone file, a configuration, @SERVER, or --dns, the system's
 * resolver. Without --against, the first two sources are compared: words are
 * zone files until two sources are complete, then inputs. With --against, all
 * before it is the first source, which may consist of several files or servers.
 * The first word after it is a zone file unless --zone or @SERVER came before.
 *
 * SPDX-License-Identifier: MIT */
#include "diff/diff_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

/* State of the search. */
struct finding_sources {
    struct diff_sources *sources;
    bool has_against;
    bool has_come; /* --against was read */
    size_t count;  /* of sources, without --against */
};

/* Return true if the source |which| has no parts yet. */
static bool is_empty(const struct diff_sources *sources, size_t which)
{
    const struct source_options *source = &sources->lines[which].source;
    return source->zones.count == 0 && source->configurations.count == 0 &&
           source->servers.count == 0 && !sources->has_system[which];
}

static int refuse_third(const struct source_word *word)
{
    complain("diff: %s%s is a third source; write --against between the two "
             "if they consist of several files or servers",
             word->kind == SOURCE_SERVER ? "@" : "",
             word->kind == SOURCE_SYSTEM ? "--dns" : word->text);
    return EXIT_USAGE;
}

static int take_source(struct finding_sources *finding,
                       const struct source_word *word)
{
    struct diff_sources *sources = finding->sources;
    size_t which = finding->has_against ? finding->has_come : finding->count++;
    if (which > 1) {
        return refuse_third(word);
    }
    struct source_options *source = &sources->lines[which].source;
    switch (word->kind) {
    case SOURCE_SERVER:
        given_words_add(&source->servers, word->text);
        break;
    case SOURCE_CONFIGURATION:
        given_words_add(&source->configurations, word->text);
        break;
    case SOURCE_SYSTEM:
        sources->has_system[which] = true;
        break;
    default:
        given_words_add(&source->zones, word->text);
        break;
    }
    return -1;
}

/* Set the view of the last source. */
static int take_view(struct finding_sources *finding, const char *view)
{
    size_t last = finding->has_against ? finding->has_come
                  : finding->count > 1 ? 1
                                       : 0;
    struct source_options *source = &finding->sources->lines[last].source;
    if (source->configurations.count == 0 || source->view != NULL) {
        complain("diff: --view %s: write it after the --from CONFIG whose view "
                 "it is, once",
                 view);
        return EXIT_USAGE;
    }
    source->view = view;
    return -1;
}

/* Return true if the next word is a zone file, not an input. */
static bool is_file(const struct finding_sources *finding)
{
    if (!finding->has_against) {
        return finding->count < 2;
    }
    return !finding->has_come || is_empty(finding->sources, 1);
}

static int take_word(struct finding_sources *finding,
                     const struct source_word *word)
{
    if (word->kind == SOURCE_AGAINST) {
        if (finding->has_come) {
            complain("--against: given twice; there are two sources");
            return EXIT_USAGE;
        }
        finding->has_come = true;
        return -1;
    }
    if (word->kind == SOURCE_VIEW) {
        return take_view(finding, word->text);
    }
    if (word->kind == SOURCE_WORD &&
        (strcmp(word->text, "-") == 0 || !is_file(finding))) {
        struct command_words *words = &finding->sources->lines[0].words;
        words->inputs[words->input_count++] = word->text;
        return -1;
    }
    return take_source(finding, word);
}

/* Start with empty sources and memory for all inputs. */
static void begin(const struct diff_line *options, struct diff_sources *sources)
{
    for (size_t i = 0; i < 2; i++) {
        struct resolver_line *line = &sources->lines[i];
        *line = options->common;
        line->request.resolving.sorts_ties = true;
        /* load sharing must choose the same rules for both */
        line->request.has_seed = true;
        line->source.zones = line->source.servers =
            line->source.configurations = (struct given_words){NULL, 0};
    }
    struct command_words *words = &sources->lines[0].words;
    words->inputs = calloc(options->diff.word_count + words->input_count + 1,
                           sizeof *words->inputs);
    words->input_count = 0;
}

void diff_sources_clear(struct diff_sources *sources)
{
    for (size_t i = 0; i < 2; i++) {
        free(sources->lines[i].source.zones.items);
        free(sources->lines[i].source.servers.items);
        free(sources->lines[i].source.configurations.items);
    }
    free(sources->lines[0].words.inputs);
}

/* Return true if the source |which| is DNS. */
static bool is_live(const struct diff_sources *sources, size_t which)
{
    return sources->has_system[which] ||
           sources->lines[which].source.servers.count > 0;
}

static int check(struct diff_sources *sources, bool has_sets)
{
    const struct resolver_line *before = &sources->lines[0];
    if (is_empty(sources, 0) || is_empty(sources, 1)) {
        complain("diff: needs two sources, such as old.zone new.zone, or "
                 "@192.0.2.1 @192.0.2.2; see ddds diff --help");
        return EXIT_USAGE;
    }
    bool has_inputs =
        before->words.input_count > 0 || before->batch.input_files.count > 0;
    for (size_t i = 0; has_sets && i < 2; i++) {
        sources->lines[i].source.broken = BROKEN_UNKNOWN;
    }
    if (has_sets &&
        (has_inputs || is_live(sources, 0) || is_live(sources, 1))) {
        complain("diff: --all-inputs SET stands for the inputs, and compares "
                 "zone files");
        return EXIT_USAGE;
    }
    if (!has_sets && !has_inputs) {
        complain("diff: missing inputs; give URNs or URIs after the two "
                 "sources, or inputs with -f FILE or -");
        return EXIT_USAGE;
    }
    return -1;
}

int diff_sources_find(const struct diff_line *options,
                      struct diff_sources *sources)
{
    struct finding_sources finding = {.sources = sources};
    int status = -1;
    begin(options, sources);
    for (size_t i = 0; i < options->diff.word_count; i++) {
        finding.has_against |= options->diff.words[i].kind == SOURCE_AGAINST;
    }
    for (size_t i = 0; status < 0 && i < options->diff.word_count; i++) {
        status = take_word(&finding, &options->diff.words[i]);
    }
    /* words after "--" are inputs */
    struct command_words *words = &sources->lines[0].words;
    for (size_t i = 0; i < options->common.words.input_count; i++) {
        words->inputs[words->input_count++] = options->common.words.inputs[i];
    }
    sources->lines[1].words.inputs = words->inputs;
    sources->lines[1].words.input_count = words->input_count;
    return status < 0 ? check(sources, options->diff.sets.count > 0) : status;
}

const char *diff_source_name(const struct resolver_line *line, char name[256])
{
    const struct source_options *source = &line->source;
    bool is_server = source->servers.count > 0;
    const struct given_words *first = is_server ? &source->servers
                                      : source->zones.count > 0
                                          ? &source->zones
                                          : &source->configurations;
    size_t count = source->zones.count + source->configurations.count +
                   source->servers.count;
    snprintf(name, 256, "%s%.170s%s%s%.60s", is_server ? "@" : "",
             count > 0 ? first->items[0] : "the system's resolver",
             count > 1 ? " ..." : "", source->view != NULL ? " view " : "",
             source->view != NULL ? source->view : "");
    return name;
}
