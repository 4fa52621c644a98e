/* Sections of a zone file, which several threads read at the same time. What the
 * reader knows where a section begins is noted when the file is read as a whole.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_SECTIONS_H
#define CHECK_STREAM_SECTIONS_H

#include "base/arena.h"
#include "db/text/zonefile.h"

struct section;

struct sections {
    size_t wanted; /* octets of a section */
    struct section *items;
    size_t count;
    uint64_t octets; /* of the lines that were noted */
    size_t lines;    /* of the last section */
    bool is_whole;   /* the file cannot be divided; callers may set it */
    struct arena arena;
};

/* Begin without sections; each shall have |wanted| octets. */
void ddds_sections_init(struct sections *sections, size_t wanted);

void ddds_sections_clear(struct sections *sections);

/* Note that the next |line| of the file has been read; |has_record| says that it is
 * a record. False without memory. */
bool ddds_sections_note(struct sections *sections,
                        const struct zonefile_piece *line, bool has_record);

/* Has the file more than one section? Not one with $INCLUDE or $GENERATE, which
 * have limits for the whole file, or with parentheses that are not closed. */
bool ddds_sections_exist(const struct sections *sections);

/* What is called with all that is read, as by ddds_zonefile_survey. If a function
 * returns false, |*status| and the error of the survey are set. Of a record, these
 * are valid: owner, type, TTL, the text and the origin; of a problem, its record. */
struct section_reader {
    ddds_zonefile_fn *record;
    ddds_zonefile_problem_fn *problem;
    ddds_zonefile_line_fn *line;
    void *context;
    const ddds_status *status;
};

/* Read the file |path| with |threads| threads: the functions of |reader| are called
 * in the order of the file, by one thread at a time. Otherwise like
 * ddds_zonefile_survey; fails with DDDS_UNREADABLE, too. */
ddds_status ddds_sections_survey(const struct sections *sections,
                                 const char *path, const char *origin,
                                 unsigned threads,
                                 const struct section_reader *reader,
                                 struct ddds_error *error);

#endif
