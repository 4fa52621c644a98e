/* SPDX-License-Identifier: MIT */
#include "text/stream_failure.h"

#include <errno.h>

/* A stream records that a write failed, but not why. Write another octet, which
 * fails for the same reason if that still exists. */
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
