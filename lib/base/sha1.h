/* SHA-1 by the instructions that some processors have for it.
 *
 * libmd does the same on all processors (base/digest.h), in more than twice the
 * time. FIPS 180-4 sections 5.1.1 and 6.1.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SHA1_H
#define BASE_SHA1_H

#include <stdbool.h>
#include <stddef.h>

enum { SHA1_BLOCK = 64, SHA1_LENGTH = 20 };

/* Has this processor these instructions? Asked once, then remembered. */
bool sha1_has_instructions(void);

/* Write the SHA-1 of the 16 octets at |head| and the |length| octets at |tail|
 * to |digest|. Only for processors that have the instructions. */
void sha1_of_two(const unsigned char head[16], const void *tail, size_t length,
                 unsigned char digest[SHA1_LENGTH]);

#endif
