/* The parameters of a request: application/x-www-form-urlencoded, in the query
 * or in the body.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_PARAMETERS_H
#define SERVE_ANSWER_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>

/* No request needs more. */
enum { PARAMETERS_MOST = 64 };

struct parameter {
    const char *name; /* not NULL, as |value| */
    const char *value;
};

/* Free it with parameters_clear. */
struct parameters {
    struct parameter items[PARAMETERS_MOST];
    size_t count;
    char *texts[2]; /* of the query, and of the body */
    size_t text_count;
};

/* Append the parameters in the |length| octets at |text|, which are copied.
 * NULL, or what is wrong with them: a percent sign that encodes nothing, an
 * encoded NUL, or too many of them. At most two texts can be read. */
const char *parameters_read(struct parameters *parameters, const char *text,
                            size_t length);

/* Decode the percent signs of |text| in place (RFC 3986 section 2.1). False if
 * one of them encodes nothing, or NUL. */
bool parameters_decode_path(char *text);

/* The value of the first parameter with the name |name|; NULL without one. */
const char *parameters_get(const struct parameters *parameters,
                           const char *name);

/* The value of the first parameter with the name |name|; NULL without one, or if
 * its value is empty. */
const char *parameters_text(const struct parameters *parameters,
                            const char *name);

/* Is the parameter |name| there, and neither "0", "false" nor "no"? */
bool parameters_is_set(const struct parameters *parameters, const char *name);

void parameters_clear(struct parameters *parameters);

#endif
