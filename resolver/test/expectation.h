/* Expectations: what an input is to resolve to, written on one line.
 *
 *     urn:foo:1  service=I2C protocol=rcds  ->  servers rcds.udp.example.com
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_EXPECTATION_H
#define TEST_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/ddds.h>

/* Longer lines are refused. */
enum { EXPECTATION_SIZE = 8200 };

enum expected_kind {
    EXPECTED_URI,
    EXPECTED_SERVERS,  /* the owner of their SRV records */
    EXPECTED_ENDPOINT, /* HOST:PORT, among those of the result */
    EXPECTED_HOST,
    EXPECTED_PROTOCOL, /* the output that it takes over */
    EXPECTED_UUID,
    EXPECTED_KEY,  /* some delegation went through it */
    EXPECTED_NONE, /* nothing, for the reason of that code */
};

/* One line, read. Its strings lie within it: it stays where it is. */
struct expectation {
    const char *input;
    const struct ddds_application *application; /* NULL: the line says none */
    struct ddds_options options; /* those it began with, and the line's */
    const char *todo;            /* why it is known not to hold, or NULL */
    enum expected_kind kind;
    const char *value; /* names in the one spelling of ddds_name_parse */
    struct ddds_uuid uuid;
    char endpoint[DDDS_NAME_SIZE + 8]; /* the value, if it is one */
    char memory[EXPECTATION_SIZE];
};

/* Is there nothing on the line but blanks, or a comment? */
bool expectation_is_blank(const char *line, size_t length);

/* Read |line|, |length| octets and a NUL. |options| are those of a line that
 * says nothing else. Fails with DDDS_SYNTAX, the offset, and what to write
 * instead. */
ddds_status expectation_parse(struct expectation *expectation, const char *line,
                              size_t length, const struct ddds_options *options,
                              struct ddds_error *error);

/* Is |result| what was expected? */
bool expectation_holds(const struct expectation *expectation,
                       const struct ddds_result *result);

/* The same of an input that was refused. */
bool expectation_holds_of_refusal(const struct expectation *expectation);

/* "uri", "servers" ... */
const char *expected_kind_word(enum expected_kind kind);

/* What there was instead of the expected, in the words of an expectation: "host
 * www.example.com". Nothing in it but printable ASCII. */
void expectation_print_got(FILE *out, const struct expectation *expectation,
                           const struct ddds_result *result);

/* Why it does not hold, in a sentence. */
void expectation_print_reason(FILE *out, const struct expectation *expectation,
                              const struct ddds_result *result);

#endif
