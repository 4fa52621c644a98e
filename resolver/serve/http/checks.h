/* Which parameters a path takes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_CHECKS_H
#define SERVE_HTTP_CHECKS_H

#include "serve/answer/http_answer.h"

/* Room for what checks_find finds, with its NUL. */
enum { CHECK_SIZE = 320 };

/* Find the first parameter of |ask| that its path does not take, that has one
 * value but comes more than once, or whose value is unknown. Write to |wrong|
 * what is wrong, a sentence. False: all are right, or the path takes no
 * parameters and ignores them. */
bool checks_find(const struct ask *ask, char wrong[CHECK_SIZE]);

#endif
