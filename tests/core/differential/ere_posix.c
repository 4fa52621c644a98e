/* Our matching beside the C library's regcomp and regexec, and a simple twin.
 *
 * For tens of thousands of expressions that our reader accepts, and subjects:
 * the match and its place must always be those of the twin. The C library is
 * asked too, and agrees but for mistakes of its own: glibc 2.36 loses matches
 * of repeated groups with an anchor inside, takes `^' for the beginning of any
 * line after an alternative, and with REG_ICASE refuses ranges that run from
 * punctuation to letters. A disagreement counts against us unless the twin
 * takes our side.
 *
 * Where the groups lie is counted and not asserted: POSIX engines disagree
 * about that among themselves (lib/DECISIONS.md, "longest match").
 *
 * regexec may not return (some patterns keep glibc 2.36 busy for ever), so it
 * works in a child that is killed when it is silent for too long; the child
 * after it goes on with the next pair. That too is counted: it is why the
 * library does not use it.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expressions.h"
#include "rule/ere.h"
#include "seed.h"
#include "twin.h"

enum {
    PAIRS = 60000,
    UTF_PAIRS = 10000, /* the last of them */
    PATIENCE = 20000,  /* milliseconds for one pair */
    GROUPS = 10,
};

/* The result of an engine for a pair. */
struct verdict {
    unsigned pair;
    int refused; /* regcomp's code */
    int matched;
    struct {
        long begin; /* -1: took no part */
        long end;
    } groups[GROUPS];
};

struct pair {
    char expression[256];
    char subject[128];
    bool is_utf;
    bool ignore_case;
    struct ere_reading reading;
};

static uint64_t first_seed;

/* Make pair |number|: the same in every process. False if our reader refuses
 * the expression. */
static bool make_pair(unsigned number, struct pair *pair)
{
    struct chance chance = {(first_seed + number + 1) *
                            UINT64_C(0x9e3779b97f4a7c15)};
    struct text text;
    struct ddds_error error;
    pair->is_utf = number >= PAIRS - UTF_PAIRS;
    pair->ignore_case = chance_is(&chance, 20);
    ddds_text_init(&text, pair->expression, sizeof pair->expression);
    expression_write(&chance, &text, pair->is_utf);
    bool ok = !text.failed && ddds_ere_read(text.bytes, text.length,
                                            &pair->reading, &error) == DDDS_OK;
    ddds_text_init(&text, pair->subject, sizeof pair->subject);
    subject_write(&chance, &text, pair->is_utf);
    return ok;
}

/* ---- The C library, in the child --------------------------------------- */

static void ask_posix(const struct pair *pair, struct verdict *verdict)
{
    regex_t regex;
    regmatch_t groups[GROUPS];
    verdict->refused =
        regcomp(&regex, pair->expression,
                REG_EXTENDED | (pair->ignore_case ? REG_ICASE : 0));
    if (verdict->refused != 0) {
        return;
    }
    verdict->matched = regexec(&regex, pair->subject, GROUPS, groups, 0) == 0;
    for (unsigned i = 0; verdict->matched && i < GROUPS; i++) {
        verdict->groups[i].begin = groups[i].rm_so;
        verdict->groups[i].end = groups[i].rm_eo;
    }
    regfree(&regex);
}

/* Answer pairs from |first| on, and never return. */
static void serve(unsigned first, int out)
{
    struct pair pair;
    for (unsigned number = first; number < PAIRS; number++) {
        struct verdict verdict = {.pair = number};
        if (make_pair(number, &pair)) {
            setlocale(LC_ALL, pair.is_utf ? "C.UTF-8" : "C");
            ask_posix(&pair, &verdict);
        }
        if (write(out, &verdict, sizeof verdict) != (ssize_t)sizeof verdict) {
            _exit(1);
        }
    }
    _exit(0);
}

struct child {
    pid_t process;
    int answers;
};

static void start_child(struct child *child, unsigned first)
{
    int ends[2];
    if (pipe(ends) != 0 || (child->process = fork()) < 0) {
        perror("ere_posix");
        exit(1);
    }
    if (child->process == 0) {
        close(ends[0]);
        serve(first, ends[1]);
    }
    close(ends[1]);
    child->answers = ends[0];
}

static void end_child(struct child *child)
{
    kill(child->process, SIGKILL);
    waitpid(child->process, NULL, 0);
    close(child->answers);
}

/* Read the next verdict; false after the timeout. A verdict is smaller than
 * PIPE_BUF and thus comes whole. */
static bool read_verdict(const struct child *child, struct verdict *verdict)
{
    struct pollfd poll_for = {.fd = child->answers, .events = POLLIN};
    return poll(&poll_for, 1, PATIENCE) == 1 &&
           read(child->answers, verdict, sizeof *verdict) ==
               (ssize_t)sizeof *verdict;
}

