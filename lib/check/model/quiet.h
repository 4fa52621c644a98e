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

/* All that a judgement depends on: it receives this in place of the record. */
struct quiet_question {
    const struct ddds_application *application; /* NULL: it is not kept */
    int next;          /* enum ddds_next of the rule; or QUIET_SCHEME */
    bool is_host_list; /* the owner is a name that lists hosts */
    bool is_3gpp;      /* the owner is a name of 3GPP */
    const char *services;
    struct ddds_span word; /* the flags of the rule; for QUIET_SCHEME the scheme
                              of a URI that it produces */
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

/* Judges |question|; returns true if it finds nothing. */
typedef bool quiet_judge_fn(void *context,
                            const struct quiet_question *question);

/* Call |judge| unless it found nothing in |question| before. That is all that
 * |judge| may read of a record, so that the same record is judged alike whatever
 * was judged before it. */
void ddds_quiet_judge(struct quiet *quiet,
                      const struct quiet_question *question,
                      quiet_judge_fn *judge, void *context);

#endif
