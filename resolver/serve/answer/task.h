/* Answers that take long to compute: lint and resolutions of a client's zone,
 * expressions, UUIDs. A worker process calls this (serve/http/work.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_TASK_H
#define SERVE_ANSWER_TASK_H

#include <ddds/options.h>

#include "serve/answer/http_answer.h"

/* Answer |ask|; |base| has the operator's options for resolutions. */
void task_answer(const struct ask *ask, const struct ddds_options *base,
                 struct answer *answer);

/* Defined in task_rewrite.c: apply the parameter "regexp" to each parameter
 * "string", as the schema ddds.rewrite/1. With "master", the expression is
 * escaped as in a zone file. */
void task_rewrite(const struct ask *ask, struct answer *answer);

#endif
