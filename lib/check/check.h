/* A check under way: what the groups of checks share.
 *
 * A group is a file: syntax.c looks at what the text says, expression.c at
 * substitution expressions, and so on. It is a struct check_group with lists of
 * small functions, each of which looks for one thing (or a few that are found
 * in one look) and reports it; check.c has the list of groups. A new group adds
 * its codes to codes.h, its file, and its line there.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include <ddds/check.h>

#include "base/arena.h"
#include "check/report/codes.h"
#include "check/report/finding.h"
#include "check/model/record.h"

struct check_group;
struct expressions;
struct live;

struct ddds_check {
    struct ddds_check_options options;
    char origin[LIMIT_NAME_SIZE];
    bool has_origin;

    struct arena arena; /* lives as long as the check */
    struct findings findings;
    struct expressions *expressions; /* expression.h */
    ddds_status status;              /* DDDS_NO_MEMORY sticks */

    struct zone *zones; /* in the order of the files */
    struct zone **last_zone;
    size_t zone_count;

    /* Every record, in the order it was read; while reporting also sorted by
     * owner, then as it was read. */
    struct record **records;
    size_t record_count;
    size_t record_size;
    struct record **sorted;
    struct record_set *sets; /* NAPTR, by owner, then file */
    size_t set_count;

    struct live *live; /* what was asked for live; NULL: these are files */

    /* Of the record being looked at: its correction, and whether somebody has
     * said why no server loads it. */
    struct draft draft;
    bool is_explained;

    /* The checks to run, in the order of their codes; NULL ends them. Here, so
     * that who runs them need not know them. */
    const struct check_group *const *groups;
};

/* Looks at one NAPTR record, when it has just been read. It may correct
 * |check->draft|. Also called for corrected records, to see whether they are
 * any better: so it remembers nothing but in |check->expressions|. */
typedef void check_record_fn(struct ddds_check *check,
                             const struct record *record);

/* Looks at one line that could not be read, and is no NAPTR record. */
typedef void check_problem_fn(struct ddds_check *check, struct zone *zone,
                              const struct zonefile_problem *problem);

/* Looks at all NAPTR records of an owner; at any record at all; at everything.
 * Called when all files have been read. */
typedef void check_set_fn(struct ddds_check *check,
                          const struct record_set *set);
typedef void check_zone_fn(struct ddds_check *check, const struct zone *zone);
typedef void check_all_fn(struct ddds_check *check);

/* Each list ends with NULL, and may be NULL. */
struct check_group {
    check_problem_fn *const *problems;
    check_record_fn *const *records;
    check_set_fn *const *sets;
    check_zone_fn *const *zones;
    check_all_fn *const *all;
};

extern const struct check_group ddds_check_syntax;      /* 1xx */
extern const struct check_group ddds_check_expression;  /* 2xx */
extern const struct check_group ddds_check_rule;        /* 3xx */
extern const struct check_group ddds_check_set;         /* 4xx */
extern const struct check_group ddds_check_graph;       /* 5xx */
extern const struct check_group ddds_check_portability; /* 7xx */

/* ---- Reporting: see finding.h for what becomes of it --------------------- */

/* |length| octets from |offset| on in |field| of |record|, as
 * ddds_record_region counts them. */
__attribute__((format(printf, 7, 8))) struct finding *
ddds_report_field(struct ddds_check *check, const struct record *record,
                  enum check_code code, enum naptr_field field, size_t offset,
                  size_t length, const char *format, ...);

/* All of |field|. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_whole_field(struct ddds_check *check, const struct record *record,
                        enum check_code code, enum naptr_field field,
                        const char *format, ...);

/* All of |record|, which may be of any type. */
__attribute__((format(printf, 4, 5))) struct finding *
ddds_report_record(struct ddds_check *check, const struct record *record,
                   enum check_code code, const char *format, ...);

/* A piece of |record|. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_region(struct ddds_check *check, const struct record *record,
                   enum check_code code, struct ddds_region region,
                   const char *format, ...);

/* What could not be read. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_problem(struct ddds_check *check, struct zone *zone,
                    const struct zonefile_problem *problem,
                    enum check_code code, const char *format, ...);

/* Something about |owner| that is in no record, in what |zone| was made of. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_name(struct ddds_check *check, struct zone *zone, const char *owner,
                 enum check_code code, const char *format, ...);

/* Read |text|, records of the zone |apex|, NULL if that is not known, which
 * |server| sent; all are borrowed until the check is freed. NULL without
 * memory. Records are then in |check->records|, the NAPTR among them one for
 * each line. */
struct zone *ddds_check_add_answer(struct ddds_check *check, const char *server,
                                   const char *apex, const char *text,
                                   size_t length);

/* Begin |draft| with |record| as it should be by itself: what sets and graphs
 * correct comes on top of that. */
void ddds_check_draft(struct ddds_check *check, const struct record *record,
                      struct draft *draft);

/* Hand |draft| to |finding|, or to nobody if that is NULL, as the correction of
 * |record|: for sets and graphs. Checks of single records correct
 * |check->draft| instead, and those of their findings that it makes go away
 * have it for their correction. */
void ddds_report_fix(struct ddds_check *check, struct finding *finding,
                     const struct record *record, const struct draft *draft);

/* Does the replacement of |record|, a NAPTR, lack a final dot, so that the
 * origin stands in it twice? |meant| is then what was meant. Whatever else such
 * a name seems to be comes of that. */
bool ddds_record_is_doubled(const struct record *record,
                            char meant[LIMIT_NAME_SIZE]);

/* Does the replacement of |record| look like a name that is complete but for
 * its final dot, in another domain than its own? |meant| is then that name. A
 * guess: a zone may hold the names of others below its own. */
bool ddds_record_seems_complete(const struct ddds_check *check,
                                const struct record *record,
                                char meant[LIMIT_NAME_SIZE]);

/* ---- Looking around: when all files have been read ------------------ */

/* The NAPTR records at |owner|, in whichever file comes first; NULL if there
 * are none. */
const struct record_set *ddds_check_find_set(const struct ddds_check *check,
                                             const char *owner);

/* The records of |owner|, of any type, as a piece of |check->sorted|; |*count|
 * says how many. */
struct record *const *ddds_check_find_records(const struct ddds_check *check,
                                              const char *owner, size_t *count);

/* The zone that |name| lies in: of the given ones that have an apex, the
 * deepest that encloses it. NULL if there is none. */
const struct zone *ddds_check_find_zone(const struct ddds_check *check,
                                        const char *name);

#endif
