/* JUnit XML, as CI systems read it: suites of cases.
 *
 * A suite starts with the number of failed cases. Cases are kept in a temporary
 * file until that number is known, so that memory use stays constant.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JUNIT_H
#define PRINT_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How a case ended. */
enum junit_verdict { JUNIT_PASSED, JUNIT_FAILED, JUNIT_BROKEN, JUNIT_SKIPPED };

struct junit_case {
    const char *name;
    const char *class;
    uint64_t nanoseconds;
    enum junit_verdict verdict;
    const char *message; /* if it has not passed */
    const char *type;    /* of a failure or an error */
    const char *story;   /* the text of a failure or an error, or NULL */
};

/* A document that is being written. */
struct junit {
    FILE *out;
    FILE *cases;
    bool is_broken; /* writing the temporary file failed */
    char *suite;    /* the name of the present one, or NULL */
    size_t suites;
    size_t counts[JUNIT_SKIPPED + 1]; /* of the present suite */
    uint64_t nanoseconds;
};

/* Begin a document on |out|. On failure returns false and sets errno. */
bool junit_begin(struct junit *junit, FILE *out);

/* Add a case to the suite called |suite|, the present one or a new one. */
void junit_add(struct junit *junit, const char *suite,
               const struct junit_case *added);

/* End the document; false if it is incomplete. */
bool junit_end(struct junit *junit);

#endif
