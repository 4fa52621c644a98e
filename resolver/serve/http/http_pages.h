/* Answers about the server itself: its pages, its state and its counts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_PAGES_H
#define SERVE_HTTP_HTTP_PAGES_H

#include <stdbool.h>

struct request;

/* Answer |request| if its path is one of these. */
bool pages_answer(struct request *request);

#endif
