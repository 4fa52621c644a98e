/* Structs of callers that begin with their size, so that later versions can
 * append members: how the library reads them.
 *
 * A caller compiled with an older version has a shorter struct: the members
 * that it lacks are zero. One compiled with a newer version has a longer one,
 * which is accepted if what this version does not know is zero.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <ddds/status.h>

#include "base/hot.h"

/* The size that the struct |given| says. */
INLINE size_t ddds_sized_given(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

/* Write to |own|, of |size| octets, what |given|, of another size, says. Fails
 * like ddds_sized_view. */
const void *ddds_sized_adapt(const void *given, void *own, size_t size,
                             const char *macro, struct ddds_error *error);

/* How the struct |given| of a caller is to be read: |given| itself if it has
 * |size| octets; else |own|, which has |size| octets and receives a copy. NULL
 * on failure: DDDS_BAD_OPTION, with a detail that names |macro|, if the size is
 * not set, or a member that this version does not know is. */
INLINE const void *ddds_sized_view(const void *given, void *own, size_t size,
                                   const char *macro, struct ddds_error *error)
{
    return ddds_sized_given(given) == size
               ? given
               : ddds_sized_adapt(given, own, size, macro, error);
}

/* Copy |given|, or the defaults if it is NULL, into |own| of |size| octets.
 * Fails like ddds_sized_view. */
ddds_status ddds_sized_copy(const void *given, void *own, size_t size,
                            const char *macro, struct ddds_error *error);

/* As ddds_sized_fill, for a struct |given| of another size. */
bool ddds_sized_fill_other(void *given, const void *own, size_t size);

/* Fill the struct |given| of a caller with |own| of |size| octets, which begins
 * with that size: so much of it as |given| has, and zero in what this version
 * does not know. False, with |given| untouched, if its size is not set. */
INLINE bool ddds_sized_fill(void *given, const void *own, size_t size)
{
    if (ddds_sized_given(given) != size) {
        return ddds_sized_fill_other(given, own, size);
    }
    memcpy(given, own, size);
    return true;
}

#endif
