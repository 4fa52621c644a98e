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

/* All that a judgement depends on. A judgement that is kept here receives this in
 * place of the record. */
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

/* Return whether |question| was noted last of those with its place. */
bool ddds_quiet_has(const struct quiet *quiet,
                    const struct quiet_question *question);

/* Note |question|, if it is short. */
void ddds_quiet_add(struct quiet *quiet, const struct quiet_question *question);

#endif
