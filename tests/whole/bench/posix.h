/* The usual way: regcomp and regexec, as most programs that read NAPTR records
 * do it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_POSIX_H
#define BENCH_POSIX_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/* A rule taken apart by hand. */
struct posix_rule {
    const char *ere;
    const char *replacement; /* with \1 to \9 */
    bool ignore_case;
};

/* Compile it into |regex|. */
void posix_compile(const struct posix_rule *rule, regex_t *regex);

/* Match |regex| and fill the replacement in; the length of the output, 0
 * without a match. |output| is large enough. */
size_t posix_rewrite(const struct posix_rule *rule, const regex_t *regex,
                     const char *aus, char *output);

/* Both, and throw it away again. */
size_t posix_rewrite_once(const struct posix_rule *rule, const char *aus,
                          char *output);

#endif
