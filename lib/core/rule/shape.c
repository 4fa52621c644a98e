/* Matching of shapes by backtracking, in PCRE2's order.
 *
 * Each span takes as many octets as it can (greedy). If the rest does not
 * match, the last span that can gives octets back, one by one, and the rest is
 * tried again. Most spans never can, because the octets that they would give
 * back cannot start the rest.
 *
 * The first match from a start is the longest, although POSIX and PCRE2 have
 * different rules. Suppose that another match is longer: then some step ends
 * later in it. Let the first such step be from P to p in the match found, and
 * from Q to q in the other: Q <= P <= p < q. A literal has a single length, so
 * the step has a span, and its class has all octets from Q to q. From P it may
 * extend to q as well, and the rest matches from there. But the search tried q
 * from P before p: a contradiction.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/shape.h"

#include "base/utf8.h"
#include "rule/shape_scan.h"

/* Octets of a span that cost as much as an attempted position
 * (LIMIT_SHAPE_WORK). */
enum { SHAPE_WORK_OCTETS = 16 };

/* State of a match. */
struct run {
    const struct shape *shape;
    const struct shape_step *steps;
    const struct shape_class *classes;
    const char *text; /* of the literals */
    const char *end;  /* of the subject */
    long work;        /* remaining budget */

    unsigned step;       /* current step, or the step that failed */
    const char *reached; /* position of the failure, or end of the match */
    const char *floor[SHAPE_SPANS];    /* minimum ends of the spans */
    const char *ends[SHAPE_SPANS + 1]; /* start of the match, then ends of the
                                          spans */
};

/* Return the maximum end of the span of |step|, which starts at |at|. */
static inline const char *
find_end(const struct run *run, const struct shape_step *step, const char *at)
{
    const char *limit = run->end;
    if (step->most != SHAPE_NO_MOST && limit - at > step->most) {
        limit = at + step->most;
    }
    return step->class == SHAPE_ANY
               ? limit
               : shape_class_end(&run->classes[step->class], at, limit);
}

/* Match the steps from run->step on. Return false, with run->step as the step
 * that failed. */
static inline bool go_forward(struct run *run)
{
    unsigned i = run->step;
    unsigned last = run->shape->spans;
    const char *at = run->ends[i];
    for (;; i++) {
        const struct shape_step *step = &run->steps[i];
        if (step->length > 0 &&
            !shape_is_literal(run->text + step->text, step->length, at,
                              run->end - at, step->folds)) {
            break;
        }
        at += step->length;
        if (i == last) {
            run->reached = at;
            run->step = i;
            return !run->shape->is_ended || at == run->end;
        }
        const char *end = find_end(run, step, at);
        run->floor[i] = at + step->least;
        run->ends[i + 1] = end;
        if (end - at < step->least) {
            break;
        }
        at = end;
    }
    run->reached = at;
    run->step = i;
    return false;
}

/* Backtrack: the last possible span before run->step gives octets back. Return
 * false if none can. */
static bool go_back(struct run *run)
{
    while (run->step > 0) {
        unsigned i = run->step - 1;
        const struct shape_step *step = &run->steps[i];
        const char *end = run->ends[i + 1];
        if (step->may_give && end > run->floor[i]) {
            const char *given = step->next == '\0'
                                    ? end - 1
                                    : shape_find_last(step->next, step[1].folds,
                                                      run->floor[i], end);
            run->work -= (end - (given == NULL ? run->floor[i] : given)) /
                         SHAPE_WORK_OCTETS;
            if (given != NULL) {
                run->ends[i + 1] = given;
                return true;
            }
        }
        run->step--;
    }
    return false;
}

/* Backtrack until the rest matches. */
static enum shape_verdict try_again(struct run *run)
{
    const char *from = run->ends[0];
    do {
        /* No octet in between is read twice. */
        run->work -= 1 + (run->reached - from) / SHAPE_WORK_OCTETS;
        if (!go_back(run)) {
            return SHAPE_NO_MATCH;
        }
        if (run->work <= 0) {
            return SHAPE_UNSURE;
        }
        from = run->ends[run->step];
    } while (!go_forward(run));
    return SHAPE_MATCH;
}

/* Try to match at |start|. */
static inline enum shape_verdict try_at(struct run *run, const char *start)
{
    run->ends[0] = start;
    run->step = 0;
    return go_forward(run) ? SHAPE_MATCH : try_again(run);
}

/* Return the first possible start of a match from |at| on; NULL if not
 * found. */
static const char *find_start(const struct run *run, const char *at)
{
    const struct shape_step *first = run->steps;
    const char *start = at;
    if (first->length > 0) {
        start = shape_find_first((unsigned char)run->text[0], first->folds, at,
                                 run->end);
    } else if (first->class != SHAPE_ANY && first->least > 0) {
        const struct shape_class *class = &run->classes[first->class];
        while (start < run->end &&
               !shape_class_has(class, (unsigned char)*start)) {
            start++;
        }
    } else {
        return start;
    }
    return start < run->end ? start : NULL;
}

/* Return the next start. In a span that cannot give octets back all starts fail
 * like the first, because they have the same end. */
static const char *next_start(const struct run *run, const char *start)
{
    const struct shape_step *first = run->steps;
    bool may_skip = run->shape->spans > 0 && first->length == 0 &&
                    !first->may_give && first->most == SHAPE_NO_MOST &&
                    run->ends[1] > start;
    return may_skip ? run->ends[1] : start + 1;
}

/* Try each start from |at| on. */
static enum shape_verdict search(struct run *run, const char *at)
{
    while (at <= run->end) {
        const char *start = find_start(run, at);
        if (start == NULL) {
            return SHAPE_NO_MATCH;
        }
        run->work -= (start - at) / SHAPE_WORK_OCTETS;
        if (run->work <= 0) {
            return SHAPE_UNSURE;
        }
        enum shape_verdict verdict = try_at(run, start);
        if (verdict != SHAPE_NO_MATCH) {
            return verdict;
        }
        at = next_start(run, start);
    }
    return SHAPE_NO_MATCH;
}

static struct ddds_span span_between(const struct run *run,
                                     const struct shape_group *group)
{
    const char *begin = run->ends[group->begin.step] + group->begin.offset;
    const char *end = run->ends[group->end.step] + group->end.offset;
    return (struct ddds_span){begin, (size_t)(end - begin)};
}

static void write_groups(const struct run *run,
                         const struct shape_group *groups,
                         struct ddds_span *spans)
{
    spans[0] =
        (struct ddds_span){run->ends[0], (size_t)(run->reached - run->ends[0])};
    for (unsigned i = 0; i < run->shape->groups; i++) {
        spans[i + 1] = span_between(run, &groups[i]);
    }
}

enum shape_verdict ddds_shape_match(const struct shape *shape,
                                    const char *subject, size_t length,
                                    struct ddds_span *groups)
{
    struct run run;
    if (!utf8_is_ascii(subject, length)) {
        return SHAPE_UNSURE;
    }
    run.shape = shape;
    run.steps = (const void *)(shape + 1);
    run.classes = (const void *)(run.steps + shape->spans + 1);
    const struct shape_group *places =
        (const void *)(run.classes + shape->classes);
    run.text = (const void *)(places + shape->groups);
    run.end = subject + length;
    run.work = LIMIT_SHAPE_WORK + (long)length / SHAPE_WORK_OCTETS;
    enum shape_verdict verdict =
        shape->is_anchored ? try_at(&run, subject) : search(&run, subject);
    if (verdict != SHAPE_MATCH) {
        return verdict;
    }
    write_groups(&run, places, groups);
    return SHAPE_MATCH;
}
