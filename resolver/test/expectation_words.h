/* The line of an expectation while it is parsed, and its words.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_EXPECTATION_WORDS_H
#define TEST_EXPECTATION_WORDS_H

#include "test/expectation.h"

/* A line that is being parsed. */
struct expectation_reader {
    const char *line;
    size_t length;
    size_t at;
    struct expectation *expectation;
    size_t used;   /* octets of the expectation's memory */
    unsigned seen; /* keys, one bit each */
    bool may_end;  /* without "->" and a result */
    struct ddds_error *error;
};

struct expectation_word {
    char *text;    /* NULL at the end of the line */
    size_t offset; /* of the word in the line */
    size_t value;  /* of the text after its "=" in the line */
    bool is_quoted;
};

/* Report a mistake at |offset|. Returns DDDS_SYNTAX. */
__attribute__((format(printf, 3, 4))) ddds_status
expectation_refuse(struct expectation_reader *reader, size_t offset,
                   const char *format, ...);

void expectation_skip_blanks(struct expectation_reader *reader);
bool expectation_is_at_end(const struct expectation_reader *reader);

/* Read the next word. A quote may begin it, or follow its first "=" if it
 * |has_value|. */
ddds_status expectation_read_word(struct expectation_reader *reader,
                                  bool has_value,
                                  struct expectation_word *word);

#endif
