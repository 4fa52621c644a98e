/* What a check finds in the files that are corrected, and which corrections it
 * offers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_SURVEY_H
#define CHECK_CORRECT_SURVEY_H

#include <ddds/check.h>

#include "base/arena.h"

/* The files that are corrected, and what the caller wants. */
struct job {
    struct ddds_check_options options;
    struct ddds_correct correct;
};

/* A finding. */
struct note {
    const struct ddds_check_code *code;
    const char *file;
    size_t place;      /* of the file among the contents, or their number */
    const char *owner; /* "" if it has none */
};

/* A correction that the check offers. */
struct offer {
    size_t file; /* among the contents of the options */
    struct ddds_region region;
    const char *fix;
    const struct ddds_check_code *code;
    const char *owner;
    bool respells;  /* words of the same meaning */
    bool is_choice; /* it corrects something that is not certain, too */
};

struct survey {
    struct arena arena; /* |failed|: no memory */
    const struct job *job;
    struct note *notes;
    size_t note_count;
    size_t note_size;
    struct note **by_key; /* code, owner and file */
    struct offer *offers;
    size_t offer_count;
    size_t offer_size;
    struct offer **chosen; /* certain, one for each record, by file and line */
    size_t chosen_count;
    bool has_included; /* a certain correction is in an included file */
};

/* Begin an empty survey of the files of |job|. */
void ddds_survey_begin(struct survey *survey, const struct job *job);

/* Take the findings of |check|, and choose the offers. False without memory. */
bool ddds_survey_take(struct survey *survey, ddds_check *check);

/* Return how many findings have the code, the owner and the file of |note|. */
size_t ddds_survey_count(const struct survey *survey, const struct note *note);

/* Free what |survey| has. */
void ddds_survey_end(struct survey *survey);

#endif
