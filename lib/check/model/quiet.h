/* Cache of judgements without findings: a zone repeats few services.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_QUIET_H
#define CHECK_MODEL_QUIET_H

#include <stdbool.h>

#include <ddds/application.h>

enum {
    QUIET_QUESTIONS = 64,
    QUIET_TEXT = 48,
    QUIET_WORD = 16,
    QUIET_SCHEME = -1,
};

/* All inputs of a judgement, which gets no others. */
struct quiet_question {
    const struct ddds_application *application; /* NULL: unused */
    int next;          /* enum ddds_next of the rule; or QUIET_SCHEME */
    bool is_host_list; /* the owner lists hosts */
    bool is_3gpp;      /* the owner is a 3GPP name */
    const char *services;
    struct ddds_span word; /* flags of the rule; for QUIET_SCHEME the scheme of
                              its output */
};

struct quiet {
    struct quiet_place {
        const struct ddds_application *application;
        int next;
        bool is_host_list;
        bool is_3gpp;
        unsigned char length; /* of the word */
        char services[QUIET_TEXT];
        char word[QUIET_WORD];
    } places[QUIET_QUESTIONS];
};

/* Judge |question|; return true without findings. */
typedef bool quiet_judge_fn(void *context,
                            const struct quiet_question *question);

/* Call |judge| unless |question| is cached as without findings. |judge| must
 * read nothing else of a record, so that its result does not depend on the
 * cache. */
void ddds_quiet_judge(struct quiet *quiet,
                      const struct quiet_question *question,
                      quiet_judge_fn *judge, void *context);

#endif
