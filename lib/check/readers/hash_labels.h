/* Labels of names that may be hashes of inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_HASH_LABELS_H
#define CHECK_READERS_HASH_LABELS_H

#include "check/readers/input_steps.h"
#include "check/readers/known_names.h"

enum { LONGEST_HASH = 64 };

/* Add the labels of |names| that may be hashes of |links|, with their NULs, to
 * |found|. Set |other| to a hash that is no label: "" without hashes. False if
 * allocation fails, or without such a hash. */
bool ddds_hash_labels(const struct links *links,
                      const struct known_names *names, struct intern *found,
                      char other[LONGEST_HASH + 1]);

/* Return true if |label| is a label of |name|. */
bool ddds_hash_is_in(const char *label, const char *name);

#endif
