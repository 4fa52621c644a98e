/* Programs beside ddds, which load libraries that it does not.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROGRAM_BESIDE_H
#define PROGRAM_BESIDE_H

/* Become the program |name| with the |count| words at |arguments|: the one in
 * the directory of this program, or else the one that the shell would find.
 * Returns only if there is none: reported, EXIT_OWN_FAILURE. */
int beside_run(const char *name, int count, char **arguments);

#endif
