/* The head of a request: what a proxy in front of the server might read in
 * another way is refused.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_HEAD_H
#define SERVE_HTTP_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

/* The request line, as libmicrohttpd has it, and what the fields say of where
 * the request goes and where it ends. */
struct head {
    const char *method;
    const char *target;   /* as it was received, up to its first NUL */
    const char *received; /* where: it is no longer the same */
    const char *version;
    const char *host; /* the last one; or NULL */
    const char *length;
    const char *coding; /* Transfer-Encoding; or NULL */
    size_t hosts;
    size_t lengths;
    size_t codings;
    size_t memory; /* that libmicrohttpd needs for the head */
    bool has_bad_field;
    const char *next; /* where the next field must begin; NULL: it does not */
};

/* Read the fields of |head|, whose request line is set. NULL if all is well, or
 * what is wrong, a sentence, and |*status| is that of the answer; the
 * connection must then end: where the next request begins is doubtful. The
 * hosts are not judged. */
const char *head_read(struct head *head, struct MHD_Connection *connection,
                      unsigned *status);

#endif
