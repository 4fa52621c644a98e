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

#endif
