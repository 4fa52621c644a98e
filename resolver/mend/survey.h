/* What lint finds in texts, and what it offers to correct.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_SURVEY_H
#define MEND_SURVEY_H

#include "mend/mend.h"
#include "mend/merge.h"

/* A correction that lint offers. */
struct offer {
    size_t file; /* among the files */
    struct ddds_region region;
    char *fix;
    const struct ddds_check_code *code;
    char *owner;
    enum merge_level level; /* what of the old record is kept */
    bool is_choice;         /* it corrects something that is not certain, too */
};

/* Findings of one code about one owner in one file. */
struct finding_key {
    char *text;
    enum ddds_severity severity;
    size_t count;
};

struct survey {
    const struct mend *mend;  /* its files, and what the user wants */
    struct finding_key *keys; /* sorted by survey_take */
    size_t key_count;
    size_t key_size;
    struct offer *offers;
    size_t offer_count;
    size_t offer_size;
    struct offer **chosen; /* of |offers|, see survey_choose */
    size_t chosen_count;
    bool has_included; /* a certain correction is in an included file */
    bool has_failed;   /* no memory */
};

/* Begin an empty survey of the files of |mend|. */
void survey_begin(struct survey *survey, const struct mend *mend);

/* Take the findings of |check|. False if that failed. */
bool survey_take(struct survey *survey, ddds_check *check);

/* Choose the certain offers that are no choice, one for each record, in the order of files and
 * lines. */
void survey_choose(struct survey *survey);

/* Return whether |after| has nothing more of what |before| has, of at least the
 * severity of |count| |offers| that were made, and less of what each of them
 * corrects. */
bool survey_is_better(const struct survey *before, const struct survey *after,
                      const struct offer *const *offers, size_t count);

/* Free what |survey| has. */
void survey_end(struct survey *survey);

#endif
