/* Reading and filling structs that start with their size.
 *
 * SPDX-License-Identifier: MIT */
#include "base/sized.h"

#include "base/error.h"

static bool is_zero(const unsigned char *octets, size_t length)
{
    while (length > 0 && octets[length - 1] == 0) {
        length--;
    }
    return length == 0;
}

const void *ddds_sized_adapt(const void *given, void *own, size_t size,
                             const char *macro, struct ddds_error *error)
{
    size_t given_size = ddds_sized_given(given);
    if (given_size <= sizeof given_size) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "a struct does not say its size: initialize it with %s",
                       macro);
        return NULL;
    }
    if (given_size > size &&
        !is_zero((const unsigned char *)given + size, given_size - size)) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "a struct initialized with %s sets a member that "
                       "version " DDDS_VERSION " does not have",
                       macro);
        return NULL;
    }
    memset(own, 0, size);
    memcpy(own, given, given_size < size ? given_size : size);
    memcpy(own, &size, sizeof size);
    return own;
}

ddds_status ddds_sized_copy(const void *given, void *own, size_t size,
                            const char *macro, struct ddds_error *error)
{
    if (given == NULL) {
        memset(own, 0, size);
        memcpy(own, &size, sizeof size);
        return DDDS_OK;
    }
    const void *view = ddds_sized_view(given, own, size, macro, error);
    if (view == given) {
        memcpy(own, given, size);
    }
    return view != NULL ? DDDS_OK : DDDS_BAD_OPTION;
}

bool ddds_sized_fill_other(void *given, const void *own, size_t size)
{
    size_t given_size = ddds_sized_given(given);
    if (given_size <= sizeof given_size) {
        return false;
    }
    memcpy(given, own, given_size < size ? given_size : size);
    if (given_size > size) {
        memset((unsigned char *)given + size, 0, given_size - size);
    }
    memcpy(given, &given_size, sizeof given_size);
    return true;
}
