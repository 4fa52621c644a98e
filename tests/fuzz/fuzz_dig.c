/* Words in dig's spelling: the first octet chooses the command, then come
 * words, a line each, to which "+" is added.
 *
 * A word is accepted, perhaps with a note, or it is a usage error that is
 * reported in one line. An accepted word reads the same twice, and numbers keep
 * within the limits of the options that they stand for.
 *
 * SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "cli/dig_options.h"
#include "complaints.h"
#include "no_files.h"
#include "query/query_options.h"
#include "resolve/resolve_options.h"

enum { WORD_MAX = 64 };

/* The settings that such words can change. */
static void compare(const struct resolver_line *one,
                    const struct resolver_line *other)
{
    require(one->output.format == other->output.format);
    require(one->output.has_trace == other->output.has_trace);
    require(one->output.hides_comments == other->output.hides_comments);
    require(one->source.dns.timeout == other->source.dns.timeout);
    require(one->source.dns.tries == other->source.dns.tries);
    require(one->source.dns.tcp == other->source.dns.tcp);
}

static void take(enum command command, const char *word)
{
    const struct option_set *set =
        command == COMMAND_QUERY ? &query_options : &resolve_options;
    struct query_line options = {.common.words.command = command};
    complaints = 0;
    int status = resolver_line_take(&options, set, word);
    require(status == -1 || status == EXIT_USAGE);
    require(complaints <= 1 && (status == -1 || complaints == 1));
    if (status == -1) {
        struct query_line again = options;
        require(resolver_line_take(&again, set, word) == -1);
        compare(&options.common, &again.common);
        require(options.common.source.dns.tries <= 100);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum command commands[] = {COMMAND_RESOLVE, COMMAND_TRACE,
                                            COMMAND_QUERY, COMMAND_FETCH};
    if (size == 0) {
        return 0;
    }
    char *text = copy_of(data + 1, size - 1);
    for (char *at = text; *at != '\0';) {
        char word[WORD_MAX];
        size_t length = strcspn(at, "\n");
        /* The caller has seen a "+" and a letter. */
        if (length + 2 <= sizeof word && isalpha((unsigned char)*at)) {
            word[0] = '+';
            memcpy(word + 1, at, length);
            word[1 + length] = '\0';
            take(commands[data[0] % 4], word);
        }
        at += length + (at[length] == '\n');
    }
    free(text);
    for (size_t i = 0; i < size; i++) {
        const char *hint = dig_letter_hint((char)data[i]);
        require(hint == NULL || hint[0] != '\0');
    }
    return 0;
}
