/* Answers that take work: findings of a zone that a client sends, resolutions
 * in it, expressions, UUIDs. A process of its own calls this:
 * serve/http/work.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_TASK_H
#define SERVE_ANSWER_TASK_H

#include <ddds/options.h>

#include "serve/answer/http_answer.h"

/* Answer |ask|, with the operator's |base| options for resolutions. */
void task_answer(const struct ask *ask, const struct ddds_options *base,
                 struct answer *answer);

/* task_rewrite.c: apply the parameter "regexp" to each parameter "string", as the
 * schema ddds.rewrite/1. With "master", the expression is written as in a zone
 * file. */
void task_rewrite(const struct ask *ask, struct answer *answer);

#endif
