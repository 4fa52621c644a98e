/* Labels of names that may be hashes of inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_HASH_LABELS_H
#define CHECK_READERS_HASH_LABELS_H

#include "check/readers/input_steps.h"
#include "check/readers/known_names.h"

enum { LONGEST_HASH = 64 };

/* Labels with their NULs. |owners| has the index of the only name with each;
 * NOWHERE: there are several. All zero is empty. */
struct hash_labels {
    struct intern labels;
    uint32_t *owners;
    size_t room;
};

/* List the labels of |names| that may be hashes of |links|. Set |other| to a hash
 * that is no label: "" without hashes. False if allocation fails, or without
 * such a hash. The caller frees |found| with ddds_hash_labels_free. */
bool ddds_hash_labels_find(const struct links *links,
                           const struct known_names *names,
                           struct hash_labels *found,
                           char other[LONGEST_HASH + 1]);

void ddds_hash_labels_free(struct hash_labels *labels);

#endif
