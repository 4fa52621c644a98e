/* An example for each code: a record with the mistake, and as it should be.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_EXAMPLE_H
#define LINT_EXAMPLE_H

/* Lines of a zone file: of example.com, unless an owner says otherwise. */
struct code_example {
    const char *code;
    const char *wrong;
    const char *right;
};

/* Return the example of |code|, such as "L204"; NULL if there is none, because
 * only answers of servers show the mistake. Static storage. */
const struct code_example *example_find(const char *code);

#endif
