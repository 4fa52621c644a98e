/* Expectations: one line each, an input and what it must resolve to.
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

/* Longer lines are rejected. */
enum { EXPECTATION_SIZE = 8200 };

enum expected_kind {
    EXPECTED_URI,
    EXPECTED_SERVERS,  /* the owner of the SRV records */
    EXPECTED_ENDPOINT, /* one HOST:PORT of the result */
    EXPECTED_HOST,
    EXPECTED_PROTOCOL, /* the output for the other protocol */
    EXPECTED_UUID,
    EXPECTED_KEY,  /* a key that the walk went through */
    EXPECTED_NONE, /* no result, with this reason code */
};

/* A key of a line, named like the option of the command line. */
struct expectation_key {
    const char *name;
    enum {
        EXPECTATION_LIST, /* text, its values separated by commas */
        EXPECTATION_TEXT,
        EXPECTATION_APPLICATION,
        EXPECTATION_SWITCH,
        EXPECTATION_NUMBER,
    } kind;
    size_t member; /* of struct expectation */
    unsigned most; /* of a number */
};

/* The first is "service". */
enum { EXPECTATION_KEYS = 14 };
extern const struct expectation_key expectation_keys[EXPECTATION_KEYS];

/* One parsed line. Its strings point into |memory|: do not copy the struct. */
struct expectation {
    const char *input;
    const struct ddds_application *application; /* NULL: not given */
    struct ddds_options options; /* the defaults, changed by the line */
    bool is_tied;     /* any result that ties with the first may be meant */
    const char *todo; /* why it is known to fail, or NULL */
    size_t values[EXPECTATION_KEYS]; /* the offset of each key's value in the
                                        line; 0: not given */
    size_t result;                   /* the offset of KIND; 0: it has none */
    enum expected_kind kind;
    const char *value; /* names are spelled as ddds_name_parse writes them */
    struct ddds_uuid uuid;
    char endpoint[DDDS_NAME_SIZE + 8]; /* the value, if it is a name */
    char memory[EXPECTATION_SIZE];
};

/* Is the line empty, blank or a comment? */
bool expectation_is_blank(const char *line, size_t length);

/* Parse |line|, |length| octets and a NUL. |options| are the defaults. Fails
 * with DDDS_SYNTAX, the offset of the mistake, and what to write instead. A line
 * of --record |may_lack_result|, with its "->"; then |result| is 0, and |kind|
 * and |value| are not set. */
ddds_status expectation_parse(struct expectation *expectation, const char *line,
                              size_t length, const struct ddds_options *options,
                              bool may_lack_result, struct ddds_error *error);

/* Does |result| meet the expectation? */
bool expectation_holds(const struct expectation *expectation,
                       const struct ddds_result *result);

/* Does a rejected input meet the expectation? */
bool expectation_holds_of_refusal(const struct expectation *expectation);

/* The word for |kind|: "uri", "servers" ... */
const char *expected_kind_word(enum expected_kind kind);

/* Print the actual result in the form of an expectation, such as "host
 * www.example.com". Only printable ASCII. */
void expectation_print_got(FILE *out, const struct expectation *expectation,
                           const struct ddds_result *result);

/* Print why the expectation is not met. */
void expectation_print_reason(FILE *out, const struct expectation *expectation,
                              const struct ddds_result *result);

#endif
