/* Expressions that may exceed the limit of steps.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/step_limit.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/judge/expressions.h"
#include "check/sets/dfa_members.h"

enum {
    /* Length of strings below which L232 is no risk: it is found with some
     * 1000. */
    SHORT = 64,
    /* Limits below which any expression may take too many steps: one repetition
     * takes less, with a string of LIMIT_INPUT octets. */
    FEW_STEPS = 100000,
};

struct step_limit {
    struct ddds_check_options options;
    struct arena arena;
    struct expressions *expressions;
};

static struct step_limit *make(void)
{
    struct step_limit *limit = calloc(1, sizeof *limit);
    if (limit == NULL) {
        return NULL;
    }
    limit->options = (struct ddds_check_options)DDDS_CHECK_OPTIONS_INIT;
    ddds_arena_init(&limit->arena, NULL, 0);
    limit->expressions = ddds_expressions_new(&limit->options, &limit->arena);
    if (limit->expressions == NULL) {
        ddds_step_limit_free(limit);
        return NULL;
    }
    return limit;
}

void ddds_step_limit_free(struct step_limit *limit)
{
    if (limit != NULL) {
        ddds_expressions_free(limit->expressions);
        ddds_arena_free(&limit->arena);
        free(limit);
    }
}

/* Return true if |regexp| has several repetitions; others take few steps. */
static bool has_repetitions(const char *regexp)
{
    const char *first = strpbrk(regexp, "*+{");
    return first != NULL && strpbrk(first + 1, "*+{") != NULL;
}

/* Return the number of choices that the "?" or "{m,n}" at |at| has; 1 for other
 * braces. */
static unsigned long read_choices(const char *at)
{
    char *end;
    if (*at == '?') {
        return 2;
    }
    unsigned long least = strtoul(at + 1, &end, 10);
    unsigned long most = *end == ',' ? strtoul(end + 1, &end, 10) : 0;
    return *end == '}' && most > least && most <= LIMIT_REPEAT
               ? most - least + 1
               : 1;
}

/* Return the product of the choices in |regexp|, or a part of it that exceeds
 * |most|. Those that are literal count, too. */
static unsigned long long count_choices(const char *regexp, unsigned most)
{
    unsigned long long choices = 1;
    for (const char *at = strpbrk(regexp, "?{"); at != NULL && choices <= most;
         at = strpbrk(at + 1, "?{")) {
        choices *= read_choices(at);
    }
    return choices;
}

bool ddds_step_limit_check(struct step_limit **limit, const char *regexp,
                           const struct dfa *inputs, unsigned most, bool *may)
{
    most = most == 0 ? LIMIT_STEPS : most;
    *may = most < FEW_STEPS || count_choices(regexp, most) > most;
    if (*may || !has_repetitions(regexp)) {
        return true;
    }
    *limit = *limit != NULL ? *limit : make();
    const struct expression *found =
        *limit == NULL ? NULL
                       : ddds_expressions_find((*limit)->expressions, regexp);
    for (unsigned i = 0; found != NULL && i < found->observation_count; i++) {
        enum check_code code = found->found->observations[i].code;
        *may =
            *may || code == CODE_BACKTRACKING ||
            (code == CODE_LONG_MATCH && ddds_members_longest(inputs) > SHORT);
    }
    return found != NULL;
}
