/* Cache of judgements without findings: a zone repeats few services.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_CLEAN_CACHE_H
#define CHECK_MODEL_CLEAN_CACHE_H

#include <stdbool.h>

#include <ddds/application.h>

enum {
    CLEAN_QUESTIONS = 64,
    CLEAN_TEXT = 48,
    CLEAN_WORD = 16,
    CLEAN_SCHEME = -1,
};

/* All inputs of a judgement. */
struct clean_question {
    const struct ddds_application *application; /* NULL: unused */
    int next;          /* enum ddds_next of the rule; or CLEAN_SCHEME */
    bool is_host_list; /* the owner lists hosts */
    bool is_3gpp;      /* the owner is a 3GPP name */
    const char *services;
    struct ddds_span word; /* flags of the rule; for CLEAN_SCHEME the scheme of
                              its output */
};

struct clean_cache {
    struct clean_entry {
        const struct ddds_application *application;
        int next;
        bool is_host_list;
        bool is_3gpp;
        unsigned char length; /* of the word */
        char services[CLEAN_TEXT];
        char word[CLEAN_WORD];
    } entries[CLEAN_QUESTIONS];
};

/* Judge |question|; return true without findings. */
typedef bool clean_judge_fn(void *context,
                            const struct clean_question *question);

/* Call |judge| unless |question| is cached as without findings. |judge| must
 * read nothing else of a record, so that its result does not depend on the
 * cache. */
void ddds_clean_cache_judge(struct clean_cache *cache,
                            const struct clean_question *question,
                            clean_judge_fn *judge, void *context);

#endif
