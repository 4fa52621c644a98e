/* What has been judged, and left nothing to report: a zone has few services,
 * and asks the same of each of them again and again.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_QUIET_H
#define CHECK_MODEL_QUIET_H

#include <stdbool.h>

#include <ddds/span.h>

enum { QUIET_QUESTIONS = 64, QUIET_TEXT = 48, QUIET_WORD = 16 };

/* All that a judgement depends on. */
struct quiet_question {
    const void *application;
    int kind; /* of the question: what is not negative belongs to rule.c */
    const char *services;
    struct ddds_span word;
};

struct quiet {
    struct quiet_place {
        const void *application;
        int kind;
        unsigned char length; /* of the word; with |services|, it is used */
        char services[QUIET_TEXT];
        char word[QUIET_WORD];
    } places[QUIET_QUESTIONS];
};

/* Return whether |question| was noted last of those with its place. */
bool ddds_quiet_has(const struct quiet *quiet,
                    const struct quiet_question *question);

/* Note |question|, if it is short. */
void ddds_quiet_add(struct quiet *quiet, const struct quiet_question *question);

#endif
