/* The usual way.
 *
 * SPDX-License-Identifier: MIT */
#include "posix.h"

#include <string.h>

#include "bench.h"

void posix_compile(const struct posix_rule *rule, regex_t *regex)
{
    if (regcomp(regex, rule->ere,
                REG_EXTENDED | (rule->ignore_case ? REG_ICASE : 0)) != 0) {
        bench_fail("regcomp refuses an expression");
    }
}

size_t posix_rewrite(const struct posix_rule *rule, const regex_t *regex,
                     const char *aus, char *output)
{
    regmatch_t groups[10];
    if (regexec(regex, aus, 10, groups, 0) != 0) {
        return 0;
    }
    char *out = output;
    for (const char *at = rule->replacement; *at != '\0'; at++) {
        if (*at != '\\') {
            *out++ = *at;
            continue;
        }
        const regmatch_t *group = &groups[*++at - '0'];
        size_t length = (size_t)(group->rm_eo - group->rm_so);
        memcpy(out, aus + group->rm_so, length);
        out += length;
    }
    *out = '\0';
    return (size_t)(out - output);
}

size_t posix_rewrite_once(const struct posix_rule *rule, const char *aus,
                          char *output)
{
    regex_t regex;
    posix_compile(rule, &regex);
    size_t length = posix_rewrite(rule, &regex, aus, output);
    regfree(&regex);
    return length;
}
