/* The caller's structs start with their size, so that later versions can append
 * members.
 *
 * A caller compiled with an older version has a shorter struct: the missing
 * members are zero. A caller compiled with a newer version has a longer struct,
 * which is accepted if the unknown members are zero.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <ddds/status.h>

/* Return the size stored in the struct |given|. */
static inline size_t ddds_sized_given(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

/* Convert |given|, of another size, to |own|, of |size| octets. Fails like
 * ddds_sized_view. */
const void *ddds_sized_adapt(const void *given, void *own, size_t size,
                             const char *macro, struct ddds_error *error);

/* Return |given|, a caller's struct, if it has |size| octets; otherwise convert
 * it to |own|, of |size| octets, and return |own|. Return NULL with
 * DDDS_BAD_OPTION, and a detail that names |macro|, if its size is not set or
 * an unknown member is not zero. */
static inline const void *ddds_sized_view(const void *given, void *own,
                                          size_t size, const char *macro,
                                          struct ddds_error *error)
{
    return ddds_sized_given(given) == size
               ? given
               : ddds_sized_adapt(given, own, size, macro, error);
}

/* Copy |given|, or the defaults if it is NULL, into |own| of |size| octets.
 * Fails like ddds_sized_view. */
ddds_status ddds_sized_copy(const void *given, void *own, size_t size,
                            const char *macro, struct ddds_error *error);

/* Like ddds_sized_fill, for a struct |given| of another size. */
bool ddds_sized_fill_other(void *given, const void *own, size_t size);

/* Copy |own|, of |size| octets including its size, to the members that the
 * caller's struct |given| has; clear unknown members. Return false, with
 * |given| unchanged, if its size is not set. */
static inline bool ddds_sized_fill(void *given, const void *own, size_t size)
{
    if (ddds_sized_given(given) != size) {
        return ddds_sized_fill_other(given, own, size);
    }
    memcpy(given, own, size);
    return true;
}

#endif
