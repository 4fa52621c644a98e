/* The head of a request: what a proxy in front of the server might read in
 * another way is refused.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_HEAD_H
#define SERVE_HTTP_HTTP_HEAD_H

struct request;

/* Refuse |request| if its head is wrong, with the |method| and the |version| of
 * its request line where libmicrohttpd has them: the connection then ends, as
 * it is doubtful where the next request begins. Refuse it also if it is for
 * another host. */
void head_check(struct request *request, const char *method,
                const char *version);

#endif
