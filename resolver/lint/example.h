/* An example for each code: a record with the mistake, and its correction.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_EXAMPLE_H
#define LINT_EXAMPLE_H

/* Lines of a zone file, of example.com, unless an owner is absolute. */
struct code_example {
    const char *code;
    const char *wrong;
    const char *right;
};

/* Return the example of |code|, such as "L204", in static storage; NULL if only
 * answers of servers have the mistake. */
const struct code_example *example_find(const char *code);

#endif
