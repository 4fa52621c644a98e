/* Findings of a check in the files to correct, and the corrections offered.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_SURVEY_H
#define CHECK_CORRECT_SURVEY_H

#include <ddds/check.h>

#include "base/arena.h"

/* The files to correct, and the caller's options. */
struct job {
    struct ddds_check_options options;
    struct ddds_correct correct;
};

/* A finding. */
struct note {
    const struct ddds_check_code *code;
    const char *file;
    size_t place;      /* index of the file, or the number of files */
    const char *owner; /* "" if missing */
};

/* A correction that the check offers. */
struct offer {
    size_t file; /* index in the contents of the options */
    struct ddds_region region;
    const char *fix;
    const struct ddds_check_code *code;
    const char *owner;
    bool respells;  /* replace words of the same meaning, too */
    bool is_choice; /* also corrects codes whose correction is not certain */
};

/* Zeroed initially. */
struct survey {
    struct arena arena; /* |failed|: no memory */
    const struct job *job;
    struct note *notes;
    size_t note_count;
    size_t note_size;
    struct note **by_key; /* sorted by code, owner and file */
    struct offer *offers;
    size_t offer_count;
    size_t offer_size;
    struct offer **chosen; /* certain, one per record, by file and line */
    size_t chosen_count;
    bool has_included; /* an included file has a certain correction */
};

/* Store the findings of |check| in the files of |job|, and choose the offers.
 * Return false without memory. */
bool ddds_survey_take(struct survey *survey, const struct job *job,
                      ddds_check *check);

/* Return the number of findings with the code, the owner and the file of
 * |note|. */
size_t ddds_survey_count(const struct survey *survey, const struct note *note);

/* Free the memory of |survey|, which is then invalid. */
void ddds_survey_end(struct survey *survey);

#endif
