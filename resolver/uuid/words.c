/* Read words. Standard input is read by octets, so its size does not matter.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/words.h"

#include <errno.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

void words_begin(struct uuid_words *words, const char *const *items,
                 size_t count)
{
    static const char *const standard_input[] = {"-"};
    words->items = count > 0 ? items : standard_input;
    words->count = count > 0 ? count : 1;
    words->next = 0;
    words->file = NULL;
    words->is_read = false;
    words->status = EXIT_FOUND;
    words->is_by_line = false;
    words->lines = words->read_lines = 0;
}

static bool ends_word(const struct uuid_words *words, int octet)
{
    return octet == EOF || octet == '\n' ||
           (!words->is_by_line &&
            (octet == ' ' || octet == '\t' || octet == '\r'));
}

/* Read a word. Return the octet that ended it, or EOF. */
static int read_octets(struct uuid_words *words)
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

/* Read the next word that is not empty. */
static bool read_word(struct uuid_words *words)
{
    int octet;
    do {
        words->lines = words->read_lines;
        octet = read_octets(words);
        words->read_lines += octet == '\n';
    } while (words->length == 0 && octet != EOF);
    if (octet == EOF && ferror(words->file)) {
        complain("standard input: cannot be read: %s", strerror(errno));
        words->status = EXIT_TEMPORARY;
    }
    words->buffer[words->length] = '\0';
    words->text = words->buffer;
    return words->length > 0;
}

/* Start to read standard input; complain if that was done before. */
static void open_standard_input(struct uuid_words *words)
{
    if (words->is_read) {
        complain("\"-\": standard input can be read only once");
        words->status = worse_exit(words->status, EXIT_USAGE);
        return;
    }
    words->file = stdin;
    words->is_read = true;
}

bool words_next(struct uuid_words *words)
{
    for (;;) {
        if (words->file != NULL && read_word(words)) {
            return true;
        }
        words->file = NULL;
        if (words->next == words->count) {
            return false;
        }
        words->text = words->items[words->next++];
        if (strcmp(words->text, "-") != 0) {
            words->length = strlen(words->text);
            return true;
        }
        open_standard_input(words);
    }
}

const char *words_place(const struct uuid_words *words,
                        char place[WORDS_PLACE_SIZE])
{
    place[0] = '\0';
    if (words->file != NULL) {
        snprintf(place, WORDS_PLACE_SIZE,
                 "standard input:%zu: ", words->lines + 1);
    }
    return place;
}

int words_end(const struct uuid_words *words, int status)
{
    return worse_exit(status, words->status);
}
