/* Why writing to a stream failed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_STREAM_FAILURE_H
#define TEXT_STREAM_FAILURE_H

#include <stdio.h>

/* Return 0 if everything written to |file| has left the program, else the errno
 * of the failure. After a failure |file| is only good for closing: one octet
 * more may have been written to it. */
int stream_failure(FILE *file);

#endif
