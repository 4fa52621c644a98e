/* Images of sets: the strings that a step of an application makes of them.
 *
 * A reader that is limited to an image has few states. Without the limit, the
 * reader of keys counts octets in all parts of the input that could be a key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_IMAGES_H
#define CHECK_READERS_IMAGES_H

#include "check/readers/input_steps.h"
#include "check/sets/dfa.h"

/* Set |images[i]| to a set that contains all strings that come to the link after
 * |i| from the inputs in |set|. The caller frees them. They are NULL for
 * conditions that let all strings pass, and from the first link on that changes
 * strings in another way than by an expression, or for which the set is empty or
 * too large, or whose groups are not captured in the order of the replacement.
 * Before that, mark the links that are idle, and turn a rewriting that changes no
 * string into a condition. False if allocation fails. */
bool ddds_images_find(struct links *links, const struct dfa *set,
                      struct dfa *images[LINKS]);

/* Set |*matching| and |*others| to the parts of |set| that |by| matches, with an
 * output, and does not; the caller frees them. They are NULL if empty, and both
 * if they take too many states. False if allocation fails. */
bool ddds_image_split(const struct dfa *set, const ddds_substitution *by,
                      struct dfa **matching, struct dfa **others);

/* Make a reader with the labels of |inner| for the strings in |set|; others have
 * any label. Both must outlive it; the caller frees it. NULL if allocation
 * fails. */
struct reader *ddds_image_limit(const struct dfa *set, struct reader *inner);

#endif
