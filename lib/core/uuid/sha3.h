/* SHA-3 and SHAKE (FIPS 202).
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_SHA3_H
#define UUID_SHA3_H

#include <ddds/uuid.h>

/* Write the first 16 octets of the |hash| of |space| and |length| octets of
 * |name|. Fails like ddds_uuid_make_name(). */
ddds_status ddds_sha3_name(enum ddds_uuid_hash hash,
                           const struct ddds_uuid *space, const void *name,
                           size_t length, unsigned char octets[16],
                           struct ddds_error *error);

#endif
