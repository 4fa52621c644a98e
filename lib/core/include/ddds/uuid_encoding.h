/* Encodings of UUIDs that are not forms of RFC 9562: shorter texts (ULID, and
 * RFC 4648), and the octet order of Microsoft's GUIDs.
 *
 * None of them may follow "urn:uuid:". Encodings cannot be distinguished by
 * their texts, since two have 26 characters of similar alphabets, so the caller
 * always names the encoding.
 *
 * All functions are pure: no allocation, clock or randomness.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_UUID_ENCODING_H
#define DDDS_UUID_ENCODING_H

#include <stddef.h>

#include <ddds/export.h>
#include <ddds/status.h>
#include <ddds/uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The encodings: word, length of a UUID, and whether texts sort like UUIDs (RFC
 * 9562 section 6.11). */
#define DDDS_UUID_ENCODING_LIST(X)                                             \
    X(BASE32HEX, "base32hex", 26) /* RFC 4648 section 7; sorts */              \
    X(ULID, "ulid", 26)           /* ULID; sorts */                            \
    X(BASE64URL, "base64url", 22) /* RFC 4648 section 5; does not sort */      \
    X(GUID, "guid", 32)           /* hexadecimal digits of the octets as       \
                                     ddds_uuid_swap_guid orders them; does not \
                                     sort */

enum ddds_uuid_encoding {
#define DDDS_UUID_ENCODING_CODE(name, word, length) DDDS_UUID_##name,
    DDDS_UUID_ENCODING_LIST(DDDS_UUID_ENCODING_CODE)
#undef DDDS_UUID_ENCODING_CODE
};

/* Return the word for |encoding|, for example "base32hex"; NULL if it is
 * invalid. Static storage. */
DDDS_API const char *ddds_uuid_encoding_name(enum ddds_uuid_encoding encoding);

/* The size of a UUID in any encoding, with its NUL. */
#define DDDS_UUID_ENCODED_SIZE 33

/* Write |uuid| in |encoding| and a NUL to |text|, without padding. Returns the
 * length without the NUL; 0, and the empty string, if the encoding is
 * invalid. */
DDDS_API size_t ddds_uuid_encode(const struct ddds_uuid *uuid,
                                 enum ddds_uuid_encoding encoding,
                                 char text[DDDS_UUID_ENCODED_SIZE]);

/* Read the |length| octets at |text|, which need not be NUL-terminated, as a
 * UUID in |encoding|, and write it to |uuid|, which may be NULL, to validate
 * only. The text contains the UUID and nothing else:
 *
 *  - base32hex and base64url may be padded with "=" to a multiple of 8 or 4;
 *    the unused bits at the end are zero (RFC 4648 section 3.5);
 *  - in base32hex, ulid and guid upper and lower case are the same;
 *  - ulid: the first character is at most 7.
 *
 * Fails with DDDS_BAD_INPUT, the offset of the first octet that does not fit,
 * and the expected text; with DDDS_BAD_OPTION if |encoding| is invalid. */
DDDS_API ddds_status ddds_uuid_decode(const char *text, size_t length,
                                      enum ddds_uuid_encoding encoding,
                                      struct ddds_uuid *uuid,
                                      struct ddds_error *error);

/* Write to |swapped| the octets of |uuid| in the order in which Microsoft's
 * systems store a GUID. The first three fields, of 4, 2 and 2 octets, have the
 * least significant octet first. The same call turns octets that were stored so
 * into a UUID. |swapped| may be |uuid|. */
DDDS_API void ddds_uuid_swap_guid(const struct ddds_uuid *uuid,
                                  struct ddds_uuid *swapped);

#ifdef __cplusplus
}
#endif

#endif
