/* Answers of databases, which callers may have written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ANSWER_H
#define RULE_ANSWER_H

#include <ddds/question.h>

/* Return |given|, the answer to a question of |kind|, as this version reads it:
 * |given| itself, or |own|. If the database did not fill it as documented, or
 * |given| is NULL, |own| becomes a malformed answer whose detail says why. */
const struct ddds_answer *ddds_answer_read(enum ddds_question_kind kind,
                                           const struct ddds_answer *given,
                                           struct ddds_answer *own);

#endif
