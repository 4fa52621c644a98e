/* Words, from the command line or from standard input.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/words.h"

#include <errno.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

void words_begin(struct words *words, int count, char **arguments, int next)
{
    words->arguments = arguments;
    words->next = next;
    words->count = count;
    words->error = 0;
    words->is_by_line = false;
    bool is_standard_input =
        next == count ||
        (next + 1 == count && strcmp(arguments[next], "-") == 0);
    words->file = is_standard_input ? stdin : NULL;
}

static bool ends_word(const struct words *words, int octet)
{
    return octet == EOF || octet == '\n' ||
           (!words->is_by_line &&
            (octet == ' ' || octet == '\t' || octet == '\r'));
}

/* Read up to what ends a word, and return that. */
static int read_octets(struct words *words)
{
    int octet;
    words->length = 0;
    while (!ends_word(words, octet = getc_unlocked(words->file))) {
        if (words->length < sizeof words->buffer - 1) {
            words->buffer[words->length++] = (char)octet;
        }
    }
    if (words->is_by_line && words->length > 0 &&
        words->buffer[words->length - 1] == '\r') {
        words->length--;
    }
    return octet;
}

/* A word from the file; empty ones are passed over. */
static bool read_word(struct words *words)
{
    int octet;
    do {
        octet = read_octets(words);
    } while (words->length == 0 && octet != EOF);
    if (octet == EOF && ferror(words->file)) {
        words->error = errno;
    }
    words->buffer[words->length] = '\0';
    words->text = words->buffer;
    return words->length > 0;
}

bool words_next(struct words *words)
{
    if (words->file != NULL) {
        return read_word(words);
    }
    if (words->next == words->count) {
        return false;
    }
    words->text = words->arguments[words->next++];
    words->length = strlen(words->text);
    return true;
}

int words_end(const struct words *words, int status)
{
    if (words->error == 0) {
        return status;
    }
    complain("standard input: cannot be read: %s", strerror(words->error));
    return worse_exit(status, EXIT_TEMPORARY);
}
