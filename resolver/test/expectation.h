/* Expectations: lines with an input and its expected result.
 *
 *     urn:foo:1  service=I2C protocol=rcds  ->  servers rcds.udp.example.com
 *     /urn:foo:[0-9]{4}/  ->  host www.example.com
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_EXPECTATION_H
#define TEST_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/ddds.h>

/* Limit on a line, in octets with NUL; longer lines are rejected. */
enum { EXPECTATION_SIZE = 8200 };

enum expected_kind {
    EXPECTED_URI,
    EXPECTED_SERVERS,  /* owner of the SRV records */
    EXPECTED_ENDPOINT, /* a HOST:PORT among the results */
    EXPECTED_HOST,
    EXPECTED_PROTOCOL, /* output for the other protocol */
    EXPECTED_UUID,
    EXPECTED_KEY,  /* a key that the walk looked up */
    EXPECTED_NONE, /* failure with this reason code */
};

/* A key of a line, named after the option of the command line. */
struct expectation_key {
    const char *name;
    enum {
        EXPECTATION_LIST, /* text with values separated by commas */
        EXPECTATION_TEXT,
        EXPECTATION_APPLICATION,
        EXPECTATION_SWITCH,
        EXPECTATION_NUMBER,
    } kind;
    size_t member; /* offset in struct expectation */
    unsigned most; /* limit on a number */
};

/* The first key is "service". */
enum { EXPECTATION_KEYS = 14 };
extern const struct expectation_key expectation_keys[EXPECTATION_KEYS];

/* A parsed line. Its strings point into |memory|, so do not copy the struct. */
struct expectation {
    const char *input; /* or, if it |is_set|, an expression of inputs */
    bool is_set;
    const struct ddds_application *application; /* NULL: not given */
    struct ddds_options options; /* defaults, changed by the line */
    bool is_tied;     /* accept any result that ties with the first */
    const char *todo; /* why it is known to fail, or NULL */
    size_t values[EXPECTATION_KEYS]; /* offset in the line of each key's value;
                                        0: not given */
    size_t result;                   /* offset of KIND; 0: missing */
    enum expected_kind kind;
    const char *value; /* names are normalised by ddds_name_parse_idn() */
    struct ddds_uuid uuid;
    char endpoint[DDDS_NAME_SIZE + 8]; /* storage of |value| for names */
    char memory[EXPECTATION_SIZE];
};

/* Return true if the line is empty, blank or a comment. */
bool expectation_is_blank(const char *line, size_t length);

/* Parse |line|: |length| octets, then NUL. |options| are the defaults. Fails
 * with DDDS_SYNTAX, an offset, and a message with a remedy. If it
 * |may_lack_result|, for --record, a line without "->" is valid; |result| is
 * then 0, and |kind| and |value| are not set. */
ddds_status expectation_parse(struct expectation *expectation, const char *line,
                              size_t length, const struct ddds_options *options,
                              bool may_lack_result, struct ddds_error *error);

/* Return true if |result| meets the expectation. */
bool expectation_holds(const struct expectation *expectation,
                       const struct ddds_result *result);

/* Return true if the rejection of the input meets the expectation. */
bool expectation_holds_of_refusal(const struct expectation *expectation);

/* Return the word for |kind|: "uri", "servers" ... */
const char *expected_kind_word(enum expected_kind kind);

/* Print the actual result as an expectation, for example "host
 * www.example.com", in printable ASCII. */
void expectation_print_got(FILE *out, const struct expectation *expectation,
                           const struct ddds_result *result);

/* Print why the expectation is not met. */
void expectation_print_reason(FILE *out, const struct expectation *expectation,
                              const struct ddds_result *result);

#endif
