/* The only file that reads the entropy source: nothing of it is kept.
 *
 * RFC 9562 section 6.9.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/entropy.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/limits.h"

/* What became of one call that was to give |left| octets. */
static bool advance(ssize_t got, unsigned char **octets, size_t *left,
                    unsigned *interruptions)
{
    if (got > 0) {
        *octets += got;
        *left -= (size_t)got;
        *interruptions = 0;
        return true;
    }
    return got < 0 && errno == EINTR &&
           ++*interruptions <= LIMIT_UUID_INTERRUPTIONS;
}

/* For kernels without getrandom(2). Opened for each call: other code of the
 * program might close a descriptor that is kept open. */
static bool read_device(unsigned char *octets, size_t length)
{
    unsigned interruptions = 0;
    int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (device < 0) {
        return false;
    }
    while (length > 0 && advance(read(device, octets, length), &octets, &length,
                                 &interruptions)) {
    }
    close(device);
    return length == 0;
}

bool uuid_entropy_read(unsigned char *octets, size_t length)
{
    unsigned interruptions = 0;
    while (length > 0) {
        ssize_t got = getrandom(octets, length, 0);
        if (got < 0 && errno == ENOSYS) {
            return read_device(octets, length);
        }
        if (!advance(got, &octets, &length, &interruptions)) {
            return false;
        }
    }
    return true;
}
