/* Reasons for write errors of streams.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_STREAM_FAILURE_H
#define TEXT_STREAM_FAILURE_H

#include <stdio.h>

/* Return 0 if everything written to |file| was passed to the system; otherwise
 * the errno of the failure. After a failure |file| must only be closed, since a
 * further octet may have been written. */
int stream_failure(FILE *file);

#endif
