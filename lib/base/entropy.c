/* The only file that reads the entropy source; nothing of it is kept (RFC 9562
 * section 6.9).
 *
 * SPDX-License-Identifier: MIT */
#include "base/entropy.h"

#include <errno.h>
#include <sys/random.h>

#include "base/limits.h"

bool ddds_entropy_read(void *octets, size_t length)
{
    unsigned char *next = octets;
    unsigned interruptions = 0;
    while (length > 0) {
        ssize_t got = getrandom(next, length, 0);
        if (got > 0) {
            next += got;
            length -= (size_t)got;
            interruptions = 0;
        } else if (got == 0 || errno != EINTR ||
                   ++interruptions > LIMIT_INTERRUPTIONS) {
            return false;
        }
    }
    return true;
}
