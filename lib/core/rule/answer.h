/* Questions to databases, and their answers, both possibly from callers' code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ANSWER_H
#define RULE_ANSWER_H

#include <ddds/question.h>

#include "base/sized.h"

/* Return |given|, the answer to a question of |kind|, in the layout of this
 * version: |given| itself, or |own|. If the answer is invalid, or |given| is
 * NULL, |own| becomes a malformed answer with the reason as its detail. */
const struct ddds_answer *ddds_answer_read(enum ddds_question_kind kind,
                                           const struct ddds_answer *given,
                                           struct ddds_answer *own);

/* Answer the question |id| with a failure for lack of memory. */
void ddds_answer_no_memory(void (*answer)(void *, uint32_t,
                                          const struct ddds_answer *),
                           void *context, uint32_t id);

/* Answer |given|, whose size is not set, with a malformed answer. */
void ddds_question_refuse(const struct ddds_question *given,
                          void (*answer)(void *, uint32_t,
                                         const struct ddds_answer *),
                          void *context);

/* Return |given| in the layout of this version: |given| itself, or |own|. If
 * its size is not set, call |answer| with |context| and a malformed answer, and
 * return NULL. */
static inline const struct ddds_question *
ddds_question_read(const struct ddds_question *given, struct ddds_question *own,
                   void (*answer)(void *, uint32_t, const struct ddds_answer *),
                   void *context)
{
    const struct ddds_question *question =
        ddds_sized_view(given, own, sizeof *own, "DDDS_QUESTION_INIT", NULL);
    if (question == NULL) {
        ddds_question_refuse(given, answer, context);
    }
    return question;
}

#endif
