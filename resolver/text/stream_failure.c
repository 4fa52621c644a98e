/* SPDX-License-Identifier: MIT */
#include "text/stream_failure.h"

#include <errno.h>

/* A stream remembers that a write failed, not why: another octet fails for the
 * same reason, unless that has passed. */
int stream_failure(FILE *file)
{
    if (fflush(file) != 0) {
        return errno;
    }
    if (ferror(file) == 0) {
        return 0;
    }
    return putc('\n', file) == EOF || fflush(file) != 0 ? errno : EIO;
}
