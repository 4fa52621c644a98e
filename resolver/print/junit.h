/* JUnit XML for CI systems: suites of cases.
 *
 * A suite begins with the number of its failures. Cases are kept in a temporary
 * file until that is known, so that memory use is constant.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JUNIT_H
#define PRINT_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Result of a case. */
enum junit_verdict { JUNIT_PASSED, JUNIT_FAILED, JUNIT_BROKEN, JUNIT_SKIPPED };

struct junit_case {
    const char *name;
    const char *class;
    uint64_t nanoseconds;
    enum junit_verdict verdict;
    const char *message; /* unless it passed */
    const char *type;    /* of a failure or error */
    const char *story;   /* text of a failure or error, or NULL */
};

/* State of a document. */
struct junit {
    FILE *out;
    FILE *cases;
    bool is_broken; /* writing the temporary file failed */
    char *suite;    /* name of the present suite, or NULL */
    size_t suites;
    size_t counts[JUNIT_SKIPPED + 1]; /* of the present suite */
    uint64_t nanoseconds;
};

/* Start a document on |out|. On failure return false and set errno. */
bool junit_begin(struct junit *junit, FILE *out);

/* Add a case to |suite|, the present suite or a new one. */
void junit_add(struct junit *junit, const char *suite,
               const struct junit_case *added);

/* Complete the document; false if it is incomplete. */
bool junit_end(struct junit *junit);

#endif
