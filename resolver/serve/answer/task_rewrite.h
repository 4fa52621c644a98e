/* Expressions tried on strings: the schema ddds.rewrite/1.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_TASK_REWRITE_H
#define SERVE_ANSWER_TASK_REWRITE_H

#include "serve/answer/http_answer.h"

/* Apply the parameter "regexp" to each parameter "string". With "master", the
 * expression is written as in a zone file. */
void task_rewrite(const struct ask *ask, struct answer *answer);

#endif