/* ---- The library ------------------------------------------------------- */

static ddds_status match_once(struct ere_program *program,
                              const struct pair *pair, struct verdict *verdict)
{
    bool matched;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_error error;
    struct ere_subject subject = {pair->subject, strlen(pair->subject), NULL,
                                  false};
    ddds_status status =
        ddds_ere_match(program, &subject, &matched, &captures, &error);
    verdict->matched = status == DDDS_OK && matched;
    for (unsigned i = 0; verdict->matched && i < GROUPS; i++) {
        const struct ddds_span *group = &captures.group[i];
        verdict->groups[i].begin =
            group->text == NULL ? -1 : group->text - pair->subject;
        verdict->groups[i].end =
            group->text == NULL
                ? -1
                : verdict->groups[i].begin + (long)group->length;
    }
    return status;
}

static ddds_status ask_house(const struct pair *pair, struct verdict *verdict)
{
    struct ddds_error error;
    struct ere_program *program;
    struct ere_context *context = ddds_ere_context_new();
    ddds_status status = ddds_ere_compile(context, &pair->reading,
                                          pair->ignore_case, &program, &error);
    if (status == DDDS_OK) {
        status = match_once(program, pair, verdict);
        ddds_ere_program_free(program);
    }
    ddds_ere_context_free(context);
    return status;
}

/* ---- Comparing --------------------------------------------------------- */

struct tally {
    unsigned refused_by_us; /* the generator's slips */
    unsigned hung;
    unsigned limited;
    unsigned compared;
    unsigned matched;
    unsigned other_groups;
    unsigned posix_wrong;
    unsigned wrong;
};

static void complain(struct tally *tally, const struct pair *pair,
                     const char *what)
{
    if (tally->wrong++ < 20) {
        printf("WRONG: %s: \"%s\"%s on \"%s\"\n", what, pair->expression,
               pair->ignore_case ? " i" : "", pair->subject);
    }
}

/* Return true if the twin has the same verdict. */
static bool is_extent_right(const struct pair *pair,
                            const struct verdict *verdict)
{
    size_t begin = 0;
    size_t end = 0;
    bool matched = twin_match(pair->expression, pair->is_utf, pair->ignore_case,
                              pair->subject, &begin, &end);
    return matched == verdict->matched &&
           (!matched || (verdict->groups[0].begin == (long)begin &&
                         verdict->groups[0].end == (long)end));
}

static void compare(struct tally *tally, const struct pair *pair,
                    const struct verdict *posix)
{
    struct verdict ours = {.pair = posix->pair};
    ddds_status status = ask_house(pair, &ours);
    if (status == DDDS_LIMIT) {
        tally->limited++;
        return;
    }
    tally->compared++;
    tally->matched += (unsigned)ours.matched;
    if (!is_extent_right(pair, &ours)) {
        complain(tally, pair,
                 ours.matched ? "we match here" : "we do not match");
    } else if (posix->refused != 0 || ours.matched != posix->matched ||
               ours.groups[0].begin != posix->groups[0].begin ||
               ours.groups[0].end != posix->groups[0].end) {
        tally->posix_wrong++;
    } else if (memcmp(ours.groups, posix->groups, sizeof ours.groups) != 0) {
        tally->other_groups++;
    }
}

static void run(struct tally *tally)
{
    struct pair pair;
    struct verdict posix;
    struct child child;
    start_child(&child, 0);
    for (unsigned number = 0; number < PAIRS; number++) {
        bool answered = read_verdict(&child, &posix);
        bool accepted = make_pair(number, &pair);
        if (!answered) {
            printf("regexec is silent: \"%s\" on \"%s\"\n", pair.expression,
                   pair.subject);
            tally->hung++;
            end_child(&child);
            start_child(&child, number + 1);
        } else if (!accepted) {
            tally->refused_by_us++;
        } else {
            compare(tally, &pair, &posix);
        }
    }
    end_child(&child);
}

int main(void)
{
    first_seed = take_seed(0);
    struct tally tally = {0};
    if (setlocale(LC_ALL, "C.UTF-8") == NULL) {
        puts("skipped: the locale C.UTF-8 is missing (Debian: libc-bin)");
        return 77;
    }
    setlocale(LC_ALL, "C");
    run(&tally);
    printf("%u pairs: %u expressions refused by our reader, %u kept the C "
           "library busy, %u over our limits\n"
           "%u compared, %u of them match, %u where the C library is wrong, "
           "%u with other groups (not asserted), %u wrong\n",
           (unsigned)PAIRS, tally.refused_by_us, tally.hung, tally.limited,
           tally.compared, tally.matched, tally.posix_wrong, tally.other_groups,
           tally.wrong);
    return tally.wrong > 0 || tally.hung > 20 || tally.matched < PAIRS / 10 ||
           tally.posix_wrong > PAIRS / 50;
}
