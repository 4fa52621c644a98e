/* Parameters of a request: application/x-www-form-urlencoded.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_PARAMETERS_H
#define SERVE_ANSWER_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>

/* Limit on the parameters of a request. */
enum { PARAMETERS_MOST = 64 };

struct parameter {
    const char *name; /* neither name nor value is NULL */
    const char *value;
};

/* Initialise with zeros; free with parameters_clear(). */
struct parameters {
    struct parameter items[PARAMETERS_MOST];
    size_t count;
    char *texts[2]; /* copies of query and body */
    size_t text_count;
};

/* Append the parameters in the |length| octets at |text|, which are copied.
 * Return NULL, or a message: for an invalid percent-encoding, an encoded NUL,
 * or too many parameters. Further texts after the second are ignored. */
const char *parameters_read(struct parameters *parameters, const char *text,
                            size_t length);

/* Decode |text| in place (RFC 3986 section 2.1). False for an invalid
 * percent-encoding or an encoded NUL. */
bool parameters_decode_path(char *text);

/* Decode letters, digits and "-._~" of the path |text| in place: encoded or not,
 * they are the same (RFC 3986 section 6.2.2.2). Stop at the first colon, for in a
 * URN they are not the same (RFC 8141 section 3.1). */
void parameters_decode_unreserved(char *text);

/* Return the value of the first parameter |name|; NULL if it is missing. */
const char *parameters_get(const struct parameters *parameters,
                           const char *name);

/* The same; NULL also if the value is empty. */
const char *parameters_text(const struct parameters *parameters,
                            const char *name);

/* Return true if the parameter |name| is given, and not "0", "false", "no". */
bool parameters_is_set(const struct parameters *parameters, const char *name);

void parameters_clear(struct parameters *parameters);

#endif
